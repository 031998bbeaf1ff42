//! What the shell tells the page, and takes from it, of its own. The page's TypeScript types are made from these
//! (`ui/src/host-types.ts`); the test below fails when they are stale. What the server sends for the page is passed on
//! as it is: its types are made from the server's own (`ui/src/library-types.ts`).

pub(crate) mod clients;
pub(crate) mod http;
pub(crate) mod jobs;
pub(crate) mod server;
pub(crate) mod settings;

#[cfg(test)]
mod tests;
