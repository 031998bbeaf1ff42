"""Reads and writes icons as macOS has them: one file with an image for each size."""

import struct
import zlib

PNG = b"\x89PNG\r\n\x1a\n"
# The images that Apple's iconutil makes of a full set: type, and width in pixels. Those of 16 and 32 points
# are raw colours for plain displays, since macOS does not show PNG images under their types in an app; all
# others are PNG images.
RAW = {b"ic04": 16, b"ic05": 32}
IMAGES = {b"ic11": 32, b"ic12": 64, b"ic07": 128, b"ic13": 256, b"ic08": 256, b"ic14": 512, b"ic09": 512, b"ic10": 1024}


class NotIcon(ValueError):
    """The file is not an icon, or it is damaged."""


def write(images: dict[int, bytes]) -> bytes:
    """An icon of PNG images by their width in pixels."""
    raw = {kind: b"ARGB" + planes(images[width]) for kind, width in RAW.items()}
    body = b"".join(kind + struct.pack(">I", len(image) + 8) + image
                    for kind, image in [*raw.items(), *((kind, images[width]) for kind, width in IMAGES.items())])
    return b"icns" + struct.pack(">I", len(body) + 8) + body


def read(icon: bytes) -> dict[bytes, bytes]:
    """The images of an icon by their types."""
    if icon[:4] != b"icns" or struct.unpack(">I", icon[4:8])[0] != len(icon):
        raise NotIcon("it does not begin as one, or is not as long as it says")
    found, offset = {}, 8
    while offset < len(icon):
        kind, length = struct.unpack_from(">4sI", icon, offset)
        if length < 8 or offset + length > len(icon):
            raise NotIcon(f"the image {kind.decode('latin-1')} is not as long as it says")
        found[kind] = icon[offset + 8 : offset + length]
        offset += length
    return found


def wrong_with(icon: bytes) -> list[str]:
    """What keeps macOS from showing the icon sharply in some place."""
    try:
        images = read(icon)
    except (NotIcon, struct.error) as problem:
        return [f"it is not an icon: {problem}"]
    wrong = [f"there is no image of {width} pixels ({kind.decode()})"
             for kind, width in {**RAW, **IMAGES}.items() if kind not in images]
    for kind, image in images.items():
        if kind in RAW and not image.startswith(b"ARGB"):
            wrong.append(f"the image {kind.decode()} is not of raw colours")
        if kind in IMAGES and (image[:8] != PNG or struct.unpack(">2I", image[16:24]) != (IMAGES[kind], IMAGES[kind])):
            wrong.append(f"the image {kind.decode()} is not a PNG of {IMAGES[kind]} pixels")
    return wrong


def planes(png: bytes) -> bytes:
    """The colours of a PNG image, one after the other from alpha to blue, in literal runs of the icon's
    packing."""
    pixels = decode(png)
    packed = b""
    for channel in (3, 0, 1, 2):
        plane = pixels[channel::4]
        runs = [plane[start : start + 128] for start in range(0, len(plane), 128)]
        packed += b"".join(bytes([len(run) - 1]) + run for run in runs)
    return packed


def decode(png: bytes) -> bytes:
    """The pixels of a PNG image with 8 bits for each of red, green, blue and alpha, not interlaced."""
    width, height, depth, colours, _, _, interlaced = struct.unpack(">2I5B", png[16:29])
    if (depth, colours, interlaced) != (8, 6, 0):
        raise NotIcon("the PNG image is of another kind than RGBA with 8 bits")
    packed, offset = b"", 8
    while offset < len(png):
        length, kind = struct.unpack_from(">I4s", png, offset)
        packed += png[offset + 8 : offset + 8 + length] if kind == b"IDAT" else b""
        offset += length + 12
    lines, row = zlib.decompress(packed), 4 * width
    above, pixels = bytes(row), b""
    for start in range(0, height * (row + 1), row + 1):
        above = unfilter(lines[start], lines[start + 1 : start + 1 + row], above)
        pixels += above
    return pixels


def unfilter(method: int, line: bytes, above: bytes) -> bytes:
    """A row of pixels from its PNG filter, https://www.w3.org/TR/png-3/#9Filters."""
    out = bytearray(line)
    for index in range(len(out)):
        left, up, corner = (out[index - 4], above[index], above[index - 4]) if index >= 4 else (0, above[index], 0)
        nearest = min((left, up, corner), key=lambda one: abs(left + up - corner - one))
        out[index] = out[index] + (0, left, up, (left + up) // 2, nearest)[method] & 0xFF
    return bytes(out)
