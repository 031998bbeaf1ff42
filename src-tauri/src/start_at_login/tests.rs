use super::*;

#[test]
fn a_program_with_spaces_in_its_path_is_quoted() {
    let program = Path::new("C:/Users/Jo March/LoreKeeper/lorekeeper.exe");
    assert_eq!(command(program, false), "\"C:/Users/Jo March/LoreKeeper/lorekeeper.exe\"");
    assert_eq!(command(program, true), "C:/Users/Jo March/LoreKeeper/lorekeeper.exe");
}
