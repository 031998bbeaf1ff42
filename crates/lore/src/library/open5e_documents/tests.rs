use std::collections::BTreeSet;

use super::*;

#[test]
fn the_size_of_a_known_document_is_known() {
    assert_eq!(about_entries(&DocumentKey::new("ccdx")), Some(356));
    assert_eq!(about_entries(&DocumentKey::new("published-tomorrow")), None);
    assert_eq!(SIZES.iter().map(|(key, _)| key).collect::<BTreeSet<_>>().len(), SIZES.len());
}
