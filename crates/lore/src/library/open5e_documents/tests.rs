use std::collections::BTreeSet;

use super::*;

#[test]
fn the_size_of_a_known_document_is_known() {
    assert_eq!(about_entries(&DocumentKey::new("ccdx")), Some(356));
    assert_eq!(about_entries(&DocumentKey::new("published-tomorrow")), None);
    let keys = || SIZES.split(", ").map(|size| size.split(' ').next().unwrap());
    assert_eq!(keys().collect::<BTreeSet<_>>().len(), keys().count());
    assert!(keys().all(|key| about_entries(&DocumentKey::new(key)).is_some()), "each has a number");
}
