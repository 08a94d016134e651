//! A table of text: columns as wide as their widest cell.

/// The table with its header, one line a row; the first column and those named by `left` are set flush left.
pub fn table(header: &[&str], left: &[&str], rows: &[Vec<String>]) -> String {
    let widths: Vec<usize> = (0..header.len())
        .map(|column| width(header[column], rows, column))
        .collect();
    let flush_left: Vec<bool> = header
        .iter()
        .enumerate()
        .map(|(at, name)| at == 0 || left.contains(name))
        .collect();
    let line = |cells: &[&str]| {
        let padded: Vec<String> = cells
            .iter()
            .zip(widths.iter().zip(&flush_left))
            .map(|(cell, (&width, &left))| pad(cell, width, left))
            .collect();
        format!("{}\n", padded.join("  ").trim_end())
    };
    let mut text = line(header);
    for row in rows {
        text.push_str(&line(&row.iter().map(String::as_str).collect::<Vec<_>>()));
    }
    text
}

fn width(header: &str, rows: &[Vec<String>], column: usize) -> usize {
    let cells = rows.iter().map(|row| row[column].chars().count());
    cells.chain([header.chars().count()]).max().unwrap_or(0)
}

fn pad(cell: &str, width: usize, left: bool) -> String {
    if left {
        format!("{cell:<width$}")
    } else {
        format!("{cell:>width$}")
    }
}

#[cfg(test)]
mod tests {
    use super::table;

    #[test]
    fn numbers_stand_right_and_words_left() {
        let rows = [
            vec!["A".into(), "10".into(), "yes".into()],
            vec!["Long".into(), "9".into(), "n".into()],
        ];
        let text = table(&["class", "states", "ok"], &["ok"], &rows);
        assert_eq!(
            text,
            "class  states  ok\nA          10  yes\nLong        9  n\n"
        );
    }
}
