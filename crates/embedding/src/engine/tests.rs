use super::*;
use crate::installed_model;

const TEXTS: [&str; 3] = [
    "fire",
    "what happens when I fall from a great height",
    "Plum Ward. 3rd-level abjuration spell (Wizard). A ring of ripe plums hangs about you and takes every arrow that is shot at you. It ends when the last plum has fallen.",
];
/// The cosines of the texts by the model with the adapter in 32 bits, as `scripts/fine-tune` computes them.
const SOURCE_COSINES: [f32; 3] = [0.2377, 0.3198, 0.2741];

#[test]
fn the_converted_model_agrees_with_its_source() {
    let Some(options) = installed_model() else { return };
    let model = options.model(Path::new("/nowhere")).unwrap();
    let mut engine = Engine::load(&model, options.runtime.as_deref()).unwrap();
    let vectors = TEXTS.map(|text| engine.embed(text).unwrap());
    let cosine = |a: usize, b: usize| -> f32 { vectors[a].iter().zip(&vectors[b]).map(|(a, b)| a * b).sum() };
    let cosines = [cosine(0, 1), cosine(0, 2), cosine(1, 2)];
    for (cosine, expected) in cosines.iter().zip(SOURCE_COSINES) {
        assert!((cosine - expected).abs() < 0.03, "{cosines:?}");
    }
}
