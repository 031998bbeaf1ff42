"""Facts on which another source disagrees with the page, each looked at on the page named here: the page is right as it stands.

The second source leaves out what its game table cannot hold (resistances of animals, conditions beside damage types), counts the
weight of one arrow where the book has that of twenty, and has a few slips of its own.
"""

from .truth import Reviewed

REVIEWED: Reviewed = {
    ("srd-2024", "spells", "concentration"): {
        "Hypnotic Pattern": 141, "Resilient Sphere": 158,
    },
    ("srd-2024", "spells", "ritual"): {
        "Forbiddance": 133,
    },
    ("srd-2024", "spells", "material"): {
        "Dragon’s Breath": 126,
    },
    ("srd-2024", "spells", "casting time"): {
        "Plant Growth": 153,
    },
    ("srd-2024", "spells", "range"): {
        "Eyebite": 129, "Mirage Arcane": 149, "Raise Dead": 157, "Spare the Dying": 163,
    },
    ("srd-2024", "creatures", "armor class"): {
        "Elk": 348, "Flying Snake": 348,
    },
    ("srd-2024", "creatures", "saves"): {
        "Ancient Gold Dragon": 292, "Ogre Zombie": 344,
    },
    ("srd-2024", "creatures", "skills"): {
        "Shambling Mound": 323, "Giant Frog": 351,
    },
    ("srd-2024", "creatures", "speed"): {
        "Werebear": 337, "Swarm of Insects": 361,
    },
    ("srd-2024", "creatures", "resistances"): {
        "Badger": 345, "Giant Badger": 349, "Giant Eagle": 350, "Giant Elk": 351, "Giant Fire Beetle": 351, "Giant Owl": 352,
        "Giant Vulture": 354, "Polar Bear": 359, "Swarm of Venomous Snakes": 362,
    },
    ("srd-2024", "creatures", "vulnerabilities"): {
        "Rakshasa": 317,
    },
    ("srd-2024", "creatures", "condition immunities"): {
        "Cloaker": 274, "Cockatrice": 275, "Death Dog": 279, "Deva": 279, "Ettin": 284, "Shrieker Fungus": 286,
        "Violet Fungus": 286, "Gibbering Mouther": 288, "Gorgon": 292, "Gray Ooze": 293, "Knight": 302, "Archmage": 305,
        "Planetar": 315, "Rakshasa": 317, "Swarm of Venomous Snakes": 362,
    },
    ("srd-2024", "creatures", "named parts"): {
        "Couatl": 277, "Gnoll Warrior": 289,
    },
    ("srd-2024", "weapons", "two-handed damage"): {
        "Trident": 91, "War Pick": 91,
    },
    ("srd-2024", "items", "weight"): {
        "Herbalism Kit": 94, "Bagpipes": 94, "Burglar’s Pack": 96, "Chain": 96, "Diplomat’s Pack": 97,
        "Dungeoneer’s Pack": 97, "Entertainer’s Pack": 97, "Explorer’s Pack": 97, "Priest’s Pack": 99, "Scholar’s Pack": 99,
        "Spikes, Iron": 100, "Waterskin": 100, "Arrows": 96, "Bolts": 96, "Bullets, Firearm": 96, "Bullets, Sling": 96,
        "Needles": 96,
    },
    ("srd-2024", "magic-items", "rarity"): {
        "Handy Haversack": 224,
    },
    ("srd-2014", "spells", "casting time"): {
        "Plant Growth": 169,
    },
    ("srd-2014", "creatures", "numbers in the text"): {
        "Swarm of Centipedes": 389,
    },
    ("srd-2014", "creatures", "named parts"): {
        "Night Hag": 319,
    },
}
