//! A report as text. One element of a list stands on one line wherever it fits, so that the difference of two saved
//! models reads well.

use serde::Serialize;
use serde_json::Value;

/// Lists and objects up to this many columns stay on one line.
const COLUMNS: usize = 120;

/// Plain data as JSON, with a stable order of keys and a newline at the end.
pub fn json(data: &impl Serialize) -> String {
    let value =
        serde_json::to_value(data).expect("a report has only string keys and finite numbers");
    let mut out = String::new();
    write(&value, 0, &mut out);
    out.push('\n');
    out
}

/// Plain data on one line without an end.
pub fn on_one_line(data: &impl Serialize) -> String {
    one_line(&serde_json::to_value(data).expect("a report has only string keys and finite numbers"))
}

fn write(value: &Value, indent: usize, out: &mut String) {
    let line = one_line(value);
    match value {
        Value::Array(items) if line.chars().count() + indent > COLUMNS => {
            write_items('[', ']', items, indent, out, write);
        }
        Value::Object(fields) if indent == 0 || line.chars().count() + indent > COLUMNS => {
            write_items('{', '}', fields, indent, out, |(key, item), inner, out| {
                out.push_str(&format!("{}: ", Value::from(key.as_str())));
                write(item, inner, out);
            });
        }
        Value::Null
        | Value::Bool(_)
        | Value::Number(_)
        | Value::String(_)
        | Value::Array(_)
        | Value::Object(_) => {
            out.push_str(&line);
        }
    }
}

fn write_items<I: IntoIterator>(
    open: char,
    close: char,
    items: I,
    indent: usize,
    out: &mut String,
    mut item: impl FnMut(I::Item, usize, &mut String),
) {
    let inner = indent + 2;
    out.push(open);
    for (i, element) in items.into_iter().enumerate() {
        out.push_str(if i == 0 { "\n" } else { ",\n" });
        out.push_str(&" ".repeat(inner));
        item(element, inner, out);
    }
    out.push('\n');
    out.push_str(&" ".repeat(indent));
    out.push(close);
}

fn one_line(value: &Value) -> String {
    match value {
        Value::Array(items) if items.is_empty() => "[]".to_owned(),
        Value::Array(items) => format!(
            "[{}]",
            items.iter().map(one_line).collect::<Vec<_>>().join(", ")
        ),
        Value::Object(fields) if fields.is_empty() => "{}".to_owned(),
        Value::Object(fields) => {
            let field = |(key, item): (&String, &Value)| {
                format!("{}: {}", Value::from(key.as_str()), one_line(item))
            };
            format!(
                "{{ {} }}",
                fields.iter().map(field).collect::<Vec<_>>().join(", ")
            )
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value.to_string(),
    }
}
