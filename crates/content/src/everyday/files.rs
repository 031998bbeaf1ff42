//! The files of everyday words and their lines. The build script reads them, too.

pub(crate) const EQUIPMENT: &str = "equipment";
pub(crate) const MAGIC_ITEMS: &str = "magic-items";
/// The words for a group of kinds: for names of the System Reference Documents, and for names that only other
/// books have. One line a name: `Pegasus = winged horse; flying steed`. All lines are numbered in this order.
pub(crate) static FILES: [(&str, [&str; 2]); 6] = [
    ("creatures", [include_str!("creatures.txt"), include_str!("other-books/creatures.txt")]),
    ("spells", [include_str!("spells.txt"), include_str!("other-books/spells.txt")]),
    (EQUIPMENT, [include_str!("equipment.txt"), include_str!("other-books/equipment.txt")]),
    (MAGIC_ITEMS, [include_str!("magic-items.txt"), include_str!("other-books/magic-items.txt")]),
    ("options", [include_str!("options.txt"), include_str!("other-books/options.txt")]),
    ("rules", [include_str!("rules.txt"), include_str!("other-books/rules.txt")]),
];

pub(crate) fn lines_of(text: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    text.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(" = "))
}
