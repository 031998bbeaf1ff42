//! What goes between the shell and the page. The page's TypeScript types are made from these (`ui/src/host-types.ts`); the test
//! below fails when they are stale.

pub(crate) mod browse;
pub(crate) mod clients;
pub(crate) mod entry;
pub(crate) mod http;
pub(crate) mod jobs;
pub(crate) mod library;
pub(crate) mod server;
pub(crate) mod settings;

#[cfg(test)]
mod tests;
