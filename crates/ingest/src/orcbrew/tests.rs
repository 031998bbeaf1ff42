use std::fmt::Write;
use std::path::Path;

use ::orcbrew::{OrcBrewFile, read_text};
use content::model::DocumentKey;

use super::normalise;

fn normal_form(file: &OrcBrewFile) -> String {
    let mut form = String::new();
    for book in &file.books {
        let document = DocumentKey::new(&book.name);
        writeln!(form, "=== {} ({document})", book.name).unwrap();
        for item in &book.items {
            let (record, notes) = normalise(item, &book.name, &document).unwrap();
            let fields: serde_json::Value = serde_json::from_str(&record.stored_fields().unwrap()).unwrap();
            writeln!(form, "\n--- line {}: {} `{}` {}", item.line, record.kind, record.slug, record.name)
                .unwrap();
            writeln!(form, "{}", serde_json::to_string_pretty(&fields).unwrap()).unwrap();
            writeln!(form, "{}", record.body).unwrap();
            for note in notes {
                writeln!(form, "note: {note}").unwrap();
            }
        }
    }
    for repair in &file.repairs {
        writeln!(form, "repair, line {}: {}", repair.line, repair.what).unwrap();
    }
    for refused in &file.rejected {
        writeln!(form, "rejected: {refused:?}").unwrap();
    }
    form
}

#[test]
fn the_normal_forms_of_the_sample_books() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures");
    let folders = ["orcbrew", "normalised"].map(|name| std::fs::read_dir(fixtures.join(name)).unwrap());
    let files = folders.into_iter().flatten().map(|file| file.unwrap().path());
    let samples: Vec<_> = files.filter(|path| path.extension().is_some_and(|it| it == "orcbrew")).collect();
    assert!(samples.len() > 20);
    for path in samples {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let file = read_text(&std::fs::read_to_string(&path).unwrap(), &name).unwrap();
        insta::assert_snapshot!(name, normal_form(&file));
    }
}

#[test]
fn odd_values_in_an_item_keep_the_item() {
    let text = r#"{"B" {:orcpub.dnd.e5/spells {:a {:name "A", :level "three", :range 99999999999999999999999}
        :b {:level ##NaN, :level 2} :c {} :d {:name ##Inf :level 1e999}}}}"#;
    let form = normal_form(&read_text(text, "x").unwrap());
    insta::assert_snapshot!(form);
}
