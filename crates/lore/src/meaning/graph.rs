//! A model that is stored in eight bits is made to compute in eight bits, too.
//!
//! The bundled model keeps its weights as bytes and multiplies them by their scales before it uses them, which makes it as
//! large and as slow as one of 32 bits. The same weights can be used as they are by an operator of ONNX Runtime,
//! [`DynamicQuantizeMatMul`], which rounds its other input to eight bits, as dynamic quantisation always does. Two
//! smaller changes go along: the activation function becomes one operator, and a guard against sequences that are
//! nothing but padding goes, for there is no padding here.
//!
//! [`DynamicQuantizeMatMul`]: https://github.com/microsoft/onnxruntime/blob/main/docs/ContribOperators.md

use std::collections::{HashMap, HashSet};

use onnx_rs::ast::{Attribute, AttributeType, DataType, Graph, Node, OpType, OperatorSetId, TensorProto};

/// The operators that are ONNX Runtime's own.
const ITS_OWN: &str = "com.microsoft";

/// A model of the same weights that computes in eight bits; `None` for one that is not stored so.
pub(super) fn in_eight_bits(onnx: &[u8]) -> Option<Vec<u8>> {
    let mut model = onnx_rs::parse(onnx).ok()?;
    let graph = model.graph.as_mut()?;
    let names: Vec<Looked> = graph.node.iter().map(|node| Looked::up_by(node)).collect();
    let stored = stored_in_bytes(graph);
    if stored.is_empty() {
        return None;
    }
    let nodes = std::mem::take(&mut graph.node);
    graph.node =
        nodes.into_iter().zip(&names).flat_map(|(node, names)| use_bytes(node, names, &stored)).collect();
    add_biases(graph);
    simplify_activations(graph);
    trust_softmax(graph);
    drop_unused(graph);
    flatten_scales(graph);
    if !model.opset_import.iter().any(|set| set.domain == ITS_OWN) {
        model.opset_import.push(OperatorSetId { domain: ITS_OWN, version: 1 });
    }
    Some(onnx_rs::encode(&model))
}

/// Weights in bytes, and what they are to be multiplied by.
#[derive(Debug, Clone, Copy)]
struct Stored<'a> {
    weights: &'a str,
    scales: &'a str,
    /// Whether there is a scale for each column; otherwise there is one for each row.
    by_column: bool,
}

/// The names of the steps in which a row of stored weights is looked up.
#[derive(Debug)]
struct Looked {
    bytes: String,
    scale: String,
    number: String,
}

impl Looked {
    fn up_by(node: &Node<'_>) -> Self {
        let output = node.output.first().copied().unwrap_or_default();
        let named = |what: &str| format!("{output}/{what}");
        Self { bytes: named("bytes"), scale: named("scale"), number: named("number") }
    }
}

/// What is `Cast(bytes) * scales`, by the name of the product.
fn stored_in_bytes<'a>(graph: &Graph<'a>) -> HashMap<&'a str, Stored<'a>> {
    let tensors: HashMap<&str, &TensorProto<'a>> =
        graph.initializer.iter().map(|tensor| (tensor.name(), tensor)).collect();
    let made_by = made_by(graph);
    let weights_in = |product: &Node<'a>| {
        let [numbers, scales] = product.input.as_slice() else { return None };
        let cast = made_by.get(numbers).and_then(|at| graph.node.get(*at))?;
        let weights = *cast.input.first()?;
        let (bytes, scale) = (tensors.get(weights)?, tensors.get(scales)?);
        let by_column = match (bytes.dims(), scale.dims()) {
            ([_, columns], [1, scales]) if columns == scales => true,
            ([rows, _], [scales, 1]) if rows == scales => false,
            _ => return None,
        };
        let right = cast.op_type == OpType::Cast
            && bytes.data_type() == DataType::Int8
            && scale.data_type() == DataType::Float;
        right.then_some(Stored { weights, scales, by_column })
    };
    let products = graph.node.iter().filter(|node| node.op_type == OpType::Mul);
    products.filter_map(|node| Some((*node.output.first()?, weights_in(node)?))).collect()
}

