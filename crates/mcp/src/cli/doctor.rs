use lore::Check;

use super::NOT_FOUND;
use super::output::{print, print_json};
use crate::shelf::{Shelf, resources_folders, starter_folder};

/// Looks at everything thoroughly and says what is wrong; exit status 1 when something is.
pub(super) async fn run(shelf: &Shelf, json: bool) -> anyhow::Result<u8> {
    let mut checks = match shelf.library().await {
        Ok(library) => library.check().await?,
        Err(error) => {
            vec![Check { what: "library", ok: false, finding: format!("{error}. {}", error.advice()) }]
        }
    };
    checks.push(match starter_folder() {
        Some(folder) => Check { what: "starter content", ok: true, finding: folder.display().to_string() },
        None => {
            let folders: Vec<String> =
                resources_folders().iter().map(|folder| folder.display().to_string()).collect();
            let finding = format!("not found in {}; an empty library begins empty", folders.join(", "));
            Check { what: "starter content", ok: false, finding }
        }
    });
    let well = checks.iter().all(|check| check.ok);
    if json {
        print_json(&checks)?;
    } else {
        for Check { what, ok, finding } in &checks {
            print(&format!("{} {what}: {finding}\n", if *ok { "ok     " } else { "problem" }))?;
        }
    }
    Ok(if well { 0 } else { NOT_FOUND })
}
