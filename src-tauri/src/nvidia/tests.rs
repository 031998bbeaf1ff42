use super::*;

#[test]
fn the_window_is_drawn_without_dma_buf_where_nvidias_driver_is_loaded() {
    let driver = tempfile::NamedTempFile::new().unwrap();
    assert!(needs_other_renderer(driver.path(), false));
    assert!(!needs_other_renderer(driver.path(), true));
    assert!(!needs_other_renderer(&driver.path().join("missing"), false));
}
