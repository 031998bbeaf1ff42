mod files;
pub(crate) mod items;

use std::sync::Arc;

use crate::CancelCheck;

const SPARK: &str = r#"{"Embers" {:orcpub.dnd.e5/spells {:spark {:name "Étincelle", :level 0}}}}"#;

fn never() -> CancelCheck {
    Arc::new(|| false)
}
