//! `lorekeeper-mcp doctor`: checks the library and its environment for problems.

mod environment;

use lore::{Check, Level};

use super::context::{Context, NOT_FOUND};

#[cfg(test)]
pub(crate) use environment::FINDINGS;

pub(super) async fn run(context: &Context) -> anyhow::Result<u8> {
    // The owner and the permissions are checked before the library is opened here, which changes both.
    let mut checks = vec![environment::check_starter(&context.settings)];
    if let Ok(home) = context.library.folder() {
        let open_paths = lore::open_to_others(&home);
        checks.extend(environment::check_tokens(&home));
        checks.push(environment::check_owner(&home).await);
        checks.push(environment::check_folder(&home, &open_paths));
        checks.extend(environment::check_clients(context));
    }
    let mut all = match context.library.library().await {
        Ok(library) => library.check().await?,
        Err(error) => vec![Check::failed("library", &error)],
    };
    all.append(&mut checks);
    context.answer(&all, || all.iter().map(text).collect())?;
    Ok(if all.iter().all(|check| check.ok) { 0 } else { NOT_FOUND })
}

fn text(check: &Check) -> String {
    let Check { what, level, code, finding, advice, .. } = check;
    let label = match level {
        Level::Ok => "ok     ",
        Level::Note => "note   ",
        Level::Problem => "problem",
    };
    let code = code.map(|code| format!(" [{code}]")).unwrap_or_default();
    let advice = advice.map(|advice| format!("        {advice}\n")).unwrap_or_default();
    format!("{label} {what}: {finding}{code}\n{advice}")
}
