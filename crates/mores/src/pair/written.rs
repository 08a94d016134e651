//! Calls as one would write them.

use smt::Value;

use super::{Code, Common, Pair};

/// Methods that both have, by their position, with arguments.
type Calls = [(usize, Vec<Value>)];

/// The calls as the second version has them, if its code is there; else as the first does.
pub(crate) fn written(pair: &Pair, common: &Common, calls: &Calls) -> Vec<String> {
    let (first, second) = &pair.sides;
    let code = second
        .code
        .as_ref()
        .map(|code| (code, true))
        .or(first.code.as_ref().map(|code| (code, false)));
    let written = code.and_then(|(code, second)| {
        let calls = calls_on(code, common, calls, second)?;
        Some(calls.iter().map(|call| code.written(call)).collect())
    });
    written.unwrap_or_else(|| calls.iter().map(|call| plain(common, call)).collect())
}

/// The calls on the code of one version.
pub(crate) fn calls_on(
    code: &Code,
    common: &Common,
    calls: &Calls,
    second: bool,
) -> Option<Vec<cert::Call>> {
    let call = |(method, args): &(usize, Vec<Value>)| {
        let (old, new) = &common.names[*method];
        let name = if second { new } else { old };
        code.call(name, |own| common.value(*method, second, own, args))
    };
    calls.iter().map(call).collect()
}

/// A call where no code is at hand that would say how it is written: what is known of the arguments.
fn plain(common: &Common, (method, args): &(usize, Vec<Value>)) -> String {
    let known = &common.old.methods[*method];
    let name = known.name.split('(').next().unwrap_or(&known.name);
    let params: Vec<String> = known
        .declared
        .iter()
        .map(|(param, _)| argument(common, *method, param, args))
        .collect();
    format!(
        "{}{name}({})",
        if known.constructs { "new " } else { "" },
        params.join(", ")
    )
}

/// A number, or what holds of an object: `snk where snk.connected`.
fn argument(common: &Common, method: usize, param: &str, args: &[Value]) -> String {
    let mut holds = Vec::new();
    for (scalar, value) in common.old.methods[method].params.iter().zip(args) {
        let own = common
            .own_name(method, &scalar.name)
            .unwrap_or_else(|| scalar.name.clone());
        let text = smt::syntax::literal(value, scalar.ty);
        if own == param {
            return text;
        }
        let about = own
            .strip_prefix(param)
            .is_some_and(|rest| rest.starts_with(['.', ' ', '[']));
        match value {
            Value::Bool(true) if about => holds.push(own),
            _ if about && *value != Value::default_of(common.old.terms.sort(scalar.term)) => {
                holds.push(format!("{own} == {text}"));
            }
            _ => {}
        }
    }
    match &holds[..] {
        [] => param.to_owned(),
        [only] if *only == format!("{param} == null") => "null".to_owned(),
        _ => format!("{param} where {}", holds.join(" && ")),
    }
}
