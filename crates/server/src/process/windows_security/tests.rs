use super::*;

#[test]
fn only_entries_that_allow_something_name_a_user() {
    let rights = "D:AI(D;;FA;;;BG)(A;OICIIO;FA;;;CO)(A;ID;FA;;;SY)(A;ID;0x1200a9;;;BU)(XA;;FX;;;S-1-1-0)";
    assert_eq!(users(rights).collect::<Vec<_>>(), ["SY", "BU", "S-1-1-0"]);
}

#[test]
fn a_file_that_others_can_read_is_found_and_closed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("http-token");
    std::fs::write(&file, "secret").unwrap();
    set_rights(&file, &format!("D:(A;;FA;;;{})(A;;FR;;;WD)", user_identifier().unwrap()));
    assert!(is_open_to_others(&file).unwrap());
    close_to_others(&file).unwrap();
    assert!(!is_open_to_others(&file).unwrap(), "{}", rights_to(&file).unwrap());
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "secret");
}
