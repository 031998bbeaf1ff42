use super::*;

#[test]
fn a_stored_vector_is_read_unchanged() {
    let vector = [3.0, -4.0, 0.0, 0.1];
    let bytes = pack(&vector);
    assert_eq!(bytes.len(), 8);
    let (scale, components) = parse(&bytes, 4).unwrap();
    let components: Vec<i8> = components.iter().map(|byte| byte.cast_signed()).collect();
    assert_eq!(components[1], -127);
    for (component, exact) in components.into_iter().zip(normalised(&vector)) {
        assert!((f32::from(component) * scale - exact).abs() < 0.01);
    }
    assert!(parse(&bytes, 3).is_none() && parse(&[1], 4).is_none());
}

#[test]
fn the_cosine_of_a_stored_vector_is_that_of_the_original() {
    let bytes = pack(&[3.0, -4.0]);
    assert!((cosine(&bytes, &[0.6, -0.8]).unwrap() - 1.0).abs() < 0.01);
    assert_eq!(cosine(&bytes, &[1.0]), None);
}

#[test]
fn zeros_and_nan_are_packed_as_zeros() {
    assert_eq!(pack(&[0.0, 0.0])[4..], [0, 0]);
    assert_eq!(normalised(&[f32::NAN, 2.0]), [0.0, 1.0]);
}
