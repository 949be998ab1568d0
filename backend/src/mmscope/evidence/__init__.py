"""What the five documents published, beside what the bundled captures show. See docs/evidence.md."""

from mmscope.evidence.claims import Document, PublishedError, load
from mmscope.evidence.measures import measure
from mmscope.evidence.page import as_json, as_text, data, page, summary
from mmscope.evidence.results import Job, Result, jobs, result_of
from mmscope.evidence.run import NothingMeasuredError, Run
from mmscope.evidence.value import Value

__all__ = [
    "Document",
    "Job",
    "NothingMeasuredError",
    "PublishedError",
    "Result",
    "Run",
    "Value",
    "as_json",
    "as_text",
    "data",
    "jobs",
    "load",
    "measure",
    "page",
    "result_of",
    "summary",
]
