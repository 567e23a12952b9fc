"""A camera on 127.0.0.1: speaks RTSP over TCP as network cameras do, numbers its pictures, and fails when told to."""

from __future__ import annotations

import base64
import contextlib
import random
import socket
import struct
import threading
import time
from types import TracebackType
from typing import Final, Self

from tests.recording.clips import Clip, clip, number_unit

MAX_RTP: Final = 1400
CLOCK_HZ: Final = 90_000


class RtspCamera:
    """Takes picture n at `began + n / rate`, whether anybody watches or not; any number of watchers."""

    def __init__(self, rate_hz: float = 30.0, pictures: Clip | None = None, port: int = 0) -> None:
        self.rate_hz = rate_hz
        self._clip = pictures if pictures is not None else clip()
        self._began = time.monotonic()
        self._lock = threading.Lock()
        self._watchers: list[socket.socket] = []
        self._threads: list[threading.Thread] = []
        self._closing = False
        self._silent_until = 0.0
        self._rubbish = 0
        self._random = random.Random(5)
        self.spoilt: set[int] = set()  # pictures that were sent as rubbish
        self._listener: socket.socket | None = None
        self.port = port
        self.plug_in()

    @property
    def url(self) -> str:
        """With a password, as real ones have."""
        return f"rtsp://judge:s3cret@127.0.0.1:{self.port}/table"

    def taken(self, number: int) -> float:
        """When a picture was taken, on the monotonic clock."""
        return self._began + number / self.rate_hz

    def newest(self) -> int:
        """The number of the newest picture."""
        return int((time.monotonic() - self._began) * self.rate_hz)

    def plug_in(self) -> None:
        """Begin to answer."""
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", self.port))
        listener.listen()
        self.port = listener.getsockname()[1]
        self._listener = listener
        self._start(self._accept, listener)

    def unplug(self) -> None:
        """Gone at once: connections end, new ones are refused."""
        listener, self._listener = self._listener, None
        if listener is not None:
            with contextlib.suppress(OSError):
                listener.shutdown(socket.SHUT_RDWR)
            listener.close()
        with self._lock:
            watchers, self._watchers = self._watchers, []
        for watcher in watchers:
            with contextlib.suppress(OSError):
                watcher.shutdown(socket.SHUT_RDWR)

    def fall_silent(self, seconds: float) -> None:
        """Connections stay, nothing comes; what is taken meanwhile is lost."""
        self._silent_until = time.monotonic() + seconds

    def send_rubbish(self, pictures: int) -> None:
        """The next pictures are random bytes."""
        self._rubbish = pictures

    def close(self) -> None:
        """End everything."""
        self._closing = True
        self.unplug()
        for thread in self._threads:
            thread.join(timeout=5)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _start(self, body: object, *arguments: object) -> None:
        thread = threading.Thread(target=body, args=arguments, daemon=True)  # type: ignore[arg-type]
        self._threads = [t for t in self._threads if t.is_alive()]
        self._threads.append(thread)
        thread.start()

    def _accept(self, listener: socket.socket) -> None:
        while not self._closing:
            try:
                watcher, _ = listener.accept()
            except OSError:
                return
            with self._lock:
                self._watchers.append(watcher)
            self._start(self._serve, watcher)

    def _serve(self, watcher: socket.socket) -> None:
        with contextlib.suppress(OSError), watcher:
            watcher.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            pending = b""
            while True:
                while b"\r\n\r\n" not in pending:
                    piece = watcher.recv(4096)
                    if not piece:
                        return
                    pending += piece
                head, pending = pending.split(b"\r\n\r\n", 1)
                lines = head.decode(errors="replace").split("\r\n")
                method = lines[0].split(" ")[0]
                sequence = next((line[5:].strip() for line in lines if line.lower().startswith("cseq")), "0")
                watcher.sendall(self._answer(method, sequence))
                if method == "PLAY":
                    self._send_pictures(watcher)
                    return

    def _answer(self, method: str, sequence: str) -> bytes:
        extra, body = "", ""
        if method == "OPTIONS":
            extra = "Public: OPTIONS, DESCRIBE, SETUP, PLAY, TEARDOWN\r\n"
        elif method == "DESCRIBE":
            sets = ",".join(base64.b64encode(unit).decode() for unit in (self._clip.sps, self._clip.pps))
            body = (
                "v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\ns=table\r\nt=0 0\r\na=control:*\r\nm=video 0 RTP/AVP 96\r\n"
                "a=rtpmap:96 H264/90000\r\n"
                f"a=fmtp:96 packetization-mode=1;sprop-parameter-sets={sets}\r\na=control:trackID=0\r\n"
            )
            extra = f"Content-Type: application/sdp\r\nContent-Length: {len(body)}\r\n"
        elif method == "SETUP":
            extra = "Transport: RTP/AVP/TCP;unicast;interleaved=0-1\r\n"
        return f"RTSP/1.0 200 OK\r\nCSeq: {sequence}\r\nSession: 1\r\n{extra}\r\n{body}".encode()

    def _send_pictures(self, watcher: socket.socket) -> None:
        number, rtp = self.newest() + 1, 0
        while not self._closing:
            wait = self.taken(number) - time.monotonic()
            if wait > 0:
                time.sleep(wait)
            if time.monotonic() < self._silent_until:
                number = self.newest() + 1
                continue
            message = bytearray()
            units = self._units(number)
            for index, unit in enumerate(units):
                for payload, marker in _fragments(unit, last=index == len(units) - 1):
                    stamp = round(number / self.rate_hz * CLOCK_HZ) & 0xFFFFFFFF
                    head = struct.pack(">BBHII", 0x80, 96 | (0x80 if marker else 0), rtp & 0xFFFF, stamp, 1)
                    message += b"$\0" + struct.pack(">H", len(head) + len(payload)) + head + payload
                    rtp += 1
            watcher.sendall(message)
            number += 1

    def _units(self, number: int) -> list[bytes]:
        if self._rubbish > 0:
            self._rubbish -= 1
            self.spoilt.add(number)
            return [bytes([self._random.choice((1, 5, 6, 9, 31))]) + self._random.randbytes(400) for _ in range(3)]
        position = number % len(self._clip.pictures)
        sets = [self._clip.sps, self._clip.pps] if position == 0 else []
        return [*sets, number_unit(number), *self._clip.pictures[position]]


def _fragments(unit: bytes, *, last: bool) -> list[tuple[bytes, bool]]:
    """A NAL unit as RTP payloads (RFC 6184: single units and FU-A), each with the marker of a picture's end."""
    if len(unit) <= MAX_RTP:
        return [(unit, last)]
    indicator, kind = (unit[0] & 0xE0) | 28, unit[0] & 31
    pieces = [unit[at : at + MAX_RTP] for at in range(1, len(unit), MAX_RTP)]
    out = []
    for index, piece in enumerate(pieces):
        first, final = index == 0, index == len(pieces) - 1
        header = (0x80 if first else 0) | (0x40 if final else 0) | kind
        out.append((bytes([indicator, header]) + piece, last and final))
    return out