/// A node that uses stored weights, as one or several that use their bytes.
fn use_bytes<'a>(node: Node<'a>, names: &'a Looked, stored: &HashMap<&'a str, Stored<'a>>) -> Vec<Node<'a>> {
    let Some(output) = node.output.first().copied() else { return vec![node] };
    match (&node.op_type, node.input.as_slice()) {
        (OpType::MatMul, [input, weights]) => match stored.get(weights) {
            Some(Stored { weights, scales, by_column: true }) => vec![Node {
                input: vec![*input, *weights, *scales],
                op_type: OpType::Custom("DynamicQuantizeMatMul"),
                domain: ITS_OWN,
                ..node
            }],
            _ => vec![node],
        },
        (OpType::Gather, [table, rows]) => match stored.get(table) {
            Some(Stored { weights, scales, by_column: false }) => {
                let step = |op_type, input, output| Node {
                    input,
                    output: vec![output],
                    name: output,
                    op_type,
                    ..Node::default()
                };
                let attribute = node.attribute.clone();
                let float =
                    Attribute { name: "to", r#type: AttributeType::Int, i: 1, ..Attribute::default() };
                vec![
                    Node {
                        attribute: attribute.clone(),
                        ..step(OpType::Gather, vec![*weights, *rows], names.bytes.as_str())
                    },
                    Node { attribute, ..step(OpType::Gather, vec![*scales, *rows], &names.scale) },
                    Node { attribute: vec![float], ..step(OpType::Cast, vec![&names.bytes], &names.number) },
                    step(OpType::Mul, vec![&names.number, &names.scale], output),
                ]
            }
            _ => vec![node],
        },
        _ => vec![node],
    }
}

/// A bias that is added to a product is given to the product.
fn add_biases(graph: &mut Graph<'_>) {
    let vectors: HashSet<&str> = graph
        .initializer
        .iter()
        .filter(|tensor| tensor.dims().len() == 1)
        .map(|tensor| tensor.name())
        .collect();
    let uses = uses(graph);
    let mut added = Vec::new();
    for (at, product) in graph.node.iter().enumerate() {
        let Some(output) = product.output.first() else { continue };
        let Some([only]) = uses.get(output).map(Vec::as_slice) else { continue };
        let Some(sum) = graph.node.get(*only) else { continue };
        let bias = sum.input.iter().find(|input| *input != output);
        if product.op_type.as_str() == "DynamicQuantizeMatMul"
            && sum.op_type == OpType::Add
            && let Some(bias) = bias.filter(|bias| vectors.contains(*bias))
        {
            added.push((at, *only, *bias));
        }
    }
    for (product, sum, bias) in added {
        let output = graph.node.get_mut(sum).map(|sum| std::mem::take(&mut sum.output));
        if let (Some(product), Some(output)) = (graph.node.get_mut(product), output) {
            // The third input would say which byte means zero.
            product.input.extend(["", bias]);
            product.output = output;
        }
    }
}

/// `x * (0.5 * (erf(x / √2) + 1))` becomes one operator.
fn simplify_activations(graph: &mut Graph<'_>) {
    let uses = uses(graph);
    let made_by = made_by(graph);
    let only_use = |node: &Node<'_>, op_type: OpType<'_>| {
        let [at] = uses.get(node.output.first()?)?.as_slice() else { return None };
        graph.node.get(*at).filter(|user| user.op_type == op_type).map(|user| (*at, user))
    };
    let activation = |erf: &Node<'_>| {
        let quotient = graph.node.get(*made_by.get(erf.input.first()?)?)?;
        let x = *quotient.input.first().filter(|_| quotient.op_type == OpType::Div)?;
        let (_, sum) = only_use(erf, OpType::Add)?;
        let (_, half) = only_use(sum, OpType::Mul)?;
        let (at, product) = only_use(half, OpType::Mul)?;
        let constant = |node: &Node<'_>, wanted: f32| {
            let tensors = node.input.iter().filter_map(|input| graph.get_initializer(input));
            tensors
                .filter_map(TensorProto::as_f32)
                .any(|numbers| matches!(numbers.as_ref(), [number] if (number - wanted).abs() < 1e-6))
        };
        let right = constant(quotient, std::f32::consts::SQRT_2)
            && constant(sum, 1.0)
            && constant(half, 0.5)
            && product.input.contains(&x);
        right.then_some((at, x))
    };
    let found: Vec<_> =
        graph.node.iter().filter(|node| node.op_type == OpType::Erf).filter_map(activation).collect();
    for (at, x) in found {
        if let Some(node) = graph.node.get_mut(at) {
            node.op_type = OpType::Custom("Gelu");
            node.domain = ITS_OWN;
            node.input = vec![x];
        }
    }
}

