//! Vectors in one byte a component.

/// Returns the stored form of a vector with length 1: a scale (f32, little endian), then the components, from
/// -127 to 127. Its dot products are exact to about a hundredth. A vector of zeros stays one.
pub fn pack(vector: &[f32]) -> Vec<u8> {
    let unit = normalised(vector);
    let largest = unit.iter().fold(0.0_f32, |largest, component| largest.max(component.abs()));
    let scale = if largest > 0.0 { largest / 127.0 } else { 1.0 };
    #[expect(clippy::cast_possible_truncation, reason = "between -127 and 127")]
    let components = unit.iter().map(|component| ((component / scale).round() as i8).cast_unsigned());
    scale.to_le_bytes().into_iter().chain(components).collect()
}

/// Returns the cosine of a stored vector to a query of length 1; `None` if damaged or of another dimension.
pub fn cosine(stored: &[u8], query: &[f32]) -> Option<f32> {
    let (scale, components) = parse(stored, query.len())?;
    let products = components.iter().zip(query).map(|(byte, other)| f32::from(byte.cast_signed()) * other);
    Some(products.sum::<f32>() * scale)
}

/// Returns the scale and the components of a stored vector; `None` if it has another dimension or is damaged.
pub(crate) fn parse(stored: &[u8], dimension: usize) -> Option<(f32, &[u8])> {
    let (scale, components) = stored.split_first_chunk()?;
    let scale = f32::from_le_bytes(*scale);
    (components.len() == dimension && scale.is_finite()).then_some((scale, components))
}

/// The result has length 1. Zeros stay zeros; NaN and infinity count as zero.
pub(crate) fn normalised(vector: &[f32]) -> Vec<f32> {
    let finite = |component: &f32| if component.is_finite() { *component } else { 0.0 };
    let length = vector.iter().map(finite).map(|component| component * component).sum::<f32>().sqrt();
    let factor = if length > 0.0 { 1.0 / length } else { 0.0 };
    vector.iter().map(|component| finite(component) * factor).collect()
}

#[cfg(test)]
mod tests;
