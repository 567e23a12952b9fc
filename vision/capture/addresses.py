"""What a person may name as a source: a camera, a stream, a file or a game folder; and how to speak of it safely."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

from vision.capture.source import SourceFault, SourceMissing
from vision.recording.session_file import FILE_NAME

SCHEMES: Final = ("rtsp", "rtsps", "http", "https", "tcp", "tls", "rtmp", "rtmps")
"""Streams that we call; schemes that would open a port of ours (udp, rtp, listening) are refused."""
_URL: Final = re.compile(r"^([a-zA-Z][a-zA-Z0-9+.-]+)://", re.ASCII)
_SECRET: Final = re.compile(r"//[^/\s]*@")  # up to the last @: a password may hold one
_SECRET_FIELDS: Final = re.compile(r"([?&;][^=&;#\s]*)=[^&;#\s]*")


class AddressKind(StrEnum):
    """How a source is opened."""

    CAMERA = "camera"
    STREAM = "stream"
    FILE = "file"
    FOLDER = "folder"


class StreamSchemeUnknown(SourceFault):
    template = "“{address}” is not a kind of stream that is called ({known}): name one of these."


class StreamWouldListen(SourceFault):
    template = "“{address}” would open a port on this computer: name the stream's own address."


@dataclass(frozen=True, slots=True)
class Address:
    """A source as it was named."""

    kind: AddressKind
    text: str

    @property
    def live(self) -> bool:
        """Whether pictures come in their own time and are lost when nobody takes them."""
        return self.kind in (AddressKind.CAMERA, AddressKind.STREAM)

    def __str__(self) -> str:
        """Fit for screens, logs and files: without passwords."""
        return redacted(self.text) if self.kind is AddressKind.STREAM else self.text

    def __repr__(self) -> str:
        return f"Address({self.kind}, {self})"


def redacted(text: str) -> str:
    """A stream's address without user, password and the values of its query, where keys may hide."""
    return _SECRET_FIELDS.sub(r"\1=***", _SECRET.sub("//***@", text))


def address_of(text: str) -> Address:
    """Read what a person named; raises SourceMissing, StreamSchemeUnknown or StreamWouldListen."""
    scheme = _URL.match(text)
    if scheme is not None:
        if scheme.group(1).lower() not in SCHEMES:
            raise StreamSchemeUnknown(address=redacted(text), known=", ".join(SCHEMES))
        if re.search(r"[?&;](listen|localaddr|localport)\b", text, re.IGNORECASE):
            raise StreamWouldListen(address=redacted(text))
        return Address(AddressKind.STREAM, text)
    if _is_camera(text):
        return Address(AddressKind.CAMERA, text)
    path = Path(text)
    if path.is_dir():
        return Address(AddressKind.FOLDER, text)
    if not path.exists():
        raise SourceMissing(path=text)
    return Address(AddressKind.FILE, text)


def _is_camera(text: str) -> bool:
    """A number, a device of Linux, or a name in the way of DirectShow and AVFoundation."""
    if text.isdecimal() and len(text) <= 3 and not Path(text).exists():
        return True
    if sys.platform.startswith("linux") and text.startswith("/dev/"):
        return True
    return text.startswith("video=")


def is_recorded(address: Address) -> bool:
    """Whether a recorder wrote this folder."""
    return address.kind is AddressKind.FOLDER and (Path(address.text) / FILE_NAME).is_file()
