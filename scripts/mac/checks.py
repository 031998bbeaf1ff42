"""What must hold of an app for macOS before it is worth a try on a Mac."""

import plistlib
from pathlib import Path
from xml.parsers.expat import ExpatError

from mac import icns, info_plist, macho

SERVER, LIBRARY = "lorekeeper-mcp", "libonnxruntime.dylib"
# Apple makes these; whatever else a program names would have to be in the app.
OF_THE_SYSTEM = ("/usr/lib/", "/System/Library/")
BESIDE = ("@loader_path", "@executable_path")
RESOURCES = ["starter/srd-2024/records.json", "starter/.stamp", "model/model.onnx", "model/tokenizer.json"]
LICENCES = ["LICENSE-APACHE", "LICENSE-MIT", "NOTICE"]
# ONNX Runtime is not made for Macs with Intel processors any more.
WITH_MEANING = ["aarch64"]


class Unreadable(Exception):
    """A property list that is damaged or not there."""


def read_plist(path: Path) -> dict:
    try:
        return dict(plistlib.loads(path.read_bytes()))
    except (ExpatError, plistlib.InvalidFileException, OSError, TypeError, ValueError) as problem:
        raise Unreadable(f"{path.name} cannot be read: {problem}") from problem


def system(text: str) -> tuple[int, ...]:
    """The version of macOS that a text such as `14.5` names, in three numbers."""
    numbers = [int(number) for number in text.split(".")]
    return tuple(numbers + [0] * (3 - len(numbers)))


def wrong_with_code(path: Path, processor: str, newest: tuple[int, ...], exactly: bool) -> list[str]:
    """What keeps macOS from loading a program or library: it may need `newest` at most, or needs just
    that."""
    try:
        code = macho.read(path.read_bytes())
    except (macho.NotMachO, OSError) as problem:
        return [f"{path.name}: it is not a program or library of macOS: {problem}"]
    wrong = []
    if code.processor != processor:
        wrong.append(f"it is for {code.processor}, not {processor}")
    if not code.minimum_system:
        wrong.append("it does not say which macOS it needs")
    elif code.minimum_system > newest or (exactly and code.minimum_system != newest):
        wrong.append(f"it needs macOS {dotted(code.minimum_system)}, Info.plist says {dotted(newest)}")
    wrong += [f"it needs {name}, which macOS does not have" for name in code.libraries if not name.startswith(OF_THE_SYSTEM)]
    wrong += [f"it searches for libraries in {folder}" for folder in code.rpaths if not folder.startswith(BESIDE)]
    if code.kind == "program" and not code.position_independent:
        wrong.append("it is not position-independent, and macOS starts no other program")
    if not code.can_be_signed():
        wrong.append("it has neither a signature nor space for one")
    if code.processor == "aarch64" and not code.signature[1]:
        wrong.append("it is not signed at all, not even by the linker: Apple's processors do not run it")
    return [f"{path.name}: {one}" for one in wrong]


def dotted(numbers: tuple[int, ...]) -> str:
    return ".".join(map(str, numbers))


def wrong_with_programs(contents: Path, names: list[str], processor: str, minimum: tuple[int, ...]) -> list[str]:
    wrong = []
    for name in names:
        program = contents / "MacOS" / name
        if not program.is_file():
            wrong.append(f"there is no program Contents/MacOS/{name}")
            continue
        wrong += wrong_with_code(program, processor, minimum, exactly=True)
        if not program.stat().st_mode & 0o111:
            wrong.append(f"{name}: it is not executable")
    library = contents / "Frameworks" / LIBRARY
    if library.is_file():
        wrong += wrong_with_code(library, processor, minimum, exactly=False)
        if not is_onnxruntime(library):
            wrong.append(f"{LIBRARY}: it is another library")
    elif processor in WITH_MEANING:
        wrong.append(f"there is no Contents/Frameworks/{LIBRARY}: search would be by words only")
    return wrong


def is_onnxruntime(library: Path) -> bool:
    """Whether the library has the function by which lorekeeper-mcp enters it."""
    return b"_OrtGetApiBase\0" in library.read_bytes()


def wrong_with_files(contents: Path) -> list[str]:
    resources = contents / "Resources"
    needed = [f"resources/{name}" for name in RESOURCES] + [f"licences/{name}" for name in LICENCES]
    wrong = [f"there is no Contents/Resources/{name}" for name in needed if not (resources / name).is_file()]
    for path in sorted(contents.rglob("*")):
        place = path.relative_to(contents)
        if path.is_symlink():
            wrong.append(f"{place} is a link")
        elif path.is_file() and place.parts[0] not in ("MacOS", "Frameworks"):
            with path.open("rb") as file:
                if macho.is_macho(file.read(4)):
                    wrong.append(f"{place} is code outside of MacOS and Frameworks, which is not signed with the app")
    return wrong


def wrong_with_entitlements(path: Path) -> list[str]:
    """The programs need no exception from the hardened runtime; one that is asked for can keep the app from
    being opened."""
    try:
        return [f"{path.name}: {key} is not needed" for key in read_plist(path)]
    except Unreadable as problem:
        return [str(problem)]


def wrong_with_app(app: Path, processor: str, without_shell: bool) -> list[str]:
    """What is wrong with a whole app; nothing else of the folder that it is in is looked at."""
    contents, config = app / "Contents", info_plist.configuration()
    try:
        info = read_plist(contents / "Info.plist")
    except Unreadable as problem:
        return [str(problem)]
    wrong = info_plist.wrong_with(info, info_plist.made(config))
    icon = contents / "Resources" / str(info.get("CFBundleIconFile"))
    wrong += [f"{icon.name}: {one}" for one in icns.wrong_with(icon.read_bytes())] if icon.is_file() else ["there is no icon"]

    minimum = system(config["bundle"]["macOS"]["minimumSystemVersion"])
    programs = [SERVER] if without_shell else [config["mainBinaryName"], SERVER]
    wrong += wrong_with_programs(contents, programs, processor, minimum)
    wrong += wrong_with_files(contents)
    return wrong + wrong_with_entitlements(info_plist.ROOT / "packaging/macos/entitlements.plist")
