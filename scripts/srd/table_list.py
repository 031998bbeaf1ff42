"""Every table of SRD 5.2.1 but those of the classes: where it starts, its headings, and what its cells look
like."""

from .tables import LONG, PRICE, RANGE, SHORT, SIGNED, WEIGHT, WORD, Table

ABILITY = r"(?:Strength|Dexterity|Constitution|Intelligence|Wisdom|Charisma|Varies)"
SIZE = r"(?:Tiny|Small|Medium|Large|Huge|Gargantuan)"
DAMAGE = r"(?:Acid|Bludgeoning|Cold|Fire|Force|Lightning|Necrotic|Piercing|Poison|Psychic|Radiant|Slashing|Thunder)"
CLASS = r"(?:Barbarian|Bard|Cleric|Druid|Fighter|Monk|Paladin|Ranger|Rogue|Sorcerer|Warlock|Wizard)"
RARITY = r"(?:Common|Uncommon|Rare|Very Rare|Legendary|Artifact)"
CATEGORY = r"(?:Armor|Potions?|Rings?|Rods?|Scrolls?|Staffs?|Wands?|Weapons?|Wondrous Items?)"
SHARE = r"(?:\d\d–\d\d|—)"
CHARGES = r"(?:\d|1 charge .+)"
GP = r"[\d,]+ GP"


def t(page: int, start: str, columns: str, cells: tuple[str, ...], rows: int | None = None, **more) -> Table:
    """A table whose headings are parted by bars."""
    return Table(page, start, tuple(part.strip() for part in columns.split("|")), cells, rows, **more)


def rolled(page: int, start: str, columns: str, *cells: str, titled: bool = False, **more) -> Table:
    """A table that is rolled on: how many rows it has follows from the die."""
    return t(page, start, columns, (RANGE, *(cells or (LONG,))), titled=titled, **more)


