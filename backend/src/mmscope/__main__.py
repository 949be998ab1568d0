"""`python -m mmscope`."""

import sys

from mmscope.cli import main

sys.exit(main())
