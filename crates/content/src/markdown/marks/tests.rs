use super::*;

#[test]
fn marks_within_words_move_to_their_ends() {
    assert_eq!(between_words("eat th_e Plum Book_ now"), "eat the _Plum Book_ now");
    assert_eq!(between_words("cast sugges_tion_ here"), "cast _suggestion_ here");
    assert_eq!(between_words("cast the _gate  s_pell, then"), "cast the _gate_  spell, then");
    assert_eq!(between_words("_The Plum Ches_t lacks"), "_The Plum Chest_ lacks");
    assert_eq!(between_words("holding a_n Orb of Plums,_ you"), "holding an _Orb of Plums,_ you");
    assert_eq!(between_words("eat m_e"), "eat m_e");
    assert_eq!(between_words("“_eat m_e”."), "“_eat me_”.");
    assert_eq!(between_words("light, jam _"), "light, jam");
}

#[test]
fn lines_in_order_stay_as_they_are() {
    for text in ["_a_ b_c _d_", "snake_case", r"one \_ mark", "a\nb"] {
        assert_eq!(between_words(text), text);
    }
}
