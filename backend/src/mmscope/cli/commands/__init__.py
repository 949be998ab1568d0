"""The commands, a module for each. `mmscope.cli.parser` lists them."""
