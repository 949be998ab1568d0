"""The library of a data folder: its catalogue, what came in, whose it is, what it may fill."""
