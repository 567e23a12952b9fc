"""Arguments that several commands take."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Sources = Annotated[
    list[Path],
    typer.Argument(
        help="folder of a recorded game, or one video file per camera: cam1.mp4 is cam1's, other names go by order"
    ),
]
LiveSources = Annotated[
    list[str],
    typer.Argument(help="camera (its number or name), address of a stream, video file or folder of a recorded game"),
]
Rules = Annotated[str | None, typer.Option("--rules", help="rulebook: a, b, c, fsm2024, mafiaratings or polemica")]
Seats = Annotated[Path | None, typer.Option("--seats", help="where the seats are in each camera's picture")]
Timeline = Annotated[
    Path | None,
    typer.Option("--timeline", help="what was called and said when; without it no vote and no night is judged"),
]
Out = Annotated[Path, typer.Option("--out", help="folder for the results")]
Json = Annotated[bool, typer.Option("--json", help="print JSON")]
