"""Invented books, as OrcBrew files."""

from pathlib import Path

_SPELL = """:{key} {{:key :{key}, :name "{name}", :option-pack "{book}", :level {level}, :school "evocation", \
:casting-time "1 action", :range "60 feet", :duration "Instantaneous", :components {{:verbal true, :somatic true}}, \
:spell-lists {{:wizard true}}, :description "{text}"}}"""


def spell(book: str, name: str, level: int = 2) -> str:
    key = name.lower().replace(" ", "-")
    return _SPELL.format(key=key, name=name, book=book, level=level, text=f"The {name.lower()} hums over the orchard wall.")


def write(folder: Path, book: str, *names: str) -> Path:
    """Writes a book with spells of these names."""
    spells = "\n".join(spell(book, name) for name in names)
    file = folder / f"{book.lower().replace(' ', '-')}.orcbrew"
    file.write_text(f'{{"{book}" {{:orcpub.dnd.e5/spells {{{spells}}}}}}}\n', encoding="utf-8")
    return file


def write_damaged(folder: Path, book: str, good: str, broken: str) -> Path:
    """Writes a book whose second spell, on line 3, lacks the end of its name; the file ends in the middle of
    line 4."""
    file = folder / f"{book.lower().replace(' ', '-')}.orcbrew"
    lines = [
        f'{{"{book}" {{:orcpub.dnd.e5/spells {{',
        spell(book, good),
        spell(book, broken).replace(f'"{broken}"', f'"{broken}'),
        f':cut-off {{:key :cut-off, :name "Cut Off", :option-pack "{book}", :level 1, :descr',
    ]
    file.write_text("\n".join(lines), encoding="utf-8")
    return file
