"""The command `mmscope`.

Exit status: 0 all is well; 1 check found decisions that differ or cannot be checked; 2 a file cannot
be read, or the command line is wrong; 3 the core or the data folder cannot be used; 130 interrupted.
"""

from mmscope.cli.main import main

__all__ = ["main"]
