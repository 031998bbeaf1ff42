"""The page of every entry of SRD 5.1."""

import re

from . import Unexpected
from .amend_2014 import stat_block_of
from .facts_2014 import key, lines_of, squeeze
from .wheel import Page

CLASS_PAGES = {
    "barbarian": (8, 10), "bard": (11, 14), "cleric": (15, 18), "druid": (19, 23), "fighter": (24, 25), "monk": (26, 29),
    "paladin": (30, 34), "ranger": (35, 38), "rogue": (39, 41), "sorcerer": (42, 45), "warlock": (46, 51), "wizard": (52, 55),
}
# The pages that hold a file's entries, where they stand below a title or behind a name in bold type.
PLACES = {
    "Races": (3, 7), "Subraces": (3, 7), "Traits": (3, 7), "Backgrounds": (60, 61), "Feats": (75, 75), "Conditions": (358, 359),
    "DamageTypes": (97, 97), "MagicSchools": (103, 104), "WeaponProperties": (64, 66), "Alignments": (58, 59),
    "Skills": (79, 83), "AbilityScores": (79, 83), "Languages": (59, 59), "Equipment": (62, 74), "MagicItems": (207, 253),
    "Rules": (62, 365), "RuleSections": (76, 365),
}
# Entries that the pages do not name, or name in two lines: the page on which they are described.
DESCRIBED = {
    ("Equipment", "block-of-incense"): 70, ("Equipment", "little-bag-of-sand"): 70, ("Equipment", "small-knife"): 70,
    ("Equipment", "alms-box"): 70, ("Equipment", "censer"): 70, ("Equipment", "vestments"): 70,
    ("Equipment", "string-10-feet"): 70, ("Equipment", "animal-feed-1-day"): 72,
    ("MagicItems", "amulet-of-proof-against-detection-and-location"): 207, ("Traits", "high-elf-cantrip"): 4,
    ("WeaponProperties", "monk"): 26, ("Proficiencies", "all-armor"): 63, ("Proficiencies", "land-vehicles"): 70,
    ("Proficiencies", "water-vehicles"): 70, ("Rules", "using-ability-scores"): 76, ("Rules", "adventuring"): 84,
    ("RuleSections", "standard-exchange-rates"): 62, ("RuleSections", "fantasy-historical-pantheons"): 360,
    ("RuleSections", "the-planes-of-existence"): 363,
}
# Headings that the converted text has in other words than the page.
RENAMED = {
    "Spell Range": "Range",
    "Spell Saving Throws": "Saving Throws",
    "Spell Attack Rolls": "Some spells require the caster to make an attack",
}


class PageFinder:
    """Finds entries on the pages; `things` are the rows of the tables of equipment."""

    def __init__(self, files: dict[str, list[dict]], pages: list[Page], spells: dict, creatures: dict, things: dict):
        self.files, self.spells, self.creatures, self.things = files, spells, creatures, things
        self.lines = [(line.page, line.squeezed, key(line.squeezed)) for line in lines_of(pages, 1, len(pages))]
        self.found: dict[str, dict[str, int]] = {}

    def find(self) -> dict[str, dict[str, int]]:
        """By file and index, the page of each entry."""
        first = ("Skills", "AbilityScores", "Equipment")
        for file in (*first, *(name for name in self.files if name not in (*first, "Levels", "EquipmentCategories"))):
            self.found[file] = {}
            for entry in self.files[file]:
                page = DESCRIBED.get((file, entry["index"])) or self.page_of(file, entry)
                if page is None:
                    raise Unexpected(f"SRD 5.1: no page has “{entry['name']}” ({file})")
                self.found[file][entry["index"]] = page
        return self.found

    def find_headings(self) -> dict[str, dict[str, int]]:
        """By the index of a section of the rules, the page of each heading in it."""
        first_pages = sorted(self.found["RuleSections"].values())
        headings = {}
        for section in self.files["RuleSections"]:
            first = self.found["RuleSections"][section["index"]]
            last = min(first + 8, next((page for page in first_pages if page > first), first + 8))
            headings[section["index"]] = {}
            for name in re.findall(r"^#{2,4} (.+)$", section["desc"], re.MULTILINE)[1:]:
                name = name.strip()
                names = [name, RENAMED.get(name, name)]
                page = self.search(names, first, last) or self.search_broken(name, first, last)
                if page is None:
                    raise Unexpected(f"SRD 5.1: no page from {first} to {last} has “{name}”")
                headings[section["index"]][name] = page
        return headings

    def page_of(self, file: str, entry: dict) -> int | None:
        names = names_of(entry)
        match file:
            case "Spells":
                return self.spells[key(entry["name"])]["page"]
            case "Monsters":
                return stat_block_of(entry, self.creatures)[0]["page"]
            case "Classes":
                return CLASS_PAGES[entry["index"]][0]
            case "Features" | "Subclasses":
                return self.search(names, *CLASS_PAGES[entry["class"]["index"]])
            case "Proficiencies":
                return self.page_of_proficiency(entry)
            case "Equipment":
                row = next((self.things[key(name)] for name in names if key(name) in self.things), None)
                return row["page"] if row else self.search(names, *PLACES[file])
            case "MagicItems":
                return self.search(names, *PLACES[file]) or self.page_of_variant(entry)
        return self.search(names, *PLACES[file])

    def page_of_variant(self, entry: dict) -> int | None:
        """A variant is on the page of the item that it is one of."""
        items = self.files["MagicItems"]
        whole = next((item for item in items if any(one["index"] == entry["index"] for one in item["variants"])), None)
        return self.search(names_of(whole), *PLACES["MagicItems"]) if whole else None

    def page_of_proficiency(self, entry: dict) -> int | None:
        """A proficiency is on the page of what one is proficient with."""
        _, file, index = entry["reference"]["url"].removeprefix("/api").split("/")
        names = {"equipment": "Equipment", "skills": "Skills", "ability-scores": "AbilityScores"}
        return self.found[names[file]].get(index) if file in names else self.search([entry["name"]], 62, 72)

    def search(self, names: list[str], first: int, last: int) -> int | None:
        """The page on which one of the names is a line of its own, or else begins a line, or else stands in one."""
        lines = [line for line in self.lines if first <= line[0] <= last]
        for name in names:
            page = next((page for page, text, _ in lines if text == squeeze(name)), None)
            if page is not None:
                return page
        for fits in (str.startswith, str.__contains__):
            for name in map(key, names):
                page = next((page for page, _, letters in lines if fits(letters, name)), None)
                if page is not None:
                    return page
        return None

    def search_broken(self, name: str, first: int, last: int) -> int | None:
        """The page on which a long name begins that goes on in the next line."""
        for page, _, letters in self.lines:
            if first <= page <= last and len(letters) >= 8 and key(name).startswith(letters):
                return page
        return None


def names_of(entry: dict) -> list[str]:
    """What the entry may be called on the page, the likeliest first."""
    name = entry.get("full_name") or entry["name"]
    names = [name, re.sub(r" \(.*", "", name), name.split(": ")[0], name.split(": ")[-1], name.split(", ")[0],
             name.removesuffix(" Armor"), name.split(" (")[0].split(": ")[-1]]
    return list(dict.fromkeys(names))
