/// A vector of length 1 as one byte a number, with what to multiply them by. Its products with other vectors are right to
/// about a hundredth.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Packed {
    /// The numbers, from -127 to 127.
    pub(crate) numbers: Vec<i8>,
    /// What each number is to be multiplied by.
    pub(crate) scale: f32,
}

impl Packed {
    /// Packs a vector after making its length 1. A vector of zeros stays one.
    pub(crate) fn new(vector: &[f32]) -> Self {
        let unit = unit(vector);
        let largest = unit.iter().fold(0.0_f32, |largest, number| largest.max(number.abs()));
        let scale = if largest > 0.0 { largest / 127.0 } else { 1.0 };
        #[expect(clippy::cast_possible_truncation, reason = "between -127 and 127")]
        let numbers = unit.iter().map(|number| (number / scale).round() as i8).collect();
        Self { numbers, scale }
    }

    /// As it is stored: the scale (f32, little endian), then the numbers.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let numbers = self.numbers.iter().map(|number| number.to_le_bytes()[0]);
        self.scale.to_le_bytes().into_iter().chain(numbers).collect()
    }

    /// Reads the stored form; `None` when it is no vector of this dimension.
    pub(crate) fn read(bytes: &[u8], dimension: usize) -> Option<(f32, impl Iterator<Item = i8>)> {
        let (scale, numbers) = bytes.split_first_chunk()?;
        let scale = f32::from_le_bytes(*scale);
        (numbers.len() == dimension && scale.is_finite())
            .then(|| (scale, numbers.iter().map(|number| i8::from_le_bytes([*number]))))
    }
}

/// A vector of the same direction whose length is 1; zeros stay zeros, and what is no number counts as zero.
pub(crate) fn unit(vector: &[f32]) -> Vec<f32> {
    let finite = |number: &f32| if number.is_finite() { *number } else { 0.0 };
    let length = vector.iter().map(finite).map(|number| number * number).sum::<f32>().sqrt();
    let factor = if length > 0.0 { 1.0 / length } else { 0.0 };
    vector.iter().map(|number| finite(number) * factor).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_is_read_again() {
        let packed = Packed::new(&[3.0, -4.0, 0.0, 0.1]);
        let bytes = packed.to_bytes();
        assert_eq!(bytes.len(), 8);
        let (scale, numbers) = Packed::read(&bytes, 4).unwrap();
        assert_eq!((scale, numbers.collect::<Vec<_>>()), (packed.scale, packed.numbers.clone()));
        assert_eq!(packed.numbers[1], -127);
        assert!((f32::from(packed.numbers[0]) * packed.scale - 0.6).abs() < 0.01);
        assert!(Packed::read(&bytes, 3).is_none() && Packed::read(&[1], 4).is_none());
    }

    #[test]
    fn zeros_and_broken_numbers_do_no_harm() {
        assert_eq!(Packed::new(&[0.0, 0.0]).numbers, [0, 0]);
        assert_eq!(unit(&[f32::NAN, 2.0]), [0.0, 1.0]);
    }
}
