use super::*;

#[test]
fn distinguishes_numbers_from_words() {
    for word in ["1d6", "60ft", "1st", "-", "+", "3-", "1/", "1.2.3", "9-lives", "1e", "1/2/3", "N", ""] {
        assert_eq!(number(word), None, "{word}");
    }
    assert_eq!(number("-7"), Some(Value::Integer(-7)));
    assert_eq!(number("+7"), Some(Value::Integer(7)));
    assert_eq!(number("0.125"), Some(Value::Float(0.125)));
    assert_eq!(number("1."), Some(Value::Float(1.0)));
    assert_eq!(number("2e3"), Some(Value::Float(2000.0)));
    for exact in ["99999999999999999999", "7N", "0.1M", "1/3", "1e999"] {
        assert_eq!(number(exact), Some(Value::Exact(exact)));
    }
}
