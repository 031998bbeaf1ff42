//! Content types as command-line arguments.

use lore::model::{ContentType, Kind};
use lore::query::nearest;

/// Returns the kinds of entries that content types stand for.
///
/// # Errors
/// When there is no such content type; the message names the nearest.
pub(super) fn kinds(types: &[String]) -> anyhow::Result<Vec<Kind>> {
    let mut kinds = Vec::new();
    for text in types {
        let Some(content_type) = ContentType::find(text) else {
            let names: Vec<&str> = ContentType::ALL.iter().map(|content_type| content_type.name).collect();
            let nearest = nearest(text, &names, 1).join("");
            anyhow::bail!("there is no content type `{text}`; the nearest is `{nearest}`");
        };
        kinds.extend(content_type.kinds);
    }
    Ok(kinds)
}
