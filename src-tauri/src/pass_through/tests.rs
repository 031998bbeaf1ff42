use serde_json::json;

use super::*;

#[test]
fn fields_that_the_shell_does_not_read_are_passed_on() {
    #[derive(Deserialize)]
    struct Fields {
        entries: u64,
    }
    let json = json!({ "entries": 3, "of-tomorrow": { "deep": [1] } });
    let read: PassThrough<Fields> = serde_json::from_value(json.clone()).unwrap();
    assert_eq!(read.fields.entries, 3);
    assert_eq!(serde_json::to_value(read).unwrap(), json);
}
