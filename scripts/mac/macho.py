"""Reads the parts of a Mach-O file by which macOS decides whether it can load it."""

import struct
from dataclasses import dataclass, field

MAGIC_64 = 0xFEEDFACF
MAGIC_FAT = (0xCAFEBABE, 0xCAFEBABF)
PROCESSORS = {0x0100000C: "aarch64", 0x01000007: "x86_64"}
KINDS = {2: "program", 6: "library"}
POSITION_INDEPENDENT = 0x200000
HEADER = struct.Struct("<8I")
# The load commands that are looked at: https://github.com/apple-oss-distributions/xnu,
# EXTERNAL_HEADERS/mach-o/loader.h
SEGMENT, ID, CODE_SIGNATURE, BUILD_VERSION, RPATH = 0x19, 0xD, 0x1D, 0x32, 0x8000001C
LIBRARIES = (0xC, 0x80000018, 0x8000001F, 0x80000023)
MACOS = 1
# Bytes that the tool which signs needs for its own load command.
SIGNATURE_COMMAND = 16


class NotMachO(ValueError):
    """The file is none, or none that holds one processor's 64-bit code."""


@dataclass
class MachO:
    """What a file says about itself."""

    processor: str
    kind: str
    # Programs: loaded at a random address.
    position_independent: bool
    # The oldest macOS that loads it; None for another system.
    minimum_system: tuple[int, ...] = ()
    install_name: str = ""
    libraries: list[str] = field(default_factory=list)
    rpaths: list[str] = field(default_factory=list)
    # Where the signature is and how long; (0, 0) without.
    signature: tuple[int, int] = (0, 0)
    # Bytes between the load commands and what follows them.
    header_space: int = 0
    # The offset of each load command, by its number.
    commands: dict[int, list[int]] = field(default_factory=dict)

    def can_be_signed(self) -> bool:
        return self.signature[1] > 0 or self.header_space >= SIGNATURE_COMMAND


def is_macho(start: bytes) -> bool:
    """Whether a file that begins so is one, for whichever processors."""
    if len(start) < 4:
        return False
    return struct.unpack("<I", start[:4])[0] in (MAGIC_64, 0xFEEDFACE) or struct.unpack(">I", start[:4])[0] in MAGIC_FAT


def version(packed: int) -> tuple[int, int, int]:
    return packed >> 16, packed >> 8 & 0xFF, packed & 0xFF


def read(data: bytes) -> MachO:
    try:
        return read_whole(data)
    except (struct.error, ValueError, KeyError, IndexError) as problem:
        raise NotMachO(str(problem) or type(problem).__name__) from problem


def read_whole(data: bytes) -> MachO:
    magic, processor, _, kind, count, size, flags, _ = HEADER.unpack_from(data)
    if magic != MAGIC_64:
        raise NotMachO("it does not hold 64-bit code of one processor")
    found = MachO(PROCESSORS[processor], KINDS[kind], bool(flags & POSITION_INDEPENDENT))
    offset, contents = HEADER.size, len(data)
    for _ in range(count):
        command, length = struct.unpack_from("<2I", data, offset)
        if length < 8 or offset + length > HEADER.size + size:
            raise NotMachO("a load command is longer than all of them")
        found.commands.setdefault(command, []).append(offset)
        body = data[offset : offset + length]
        if command == SEGMENT:
            contents = min(contents, first_section(body, contents))
        elif command == BUILD_VERSION:
            platform, minimum = struct.unpack_from("<2I", body, 8)
            found.minimum_system = version(minimum) if platform == MACOS else ()
        elif command in LIBRARIES:
            found.libraries.append(text(body))
        elif command == ID:
            found.install_name = text(body)
        elif command == RPATH:
            found.rpaths.append(text(body))
        elif command == CODE_SIGNATURE:
            found.signature = struct.unpack_from("<2I", body, 8)
        offset += length
    found.header_space = contents - offset
    if sum(found.signature) > len(data):
        raise NotMachO("its signature is outside of the file")
    return found


def text(body: bytes) -> str:
    """The text of a load command, whose offset is its first field."""
    start = struct.unpack_from("<I", body, 8)[0]
    return body[start:].split(b"\0", 1)[0].decode()


def first_section(segment: bytes, otherwise: int) -> int:
    """The offset in the file of a segment's first section that has contents."""
    count = struct.unpack_from("<I", segment, 64)[0]
    offsets = [struct.unpack_from("<I", segment, 72 + 80 * index + 48)[0] for index in range(count)]
    return min([offset for offset in offsets if offset], default=otherwise)
