//! `lorekeeper-mcp doctor`: what is wrong, and what to do about it.

mod environment;

use lore::{Check, Level};

use super::NOT_FOUND;
use super::output::{print, print_json};
use crate::process::lazy_library::LazyLibrary;

#[cfg(test)]
pub(crate) use environment::Finding;

/// Looks at everything thoroughly and says what is wrong; exit status 1 when something is.
pub(super) async fn run(library: &LazyLibrary, named_home: bool, json: bool) -> anyhow::Result<u8> {
    // Whoever has the library is asked before it is opened here, and what is open to others is seen before it is closed.
    let mut checks = vec![environment::check_starter()];
    if let Ok(home) = library.folder() {
        let were_open = lore::open_to_others(&home);
        checks.extend(environment::check_token(&home));
        checks.push(environment::check_owner(&home).await);
        checks.push(environment::check_folder(&home, &were_open));
        checks.extend(environment::check_clients(library, named_home));
    }
    let mut all = match library.library().await {
        Ok(library) => library.check().await?,
        Err(error) => vec![Check::failed("library", &error)],
    };
    all.append(&mut checks);
    if json {
        print_json(&all)?;
    } else {
        all.iter().try_for_each(|check| print(&in_text(check)).map(|_| ()))?;
    }
    Ok(if all.iter().all(|check| check.ok) { 0 } else { NOT_FOUND })
}

fn in_text(check: &Check) -> String {
    let Check { what, level, code, finding, advice, .. } = check;
    let sign = match level {
        Level::Ok => "ok     ",
        Level::Note => "note   ",
        Level::Problem => "problem",
    };
    let code = code.map(|code| format!(" [{code}]")).unwrap_or_default();
    let advice = advice.map(|advice| format!("        {advice}\n")).unwrap_or_default();
    format!("{sign} {what}: {finding}{code}\n{advice}")
}
