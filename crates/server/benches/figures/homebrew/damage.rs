use std::collections::HashMap;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use orcbrew::{OrcBrewFile, read_text};

use super::chance::Chance;
use super::invention::{Invention, Place};
use crate::table::Row;

/// A whole library as the app's other form of export writes it, seen from this package.
const SAMPLE: &str = "../../tests/fixtures/orcbrew/whole-library.orcbrew";
/// The number of entries the generated book has; that is 300 KB.
const ENTRIES: usize = 420;
/// The number of times that each fault is tried, at another place each time.
const TRIES: usize = 40;
/// The marks that are deleted and inserted.
const MARKS: [char; 3] = ['}', '{', '"'];

/// Measures how much of a book is left when one mark in it is wrong.
pub(super) fn measure() -> Result<Vec<Row>> {
    let book = Invention::of(ENTRIES);
    let what = format!("a book of {} KB", book.text.len() / 1000);
    let library = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(SAMPLE))?;
    let places = places_by_line(&library)?;
    Ok(vec![row(&what, &book.text, &book.places)?, row("a sample library of 22 KB", &library, &places)?])
}

fn row(what: &str, text: &str, places: &[Place]) -> Result<Row> {
    let whole = counted(&read(text)?);
    ensure!(whole == counted_places(places), "{what} is not read as it was written");
    let mut chance = Chance::new(7);
    let mut faults: Vec<(String, f64)> = Vec::new();
    let mut worst: f64 = 1.0;
    let mut tried = |name: String, trial: &mut dyn FnMut() -> f64| {
        let shares: Vec<f64> = (0..TRIES).map(|_| trial()).collect();
        worst = shares.iter().copied().fold(worst, f64::min);
        faults.push((name, mean(&shares)));
    };
    for mark in MARKS {
        let standing: Vec<usize> = text.match_indices(mark).map(|(at, _)| at).collect();
        tried(format!("`{mark}` deleted"), &mut || {
            let at = standing.get(chance.below(standing.len())).copied().unwrap_or_default();
            let (before, after) = text.split_at(at);
            share(&whole, &[before, after.strip_prefix(mark).unwrap_or(after)].concat())
        });
        tried(format!("`{mark}` inserted"), &mut || {
            let (before, after) = text.split_at(border(text, &mut chance));
            share(&whole, &format!("{before}{mark}{after}"))
        });
    }
    tried("cut off".to_owned(), &mut || {
        let (before, _) = text.split_at(border(text, &mut chance));
        let begun = places.partition_point(|place| place.at < before.len());
        share(&counted_places(places.get(..begun).unwrap_or(places)), before)
    });
    let all = mean(&faults.iter().map(|(_, share)| *share).collect::<Vec<_>>());
    let (name, least) = faults
        .into_iter()
        .min_by(|(_, one), (_, other)| one.total_cmp(other))
        .context("nothing was tried")?;
    Ok(Row::told(
        &format!("share of entries kept under one wrong mark, {what}"),
        format!(
            "{:.1} % (least with {name}: {:.1} %; worst of all {:.0} %)",
            100.0 * all,
            100.0 * least,
            100.0 * worst
        ),
    )
    .target("≥ 97 %", all >= 0.97))
}

/// Entries by content type and key, and how many there are of each.
type Counted = HashMap<(String, String), usize>;

/// The share of the entries that are still found in a text; of none, all are.
fn share(whole: &Counted, damaged: &str) -> f64 {
    let left = read(damaged).map(|file| counted(&file)).unwrap_or_default();
    let kept: usize =
        whole.iter().map(|(entry, count)| left.get(entry).map_or(0, |left| *left.min(count))).sum();
    let all: usize = whole.values().sum();
    if all == 0 { 1.0 } else { ratio(kept, all) }
}

fn read(text: &str) -> Result<OrcBrewFile> {
    read_text(text, "damaged").map_err(anyhow::Error::msg)
}

fn counted(file: &OrcBrewFile) -> Counted {
    let mut counted = Counted::new();
    for item in file.books.iter().flat_map(|book| &book.items) {
        *counted.entry((item.content_type.clone(), item.key.clone())).or_default() += 1;
    }
    counted
}

fn counted_places(places: &[Place]) -> Counted {
    let mut counted = Counted::new();
    for place in places {
        *counted.entry((place.content_type.clone(), place.key.clone())).or_default() += 1;
    }
    counted
}

/// Where the entries of a text begin in which each has a line of its own.
fn places_by_line(text: &str) -> Result<Vec<Place>> {
    let lines: Vec<usize> =
        std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
    let file = read(text)?;
    let items = file.books.iter().flat_map(|book| &book.items);
    let mut places = items
        .map(|item| {
            let line = usize::try_from(item.line)?.checked_sub(1).context("lines begin with 1")?;
            let at = *lines.get(line).context("the line is not in the file")?;
            Ok(Place { at, content_type: item.content_type.clone(), key: item.key.clone() })
        })
        .collect::<Result<Vec<_>>>()?;
    places.sort_by_key(|place| place.at);
    Ok(places)
}

/// A place between two letters.
fn border(text: &str, chance: &mut Chance) -> usize {
    text.floor_char_boundary(chance.below(text.len()))
}

fn mean(shares: &[f64]) -> f64 {
    shares.iter().sum::<f64>() / ratio(shares.len(), 1)
}

#[expect(clippy::cast_precision_loss, reason = "small counts")]
fn ratio(part: usize, all: usize) -> f64 {
    part as f64 / all as f64
}
