"""Set everything up and start the Table Monitor: `python3 start.py` runs it, `python3 start.py test` tests it.

Standard library only, the same on Linux, Windows and macOS. What is already done is not done again.
Arguments after the command go to the program: `python3 start.py demo --headless`, `python3 start.py audit …`.
"""

from __future__ import annotations

import ctypes
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
VENV = HERE / ".venv"
WINDOWS = os.name == "nt"
PYTHON = VENV / ("Scripts/python.exe" if WINDOWS else "bin/python")
UV = VENV / ("Scripts/uv.exe" if WINDOWS else "bin/uv")
SYNCED = VENV / "packages-are-those-of"
MEGABYTES = 400
UV_REQUIREMENT = "uv>=0.8,<1"
OLDEST, TOO_NEW = (3, 11), (3, 14)

# shared library → the Debian package that has it
LIBRARIES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libGLESv2.so.2": "libgles2",
    "libportaudio.so.2": "libportaudio2",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-xinerama.so.0": "libxcb-xinerama0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libglib-2.0.so.0": "libglib2.0-0",
}
# program → the Debian package that has it; needed by the tests only
TEST_PROGRAMS = {"Xvfb": "xvfb", "setxkbmap": "x11-xkb-utils", "xdotool": "xdotool", "espeak-ng": "espeak-ng"}


class Stop(Exception):
    """Ends the start with one sentence that says what to do."""


LANGUAGES = ("ru", "uk")
# English sentence → Russian, Ukrainian; the program's own catalogues are not there yet when these are needed
WORDS = {
    "Making the environment .venv": ("Создаю окружение .venv", "Створюю середовище .venv"),
    "Making .venv": ("Создание .venv", "Створення .venv"),
    "Fetching uv": ("Загрузка uv", "Завантаження uv"),
    "Fetching the program's packages, about {megabytes} MB, some minutes": (
        "Загружаю пакеты программы, около {megabytes} МБ, несколько минут",
        "Завантажую пакети програми, близько {megabytes} МБ, кілька хвилин",
    ),
    "Bringing the program's packages up to date": (
        "Обновляю пакеты программы",
        "Оновлюю пакети програми",
    ),
    "Installing the program's packages": ("Установка пакетов программы", "Встановлення пакетів програми"),
    "Fetching the networks' weights": ("Загрузка весов нейросетей", "Завантаження ваг нейромереж"),
    "Updating the package lists": ("Обновление списков пакетов", "Оновлення списків пакетів"),
    "Installing system packages": ("Установка системных пакетов", "Встановлення системних пакетів"),
    "Installing system packages: {packages}": (
        "Устанавливаю системные пакеты: {packages}",
        "Встановлюю системні пакети: {packages}",
    ),
    "{doing} failed (see above); mend that and run this command again: what is done stays done.": (
        "{doing}: не удалось (см. выше); исправьте и запустите эту команду снова: сделанное останется.",
        "{doing}: не вдалося (див. вище); виправте й запустіть цю команду знову: зроблене залишиться.",
    ),
    "This is Python {found}, the Table Monitor needs 3.11, 3.12 or 3.13: start it with one of these, for example "
    "“python3.12 start.py”.": (
        "Это Python {found}, а нужен 3.11, 3.12 или 3.13: запустите одним из них, например «python3.12 start.py».",
        "Це Python {found}, а потрібен 3.11, 3.12 або 3.13: запустіть одним із них, наприклад «python3.12 start.py».",
    ),
    "System packages are missing. Paste this line and start again:": (
        "Не хватает системных пакетов. Вставьте эту строку и запустите снова:",
        "Бракує системних пакетів. Вставте цей рядок і запустіть знову:",
    ),
    "Stopped; run this command again to go on where it was.": (
        "Остановлено; запустите команду снова, и она продолжит с того же места.",
        "Зупинено; запустіть команду знову, і вона продовжить з того самого місця.",
    ),
}


def language() -> str:
    """The language asked for on the command line or by the system, as the program itself chooses it."""
    given = sys.argv[1:]
    named = [word.partition("=")[2] for word in given if word.startswith("--language=")]
    named += [given[at + 1] for at, word in enumerate(given[:-1]) if word == "--language"]
    asked = named or [os.environ.get(name, "") for name in ("TABLE_MONITOR_LANGUAGE", "LC_ALL", "LANG")]
    return next((one[:2].lower() for one in asked if one), "")


def told(sentence: str, **fields: object) -> str:
    """A sentence in the user's language."""
    chosen = language()
    text = WORDS[sentence][LANGUAGES.index(chosen)] if chosen in LANGUAGES else sentence
    return text.format(**fields)


def say(text: str) -> None:
    print(text, flush=True)


