use super::*;

#[test]
fn ratings_read_back_from_text_and_number() {
    for text in ["0", "1/8", "1/4", "1/2", "1", "10", "30"] {
        let rating: ChallengeRating = text.parse().unwrap();
        assert_eq!(rating.to_string(), text);
        assert_eq!(ChallengeRating::from_decimal(rating.decimal()), Ok(rating));
    }
    assert_eq!("0.25".parse::<ChallengeRating>().unwrap().to_string(), "1/4");
    assert_eq!("10.0".parse::<ChallengeRating>().unwrap().to_string(), "10");
}

#[test]
fn what_is_no_rating_is_refused() {
    for text in ["", "31", "-1", "1/3", "0.3", "0.375", "2.5", "NaN", "inf", "one"] {
        assert!(text.parse::<ChallengeRating>().is_err(), "{text}");
    }
}

#[test]
fn the_proficiency_bonus_follows_the_table() {
    let bonus = |text: &str| text.parse::<ChallengeRating>().unwrap().proficiency_bonus();
    assert_eq!(
        [bonus("1/8"), bonus("4"), bonus("5"), bonus("8"), bonus("17"), bonus("30")],
        [2, 2, 3, 3, 6, 9]
    );
}
