"""The tables of the chapter on classes."""

from .table_list import DAMAGE, t
from .tables import LONG, SHORT, Table

SLOTS = " | ".join("123456789")
FEW_SLOTS = " | ".join("12345")
NUMBER = r"\d+|—"
CORE = (r"Primary Ability|Hit Point Die|Saving Throw Proficiencies|Skill Proficiencies|Weapon Proficiencies|Tool Proficiencies"
        r"|Armor Training|Starting Equipment")
# By class: the page of its core traits and how many they are; the page of its features and the lines of the
# headings.
PLACES = {
    "Barbarian": (28, 7, 28, 7), "Bard": (31, 8, 31, 8), "Cleric": (36, 7, 36, 8), "Druid": (41, 8, 41, 8),
    "Fighter": (47, 7, 47, 7), "Monk": (49, 8, 50, 9), "Paladin": (53, 7, 53, 8), "Ranger": (57, 7, 58, 8),
    "Rogue": (61, 8, 62, 3), "Sorcerer": (64, 7, 65, 8), "Warlock": (70, 7, 71, 11), "Wizard": (77, 7, 77, 6),
}
# What stands behind level, proficiency bonus and features.
COLUMNS = {
    "Barbarian": ("Rages | Rage Damage | Weapon Mastery", [NUMBER, r"\+\d", NUMBER]),
    "Bard": (f"Bardic Die | Cantrips | Prepared Spells | {SLOTS}", [r"D\d+", *[NUMBER] * 11]),
    "Cleric": (f"Channel Divinity | Cantrips | Prepared Spells | {SLOTS}", [NUMBER] * 12),
    "Druid": (f"Wild Shape | Cantrips | Prepared Spells | {SLOTS}", [NUMBER] * 12),
    "Fighter": ("Second Wind | Weapon Mastery", [NUMBER] * 2),
    "Monk": ("Martial Arts | Focus Points | Unarmored Movement", [r"1d\d+", NUMBER, r"\+\d+ ft\.|—"]),
    "Paladin": (f"Channel Divinity | Prepared Spells | {FEW_SLOTS}", [NUMBER] * 7),
    "Ranger": (f"Favored Enemy | Prepared Spells | {FEW_SLOTS}", [NUMBER] * 7),
    "Rogue": ("Sneak Attack", [r"\d+d6"]),
    "Sorcerer": (f"Sorcery Points | Cantrips | Prepared Spells | {SLOTS}", [NUMBER] * 12),
    "Warlock": ("Eldritch Invocations | Cantrips | Prepared Spells | Spell Slots | Slot Level", [NUMBER] * 5),
    "Wizard": (f"Cantrips | Prepared Spells | {SLOTS}", [NUMBER] * 11),
}


def class_tables() -> list[Table]:
    """The core traits and the features of each class."""
    found = []
    for name, (core_page, traits, page, lines) in PLACES.items():
        columns, cells = COLUMNS[name]
        found.append(t(core_page, f"Core {name} Traits", "Trait | Value", (CORE, LONG), traits, lines=0))
        found.append(t(page, f"{name} Features", f"Level | Proficiency Bonus | Class Features | {columns}",
                       (r"\d+", r"\+\d", SHORT, *cells), 20, lines=lines))
    return found


TABLES = [
    *class_tables(),
    t(40, "Life Domain Spells", "Cleric Level | Prepared Spells", (r"\d", LONG), 4, lines=3),
    t(42, "Beast Shapes", "Druid Level | Known Forms | Max CR | Fly Speed", (r"\d", r"\d", r"\d(?:/\d)?", r"Yes|No"), 3, lines=8),
    *[t(46, f"{land} Land", "Druid Level | Circle Spells", (r"\d", LONG), 4) for land in ("Arid", "Polar", "Temperate", "Tropical")],
    t(46, "Nature’s Ward", "Land Type | Resistance", (r"\w+", DAMAGE), 4),
    t(56, "Oath of Devotion Spells", "Paladin Level | Spells", (r"\d+", LONG), 5),
    t(66, "Creating Spell Slots", "Spell Slot Level | Sorcery Point Cost | Min. Sorcerer Level", (r"\d", r"\d", r"\d"), 5, lines=6),
    t(70, "Draconic Spells", "Sorcerer Level | Spells", (r"\d", LONG), 4, lines=2),
    t(76, "Fiend Spells", "Warlock Level | Spells", (r"\d", LONG), 4),
]
CLASSES = list(PLACES)
