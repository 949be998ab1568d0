"""oEmbed (https://oembed.com, 1.0): a pasted link of the app becomes a figure in a frame.

A link is of the app (`https://HOST/#v1/VIEW`, with the fragment) or of a figure (`https://HOST/embed/?v=VIEW`).
The second describes itself, in a header and in its page, since no server sees a fragment.
"""

import html
from functools import partial
from typing import Annotated, Literal
from urllib.parse import SplitResult, parse_qs, quote, urlencode, urlsplit

import anyio.to_thread
from fastapi import APIRouter, HTTPException, Query, Request
from pydantic import BaseModel, Field

from mmscope.api.errors import documented
from mmscope.api.server.proxies import person_of
from mmscope.api.state import Captures, app_state
from mmscope.captures import Library
from mmscope.figures import FigureError
from mmscope.figures.view_check import check_view

router = APIRouter(prefix="/api")

PATH = "/api/oembed"
KIND = "application/json+oembed"
LINK, FORM = 16384, 16  # characters at most
WIDTH, HEIGHT = 720, 420  # px, where nobody asks for less
COPIED = ("panes", "controls", "predict", "theme")  # what a figure's link may have beside its view
MARK = "v1/"  # before a view in a link of the app; it may be left out
SECONDS = 20  # that a view may take to be drawn
PATIENCE = 30.0  # seconds that a link waits for its turn to be looked at


class Embedded(BaseModel):
    """The frame, as oEmbed has it."""

    version: Literal["1.0"] = "1.0"
    type: Literal["rich"] = "rich"
    provider_name: Literal["mmscope"] = "mmscope"
    provider_url: str
    title: str
    html: str = Field(description="an iframe")
    width: int = Field(description="px")
    height: int = Field(description="px")


def _in_view(link: SplitResult) -> dict[str, str]:
    """What the figure's page is asked for; empty where the link names no view."""
    asked = {name: values[0] for name, values in parse_qs(link.query).items()}
    if link.path.rstrip("/").endswith("/embed") and asked.get("v"):
        return {name: asked[name] for name in ("v", *COPIED) if name in asked}
    view = link.fragment.removeprefix(MARK)
    return {"v": view} if view else {}


def _check(library: Library, view: str) -> None:
    """Raise FigureError, in the words of the figure itself, where a view cannot be drawn as it is.

    Of a capture that this server keeps it is only asked whether there is one: the frame says the rest.
    """
    for name in check_view(library.settings, view, SECONDS):
        library.get(name)


@router.get("/oembed", responses=documented(404, 501, 503))
async def oembed(
    request: Request,
    library: Captures,
    url: Annotated[str, Query(max_length=LINK, description="a link of this server's app, or of a figure")],
    maxwidth: Annotated[int, Query(ge=1, description="px")] = WIDTH,
    maxheight: Annotated[int, Query(ge=1, description="px")] = HEIGHT,
    form: Annotated[str, Query(alias="format", max_length=FORM, description="json, or nothing")] = "json",
) -> Embedded:
    """The frame that shows what the link shows, for whoever wants to put it in a page of theirs."""
    if form != "json":
        raise HTTPException(501, "oEmbed is answered in JSON alone")
    try:
        link = urlsplit(url)
    except ValueError:
        link = urlsplit("")
    view = _in_view(link)
    if link.scheme not in {"http", "https"} or link.netloc != request.url.netloc or not view:
        raise HTTPException(404, "this is no link of a view on this server: in the app, Share has them")
    if library.settings.frames == "'none'":
        raise HTTPException(404, "this server shows itself in no frame; MMSCOPE_FRAME_ANCESTORS names sites")
    state = app_state(request)
    try:
        async with state.rota.turn_of((person_of(request), None), PATIENCE):
            await anyio.to_thread.run_sync(partial(_check, library, view["v"]), limiter=state.searchers)
    except FigureError as error:
        raise HTTPException(404, f"this view cannot be shown: {error}") from error
    root = f"{link.scheme}://{link.netloc}{link.path.removesuffix('/').removesuffix('/embed')}/"
    width, height = min(WIDTH, maxwidth), min(HEIGHT, maxheight)
    title = f"mmscope: {view['v'].partition('?')[0]}"
    source = html.escape(f"{root}embed/?{urlencode(view, quote_via=quote)}")
    return Embedded(
        provider_url=root,
        title=title,
        html=(
            f'<iframe src="{source}" width="{width}" height="{height}" title="{html.escape(title)}" '
            'loading="lazy" style="border:0"></iframe>'
        ),
        width=width,
        height=height,
    )


def discovery(request: Request) -> str | None:
    """Where the frame of this page is described, as an address below this server; None for other pages."""
    url = str(request.url)
    return (
        f"{request.scope.get('root_path', '')}{PATH}?{urlencode({'url': url})}"
        if _in_view(urlsplit(url))
        else None
    )
