"""A figure in Sphinx: pip install 'mmscope[sphinx]'."""

project = "A figure in Sphinx"
author = copyright = "the authors of mmscope"
version = "1"
extensions = ["mmscope.sphinx"]
exclude_patterns = ["out", "trees"]
numfig = True
latex_elements = {"papersize": "a4paper"}
man_pages = [("index", "figure", project, author, 7)]
