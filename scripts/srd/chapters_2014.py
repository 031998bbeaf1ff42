"""What the readers of the rules of SRD 5.1 expect on which page: headings, boxes and tables, in their
order."""

from dataclasses import dataclass

# Depths of headings: a chapter, a section of it, what stands in a section, and one further down.
CHAPTER, SECTION, PART, SUBPART = range(4)


@dataclass(frozen=True)
class Heading:
    """A heading. A box has no indents; at an `end` the chapter is read. `called` is its name away from its
    section, if the printed one says too little there."""

    name: str
    box: bool = False
    end: bool = False
    depth: int | None = None
    """None in a chapter whose headings are all sections of equal rank, with the chapter in their addresses."""
    called: str = ""


@dataclass(frozen=True)
class Table:
    """A table below its caption: the lines of its head, its columns, what a row looks like, and how many
    there are. A table without columns is left out, as its rows are entries; `row` is then its last one.
    `twice` is a table in two halves, side by side."""

    caption: str
    head: int
    columns: tuple[str, ...]
    row: str
    rows: int = 1
    twice: bool = False
    start: str = ""
    """What the first line of a row looks like, if a row has several that are not just a longer last cell."""
    more: int = 0
    """How many lines of the last row follow its first one."""
    groups: tuple[tuple[str, int], ...] = ()
    """Lines that are headings within the table, and how many rows stand below each."""
    home: str = ""
    """The heading it belongs to if it stands elsewhere."""
    depth: int | None = None
    """The depth of its caption if it is an entry of its own, with the text below it."""


@dataclass(frozen=True)
class Chapter:
    """What stands on these pages under a title, in order."""

    title: str
    first: int
    last: int
    parts: tuple[Heading | Table, ...]


def box(name: str, depth: int | None = None) -> Heading:
    return Heading(name, box=True, depth=depth)


def end(name: str) -> Heading:
    return Heading(name, end=True)


def entries(caption: str, last_row: str) -> Table:
    return Table(caption, 0, (), last_row)


def headings(*names: str) -> tuple[Heading, ...]:
    return tuple(map(Heading, names))


def chapter(name: str) -> Heading:
    return Heading(name, depth=CHAPTER)


def section(name: str, *parts: str) -> tuple[Heading, ...]:
    """A section and what stands in it, up to what has more than a name."""
    return (Heading(name, depth=SECTION), *within(*parts))


def within(*names: str) -> tuple[Heading, ...]:
    return tuple(Heading(name, depth=PART) for name in names)


def below(*names: str) -> tuple[Heading, ...]:
    return tuple(Heading(name, depth=SUBPART) for name in names)


def deities(people: str, count: int) -> Table:
    """The table of a pantheon, which stands behind all of their texts."""
    return Table(f"{people} Deities", 1, ("Deity", "Alignment", "Suggested Domains", "Symbol"),
                 rf"(.+?) ([LNC][GE]|[LC]N|N) ({DOMAIN}(?:, {DOMAIN})*) (.+)", count, home=f"The {people} Pantheon")


def madness(length: str, effect: str, rows: int, more: int = 0) -> Table:
    return Table(f"{length} Madness", 1, ("d100", effect), r"(\d+–\d+) (.+)", rows, more=more, depth=PART)


