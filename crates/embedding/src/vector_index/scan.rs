//! Dot products of a query and many vectors, with the widest instructions of this processor.

/// The largest component of a query in 16 bits. Dot products are exact in 32 bits for up to 4,096 components.
const MAX_QUERY_COMPONENT: f32 = 4_095.0;
/// At a fixed length the compiler uses the widest registers. Most models' dimensions are multiples of it.
pub(super) const COMPONENTS_PER_CHUNK: usize = 128;

#[derive(Debug)]
pub(super) struct IntegerQuery {
    pub(super) leading: Vec<i16>,
    pub(super) other: Vec<i16>,
    pub(super) scale: f32,
}

impl IntegerQuery {
    /// Returns `None` if the vector has another dimension or is zero.
    pub(super) fn new(vector: &[f32], dimension: usize, leading_components: usize) -> Option<Self> {
        let largest = vector.iter().fold(0.0_f32, |largest, component| largest.max(component.abs()));
        if vector.len() != dimension || largest <= 0.0 {
            return None;
        }
        let scale = largest / MAX_QUERY_COMPONENT;
        #[expect(clippy::cast_possible_truncation, reason = "between -4095 and 4095")]
        let mut leading: Vec<_> = vector.iter().map(|component| (component / scale).round() as i16).collect();
        let other = leading.split_off(leading_components);
        Some(Self { leading, other, scale })
    }
}

pub(super) fn dot_products<'a>(query: &[i16], vectors: impl Iterator<Item = &'a [i8]>, products: &mut [i32]) {
    #[cfg(target_arch = "x86_64")]
    #[expect(unsafe_code, reason = "the compiler cannot know the processor")]
    {
        if is_x86_feature_detected!("avx512bw") && is_x86_feature_detected!("avx512vl") {
            // SAFETY: the processor has these instructions.
            return unsafe { scan_with_avx512(query, vectors, products) };
        }
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has these instructions.
            return unsafe { scan_with_avx2(query, vectors, products) };
        }
    }
    scan(query, vectors, products);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512bw,avx512vl")]
fn scan_with_avx512<'a>(query: &[i16], vectors: impl Iterator<Item = &'a [i8]>, products: &mut [i32]) {
    scan(query, vectors, products);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn scan_with_avx2<'a>(query: &[i16], vectors: impl Iterator<Item = &'a [i8]>, products: &mut [i32]) {
    scan(query, vectors, products);
}

/// The scan itself, compiled as a part of each function that calls it, for that function's instructions.
#[inline(always)]
fn scan<'a>(query: &[i16], vectors: impl Iterator<Item = &'a [i8]>, products: &mut [i32]) {
    for (components, product) in vectors.zip(products) {
        *product = dot_product(query, components);
    }
}

/// Written so that the compiler vectorises it.
#[inline(always)]
pub(super) fn dot_product(query: &[i16], components: &[i8]) -> i32 {
    let (query, query_rest) = query.as_chunks::<COMPONENTS_PER_CHUNK>();
    let (components, components_rest) = components.as_chunks::<COMPONENTS_PER_CHUNK>();
    let chunks = query.iter().zip(components);
    chunks.map(|(query, components)| sum_of_products(query, components)).sum::<i32>()
        + sum_of_products(query_rest, components_rest)
}

#[inline(always)]
fn sum_of_products(query: &[i16], components: &[i8]) -> i32 {
    query.iter().zip(components).map(|(a, b)| i32::from(*a) * i32::from(*b)).sum()
}
