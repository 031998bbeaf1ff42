use super::*;

#[test]
fn an_address_selects_a_part() {
    let uri = "lore://entry/srd-2014/class/wizard";
    let address = Address::parse("lore://entry/srd-2014/class/wizard?part=3");
    assert_eq!(address, Address { base: uri, part: 3 });
    assert_eq!(address.with_part(4), format!("{uri}?part=4"));
    assert_eq!(Address::parse(uri).part, 1);
    assert_eq!(address.entry().unwrap().slug, "wizard");
    let not_a_number = Address::parse("lore://entry/srd-2014/class/wizard?part=x");
    assert_eq!((not_a_number.part, not_a_number.entry().unwrap().slug.as_str()), (1, "wizard?part=x"));
}
