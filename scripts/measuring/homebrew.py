"""The import of homebrew: how fast, and with how much memory. The books are invented."""

import itertools
import json
import random
import re
import shutil
import subprocess
import time
from pathlib import Path

from .program import Program, memory_of
from .table import Table, median

# The number of entries of the small, the middle and the large file: 3.6, 10 and 50 MB.
SMALL, MIDDLE, LARGE = 5_000, 14_000, 70_000
# The number of times that the import of the small and of the middle file is measured.
IMPORTS = 3
# The time between two looks at the memory of an import, in seconds, and the most that that of the large
# file may take, in MB.
LOOK, MOST_MEMORY = 0.002, 600
# The most entries of a book.
BOOK = 1_000

FIRST = "Amber Ashen Bitter Blue Brass Broken Candle Cinder Cold Copper Crooked Deep Drowned Dusk Ember Fallow Glass Gilded Grey Hollow".split()
SECOND = "Anchor Bargain Beacon Bell Bridge Chain Choir Cloak Compass Crown Door Drum Feather Gate Hand Harp Heron Hook Hound Keeper".split()
PLACES = ["the Marsh", "the Shore", "Seven Locks", "the Long Pier", "Low Water", "Heron’s Rest", "the Salt Road", "Émile", "Old Crossing"]
WHO = ["the warden", "a ferryman", "the caster", "every creature in the light", "the target", "an ally", "a swimmer", "the reed folk"]
DOES = ["walks over", "takes shelter behind", "is pushed away from", "remembers", "must make a Wisdom saving throw against",
        "takes 2d6 cold damage from", "has advantage on checks about", "is restrained by", "moves up to 15 feet from"]
WHAT = ["the water", "a door of wet stone", "the nearest boat", "nets and ropes", "the old song", "a wall of reeds", "the tide"]
WHEN = ["until the end of the next turn", "for 1 minute", "once between two long rests", "at the start of each of its turns",
        "on a failed saving throw", "as a bonus action", "within 30 feet", "after a short rest"]
SCHOOLS = "abjuration conjuration divination enchantment evocation illusion necromancy transmutation".split()
CLASSES = "bard cleric druid paladin ranger sorcerer warlock wizard".split()
TYPES = "aberration beast construct elemental fey humanoid monstrosity undead".split()
DAMAGES = "acid cold fire force lightning necrotic poison thunder".split()
ABILITIES = "str dex con int wis cha".split()


def text(chance: random.Random, sentences: int) -> str:
    """Sentences, now and then with a new line or a quotation, as they are in the text of a file."""
    told = [f"{chance.choice(WHO)} {chance.choice(DOES)} {chance.choice(WHAT)} {chance.choice(WHEN)}.".capitalize() for _ in range(sentences)]
    told += [r'They say: \"the tide\", and mean it.'] * (chance.random() < 0.1)
    return chance.choice([" ", " ", " ", r"\n", r"\n\n", r"\n• "]).join(told)


def flags(chance: random.Random, words: list[str]) -> str:
    return "{" + ", ".join(f":{word} {chance.choice(['true', 'true', 'false'])}" for word in words if chance.random() < 0.35) + "}"


def traits(chance: random.Random, count: int) -> str:
    told = (f'{{:name "{chance.choice(FIRST)} {chance.choice(SECOND)}", :level {chance.randint(1, 20)}, :type :action, '
            f':description "{text(chance, 2)}"}}' for _ in range(count))
    return f":traits [{' '.join(told)}]"


def spell(chance: random.Random) -> str:
    return (f':level {chance.randrange(10)}, :school "{chance.choice(SCHOOLS)}", :casting-time "1 action", :range "60 feet", '
            f':duration "Concentration, up to 1 minute", :components {{:verbal true, :material true, :material-component "a bell"}}, '
            f':spell-lists {flags(chance, CLASSES)}, :description "{text(chance, chance.randint(2, 5))}"')


def monster(chance: random.Random) -> str:
    scores = ", ".join(f":{ability} {chance.randint(1, 28)}" for ability in ABILITIES)
    return (f':size :large, :type :{chance.choice(TYPES)}, :alignment "neutral", :armor-class {chance.randint(10, 21)}, '
            f':hit-points {{:die 8, :die-count {chance.randint(1, 20)}, :modifier 12}}, :speed "30 ft., swim 20 ft.", {scores}, '
            f':saving-throws {{:dex nil, :con 4}}, :skills {{:stealth 5}}, :challenge {chance.choice([0.25, 1, 5, 13])}, '
            f':props {{:damage-resistance {flags(chance, DAMAGES)}, :language {{:common true}}}}, '
            f':description "{text(chance, 2)}", {traits(chance, 2)}')