def run(command: list[str | Path], doing: str, **more: object) -> None:
    result = subprocess.run([str(part) for part in command], cwd=HERE, check=False, **more)  # type: ignore[call-overload]
    if result.returncode != 0:
        sentence = "{doing} failed (see above); mend that and run this command again: what is done stays done."
        raise Stop(told(sentence, doing=told(doing)))


def check_python() -> None:
    if not OLDEST <= sys.version_info[:2] < TOO_NEW:
        raise Stop(
            told(
                "This is Python {found}, the Table Monitor needs 3.11, 3.12 or 3.13: start it with one of these, for "
                "example “python3.12 start.py”.",
                found=f"{sys.version_info[0]}.{sys.version_info[1]}",
            )
        )


def missing_packages(testing: bool) -> list[str]:
    """Debian packages whose libraries or programs are not there; empty on other systems."""
    if not sys.platform.startswith("linux"):
        return []
    wanted = [package for library, package in LIBRARIES.items() if not loads(library)]
    if importlib.util.find_spec("ensurepip") is None:
        wanted.append(f"python{sys.version_info[0]}.{sys.version_info[1]}-venv")
    if testing:
        wanted += [package for program, package in TEST_PROGRAMS.items() if shutil.which(program) is None]
        drivers = [*Path("/usr/lib").glob("*/dri/swrast_dri.so"), *Path("/usr/lib64").glob("dri/swrast_dri.so")]
        wanted += [] if drivers else ["libgl1-mesa-dri"]
    return sorted(set(wanted))


def loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def install_packages(packages: list[str]) -> None:
    """Install system packages where that is allowed, else name the one line that does it."""
    if not packages:
        return
    line = f"apt-get install -y --no-install-recommends {' '.join(packages)}"
    allowed = shutil.which("apt-get") is not None and hasattr(os, "geteuid") and os.geteuid() == 0
    if not allowed:
        raise Stop(told("System packages are missing. Paste this line and start again:") + f"\n\n    sudo {line}\n")
    say(told("Installing system packages: {packages}", packages=" ".join(packages)))
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    run(["apt-get", "update", "-qq"], "Updating the package lists", env=quiet, stdout=subprocess.DEVNULL)
    run(line.split(), "Installing system packages", env=quiet, stdout=subprocess.DEVNULL)


def make_environment(testing: bool) -> None:
    """.venv with uv in it, and in it exactly what uv.lock says."""
    if not PYTHON.exists() or not works(PYTHON):
        say(told("Making the environment .venv"))
        run([sys.executable, "-m", "venv", "--clear", VENV], "Making .venv")
    if not UV.exists():
        run([PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", UV_REQUIREMENT], "Fetching uv")
    groups = [] if testing else ["--no-default-groups"]
    if not any(VENV.glob("**/site-packages/onnxruntime")):
        say(told("Fetching the program's packages, about {megabytes} MB, some minutes", megabytes=MEGABYTES))
    elif not SYNCED.exists() or SYNCED.read_text() != what_is_wanted(groups):
        say(told("Bringing the program's packages up to date"))
    environment = {key: value for key, value in os.environ.items() if key not in {"VIRTUAL_ENV", "PYTHONPATH"}}
    run(
        [UV, "sync", "--frozen", "--inexact", "--quiet", "--extra", "desktop", "--python", PYTHON, *groups],
        "Installing the program's packages",
        # The system's certificates: behind a company's proxy uv's own list knows nobody.
        env={**environment, "UV_PROJECT_ENVIRONMENT": str(VENV), "UV_SYSTEM_CERTS": "1", "UV_NATIVE_TLS": "1"},
    )
    SYNCED.write_text(what_is_wanted(groups))


def what_is_wanted(groups: list[str]) -> str:
    """Changes when other packages than last time have to be there."""
    return hashlib.sha256((HERE / "uv.lock").read_bytes()).hexdigest() + " ".join(groups)


def works(python: Path) -> bool:
    version = f"{sys.version_info[0]}.{sys.version_info[1]}"
    check = f"import sys; sys.exit('%d.%d' % sys.version_info[:2] != '{version}')"
    return subprocess.run([str(python), "-c", check], check=False, capture_output=True).returncode == 0


def fetch_weights() -> None:
    run([PYTHON, "-m", "ui", "models", "fetch"], "Fetching the networks' weights")


def main() -> int:
    arguments = sys.argv[1:]
    testing = arguments[:1] == ["test"]
    try:
        check_python()
        install_packages(missing_packages(testing))
        make_environment(testing)
        fetch_weights()
    except Stop as stop:
        say(str(stop))
        return 2
    except KeyboardInterrupt:
        say(told("Stopped; run this command again to go on where it was."))
        return 130
    command = ["-m", "pytest", *arguments[1:]] if testing else ["-m", "ui", *arguments]
    return subprocess.run([str(PYTHON), *command], cwd=HERE, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