/// `Where(IsNaN(x), …, x)` becomes `x`.
fn trust_softmax(graph: &mut Graph<'_>) {
    let made_by = made_by(graph);
    let guarded = |node: &Node<'_>| {
        let [test, _, x] = node.input.as_slice() else { return false };
        let test = made_by.get(test).and_then(|at| graph.node.get(*at));
        node.op_type == OpType::Where
            && test.is_some_and(|test| test.op_type == OpType::IsNaN && test.input.first() == Some(x))
    };
    let guards: Vec<usize> =
        (0..graph.node.len()).filter(|at| graph.node.get(*at).is_some_and(guarded)).collect();
    for at in guards {
        if let Some(node) = graph.node.get_mut(at) {
            node.op_type = OpType::Identity;
            node.input.drain(..2);
        }
    }
}

/// Drops nodes and tensors that nothing uses any more.
fn drop_unused(graph: &mut Graph<'_>) {
    loop {
        let used: HashSet<&str> = graph
            .node
            .iter()
            .flat_map(|node| node.input.iter().copied())
            .chain(graph.output.iter().map(|output| output.name))
            .collect();
        let before = graph.node.len();
        graph.node.retain(|node| node.output.iter().any(|output| used.contains(output)));
        if graph.node.len() == before {
            graph.initializer.retain(|tensor| used.contains(tensor.name()));
            return;
        }
    }
}

/// The operator wants the scales of its columns as a plain list.
fn flatten_scales(graph: &mut Graph<'_>) {
    let scales: HashSet<&str> = graph
        .node
        .iter()
        .filter(|node| node.op_type.as_str() == "DynamicQuantizeMatMul")
        .filter_map(|node| node.input.get(2).copied())
        .collect();
    for tensor in graph.initializer.iter_mut().filter(|tensor| scales.contains(tensor.name())) {
        if let ([1, columns], Some(numbers)) = (tensor.dims(), tensor.as_f32()) {
            *tensor = TensorProto::from_f32(tensor.name(), vec![*columns], numbers.into_owned());
        }
    }
}

/// The node that makes each value.
fn made_by<'a>(graph: &Graph<'a>) -> HashMap<&'a str, usize> {
    let outputs = |(at, node): (usize, &Node<'a>)| {
        node.output.iter().map(move |output| (*output, at)).collect::<Vec<_>>()
    };
    graph.node.iter().enumerate().flat_map(outputs).collect()
}

/// The nodes that use each value.
fn uses<'a>(graph: &Graph<'a>) -> HashMap<&'a str, Vec<usize>> {
    let mut uses: HashMap<&str, Vec<usize>> = HashMap::new();
    for (at, node) in graph.node.iter().enumerate() {
        for input in &node.input {
            uses.entry(*input).or_default().push(at);
        }
    }
    uses
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meaning::real;

    #[test]
    fn the_bundled_model_uses_its_bytes() {
        let Some(options) = real() else { return };
        let onnx = std::fs::read(options.model.unwrap().join("model.onnx")).unwrap();
        let rewritten = in_eight_bits(&onnx).unwrap();
        let graph = onnx_rs::parse(&rewritten).unwrap().graph.unwrap();
        let count = |name: &str| graph.node.iter().filter(|node| node.op_type.as_str() == name).count();
        assert_eq!((count("DynamicQuantizeMatMul"), count("Gelu")), (36, 6));
        assert_eq!((count("Erf"), count("IsNaN"), count("Where")), (0, 0, 1));
        assert!(in_eight_bits(&rewritten).is_none(), "there is nothing left to do");
    }

    #[test]
    fn what_is_no_such_model_is_left_alone() {
        assert!(in_eight_bits(b"").is_none());
        assert!(in_eight_bits(b"no model").is_none());
        let other = onnx_rs::ast::Model { graph: Some(Graph::default()), ..onnx_rs::ast::Model::default() };
        assert!(in_eight_bits(&onnx_rs::encode(&other)).is_none());
    }
}
