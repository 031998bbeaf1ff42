use super::*;

#[test]
fn a_stored_vector_is_read_unchanged() {
    let packed = PackedVector::new(&[3.0, -4.0, 0.0, 0.1]);
    let bytes = packed.to_bytes();
    assert_eq!(bytes.len(), 8);
    let (scale, components) = PackedVector::parse(&bytes, 4).unwrap();
    let components: Vec<i8> = components.iter().map(|byte| byte.cast_signed()).collect();
    assert_eq!((scale, &components), (packed.scale, &packed.components));
    assert_eq!(packed.components[1], -127);
    assert!((f32::from(packed.components[0]) * packed.scale - 0.6).abs() < 0.01);
    assert!(PackedVector::parse(&bytes, 3).is_none() && PackedVector::parse(&[1], 4).is_none());
}

#[test]
fn the_cosine_of_a_stored_vector_is_that_of_the_original() {
    let bytes = PackedVector::new(&[3.0, -4.0]).to_bytes();
    assert!((PackedVector::cosine(&bytes, &[0.6, -0.8]).unwrap() - 1.0).abs() < 0.01);
    assert_eq!(PackedVector::cosine(&bytes, &[1.0]), None);
}

#[test]
fn zeros_and_nan_are_packed_as_zeros() {
    assert_eq!(PackedVector::new(&[0.0, 0.0]).components, [0, 0]);
    assert_eq!(normalised(&[f32::NAN, 2.0]), [0.0, 1.0]);
}
