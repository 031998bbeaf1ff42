use super::*;

#[test]
fn a_mark_without_its_partner_goes() {
    assert_eq!(without_stray_underscore("It waits._\n**Old.** Yes."), "It waits.\n**Old.** Yes.");
    assert_eq!(without_stray_underscore("_It waits._\nYes."), "_It waits._\nYes.");
    assert_eq!(without_stray_underscore("_It waits. It\nstill_ waits."), "It waits. It\nstill_ waits.");
}