DOMAIN = "(?:Death|Knowledge|Life|Light|Nature|Tempest|Trickery|War)"
PRICED = r"(.+?) (\d+ [csg]p(?: per \w+)?)"
RATING = r"([\d/]+)"
LANGUAGE = r"(Deep Speech|\w+) (\w+(?:,? \w+)?) (\w+|—)"
CLASS = "(Barbarian|Bard|Cleric|Druid|Fighter|Monk|Paladin|Ranger|Rogue|Sorcerer|Warlock|Wizard)"
ORDINALS = ("1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th", "9th")
CHAPTERS = [
    Chapter("Races", 3, 3, (
        *headings("Racial Traits", "Ability Score Increase", "Age", "Alignment", "Size", "Speed", "Languages", "Subraces"), end("Dwarf"))),
    Chapter("Druid", 22, 23, (box("Sacred Plants and Wood"), box("Druids and the Gods"))),
    Chapter("Paladin", 33, 34, (box("Breaking Your Oath"),)),
    Chapter("Warlock", 51, 51, (box("Your Pact Boon"),)),
    Chapter("Wizard", 54, 55, (box("Your Spellbook"),)),
    Chapter("Beyond 1st Level", 56, 56, (
        Heading("Beyond 1st Level"),
        Table("Character Advancement", 1, ("Experience Points", "Level", "Proficiency Bonus"), r"([\d,]+) (\d+) (\+\d)", 20),
        end("Multiclassing"))),
    Chapter("Multiclassing", 56, 58, (
        *headings("Multiclassing", "Prerequisites"),
        Table("Multiclassing Prerequisites", 1, ("Class", "Ability Score Minimum"), f"{CLASS} (.+)", 12),
        *headings("Experience Points", "Hit Points and Hit Dice", "Proficiency Bonus", "Proficiencies"),
        Table("Multiclassing Proficiencies", 1, ("Class", "Proficiencies Gained"), f"{CLASS} (.+)", 12),
        *headings("Class Features", "Channel Divinity", "Extra Attack", "Unarmored Defense", "Spellcasting"),
        Table("Multiclass Spellcaster: Spell Slots per Spell Level", 1, ("Lvl.", *ORDINALS), r"(\d+\w\w)" + r" (\d|—)" * 9, 20),
        end("Alignment"))),
    Chapter("Alignment", 58, 59, (*headings("Alignment", "Alignment in the Multiverse"), end("Languages"))),
    Chapter("Languages", 59, 59, (
        Heading("Languages"),
        Table("Standard Languages", 1, ("Language", "Typical Speakers", "Script"), LANGUAGE, 8),
        Table("Exotic Languages", 1, ("Language", "Typical Speakers", "Script"), LANGUAGE, 8),
        end("Inspiration"))),
    Chapter("Inspiration", 59, 60, (*headings("Inspiration", "Gaining Inspiration", "Using Inspiration"), end("Backgrounds"))),
    Chapter("Backgrounds", 60, 60, (
        *headings("Backgrounds", "Proficiencies", "Languages", "Equipment", "Suggested Characteristics", "Customizing a Background"),
        end("Acolyte"))),
    Chapter("Equipment", 62, 74, (
        chapter("Equipment"),
        Table("Standard Exchange Rates", 1, ("Coin", "CP", "SP", "EP", "GP", "PP"), r"(\w+ \(\wp\))" + r" ([\d/,]+)" * 5, 5, depth=SECTION),
        *headings("Selling Treasure", "Armor", "Light Armor", "Medium Armor", "Heavy Armor"),
        entries("Armor", "Shield 10 gp .+"),
        Heading("Getting Into and Out of Armor"),
        Table("Donning and Doffing Armor", 1, ("Category", "Don", "Doff"), r"([A-Z].+?) (\d+ \w+) (\d+ \w+)", 4),
        *headings("Weapons", "Weapon Proficiency", "Weapon Properties", "Improvised Weapons", "Silvered Weapons", "Special Weapons"),
        entries("Weapons", "Net 1 gp .+"),
        Heading("Adventuring Gear"),
        entries("Adventuring Gear", "Whetstone .+"),
        Table("Container Capacity", 1, ("Container", "Capacity"), r"(Flask or tankard|Jug or pitcher|Pot, iron|[A-Z]\w+\*?) (.+)", 13),
        box("Equipment Packs"),
        Heading("Tools"),
        entries("Tools", r"\* See the .+ section\."),
        Heading("Mounts and Vehicles"),
        entries("Mounts and Other Animals", "Warhorse .+"),
        entries("Tack, Harness, and Drawn Vehicles", "Wagon .+"),
        entries("Waterborne Vehicles", "Warship .+"),
        Heading("Trade Goods"),
        Table("Trade Goods", 1, ("Cost", "Goods"), r"(\d+ [csg]p) (.+)", 13),
        *headings("Expenses", "Lifestyle Expenses"),
        Table("Lifestyle Expenses", 1, ("Lifestyle", "Price/Day"), r"(\w+) (—|\d+ [sg]p(?: minimum)?)", 7),
        box("Self-Sufficiency"),
        Heading("Food, Drink, and Lodging"),
        Table("Food, Drink, and Lodging", 1, ("Item", "Cost"), PRICED, 20,
              groups=(("Ale", 2), ("Inn stay (per day)", 6), ("Meals (per day)", 6), ("Wine", 2))),
        Heading("Services"),
        Table("Services", 1, ("Service", "Pay"), PRICED, 7, groups=(("Coach cab", 2), ("Hireling", 2))),
        Heading("Spellcasting Services"))),
    Chapter("Feats", 75, 75, (Heading("Feats"), end("Grappler"))),
    Chapter("Using Ability Scores", 76, 83, (
        chapter("Using Ability Scores"),
        *section("Ability Scores and Modifiers"),
        Table("Ability Scores and Modifiers", 1, ("Score", "Modifier"), r"(\d+(?:–\d+)?) ([+−]\d+)", 16),
        *section("Advantage and Disadvantage"),
        *section("Proficiency Bonus"),
        *section("Ability Checks"),
        Table("Typical Difficulty Classes", 1, ("Task Difficulty", "DC"), r"(\D+) (\d+)", 6, depth=PART),
        *within("Contests", "Skills"),
        *below("Strength", "Dexterity", "Intelligence", "Wisdom", "Charisma", "Variant: Skills with Different Abilities"),
        *within("Passive Checks", "Working Together"),
        *below("Group Checks"),
        *section("Using Each Ability", "Strength"),
        *below("Strength Checks", "Attack Rolls and Damage", "Lifting and Carrying", "Variant: Encumbrance"),
        *within("Dexterity"),
        *below("Dexterity Checks", "Attack Rolls and Damage", "Armor Class", "Initiative"),
        box("Hiding", SUBPART),
        *within("Constitution"),
        *below("Constitution Checks", "Hit Points"),
        *within("Intelligence"),
        *below("Intelligence Checks", "Spellcasting Ability"),
        *within("Wisdom"),
        *below("Wisdom Checks", "Spellcasting Ability"),
        *within("Charisma"),
        *below("Charisma Checks", "Spellcasting Ability"),
        *section("Saving Throws"))),
    Chapter("Adventuring", 84, 89, (
        *section("Time"),
        *section("Movement", "Speed"),
        *below("Travel Pace"),
        Table("Travel Pace", 2, ("Pace", *(f"Distance Traveled per {time}" for time in ("Minute", "Hour", "Day")), "Effect"),
              r"(\w+) (\d+ feet) (\d+ miles) (\d+ miles) (.+)", 3, start=r"(?:Fast|Normal|Slow) \d+", more=6),
        *below("Difficult Terrain"),
        *within("Special Types of Movement"),
        *below("Climbing, Swimming, and Crawling", "Jumping"),
        *section("The Environment", "Falling", "Suffocating", "Vision and Light"),
        *below("Blindsight", "Darkvision", "Truesight"),
        *within("Food and Water"),
        *below("Food", "Water"),
        *within("Interacting with Objects"),
        *section("Resting", "Short Rest", "Long Rest"),
        *section("Between Adventures", "Lifestyle Expenses", "Downtime Activities"),
        *below("Crafting", "Practicing a Profession", "Recuperating", "Researching", "Training"))),
    Chapter("Combat", 90, 99, (
        *section("The Order of Combat"),
        box("Combat Step by Step", PART),
        *within("Surprise", "Initiative", "Your Turn"),
        *below("Bonus Actions", "Other Activity on Your Turn"),
        *within("Reactions"),
        *section("Movement and Position", "Breaking Up Your Move"),
        *below("Moving between Attacks", "Using Different Speeds"),
        *within("Difficult Terrain", "Being Prone"),
        box("Interacting with Objects Around You", PART),
        *within("Moving Around Other Creatures", "Flying Movement", "Creature Size"),
        Table("Size Categories", 1, ("Size", "Space"), r"(\w+) ([\d½]+ by [\d½]+ ft\.(?: or larger)?)", 6, depth=SUBPART),
        *below("Space", "Squeezing into a Smaller Space"),
        *section("Actions in Combat", "Attack", "Cast a Spell", "Dash", "Disengage", "Dodge", "Help", "Hide", "Ready", "Search",
                 "Use an Object"),
        *section("Making an Attack", "Attack Rolls"),
        *below("Modifiers to the Roll", "Rolling 1 or 20"),
        *within("Unseen Attackers and Targets", "Ranged Attacks"),
        *below("Range", "Ranged Attacks in Close Combat"),
        *within("Melee Attacks"),
        *below("Opportunity Attacks", "Two-Weapon Fighting", "Grappling"),
        box("Contests in Combat", SUBPART),
        *below("Shoving a Creature"),
        *section("Cover"),
        *section("Damage and Healing", "Hit Points", "Damage Rolls"),
        *below("Critical Hits", "Damage Types"),
        *within("Damage Resistance and Vulnerability", "Healing", "Dropping to 0 Hit Points"),
        *below("Instant Death", "Falling Unconscious", "Death Saving Throws", "Stabilizing a Creature", "Monsters and Death"),
        *within("Knocking a Creature Out", "Temporary Hit Points"),
        *section("Mounted Combat", "Mounting and Dismounting", "Controlling a Mount"),
        *section("Underwater Combat"))),
    Chapter("Spellcasting", 100, 104, (
        chapter("Spellcasting"),
        *section("What Is a Spell?", "Spell Level", "Known and Prepared Spells", "Spell Slots"),
        *below("Casting a Spell at a Higher Level"),
        box("Casting in Armor", PART),
        *within("Cantrips", "Rituals"),
        *section("Casting a Spell", "Casting Time"),
        *below("Bonus Action", "Reactions", "Longer Casting Times"),
        Heading("Range", depth=PART, called="Spell Range"),
        *within("Components"),
        *below("Verbal (V)", "Somatic (S)", "Material (M)"),
        *within("Duration"),
        *below("Instantaneous", "Concentration"),
        *within("Targets"),
        *below("A Clear Path to the Target", "Targeting Yourself"),
        *within("Areas of Effect"),
        *below("Cone", "Cube", "Cylinder", "Line", "Sphere"),
        Heading("Saving Throws", depth=PART, called="Spell Saving Throws"),
        Heading("Attack Rolls", depth=PART, called="Spell Attack Rolls"),
        box("The Schools of Magic", PART),
        *within("Combining Magical Effects"))),
    Chapter("Adventuring", 195, 202, (
        *section("Traps", "Traps in Play"),
        *below("Triggering a Trap", "Detecting and Disabling a Trap", "Trap Effects"),
        Table("Trap Save DCs and Attack Bonuses", 1, ("Trap Danger", "Save DC", "Attack Bonus"), r"(\w+) (\d+–\d+) (\+\d+ to \+\d+)", 3),
        Table("Damage Severity by Level", 1, ("Character Level", "Setback", "Dangerous", "Deadly"),
              r"(\d+\w\w–\d+th)" + r" (\d+d10)" * 3, 4),
        *below("Complex Traps"),
        *within("Sample Traps"),
        *below("Collapsing Roof", "Falling Net", "Fire-Breathing Statue", "Pits", "Poison Darts", "Poison Needle", "Rolling Sphere",
               "Sphere of Annihilation"),
        *section("Diseases", "Sample Diseases"),
        *below("Cackle Fever", "Sewer Plague", "Sight Rot"),
        *section("Madness", "Going Mad", "Madness Effects"),
        madness("Short-Term", "Effect (lasts 1d10 minutes)", 10),
        madness("Long-Term", "Effect (lasts 1d10 × 10 hours)", 12, 1),
        madness("Indefinite", "Flaw (lasts until cured)", 12),
        *within("Curing Madness"))),
    Chapter("Equipment", 203, 205, (
        *section("Objects", "Statistics for Objects"),
        Table("Object Armor Class", 1, ("Substance", "AC"), r"(\D+) (\d+)", 7),
        Table("Object Hit Points", 1, ("Size", "Fragile", "Resilient"), r"(\w+ \(.+?\))" + r" (\d+ \(\d+d\d+\))" * 2, 4),
        *section("Poisons"),
        Table("Poisons", 1, ("Item", "Type", "Price per Dose"), r"(.+) (Contact|Ingested|Inhaled|Injury) ([\d,]+ gp)", 14),
        *within("Sample Poisons"))),
    Chapter("Monsters", 254, 260, (
        *headings("Monsters", "Size"),
        Table("Size Categories", 1, ("Size", "Space", "Examples"), r"(\w+) ([\d½]+ by [\d½]+ ft\.(?: or larger)?) (.+)", 6),
        box("Modifying Creatures"),
        *headings("Type", "Tags", "Alignment", "Armor Class", "Hit Points"),
        Table("Hit Dice by Size", 1, ("Monster Size", "Hit Die", "Average HP per Die"), r"(\w+) (d\d+) ([\d½]+)", 6),
        *headings("Speed", "Burrow", "Climb", "Fly", "Swim", "Ability Scores", "Saving Throws"),
        Table("Proficiency Bonus by Challenge Rating", 5, ("Challenge", "Proficiency Bonus"), rf"{RATING} (\+\d) (\d+) (\+\d)", 17, True),
        *headings("Skills", "Vulnerabilities, Resistances, and Immunities", "Senses", "Blindsight", "Darkvision"),
        box("Armor, Weapon, and Tool Proficiencies"),
        *headings("Tremorsense", "Truesight", "Languages", "Telepathy", "Challenge", "Experience Points"),
        Table("Experience Points by Challenge Rating", 1, ("Challenge", "XP"), rf"{RATING} (0 or 10|[\d,]+) (\d+) ([\d,]+)", 17, True),
        *headings("Special Traits", "Innate Spellcasting", "Spellcasting", "Psionics", "Actions", "Melee and Ranged Attacks",
                  "Multiattack", "Ammunition", "Reactions", "Limited Usage"),
        box("Grapple Rules for Monsters"),
        *headings("Equipment", "Legendary Creatures", "Legendary Actions", "A Legendary Creature’s Lair", "Lair Actions",
                  "Regional Effects"))),
    Chapter("Appendix", 358, 358, (*section("Conditions"), end("Blinded"))),
    Chapter("Appendix", 360, 362, (
        *section("Fantasy-Historical Pantheons", "The Celtic Pantheon", "The Greek Pantheon", "The Egyptian Pantheon",
                 "The Norse Pantheon"),
        deities("Celtic", 14), deities("Greek", 19), deities("Egyptian", 14), deities("Norse", 20))),
    Chapter("Appendix", 363, 365, (
        *section("The Planes of Existence", "The Material Plane", "Beyond the Material"),
        *below("Planar Travel", "Transitive Planes", "Inner Planes", "Outer Planes", "Outer Planes", "Demiplanes"))),
]
# Chapters that have an entry, and the sections of them that are read elsewhere.
TITLES: dict[str, tuple[str, ...]] = {
    "Equipment": ("Attunement", "Wearing and Wielding Items", "Activating an Item", "Sentient Magic Items"),
    "Using Ability Scores": (), "Adventuring": (), "Combat": (), "Spellcasting": (), "Appendix": (),
}
