"""Makes an app's Info.plist from Tauri's configuration, as Tauri's bundler does on macOS, and checks one."""

import json
import plistlib
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
CONFIGURATION = ["tauri.conf.json", "tauri.release.conf.json"]
# Tauri's name of a category, and Apple's.
CATEGORIES = {"Utility": "public.app-category.utilities"}
IDENTIFIER = re.compile(r"[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+")
VERSION = re.compile(r"\d+(\.\d+){0,2}")


def configuration() -> dict:
    merged: dict = {}
    for name in CONFIGURATION:
        merge(merged, json.loads((ROOT / name).read_text(encoding="utf-8")))
    return merged


def merge(into: dict, other: dict) -> None:
    for key, value in other.items():
        if isinstance(value, dict) and isinstance(into.get(key), dict):
            merge(into[key], value)
        else:
            into[key] = value


def version() -> str:
    manifest = (ROOT / "Cargo.toml").read_text(encoding="utf-8")
    return re.search(r'^\[workspace\.package\]\nversion = "(.+)"$', manifest, re.MULTILINE)[1]


def document_type(association: dict) -> dict:
    return {
        "CFBundleTypeExtensions": association["ext"],
        "LSItemContentTypes": association["contentTypes"],
        "CFBundleTypeName": association["name"],
        "CFBundleTypeRole": association["role"],
        "LSHandlerRank": association.get("rank", "Default"),
    }


def exported_type(association: dict) -> dict:
    exported = association["exportedType"]
    return {
        "UTTypeIdentifier": exported["identifier"],
        "UTTypeDescription": association["description"],
        "UTTypeConformsTo": exported["conformsTo"],
        "UTTypeTagSpecification": {"public.filename-extension": association["ext"], "public.mime-type": association["mimeType"]},
    }


def made(config: dict) -> dict:
    """The Info.plist of the app that the configuration describes."""
    bundle, name = config["bundle"], config["productName"]
    associations = bundle["fileAssociations"]
    return {
        "CFBundleDisplayName": name,
        "CFBundleExecutable": config["mainBinaryName"],
        "CFBundleIconFile": "icon.icns",
        "CFBundleIdentifier": config["identifier"],
        "CFBundleInfoDictionaryVersion": "6.0",
        "CFBundleName": name,
        "CFBundlePackageType": "APPL",
        "CFBundleShortVersionString": version(),
        "CFBundleVersion": version(),
        "CFBundleDocumentTypes": [document_type(association) for association in associations],
        "UTExportedTypeDeclarations": [exported_type(association) for association in associations],
        "LSApplicationCategoryType": CATEGORIES[bundle["category"]],
        "LSMinimumSystemVersion": bundle["macOS"]["minimumSystemVersion"],
        "NSHighResolutionCapable": True,
        "NSHumanReadableCopyright": bundle["copyright"],
    } | plistlib.loads((ROOT / bundle["macOS"]["infoPlist"]).read_bytes())


def wrong_with(info: dict, expected: dict) -> list[str]:
    """What an app's Info.plist says otherwise than the configuration, or in a way that macOS does not
    understand."""
    wrong = [f"Info.plist: {key} is {info.get(key)!r} instead of {value!r}"
             for key, value in expected.items() if info.get(key) != value]
    if not IDENTIFIER.fullmatch(str(info.get("CFBundleIdentifier"))):
        wrong.append("Info.plist: the identifier is none of macOS")
    for key in ("CFBundleVersion", "CFBundleShortVersionString", "LSMinimumSystemVersion"):
        if not VERSION.fullmatch(str(info.get(key))):
            wrong.append(f"Info.plist: {key} is not up to three numbers")
    if info.get("LSUIElement") or info.get("LSBackgroundOnly"):
        wrong.append("Info.plist: the app is hidden from the Dock, but it has a window and a menu bar")
    declared = {one.get("UTTypeIdentifier") for one in info.get("UTExportedTypeDeclarations", [])}
    for kind in info.get("CFBundleDocumentTypes", []):
        for identifier in kind.get("LSItemContentTypes", []):
            if identifier not in declared and not identifier.startswith("public."):
                wrong.append(f"Info.plist: nothing declares the document type {identifier}")
    return wrong
