//! The types of the shell's own state that the page shows, from which the page's TypeScript types are generated
//! (`ui/src/host-types.ts`); a test fails when they are stale. What the server sends is passed on unchanged: its types are
//! generated from the server's (`ui/src/library-types.ts`).

pub(crate) mod clients;
pub(crate) mod http;
pub(crate) mod jobs;
pub(crate) mod server;
pub(crate) mod settings;
pub(crate) mod share;

#[cfg(test)]
mod tests;