PLAYING_THE_GAME = [
    t(5, "Ability Descriptions", "Ability Score | Measures …", (ABILITY, LONG), 6),
    t(5, "Ability Scores", "Score | Meaning", (RANGE, LONG), 7),
    t(6, "Ability Modifiers", "Score | Modifier", (RANGE, SIGNED), 16),
    t(6, "Ability Check Examples", "Ability | Make a Check To …", (ABILITY, LONG), 6),
    t(6, "Typical Difficulty Classes", "Task Difficulty | DC", (SHORT, r"\d+"), 6),
    t(7, "Saving Throw Examples", "Ability | Make a Save To …", (ABILITY, LONG), 6),
    t(7, "Attack Roll Abilities", "Ability | Attack Type", (ABILITY, LONG), 3),
    t(8, "Proficiency Bonus", "Level or CR | Bonus", (r"Up to 4|" + RANGE, SIGNED), 8),
    t(9, "Actions", "Action | Summary", (WORD, LONG), 12),
    t(9, "Skills", "Skill | Ability | Example Uses", (r"[A-Z]\w+(?: (?:of )?H\w+)?", ABILITY, LONG), 18),
    t(12, "Travel Pace", "Pace | Distance per Minute | Distance per Hour | Distance per Day",
      (r"Fast|Normal|Slow", r"\d+ feet", r"\d miles", r"\d+ miles"), 3, lines=3, below="Pace"),
    t(14, "Creature Size and Space", "Size | Space (Feet) | Space (Squares)", (SIZE, r".+? feet", LONG), 6),
    t(15, "Cover", "Degree | Benefit to Target | Offered By …",
      (r"Half|Three-Quarters|Total", r".+?(?:throws|directly)", LONG), 3),
]
CHARACTER_CREATION = [
    t(19, "Class Overview", "Class | Likes … | Primary Ability | Complexity",
      (CLASS, SHORT, ABILITY + "(?: (?:and|or) " + ABILITY + ")?", r"Low|Average|High"), 12, lines=3),
    t(19, "Ability Scores and Backgrounds", "Ability | Background", (ABILITY, WORD), 6),
    rolled(20, "Standard Languages", "1d12 | Language", titled=True, rows=10),
    t(20, "Rare Languages", "Language", (r"Deep Speech|Thieves’ Cant|\S+",), 9, pairs=2),
    t(21, "Ability Score Point Costs", "Score | Cost", (r"\d+", r"\d"), 8),
    t(21, "Standard Array by Class", "Class | Str. | Dex. | Con. | Int. | Wis. | Cha.", (CLASS, *[r"\d+"] * 6), 12),
    t(21, "Ability Scores and Modifiers", "Score | Modifier", (RANGE, SIGNED), 10),
    t(22, "Level 1 Hit Points by Class", "Class | Hit Point Maximum", (SHORT, r"\d+ \+ Con\. modifier"), 4),
    t(23, "Character Advancement", "Level | Experience Points | Proficiency Bonus", (r"\d+", r"[\d,]+", SIGNED), 20),
    t(23, "Fixed Hit Points by Class", "Class | Hit Points per Level", (SHORT, r"\d+ \+ Con\. modifier"), 4),
    t(24, "Starting Equipment at Higher Levels", "Starting Level | Equipment and Money | Magic Items",
      (RANGE, r".+?equipment", LONG), 4),
    t(26, "Multiclass Spellcaster:", "Level | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9", (r"\d+", *[r"\d|—"] * 9), 20, lines=2),
    rolled(26, "Trinkets", "1d100 | Trinket", titled=True),
]
ORIGINS = [
    t(84, "Draconic Ancestors", "Dragon | Damage Type", (WORD, DAMAGE), 10, pairs=2),
    t(85, "Elven Lineages", "Lineage | Level 1 | Level 3 | Level 5",
      (r"Drow|High Elf|Wood Elf", r".+?(?:cantrip|list)\.", r"Faerie Fire|Detect Magic|Longstrider", LONG), 3),
    t(86, "Fiendish Legacies", "Legacy | Level 1 | Level 3 | Level 5",
      (r"Abyssal|Chthonic|Infernal", r".+?cantrip\.", r"Ray of Sickness|False Life|Hellish Rebuke", LONG), 3),
]
EQUIPMENT = [
    t(89, "Coin Values", "Coin | Value in GP", (r".+?\)", RANGE), 5),
    t(91, "Weapons", "Name | Damage | Properties | Mastery | Weight | Cost",
      (r"[A-Z][a-z]+(?: [A-Z][a-z]+)?", r"\d+(?:d\d+)? " + DAMAGE, SHORT, r"[A-Z][a-z]+", WEIGHT, PRICE), 38,
      groups=("Simple Melee Weapons", "Simple Ranged Weapons", "Martial Melee Weapons", "Martial Ranged Weapons")),
    t(92, "Armor",
      "Armor | Armor Class (AC) | Strength | Stealth | Weight | Cost",
      (r"[A-Z][a-z]+(?: [A-Z][a-z]+)*", r"\+?\d+(?: \+ Dex modifier(?: \(max 2\))?)?", r"Str \d+|—", r"Disadvantage|—",
       WEIGHT, PRICE), 13,
      groups=("Light Armor (1 Minute to Don or Doff)", "Medium Armor (5 Minutes to Don and 1 Minute to Doff)",
              "Heavy Armor (10 Minutes to Don and 5 Minutes to Doff)", "Shield (Utilize Action to Don or Doff)")),
    t(95, "Adventuring Gear", "Item | Weight | Cost", (SHORT, WEIGHT, PRICE), 82),
    t(96, "Ammunition", "Type | Amount | Storage | Weight | Cost",
      (SHORT, r"\d+", WORD, WEIGHT, PRICE), 5),
    t(96, "Arcane Focuses", "Focus | Weight | Cost", (SHORT, WEIGHT, PRICE), 5),
    t(97, "Druidic Focuses", "Focus | Weight | Cost", (SHORT, WEIGHT, PRICE), 3),
    t(97, "Holy Symbols", "Symbol | Weight | Cost", (SHORT, WEIGHT, PRICE), 3),
    t(100, "Mounts and Other Animals", "Item | Carrying Capacity | Cost", (SHORT, r"[\d,]+ lb\.", PRICE), 8),
    t(100, "Tack, Harness, and Drawn Vehicles", "Item | Weight | Cost", (SHORT, WEIGHT, PRICE), 10,
      groups=("Saddle",), group_rows=3),
    t(101, "Food, Drink, and Lodging", "Item | Cost", (SHORT, PRICE), 17,
      groups=("Inn Stay per Day", "Meal", "Wine (bottle)")),
    t(101, "Airborne and Waterborne Vehicles",
      "Ship | Speed | Crew | Passengers | Cargo (Tons) | AC | HP | Damage Threshold | Cost",
      (SHORT, r"[\d½]+ mph", r"\d+", r"\d+|—", r"\d+(?:/\d)?|—", r"\d+", r"\d+", r"\d+|—", PRICE), 7),
    t(102, "Hirelings", "Service | Cost", (SHORT, PRICE), 3),
    t(102, "Spellcasting Services", "Spell Level | Availability | Cost", (r"Cantrip|" + RANGE, SHORT, PRICE), 7),
    t(103, "Spell Scroll Costs", "Spell Level | Time | Cost", (r"Cantrip|\d", r"\d+ days?", PRICE), 10),
]
SPELLS = [
    t(104, "Spell Preparation by Class", "Class | Change When You … | Number of Spells", (CLASS, SHORT, r"One|Any"), 8, lines=3),
    t(105, "Schools of Magic", "School | Typical Effects", (WORD, LONG), 8),
    t(111, "Omens", "Omen | For Results That Will Be …", (r"Weal(?: and woe)?|Woe|Indifference", LONG), 4),
    rolled(117, "1d10 Behavior for the Turn", "1d10 | Behavior for the Turn"),
    t(120, "Precipitation", "Stage | Condition", (r"\d", LONG), 5),
    t(120, "Temperature", "Stage | Condition", (r"\d", LONG), 6),
    t(120, "Wind", "Stage | Condition", (r"\d", LONG), 5),
    t(121, "Materials", "Material | Duration", (SHORT, r"\d+ (?:hour|minute)s?"), 5),
    t(125, "Divine Word Effects", "Hit Points | Effect", (RANGE, LONG), 4),
    rolled(154, "Prismatic Rays", "1d8 | Ray", titled=True),
    t(155, "Prismatic Layers", "Order | Effects", (r"\d", LONG), 7),
    rolled(158, "1d10 Species 1d10 Species", "1d10 | Species", SHORT, pairs=2),
    t(160, "Your Knowledge of the Target Is … Save Modifier", "Your Knowledge of the Target Is … | Save Modifier",
      (SHORT, r"[+−]\d+"), 3, titled=False),
    t(160, "You Have the Target’s … Save Modifier", "You Have the Target’s … | Save Modifier", (SHORT, r"−\d+"), 3, titled=False),
    t(168, "Teleportation Outcome", "Familiarity | Mishap | Similar Area | Off Target | On Target",
      (SHORT, SHARE, SHARE, SHARE, SHARE), 6, lines=7),
]
GLOSSARY = [
    t(176, "AC Armor Class", "Abbreviation | Meaning", (r"[A-Z]+|[A-Z][a-z]+\.", LONG), 33, titled=False, lines=0),
    t(178, "Object Armor Class", "AC | Substance", (r"\d+", SHORT), 7, pairs=2),
    t(178, "Object Hit Points", "Size | Fragile | Resilient", (r".+?\)", r"\d+ \(.+?\)", r"\d+ \(.+?\)"), 4),
    t(178, "Carrying Capacity", "Creature Size | Carry | Drag/Lift/Push",
      (SIZE + r"(?:/Medium)?", r"Str\. × .+? lb\.", r"Str\. × .+? lb\."), 5),
    t(180, "Damage Types", "Type | Examples", (DAMAGE, LONG), 13),
    t(181, "Water Needs per Day", "Size | Water", (SIZE, LONG), 6),
    t(184, "Influence Checks", "Ability Check | Interaction", (r".+?\)", LONG), 5),
    t(185, "Food Needs per Day", "Size | Food", (SIZE, r".+?pounds?"), 6, pairs=2),
    t(187, "Search", "Skill | Thing to Detect", (WORD, LONG), 4),
    t(189, "Areas of Knowledge", "Skill | Areas", (WORD, LONG), 5),
]
GAMEPLAY_TOOLBOX = [
    t(192, "Travel Terrain", "Terrain | Maximum Pace | Encounter Distance | Foraging DC | Navigation DC | Search DC",
      (WORD, WORD, r"\d+d\d+ × 10 feet", r"\d+", r"\d+", r"\d+"), 11),
    t(196, "Sample Fear DCs", "Example | Save DC", (SHORT, r"\d\d"), 3),
    t(196, "Sample Mental Stress Effects", "Example | Save DC | Psychic Damage", (SHORT, r"\d\d", r"\dd6"), 3, lines=5),
    t(199, "Levels Bludgeoning Damage Save DC", "Levels | Bludgeoning Damage | Save DC", (RANGE, r".+?\)", r"\d+"), 3, titled=False),
    t(200, "Levels Fire Damage Area of Effect", "Levels | Fire Damage | Area of Effect", (RANGE, r".+?\)", LONG), 3, titled=False),
    t(200, "Levels Pit Depth Bludgeoning Damage", "Levels | Pit Depth | Bludgeoning Damage", (RANGE, r"\d+ feet", LONG), 3, titled=False),
    t(201, "Levels Poison Damage Save DC", "Levels | Poison Damage | Save DC", (RANGE, r".+?\)", r"\d+"), 3, titled=False),
    t(201, "Levels Pit Depth Damage", "Levels | Pit Depth | Damage", (RANGE, r"\d+ feet", r".+Piercing"), 3, titled=False),
    t(202, "XP Budget per Character", "Party’s Level | Low | Moderate | High", (r"\d+", *[r"[\d,]+"] * 3), 20, lines=4),
]
MAGIC_ITEMS = [
    t(204, "Magic Item Categories", "Category | Examples", (CATEGORY, LONG), 9),
    rolled(204, "Potion Miscibility", "1d100 | Result", titled=True),
    t(206, "Magic Item Rarities and Values", "Rarity | Value*", (RARITY, GP + "|Priceless"), 6, pairs=2),
    t(207, "Magic Item Tools", "Item Category | Required Tool", (CATEGORY, LONG), 9),
    t(207, "Magic Item Crafting Time and Cost", "Item Rarity | Time* | Cost*", (RARITY, r"\d+ days", GP), 5),
    rolled(208, "Sentient Item’s Alignment", "1d100 | Alignment", SHORT, titled=True, pairs=2),
    rolled(208, "Sentient Item’s Communication", "1d10 | Communication", titled=True),
    rolled(208, "Sentient Item’s Senses", "1d4 | Senses", titled=True),
    rolled(208, "Sentient Item’s Special Purpose", "1d10 | Special Purpose", titled=True),
    rolled(209, "1d100 Creature Type 1d100 Creature Type", "1d100 | Creature Type", SHORT, pairs=2),
    rolled(209, "1d100 Destination", "1d100 | Destination"),
    rolled(210, "1d10 Damage Type 1d10 Damage Type", "1d10 | Damage Type", SHORT, pairs=2),
    t(210, "Apparatus of the Crab Levers", "Lever | Up | Down",
      (r"\d+", r".+?(?:apparatus\.|damage\.|swim\.|opens\.|side\)\.|extended\.|feet\.|liquid\.)", LONG), 10),
    rolled(211, "1d100 Effect", "1d100 | Effect"),
    *[rolled(212, f"{color} Bag of Tricks", "1d8 | Creature", SHORT, titled=True, pairs=2) for color in ("Gray", "Rust", "Tan")],
    t(213, "Belt Str. Rarity", "Belt | Str. | Rarity", (r".+?\)", r"\d\d", RARITY), 5, titled=False),
    rolled(215, "1d100 Outer Plane 1d100 Outer Plane", "1d100 | Outer Plane", SHORT, pairs=2),
    rolled(215, "1d100 Size Capacity Fly Speed", "1d100 | Size | Capacity | Fly Speed", r".+?ft\. × .+?ft\.", r"\d+ lb\.", r"\d+ feet"),
    t(216, "Cube of Force Faces", "Spell | Charge Cost", (SHORT, CHARGES), 6),
    rolled(217, "Deck of Illusions", "1d100 | Illusion*", titled=True),
    t(218, "Spell Charge", "Spell | Charge Cost", (SHORT, CHARGES), 5, lines=2, titled=False),
    t(219, "Dragon Resistance Dragon Resistance", "Dragon | Resistance", (WORD, DAMAGE), 10, titled=False, pairs=2),
    rolled(220, "1d10 Effect", "1d10 | Effect"),
    t(220, "Gem Summoned Elemental", "Gem | Summoned Elemental", (SHORT, r"\w+ Elemental"), 4, titled=False),
    rolled(221, "Feather Tokens", "1d100 | Token | Rarity", SHORT, RARITY, titled=True),
    rolled(225, "1d100 Effect", "1d100 | Effect"),
    rolled(226, "1d100 Horn Type Spirits Requirement", "1d100 | Horn Type | Spirits | Requirement", WORD, r"\d", LONG),
    rolled(230, "1d20 Golem Time Cost", "1d20 | Golem | Time | Cost", SHORT, r"\d+ days", GP),
    t(231, "Mysterious Deck", "1d100 (13-Card Deck) | 1d100 (22-Card Deck) | Card", (SHARE, SHARE, WORD), 22, lines=7,
      below="1d100"),
    rolled(233, "1d20 Bead Spell", "1d20 | Bead | Spell",
           r"Bead of (?:Blessing|Curing|Favor|Smiting|Summons|Wind Walking)", LONG),
    t(235, "Potion Str. Rarity", "Potion | Str. | Rarity", (r".+?\)", r"\d\d", RARITY), 5, titled=False),
    t(236, "Potion HP Regained Rarity", "Potion | HP Regained | Rarity", (SHORT, r"\d+d4 \+ \d+", RARITY), 4, titled=False),
    rolled(236, "1d10 Damage Type 1d10 Damage Type", "1d10 | Damage Type", SHORT, pairs=2),
    t(238, "Plane Spells (Charges)", "Plane | Spells (Charges)", (r"Air|Earth|Fire|Water", LONG), 4, titled=False),
    rolled(238, "1d10 Damage Type Gemstone", "1d10 | Damage Type | Gemstone", DAMAGE, LONG),
    t(239, "Number of", "Number of Spheres | Lightning Damage", (r"\d", r"\dd\d+"), 4, lines=8, titled=False, pairs=2),
    rolled(240, "1d100 Patch", "1d100 | Patch"),
    t(244, "Spell Level Rarity Save DC Attack Bonus", "Spell Level | Rarity | Save DC | Attack Bonus",
      (r"Cantrip|\d", RARITY, r"\d+", SIGNED), 10, titled=False),
    rolled(245, "1d100 Result", "1d100 | Result"),
    t(245, "Spell", "Spell | Charge Cost", (SHORT, CHARGES), 3, lines=6, titled=False, pairs=2),
    t(245, "Spell", "Spell | Charge Cost", (SHORT, CHARGES), 4, lines=6, titled=False, pairs=2),
    t(245, "Spell Charge Cost", "Spell | Charge Cost", (SHORT, CHARGES), 3, titled=False),
    t(246, "Spell", "Spell | Charge Cost", (SHORT, CHARGES), 9, lines=3, titled=False),
    t(246, "Spell Charge", "Spell | Charge Cost", (SHORT, CHARGES), 2, lines=2, titled=False),
    t(246, "Spell", "Spell | Charge Cost", (SHORT, CHARGES), 19, lines=3, titled=False),
    t(247, "Spell Charge", "Spell | Charge Cost", (SHORT, CHARGES), 8, lines=2, titled=False),
    t(250, "Spell Charge", "Spell | Charge Cost", (SHORT, CHARGES), 2, lines=2, titled=False),
    t(250, "Spell", "Spell | Charge Cost", (SHORT, CHARGES), 2, lines=3, titled=False),
    rolled(252, "Wand of Wonder Effects", "1d100 | Effect", titled=True),
]
MONSTERS = [
    t(255, "Hit Dice by Size", "Monster Size | Hit Die | Average HP per Die", (SIZE, r"d\d+", LONG), 6),
    t(256, "Experience Points by Challenge Rating", "CR | XP", (r"\d+(?:/\d)?", r"0 or 10|[\d,]+"), 34, pairs=2),
    t(256, "Proficiency Bonus by Challenge Rating", "CR | PB", (RANGE, SIGNED), 8, pairs=2),
]
ALL = [*PLAYING_THE_GAME, *CHARACTER_CREATION, *ORIGINS, *EQUIPMENT, *SPELLS, *GLOSSARY, *GAMEPLAY_TOOLBOX, *MAGIC_ITEMS,
       *MONSTERS]