def feat(chance: random.Random) -> str:
    return (f':description "{text(chance, 3)}", :ability-increases #{{:orcpub.dnd.e5.character/{chance.choice(ABILITIES)}}}, '
            f":prereqs #{{:spellcasting}}, :props {{:initiative 2}}")


def subclass(chance: random.Random) -> str:
    return (f":class :cleric, :level-modifiers [{{:type :damage-resistance, :level 6, :value :{chance.choice(DAMAGES)}}}], "
            f"{traits(chance, 3)}")


def race(chance: random.Random) -> str:
    return (f':help "{text(chance, 2)}", :size :medium, :speed 30, :darkvision 60, :languages #{{"Common"}}, '
            f":abilities {{:orcpub.dnd.e5.character/{chance.choice(ABILITIES)} 2}}, {traits(chance, 2)}")


# The content types in the order in which the app writes them, and the share of each.
CONTENT = {"spells": (spell, 0.4), "monsters": (monster, 0.25), "feats": (feat, 0.15), "races": (race, 0.08), "subclasses": (subclass, 0.12)}


def invention(entries: int) -> str:
    """An OrcBrew file: one long line with a byte order mark, as the app exports a whole library."""
    chance = random.Random(entries)
    names = [f"{first} {second}" for first in FIRST for second in SECOND]
    named = {content: itertools.chain(names, (f"{name} of {place} {number}" for number in itertools.count(1) for place in PLACES for name in names))
             for content in CONTENT}
    books = []
    for number, size in enumerate(min(BOOK, entries - first) for first in range(0, entries, BOOK)):
        book = f"Tales of the {FIRST[number % len(FIRST)]} {SECOND[number // len(FIRST)]}"
        counts = {content: int(size * share) for content, (_, share) in CONTENT.items()}
        counts["spells"] += size - sum(counts.values())
        sections = []
        for content, count in counts.items():
            told = []
            for name in itertools.islice(named[content], count):
                key = re.sub("[^a-z0-9]", "-", name.lower())
                told.append(f':{key} {{:option-pack "{book}", :name "{name}", :key :{key}, {CONTENT[content][0](chance)}}}')
            sections.append(f":orcpub.dnd.e5/{content} {{{', '.join(told)}}}")
        books.append(f'"{book}" {{{", ".join(sections)}}}')
    return f"\ufeff{{{', '.join(books)}}}"


def measure(program: str, folder: Path, table: Table) -> None:
    """Measures imports into libraries with the starter content."""
    for entries, comparable, most in [(SMALL, "53 s", 1.5), (MIDDLE, "", 4.0), (LARGE, "", None)]:
        megabytes, runs = imports(program, folder, entries, IMPORTS if most else 1)
        seconds = median([took for took, _ in runs])
        what = f"{entries} OrcBrew entries ({megabytes:.1f} MB), stored and searchable by words"
        table.add(what, f"{seconds:.2f} s", comparable, f"≤ {most} s" if most else "", seconds <= most if most else None)
    if peak := runs[0][1]:
        table.add("memory of the same at its highest", f"{peak} MB", "", f"≤ {MOST_MEMORY} MB", peak <= MOST_MEMORY)


def imports(program: str, folder: Path, entries: int, times: int) -> tuple[float, list[tuple[float, int]]]:
    """Imports an invented file into new libraries; returns its size in MB, and the seconds and the memory
    of each import."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "invention.orcbrew"
    file.write_text(invention(entries), encoding="utf-8")
    runs = []
    for _ in range(times):
        library = Program(program, folder / "home")
        library.run("stats")
        runs.append(import_once(library, file, entries))
        stats = json.loads(library.run("stats", "--json"))
        if stats["changes_to_index"]:
            raise RuntimeError(f"the text index lacks {stats['changes_to_index']} changes after the import")
        shutil.rmtree(library.home)
    size = file.stat().st_size / 1e6
    file.unlink()
    return size, runs


def import_once(library: Program, file: Path, entries: int) -> tuple[float, int]:
    printed, peak = library.home / "printed.json", 0
    with printed.open("wb") as output:
        began = time.perf_counter()
        process = subprocess.Popen([library.file, "import", file, "--json"], env=library.environment, stdin=subprocess.DEVNULL, stdout=output)
        while process.poll() is None:
            peak = max(peak, memory_of(process.pid, "VmHWM") or 0)
            time.sleep(LOOK)
    took = time.perf_counter() - began
    report = json.loads(printed.read_text(encoding="utf-8"))["files"][0]
    if report["stored"] + len(report["rejected"]) != entries:
        raise RuntimeError(f"of {entries} entries {report['stored']} were stored and {len(report['rejected'])} rejected")
    return took, peak
