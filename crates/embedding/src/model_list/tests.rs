use fastembed::Pooling;

use super::*;

#[test]
fn listed_models_are_found_with_pooling_and_prefixes() {
    let small = ListedModel::find("bgesmallenv15").unwrap().manifest;
    assert_eq!((small.name.as_str(), small.dimension, small.pooling), ("BGESmallENV15", 384, Pooling::Cls));
    let manifest = ListedModel::find("SnowflakeArcticEmbedXS").unwrap().manifest;
    assert!(manifest.query_prefix.starts_with("Represent"));
    assert!(ListedModel::find("all-minilm").is_none() && ListedModel::find("/some/folder").is_none());
}
