"""Errors as responses: always {"error": {"code", "message", "line"?, "reason"?}}."""

import asyncio
import logging
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from mmscope.captures import STOPPED, CaptureError, passes
from mmscope.core import CoreError

_log = logging.getLogger(__name__)

STATUS = {
    "not_found": 404,
    "bundled": 403,
    "not_yours": 403,
    "gone": 410,
    "pending": 409,
    "timeout": 408,
    "format": 415,
    "media_type": 415,
    "too_large": 413,
    "too_many": 413,
    "bomb": 413,
    "no_memory": 413,
    "time": 413,
    "busy": 503,
    "unreadable": 503,
    "read_only": 503,
    "stopped": 503,
    "tus": 412,
    "offset": 409,
    "taken": 409,
    "locked": 423,
    "checksum": 460,  # as tus has it
    "no_space": 507,
    "share": 507,
    "upload": 400,
}
RETRY_AFTER = "2"  # seconds, where the server is busy
UNREADABLE = 422  # every other code: the capture says something that cannot be


class ErrorInfo(BaseModel):
    """What went wrong."""

    code: str = Field(description="one word, for programs")
    message: str = Field(description="a sentence for people; it may quote a capture, and is never markup")
    line: int | None = Field(None, description="line of the capture, from 1")
    reason: str | None = Field(None, description="the sentence without its line")


class ErrorBody(BaseModel):
    """Every answer that is not a success."""

    error: ErrorInfo


def documented(*codes: int) -> dict[int | str, dict[str, Any]]:
    """These statuses, for a route's `responses`."""
    return {code: {"model": ErrorBody, "description": _phrase(code)} for code in codes}


def documented_json(*codes: int) -> dict[int | str, dict[str, Any]]:
    """The same for a route whose other answers are no JSON."""
    content = {"application/json": {"schema": {"$ref": f"#/components/schemas/{ErrorBody.__name__}"}}}
    return {code: {"description": _phrase(code), "content": content} for code in codes}


def _phrase(code: int) -> str:
    return "Checksum Mismatch" if code == STATUS["checksum"] else HTTPStatus(code).phrase


def error_info(error: CaptureError) -> dict[str, Any]:
    """The body's inner part."""
    info: dict[str, Any] = {"code": error.code, "message": error.message}
    if error.line:
        info |= {"line": error.line, "reason": error.reason}
    return info


def respond(status: int, info: dict[str, Any], headers: dict[str, str] | None = None) -> JSONResponse:
    """An error response."""
    return JSONResponse({"error": info}, status, headers)


def capture_response(error: CaptureError, headers: dict[str, str] | None = None) -> JSONResponse:
    """The response to a capture's error."""
    status = STATUS.get(error.code, UNREADABLE)
    again = {"retry-after": RETRY_AFTER} if status == STATUS["busy"] else {}
    return respond(status, error_info(error), again | (headers or {}))


class CutOff:
    """Answers a request that is called off because the server ends: nothing has failed."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one connection."""
        has_begun = False

        async def sending(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            await send(message)

        try:
            await self._app(scope, receive, sending)
        except asyncio.CancelledError:
            if scope["type"] != "http":
                raise
            if not has_begun:
                stopped = CaptureError(STOPPED, "the server ends; ask again when it is there again")
                await capture_response(stopped, {"connection": "close"})(scope, receive, send)


def install(app: FastAPI) -> None:
    """Make the application answer so."""

    @app.exception_handler(CaptureError)
    def capture_error(_request: Request, error: CaptureError) -> JSONResponse:
        return capture_response(error)

    @app.exception_handler(CoreError)
    def core_error(_request: Request, error: CoreError) -> JSONResponse:
        return capture_response(CaptureError.from_core(error))

    @app.exception_handler(OSError)
    def disk(_request: Request, error: OSError) -> JSONResponse:
        passing = passes(error, "ask again soon")
        if passing is None:
            raise error
        return capture_response(passing)

    @app.exception_handler(RequestValidationError)
    def invalid(_request: Request, error: RequestValidationError) -> JSONResponse:
        faults = [f"{'.'.join(str(at) for at in e['loc'][1:])}: {e['msg']}" for e in error.errors()]
        return respond(422, {"code": "request", "message": "; ".join(faults)[:1000]})

    @app.exception_handler(HTTPException)
    def http(_request: Request, error: HTTPException) -> JSONResponse:
        phrase = HTTPStatus(error.status_code).phrase
        code = phrase.lower().replace(" ", "_").replace("-", "_")
        return respond(
            error.status_code, {"code": code, "message": str(error.detail)}, dict(error.headers or {})
        )

    @app.exception_handler(Exception)
    def unexpected(request: Request, error: Exception) -> JSONResponse:
        _log.error("%s %s failed", request.method, request.url.path, exc_info=error)
        return respond(500, {"code": "internal", "message": "the server failed; its log says more"})
