//! The address of snapshots: a store and a prefix in it.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use object_store::aws::AmazonS3Builder;
use object_store::azure::MicrosoftAzureBuilder;
use object_store::gcp::GoogleCloudStorageBuilder;
use object_store::local::LocalFileSystem;
use object_store::path::Path;
use object_store::{ClientOptions, ObjectStore, ObjectStoreScheme, RetryConfig};
use url::Url;

use crate::error::{Error, Result};

const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// The time for a part, on a slow network.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(120);
/// The time for all attempts at a part.
const RETRY_TIMEOUT: Duration = Duration::from_secs(60);
const RETRIES: usize = 4;

/// What stores call a request that seems to be from another time.
const CLOCK_CODES: [&str; 2] = ["RequestTimeTooSkewed", "RequestExpired"];

/// A prefix in an object store.
#[derive(Clone)]
pub struct Location {
    address: String,
    pub(crate) store: Arc<dyn ObjectStore>,
    prefix: Path,
}

impl Location {
    /// Opens an address: `s3://bucket/prefix`, `gs://bucket/prefix`, `az://container/prefix`, or a folder.
    /// Keys, regions and endpoints are read from the environment, under the names that the programs of each
    /// provider use, such as `AWS_ACCESS_KEY_ID` and `AWS_ENDPOINT_URL`. A folder is created.
    ///
    /// # Errors
    /// [`Error::Address`] if the address is of no store, or something is missing in the environment.
    pub fn open(address: &str) -> Result<Self> {
        // Another part of the program may have chosen one before.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let invalid = |error: object_store::Error| Error::Address(format!("{address}: {error}"));
        let Some(url) = remote(address) else { return Self::folder(address) };
        let (scheme, prefix) = ObjectStoreScheme::parse(&url)
            .map_err(|error| Error::Address(format!("{address}: {error}; {EXPECTED}")))?;
        let client = client_options();
        let retry =
            RetryConfig { max_retries: RETRIES, retry_timeout: RETRY_TIMEOUT, ..RetryConfig::default() };
        let store: Arc<dyn ObjectStore> = match scheme {
            ObjectStoreScheme::AmazonS3 => {
                let builder = AmazonS3Builder::from_env().with_url(address);
                Arc::new(builder.with_client_options(client).with_retry(retry).build().map_err(invalid)?)
            }
            ObjectStoreScheme::GoogleCloudStorage => {
                let builder = GoogleCloudStorageBuilder::from_env().with_url(address);
                Arc::new(builder.with_client_options(client).with_retry(retry).build().map_err(invalid)?)
            }
            ObjectStoreScheme::MicrosoftAzure => {
                let builder = MicrosoftAzureBuilder::from_env().with_url(address);
                Arc::new(builder.with_client_options(client).with_retry(retry).build().map_err(invalid)?)
            }
            _ => return Err(Error::Address(format!("{address} is not an address of a store; {EXPECTED}"))),
        };
        Ok(Self { address: address.trim_end_matches('/').to_owned(), store, prefix })
    }

    fn folder(address: &str) -> Result<Self> {
        let folder = std::path::absolute(address).map_err(Error::file(address.as_ref()))?;
        std::fs::create_dir_all(&folder).map_err(Error::file(&folder))?;
        let store = LocalFileSystem::new_with_prefix(&folder)
            .map_err(|error| Error::Address(format!("{address}: {error}")))?;
        Ok(Self { address: disk::shown(&folder), store: Arc::new(store), prefix: Path::default() })
    }

    pub(crate) fn latest(&self) -> Path {
        self.prefix.clone().join("latest.json")
    }

    pub(crate) fn part(&self, hash: &str) -> Path {
        self.prefix.clone().join("parts").join(hash)
    }

    pub(crate) fn error(&self, error: &object_store::Error) -> Error {
        let what = match error {
            object_store::Error::NotFound { .. } => {
                "has nothing there; check the address and that the bucket exists. Servers need a snapshot that was published there"
                    .to_owned()
            }
            other if CLOCK_CODES.iter().any(|code| format!("{other:?}").contains(code)) => {
                "refuses this because its clock and this computer's differ; set this one right".to_owned()
            }
            object_store::Error::PermissionDenied { .. } | object_store::Error::Unauthenticated { .. } => {
                format!("refuses this: {error}; check the keys in the environment, what they permit, and this computer's clock")
            }
            other => format!("cannot be used: {other}"),
        };
        Error::Store { location: self.address.clone(), what }
    }

    pub(crate) fn fault(&self, what: impl Into<String>) -> Error {
        Error::Snapshot { location: self.address.clone(), what: what.into() }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.address)
    }
}

const EXPECTED: &str = "write s3://BUCKET/PREFIX, gs://BUCKET/PREFIX, az://CONTAINER/PREFIX or a folder";

/// Returns a network address; `None` for a folder, which on Windows may begin with a letter and colon.
fn remote(address: &str) -> Option<Url> {
    let url = Url::parse(address).ok()?;
    address.contains("://").then_some(url)
}

fn client_options() -> ClientOptions {
    // Stores on the operator's own network often have no TLS.
    let is_plain = [
        "AWS_ENDPOINT_URL", "AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT", "AZURE_STORAGE_ENDPOINT", "AZURE_ENDPOINT",
    ]
    .iter()
    .filter_map(|name| std::env::var(name).ok())
    .any(|endpoint| endpoint.starts_with("http://"));
    ClientOptions::new()
        .with_allow_http(is_plain)
        .with_connect_timeout(CONNECT_TIMEOUT)
        .with_timeout(REQUEST_TIMEOUT)
}

#[cfg(test)]
mod tests;
