//! The resources that `scripts/fetch-resources` fetches, for tests.

use std::path::{Path, PathBuf};

pub(crate) fn resources_folder() -> PathBuf {
    let tree = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../resources");
    std::env::var_os("LOREKEEPER_RESOURCES").map_or_else(tree, PathBuf::from)
}
