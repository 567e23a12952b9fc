"""The pages of the table itself: its cameras with what each gives, and its seats."""

from __future__ import annotations

from PyQt6.QtWidgets import QVBoxLayout, QWidget

from ui.qt.pieces import Label, row
from ui.qt.setup_map import CoverageMap
from ui.qt.setup_page import Changed, SetupPage
from ui.qt.setup_pieces import Choice, Field, free
from ui.qt.sheet import Sheet
from ui.setup.model import SetupModel
from ui.setup.probe import Delivered, shown_address
from ui.words import Words

SHOWN_SOURCES = 7
"""More lines than this do not fit the smallest window."""


class CamerasPage(SetupPage):
    """Devices, and addresses or files that were typed, each with what it gives or why not."""

    def __init__(self, sheet: Sheet, model: SetupModel, changed: Changed) -> None:
        super().__init__(sheet, model, changed)
        words = self.words
        self.box.addWidget(self.help_label(words("Choose the cameras of the table; all are opened at once.")))
        self._rows = QVBoxLayout()
        self._rows.setSpacing(sheet.px(2))
        self.box.addLayout(self._rows)
        self._none = self.help_label(words("The system lists no camera. Connect one, or type an address or a file."))
        self.box.addWidget(self._none)
        name = words("Address or file")
        self.typed = Field(sheet, name, hint=words("rtsp://…, a number, or a video file"))
        self.typed.returnPressed.connect(self._add)
        label = Label(sheet, 17)
        label.say(name)
        self.box.addLayout(row(label, (self.typed, 1), gap=sheet.px(12)))
        self._sound = self.help_label("")
        self.box.addWidget(self._sound)
        self.box.addStretch(1)
        self.choices: list[Choice] = []
        self._told: list[Label] = []
        self._shown: tuple[str, ...] = ()

    def _add(self) -> None:
        if self.model.add_camera(self.typed.text()):
            self.typed.clear()
        self.changed()

    def _toggle(self, source: str) -> None:
        self.model.toggle_camera(source)
        self.changed()

    def show_now(self) -> None:
        model = self.model
        sources = model.sources[:SHOWN_SOURCES]
        if sources != self._shown:
            self._build(sources)
        self._none.setVisible(not sources)
        self._sound.say(model.sound_text)
        chosen = model.settings.cameras
        for source, choice, told in zip(sources, self.choices, self._told, strict=True):
            number = chosen.index(source) if source in chosen else None
            choice.show_choice(
                shown_address(source), checked=number is not None, note="" if number is None else f"cam{number + 1}"
            )
            given = model.delivered[number] if number is not None and number < len(model.delivered) else None
            told.setVisible(number is not None)
            told.say(delivered_text(given, self.words))
            bad = given is not None and given.fault is not None
            told.set_ink(self.sheet.theme.red if bad else self.sheet.theme.dim)

    def _build(self, sources: tuple[str, ...]) -> None:
        had = next((index for index, choice in enumerate(self.choices) if choice.hasFocus()), None)
        free([*self.choices, *self._told])
        self.choices, self._told, self._shown = [], [], sources
        for source in sources:
            choice = Choice(self.sheet, names_people=True)
            choice.clicked.connect(lambda _=False, source=source: self._toggle(source))
            told = Label(self.sheet, 16, ink=self.sheet.theme.dim, wrap=True)
            told.setIndent(self.sheet.px(42))
            self._rows.addWidget(choice)
            self._rows.addWidget(told)
            self.choices.append(choice)
            self._told.append(told)
        if had is not None and self.choices:
            self.choices[min(had, len(self.choices) - 1)].setFocus()

    def stops(self) -> list[QWidget]:
        return [*self.choices, self.typed]


def delivered_text(given: Delivered | None, words: Words) -> str:
    """What a camera really gives, or why it gives nothing."""
    if given is None:
        return words("Being opened …")
    if given.fault is not None:
        return words.fault(given.fault)
    if not given.pictures or given.size_px is None:
        return words("Being opened …")
    size = f"{given.size_px[0]}×{given.size_px[1]}"
    if given.over:
        return words("{size}, {codec} · a file, read to its end", size=size, codec=given.codec)
    rate = words.number(given.rate_hz, 1)
    return words("{size}, {codec} · {rate} pictures a second, measured", size=size, codec=given.codec, rate=rate)


class SeatsPage(SetupPage):
    """The seats file, and which cameras see which seat."""

    def __init__(self, sheet: Sheet, model: SetupModel, changed: Changed) -> None:
        super().__init__(sheet, model, changed)
        words = self.words
        self.box.addWidget(
            self.help_label(
                words(
                    "The file that “table-monitor calibrate” writes, or a seats file: where each seat is in each picture."
                )
            )
        )
        name = words("Seats file")
        self.typed = Field(sheet, name, hint="calibration.json")
        self.typed.takes_text = False  # leaving the line takes it
        self.typed.editingFinished.connect(self._set)
        label = Label(sheet, 17)
        label.say(name)
        self.box.addLayout(row(label, (self.typed, 1), gap=sheet.px(12)))
        self._map = CoverageMap(sheet, words)
        self.box.addWidget(self._map, 1)

    def _set(self) -> None:
        if self.typed.text() != str(self.model.settings.seats or ""):
            self.model.set_seats(self.typed.text())
            self.changed()

    def show_now(self) -> None:
        self.typed.say(str(self.model.settings.seats or ""))
        self._map.show_sight(self.model.sight)

    def stops(self) -> list[QWidget]:
        return [self.typed]
