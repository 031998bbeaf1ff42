"""Records of equipment and magic items."""

from .record import blocks, fact_list, named, record

RARITIES = ("common", "uncommon", "rare", "very rare", "legendary", "artifact", "varies")


def thing(found: dict) -> dict:
    """The fields of everything that is for sale."""
    return {key: found.get(key) for key in ("category", "cost_gp", "weight_lb")}


def weapon(found: dict, _: dict) -> list[dict]:
    properties = [name.replace("Range", "range", 1) for name in found.get("properties") or []]
    has = {f"is_{name.lower()}": any(it.startswith(name) for it in properties) for name in ("Finesse", "Light")}
    properties += [f"{found['mastery']} (mastery)"] if found.get("mastery") else []
    fields = thing(found) | has | {
        "damage_dice": found.get("damage_dice"), "two_handed_damage_dice": found.get("two_handed_damage_dice"),
        "damage_type": (found.get("damage_type") or "").lower(), "properties": properties, "range": found.get("range"),
        "is_simple": found.get("simple"),
    }
    return record("weapon", found, fields, found.get("text") or "")


def armor(found: dict, _: dict) -> list[dict]:
    fields = thing(found) | {"armor_class": found.get("armor_class"), "strength_required": found.get("strength"),
                             "stealth_disadvantage": found.get("stealth_disadvantage")}
    time = found.get("don_and_doff")
    return record("armor", found, fields, blocks(found.get("text"), time and named("Donning and Doffing", f"{time}.")))


def item(found: dict, files: dict) -> list[dict]:
    """Any other thing for sale, unless it is a magic item: its price and its text are part of that record."""
    if any(matches(variant["name"], found["name"]) for magic in files["magic-items"] for variant in variants_of(magic)):
        return []
    cost, tons = found.get("cost"), found.get("cargo_tons")
    facts = {
        # A price that is not a number of coins: `Varies`, `2 GP per day`.
        "Price": cost if cost and (not cost[0].isdigit() or cost.count(" ") > 1) else None,
        "Amount": number(found, "amount"), "Capacity": found.get("capacity"), "Storage": found.get("storage"),
        "Ability": found.get("ability"), "Utilize": found.get("utilize"), "Craft": found.get("craft"), "Variants": found.get("variants"),
        "Poison Type": found.get("poison_type"), "Carrying Capacity": found.get("carrying_capacity"), "Speed": found.get("speed"),
        "Crew": number(found, "crew"), "Passengers": number(found, "passengers"),
        "Cargo": f"{tons} {'ton' if tons in ('1/2', '1', 1) else 'tons'}" if tons is not None else None,
        "AC": number(found, "armor_class"), "HP": number(found, "hit_points"), "Damage Threshold": number(found, "damage_threshold"),
        "Availability": found.get("availability"), "Note": found.get("note"),
    }
    return record("item", found, thing(found), blocks(fact_list(facts.items()), found.get("text")))


def number(found: dict, key: str) -> str | None:
    return str(found[key]) if isinstance(found.get(key), int) else None


def magic_item(found: dict, files: dict) -> list[dict]:
    """A magic item, and a record for each variant, such as `Weapon, +1`."""
    text, variants = found["text"], variants_of(found)
    if variants:
        rarities = found.get("rarity_text") and f"**Rarity** {found['rarity_text']}"
        text = blocks(rarities, f"{text}\n\nVariants: {'; '.join(variant['name'] for variant in variants)}")
    whole = {"name": found["name"], "slug": found.get("slug"), "rarity": found.get("rarity"), "text": text}
    # What forms an item has decides which of Open5e's are forms of it.
    return [made for variant in [whole, *variants] for made in one_magic_item(found, variant, files, bool(found.get("variants")))]


def one_magic_item(found: dict, variant: dict, files: dict, has_variants: bool) -> list[dict]:
    priced = next((gear for gear in files["items"] if matches(gear["name"], variant["name"])), None)
    by, base = found.get("attunement_by"), found.get("base")
    fields = (thing(priced) if priced else {}) | {
        "category": found.get("category"), "rarity": rarity_of(variant.get("rarity")), "requires_attunement": found.get("attunement"),
        "attunement_detail": f"by {by}" if by else found.get("attunement_detail"), "is_magic": True,
        "base_item": base and base[0].upper() + base[1:],
    }
    # The printed line says which rarity each bonus has.
    line = found.get("line") if rarity_of(found.get("rarity")) == "varies" and "varies" not in (found.get("line") or "") else None
    gear = priced and priced.get("text") and named(f"{priced['category']}, p. {priced['page']}", priced["text"])
    text = blocks(line and f"*{line}*", variant["text"], gear)
    own = {"name": variant["name"], "slug": variant.get("slug"), "page": variant.get("page") or found["page"]}
    return record("magic-item", own, fields, text, **({"has_variants": True} if has_variants else {}))


def rarity_of(printed: str | None) -> str | None:
    rarity = (printed or "").lower().replace("-", " ").replace("rarity varies", "varies")
    return rarity if rarity in RARITIES else None


def variants_of(found: dict) -> list[dict]:
    """The variants listed for an item, or those of a spell scroll, whose rarity is in a table."""
    told = [it | {"name": it["name"] if it.get("slug") else full_name(found["name"], it["name"]),
                  "text": it.get("text") or text_of(found["text"], it["name"])} for it in found.get("variants") or []]
    return told or by_spell_level(found)


def full_name(name: str, form: str) -> str:
    """`Weapon, +1` for `+1` of `Weapon, +1, +2, or +3`; `Feather Token (Tree)` for `Tree`."""
    if ", +" in name:
        return f"{name.split(', +')[0]}, {form}"
    # `Potion of Healing (greater)` of `Potions of Healing` is whole.
    return form if " of " in form else f"{name} ({form})"


def text_of(text: str, form: str) -> str:
    """What stands before the variants and the passage of this one, or the whole text if they are not
    described one by one."""
    def lead(block: str) -> str | None:
        return block[3:].split("***")[0] if block.startswith("***") and "***" in block[3:] else None

    whole = text.split("\n\n")
    own = next((block for block in whole if (lead(block) or "").rstrip(".").startswith(form)), None)
    if own is None:
        return text
    common = whole[: next(at for at, block in enumerate(whole) if lead(block) is not None)]
    return "\n\n".join([*common, own])


def by_spell_level(found: dict) -> list[dict]:
    """The rows `| 3 | Uncommon | … |` of a spell scroll's table."""
    if "| Spell Level | Rarity |" not in found["text"]:
        return []
    rows = [[cell.strip() for cell in line.split("|")[1:]] for line in found["text"].split("\n") if line.count("|") > 2]
    return [{"name": f"{found['name']} ({level if level == 'Cantrip' else f'Level {level}'})", "rarity": rarity, "text": found["text"]}
            for level, rarity, *_ in rows if rarity_of(rarity)]


def matches(one: str, other: str) -> bool:
    return one.lower().replace("’", "'") == other.lower().replace("’", "'")


READERS = {"magic-items": magic_item, "weapons": weapon, "armor": armor, "items": item}
