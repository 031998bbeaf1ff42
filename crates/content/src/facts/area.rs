//! Areas of effect and ranges.

use super::pattern::Pattern;
use super::text::Text;
use super::{Fact, Facts};

const FEET_PER_MILE: u32 = 5_280;

/// `20-foot-radius sphere`, `100-foot-long, 5-foot-wide line`, `60' cone`.
static SHAPE: Pattern = Pattern::new(
    r"\b(\d+)<feet>(?:[- ](?:radius|long|high|tall|deep|diameter))?,?(?: (\d+)<feet>(?:[- ](radius|high|tall|deep|long|wide))?,?)? (?:immobile |invisible )?(cone|cube|cylinder|emanation|line|sphere|square|circle)\b(?: with a (\d+)<feet>[- ]radius)?",
);
/// `a line 100 feet long`.
static LINE: Pattern = Pattern::new(r"\bline (?:that is )?(\d+)<feet>[- ]long\b");
static RADIUS: Pattern = Pattern::new(r"\b(\d+)<feet>[- ]radius\b(?: (?:\w+ )?(circle|cylinder|sphere))?");
static NOT_AREA: Pattern = Pattern::new(
    r"\b(?:no larger than|no bigger than|contained within|fits?|smaller than|connected|size of|larger than|(?:bright|dim) light|sheds?|illuminat\w+|brightly|dimly)\b[^.;]{0,45}$",
);
static DIAMETER: Pattern = Pattern::new(r"diameter|\bwide\b");
static RANGE: Pattern = Pattern::new(r"^([\d,]+)[- ]?(feet|foot|ft\.?|miles?)\b");
static OF_SELF: Pattern = Pattern::new(r"\((.+)\)");

pub(super) fn read(text: &Text, facts: &mut Facts) {
    let mut shapes = Vec::new();
    for found in text.matches(&SHAPE) {
        let place = found.place();
        shapes.push(place.clone());
        let shape = found.get(4).unwrap_or_default().to_ascii_lowercase();
        let of_radius = match (found.get(3), found.get(5)) {
            (_, Some(radius)) => Some(radius),
            (Some("radius"), None) => found.get(2),
            _ => found.get(1),
        };
        let is_sphere = matches!(shape.as_str(), "sphere" | "circle");
        let by_diameter = || is_sphere && DIAMETER.is_match(found.get(0).unwrap_or_default());
        if !NOT_AREA.is_match(text.around(&place).0) && !by_diameter() {
            add(facts, &shape, of_radius, &text.words(&place));
        }
    }
    for found in text.matches(&LINE) {
        add(facts, "line", found.get(1), &text.words(&found.place()));
    }
    // A radius without a shape is that of a sphere.
    for found in text.matches(&RADIUS) {
        let place = found.place();
        let next = shapes.partition_point(|shape| shape.end <= place.start);
        if shapes.get(next).is_some_and(|shape| shape.start < place.end) {
            continue;
        }
        let shape = found.get(2).unwrap_or("sphere").to_ascii_lowercase();
        if !NOT_AREA.is_match(text.around(&place).0) {
            add(facts, &shape, found.get(1), &text.words(&place));
        }
    }
}

/// Reads the range of a spell, and the area around the caster that it names.
pub(super) fn of_range(range: &str, facts: &mut Facts) {
    if let Some(found) = RANGE.captures(range) {
        let number = found.get(1).and_then(|it| it.replace(',', "").parse::<u32>().ok());
        let is_miles = found.get(2).is_some_and(|unit| unit.starts_with("mile"));
        if let Some(feet) = number.and_then(|it| it.checked_mul(if is_miles { FEET_PER_MILE } else { 1 })) {
            facts.add(Fact::RangeFeet, feet, range);
        }
    } else if let Some(inside) = OF_SELF.captures(range).and_then(|found| found.get(1)) {
        read(&Text::of(inside), facts);
    }
}

fn add(facts: &mut Facts, shape: &str, feet: Option<&str>, words: &str) {
    if let Some(feet) = feet.and_then(|feet| feet.parse::<u32>().ok()) {
        facts.add(Fact::Area, shape.to_owned(), words);
        facts.add(Fact::AreaFeet, feet, words);
    }
}
