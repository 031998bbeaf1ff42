//! What a server counts for whoever operates it, in the format of Prometheus.

use std::sync::LazyLock;

use prometheus::{
    Histogram, HistogramVec, IntCounterVec, IntGauge, IntGaugeVec, TextEncoder, register_histogram,
    register_histogram_vec, register_int_counter_vec, register_int_gauge, register_int_gauge_vec,
};

/// The upper bounds of the buckets of durations, in seconds.
const BUCKETS: [f64; 12] = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0, 30.0];

#[expect(clippy::expect_used, reason = "names and labels are constants")]
pub(crate) static FIGURES: LazyLock<Figures> =
    LazyLock::new(|| Figures::new().expect("every figure has a name of its own"));

pub(crate) struct Figures {
    pub(crate) connections: IntGauge,
    pub(crate) requests: IntCounterVec,
    pub(crate) request_seconds: Histogram,
    pub(crate) tool_seconds: HistogramVec,
    pub(crate) token_requests: IntCounterVec,
    /// When each named token was last used, in seconds since 1970.
    pub(crate) token_last_used: IntGaugeVec,
    /// When the served snapshot was made, in seconds since 1970.
    pub(crate) snapshot_made: IntGauge,
}

impl Figures {
    fn new() -> prometheus::Result<Self> {
        let gauges = |name, help, label| register_int_gauge_vec!(name, help, &[label]);
        let counters = |name, help, label| register_int_counter_vec!(name, help, &[label]);
        let histogram = |name, help| register_histogram!(name, help, BUCKETS.to_vec());
        let histograms = |name, help, label| register_histogram_vec!(name, help, &[label], BUCKETS.to_vec());
        let build = gauges("lorekeeper_build_info", "The version of the program", "version")?;
        build.with_label_values(&[env!("CARGO_PKG_VERSION")]).set(1);
        Ok(Self {
            connections: register_int_gauge!("lorekeeper_http_connections", "Open connections")?,
            requests: counters("lorekeeper_http_requests_total", "Requests by status", "status")?,
            request_seconds: histogram("lorekeeper_http_request_seconds", "Durations of requests")?,
            tool_seconds: histograms("lorekeeper_tool_seconds", "Durations of calls by tool", "tool")?,
            token_requests: counters("lorekeeper_token_requests_total", "Requests by token", "token")?,
            token_last_used: gauges(
                "lorekeeper_token_last_used_timestamp_seconds",
                "When each named token was last used",
                "token",
            )?,
            snapshot_made: register_int_gauge!(
                "lorekeeper_snapshot_timestamp_seconds",
                "When the served snapshot was made"
            )?,
        })
    }

    pub(crate) fn text(&self) -> prometheus::Result<String> {
        TextEncoder::new().encode_to_string(&prometheus::gather())
    }
}
