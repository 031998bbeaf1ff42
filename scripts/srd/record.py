"""The form of a record, and the Markdown of its text as the library renders that of its other sources."""

# Texts that begin so cannot follow the name of a paragraph in its line.
BLOCKS = ("|", "#", ">", "- ", "* ", "1.")


def record(kind: str, found: dict, fields: dict, text: str = "", owner: str = "", **other) -> list[dict]:
    """The record of an object, with those of its fields that have a value. A slug is made of the name,
    after that of its `owner`,
    unless the object states one."""
    kept = {name: value for name, value in fields.items() if value not in (None, "", [], {})}
    made = {"kind": kind, "name": found["name"], "slug": found.get("slug") or f"{owner} {found['name']}".strip(),
            "page": found["page"], "fields": kept, "text": text}
    return [made | other]


def listed(found: dict, key: str, between: str = ", ") -> str:
    things = found.get(key) or []
    return things if isinstance(things, str) else between.join(things)


def blocks(*texts) -> str:
    """The texts that are not empty, with an empty line between them."""
    return "\n\n".join(text.strip("\n").rstrip() for text in texts if text)


def block(heading: str, text: str) -> str:
    return f"### {heading}\n\n{text}" if text else ""


def fact_list(facts) -> str:
    return "\n".join(f"- **{label}** {value.strip()}" for label, value in facts if value)


def named(name: str, text: str) -> str:
    """A paragraph that begins with its name."""
    stop = "" if name.endswith((".", "!", "?", ":")) else "."
    gap = "\n\n" if text.startswith(BLOCKS) else " "
    return f"***{name}{stop}***{gap}{text}" if text else f"***{name}{stop}***"


def part(feature: dict) -> str:
    """A feature in the text of its class. Headings in its text are bold lines there."""
    levels = f"*{in_levels(feature['levels'])}*" if feature["levels"] else ""
    return blocks(f"### {feature['name']}", levels, with_bold_headings(feature["text"]), *feature["options"])


def with_bold_headings(text: str) -> str:
    lines = [f"**{line.lstrip('#').strip(' *_')}**" if line.startswith("#") else line for line in text.split("\n")]
    return "\n".join(lines)


def ordinal(number: int) -> str:
    ending = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def in_levels(levels: list[int]) -> str:
    """`3rd level`, `4th, 8th and 12th level`."""
    *start, last = map(ordinal, levels)
    return f"{', '.join(start)} and {last} level" if start else f"{last} level"


def level_table(found: dict) -> str:
    """The levels of a class. Columns of spell slots are headed by the level alone."""
    headings = [f"{ordinal(int(column))}-Level Slots" if column.isdigit() else column for column in found["columns"]]
    rows = [headings, *found["levels"]]
    lines = ["| " + " | ".join(cell.strip().replace("\n", " ").replace("|", "\\|") for cell in row) + " |" for row in rows]
    return "\n".join([lines[0], "|---" * len(headings) + "|", *lines[1:]])
