"""What the five documents published, beside what the bundled captures show. See docs/evidence.md."""

from mmscope.evidence.judge import Job, Line, jobs, judge
from mmscope.evidence.measured import Measured
from mmscope.evidence.measures import measure
from mmscope.evidence.page import as_json, as_text, data, page, summary
from mmscope.evidence.published import Document, PublishedError, load
from mmscope.evidence.run import NothingMeasuredError, Run

__all__ = [
    "Document",
    "Job",
    "Line",
    "Measured",
    "NothingMeasuredError",
    "PublishedError",
    "Run",
    "as_json",
    "as_text",
    "data",
    "jobs",
    "judge",
    "load",
    "measure",
    "page",
    "summary",
]
