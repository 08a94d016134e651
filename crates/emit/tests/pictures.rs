//! Pictures say what the report says, nothing in them lies over anything else, and no name breaks out of them.

use std::collections::BTreeSet;

use base::Random;
use emit::report::{Interface, Kind, Report};
use emit::{Detail, Source, html};
use roxmltree::{Document, Node, ParsingOptions};

use crate::pages::without_script;
use crate::samples;
use crate::samples::Sample;

fn svg(report: &Report, detail: Detail) -> String {
    emit::svg(&Interface::drawing(report, detail))
}

fn dot(report: &Report, detail: Detail) -> String {
    emit::dot(&Interface::drawing(report, detail))
}

fn mermaid(report: &Report, detail: Detail) -> String {
    emit::mermaid(&Interface::drawing(report, detail))
}

const DETAILS: [Detail; 2] = [Detail::Full, Detail::Legal];

fn all() -> Vec<Report> {
    vec![
        samples::piped_output_stream(),
        samples::read_write_acq(),
        samples::vehicle(),
        samples::bounds(),
        samples::guessed(),
        samples::socket(),
        samples::hostile(),
    ]
}

/// Any interface: methods that move about at random, some with a guard, some unknown, some not established.
fn random_report(random: &mut Random) -> Report {
    let states = 2 + random.below(14) as u64;
    let mut sample = Sample::new("Random", states)
        .method("Random", &[], &[])
        .moves(&[0], "Random", 1);
    for m in 0..1 + random.below(8) {
        let name = format!("method{}", "Name".repeat(m % 4));
        let name = format!("{name}{m}");
        let split = random.chance(1, 2);
        let guards: &[&str] = if split {
            &["p > 0 && p < 100 * p", "p <= 0 || p >= 100 * p"]
        } else {
            &[]
        };
        let symbol = if split {
            format!("{name}_1")
        } else {
            name.clone()
        };
        sample = sample.method(&name, &["int p"], guards);
        for from in (1..states)
            .filter(|_| random.chance(1, 2))
            .collect::<Vec<_>>()
        {
            sample = match random.chance(1, 20) {
                true => sample.unknown(from, &symbol),
                false => sample.moves(
                    &[from],
                    &symbol,
                    1 + random.below(states as usize - 1) as u64,
                ),
            };
        }
    }
    let mut report = sample.report();
    if random.chance(1, 2) {
        for transition in &mut report.model.transitions {
            transition.established = random.chance(2, 3);
            transition.answered = transition.established || random.chance(1, 2);
        }
    }
    report
}

#[derive(Clone, Copy, Debug)]
struct Rect {
    x: f64,
    y: f64,
    width: f64,
    height: f64,
}

impl Rect {
    fn of(node: Node<'_, '_>) -> Self {
        let [x, y, width, height] = ["x", "y", "width", "height"].map(|name| number(node, name));
        Self {
            x,
            y,
            width,
            height,
        }
    }

    fn overlaps(self, other: Self) -> bool {
        self.x < other.x + other.width
            && other.x < self.x + self.width
            && self.y < other.y + other.height
            && other.y < self.y + self.height
    }

    /// Whether a point lies inside, further than a hair from the border.
    fn contains(self, (x, y): (f64, f64)) -> bool {
        let hair = 0.6;
        self.x + hair < x
            && x < self.x + self.width - hair
            && self.y + hair < y
            && y < self.y + self.height - hair
    }
}

fn number(node: Node<'_, '_>, name: &str) -> f64 {
    node.attribute(name)
        .unwrap_or("0")
        .parse()
        .expect("a number")
}

fn classed<'a, 'i>(
    document: &'a Document<'i>,
    class: &'a str,
) -> impl Iterator<Item = Node<'a, 'i>> {
    document.descendants().filter(move |n| {
        n.attribute("class")
            .is_some_and(|c| c.split(' ').any(|c| c == class))
    })
}

fn rects(document: &Document<'_>, class: &str) -> Vec<Rect> {
    classed(document, class)
        .filter(|n| n.has_tag_name(("http://www.w3.org/2000/svg", "rect")))
        .map(Rect::of)
        .collect()
}

/// Points along a path made of `M`, `L` and `C`.
fn points(path: &str) -> Vec<(f64, f64)> {
    let mut points: Vec<(f64, f64)> = Vec::new();
    for part in path.split(['M', 'L', 'C']).skip(1) {
        let n: Vec<f64> = part
            .split_whitespace()
            .map(|n| n.parse().expect("a number"))
            .collect();
        let steps = 24;
        match (points.last().copied(), n.len()) {
            (None, _) => points.push((n[0], n[1])),
            (Some((x, y)), 2) => points.extend((1..=steps).map(|i| {
                let t = f64::from(i) / f64::from(steps);
                (x + t * (n[0] - x), y + t * (n[1] - y))
            })),
            (Some(start), _) => points
                .extend((1..=steps).map(|i| bezier(start, &n, f64::from(i) / f64::from(steps)))),
        }
    }
    points
}

fn bezier((x, y): (f64, f64), n: &[f64], t: f64) -> (f64, f64) {
    let at = |a: f64, b: f64, c: f64, d: f64| {
        let u = 1.0 - t;
        u * u * u * a + 3.0 * u * u * t * b + 3.0 * u * t * t * c + t * t * t * d
    };
    (at(x, n[0], n[2], n[4]), at(y, n[1], n[3], n[5]))
}

/// Boxes and labels are apart from each other; a line touches boxes only at its ends and labels only its own.
fn assert_nothing_overlaps(text: &str) {
    let document = Document::parse(text).expect("well-formed SVG");
    let (boxes, plates) = (rects(&document, "box"), rects(&document, "plate"));
    let things: Vec<Rect> = boxes.iter().chain(&plates).copied().collect();
    for (i, a) in things.iter().enumerate() {
        for b in &things[..i] {
            assert!(!a.overlaps(*b), "{a:?} lies over {b:?}\n{text}");
        }
    }
    for edge in classed(&document, "edge") {
        let points = points(edge.attribute("d").expect("a path"));
        assert!(
            !boxes.iter().any(|b| points.iter().any(|&p| b.contains(p))),
            "a line runs through a box\n{text}"
        );
        let crossed = plates
            .iter()
            .filter(|plate| points.iter().any(|&p| plate.contains(p)))
            .count();
        assert_eq!(crossed, 1, "a line runs through its own label only\n{text}");
    }
}

/// Every text ends before the picture does, even in the widest of the fonts; a label's text ends before its label.
fn assert_nothing_is_clipped(text: &str) {
    let document = Document::parse(text).expect("well-formed SVG");
    let page = Rect::of(document.root_element());
    for class in ["box", "plate"] {
        for rect in rects(&document, class) {
            assert!(
                rect.x >= 0.0 && rect.x + rect.width <= page.width,
                "{rect:?} is outside of {page:?}"
            );
            assert!(
                rect.y >= 0.0 && rect.y + rect.height <= page.height,
                "{rect:?} is outside of {page:?}"
            );
        }
    }
    for plate in classed(&document, "plate") {
        let rect = Rect::of(plate);
        for line in plate
            .parent()
            .expect("a group")
            .children()
            .filter(|n| n.has_tag_name(("http://www.w3.org/2000/svg", "text")))
        {
            let letters = line
                .descendants()
                .filter(Node::is_text)
                .filter_map(|n| n.text())
                .collect::<String>();
            let end = number(line, "x") + 7.23 * letters.chars().count() as f64;
            assert!(
                end <= rect.x + rect.width,
                "`{letters}` is wider than its label"
            );
        }
    }
}

#[test]
fn nothing_overlaps_in_the_samples() {
    for report in all() {
        for detail in DETAILS {
            assert_nothing_overlaps(&svg(&report, detail));
        }
    }
}

#[test]
fn nothing_overlaps_in_random_pictures() {
    let mut random = Random::seeded(7);
    for _ in 0..25 {
        let report = random_report(&mut random);
        for detail in DETAILS {
            assert_nothing_overlaps(&svg(&report, detail));
        }
    }
}

#[test]
fn nothing_is_clipped() {
    let mut random = Random::seeded(8);
    let mut reports = vec![
        samples::piped_output_stream(),
        samples::read_write_acq(),
        samples::vehicle(),
        samples::socket(),
    ];
    reports.extend((0..8).map(|_| random_report(&mut random)));
    for report in reports {
        for detail in DETAILS {
            assert_nothing_is_clipped(&svg(&report, detail));
        }
    }
}

#[test]
fn the_same_report_gives_the_same_bytes() {
    let source = Source {
        name: "Vehicle.java".to_owned(),
        text: "class Vehicle {}\n".to_owned(),
    };
    let draw = || {
        let report = samples::vehicle();
        let pictures = DETAILS
            .map(|d| [svg(&report, d), dot(&report, d), mermaid(&report, d)].concat())
            .concat();
        pictures + &html(&report, Some(&source))
    };
    assert_eq!(draw(), draw());
}

#[test]
fn legal_pictures_have_no_illegal_call() {
    let report = samples::piped_output_stream();
    for text in [
        svg(&report, Detail::Legal),
        dot(&report, Detail::Legal),
        mermaid(&report, Detail::Legal),
    ] {
        assert!(
            !text.contains("snk == 0") && !text.contains("error"),
            "{text}"
        );
    }
    for text in [
        svg(&report, Detail::Full),
        dot(&report, Detail::Full),
        mermaid(&report, Detail::Full),
    ] {
        assert!(text.contains("snk == 0"), "{text}");
    }
}

/// A dot is enough for the state before construction, unless constructors can fail.
#[test]
fn a_constructor_that_can_fail_is_told() {
    assert!(svg(&samples::vehicle(), Detail::Full).contains("before construction</text>"));
    assert!(svg(&samples::vehicle(), Detail::Legal).contains("class=\"dot\""));
}

#[test]
fn what_is_unknown_is_drawn_and_never_as_ok() {
    for detail in DETAILS {
        let report = samples::vehicle();
        assert!(svg(&report, detail).contains(">unknown</text>"));
        assert!(dot(&report, detail).contains(
            "s5 -> s14 [label=\"ascend(altitude) if altitude > 100000\\l\", style=dashed"
        ));
        assert!(mermaid(&report, detail).contains("s5 -.->|\"ascend(altitude)"));
    }
}

#[test]
fn all_symbols_of_a_method_together_need_no_guard() {
    let text = dot(&samples::piped_output_stream(), Detail::Full);
    assert!(
        text.contains("s2 -> s3 [label=\"connect(snk, snkConnected)\\l\""),
        "{text}"
    );
}

const GRAPHVIZ: &str = r##"digraph "PipedOutputStream" {
  graph [fontname="Helvetica", ranksep=0.6, nodesep=0.5];
  node [shape=box, style="rounded,filled", fillcolor="#eef4fb", color="#3f6795", fontname="Helvetica"];
  edge [color="#54657a", fontname="Courier", fontsize=10];
  s0 [shape=point, width=0.12, color="#1c2733", tooltip="before construction"];
  s1 [label="1"];
  s2 [label="2"];
  s3 [label="error", fillcolor="#fdeeec", color="#c4554b", fontcolor="#a63a31"];
  s0 -> s1 [label="PipedOutputStream()\l"];
  s1 -> s2 [label="connect(snk, snkConnected) if snk != 0 && !snkConnected\l"];
  s1 -> s1 [label="flush()\lclose()\l"];
  s1 -> s3 [label="connect(snk, snkConnected) if snk == 0 || snkConnected\lwrite(b)\l", color="#e2b1ac", fontcolor="#b4675f", weight=0];
  s2 -> s2 [label="write(b)\lflush()\lclose()\l"];
  s2 -> s3 [label="connect(snk, snkConnected)\l", color="#e2b1ac", fontcolor="#b4675f", weight=0];
}
"##;

#[test]
fn graphviz_gets_the_interface_of_the_paper() {
    let text = dot(&samples::piped_output_stream(), Detail::Full);
    assert_eq!(text, GRAPHVIZ);
}

const MERMAID: &str = r#"flowchart TB
    s0(( ))
    s1("1")
    s2("2")
    s3("error")
    s0 -->|"PipedOutputStream()"| s1
    s1 -->|"connect(snk, snkConnected)<br/>if snk != 0 #38;#38; !snkConnected"| s2
    s1 -->|"flush()<br/>close()"| s1
    s1 -->|"connect(snk, snkConnected)<br/>if snk == 0 #124;#124; snkConnected<br/>write(b)"| s3
    s2 -->|"write(b)<br/>flush()<br/>close()"| s2
    s2 -->|"connect(snk, snkConnected)"| s3
    linkStyle 3 stroke:#e2b1ac
    linkStyle 5 stroke:#e2b1ac
    classDef dark fill:#1c2733,stroke:#1c2733
    class s0 dark
    classDef bad fill:#fdeeec,stroke:#c4554b,color:#a63a31
    class s3 bad
"#;

#[test]
fn mermaid_gets_the_interface_of_the_paper() {
    let text = mermaid(&samples::piped_output_stream(), Detail::Full);
    assert_eq!(text, MERMAID);
}

/// A quoted string of DOT ends at the first quote that no backslash precedes.
#[test]
fn no_name_breaks_out_of_a_dot_string() {
    let text = dot(&samples::hostile(), Detail::Full);
    for line in text.lines().filter(|l| l.contains("->")) {
        let label = line.split_once("label=\"").expect("a label").1;
        let mut rest = label.chars();
        while let Some(c) = rest.next().filter(|&c| c != '"') {
            if c == '\\' {
                assert!(matches!(rest.next(), Some('"' | '\\' | 'l')), "{line}");
            }
        }
        let after: String = rest.collect();
        assert!(after == "];" || after.starts_with(", "), "{line}");
    }
}

/// A quoted string of D2 ends at the first quote that no backslash precedes; behind it come the attributes.
#[test]
fn no_name_breaks_out_of_a_d2_string() {
    for report in [samples::hostile(), samples::vehicle()] {
        let drawing = Interface::drawing(&report, Detail::Full);
        let text = emit::d2(&drawing);
        let lines: Vec<&str> = text.lines().filter(|l| l.contains(": \"")).collect();
        assert!(lines.len() >= drawing.nodes.len() + drawing.arrows.len());
        for line in lines {
            let mut rest = line.split_once(": \"").expect("a text").1.chars();
            while let Some(c) = rest.next().filter(|&c| c != '"') {
                if c == '\\' {
                    assert!(
                        matches!(rest.next(), Some('"' | '\\' | 'n' | '$')),
                        "{line}"
                    );
                }
                assert_ne!(c, '$', "{line}");
            }
            let after: String = rest.collect();
            assert!(after.starts_with(" { ") && after.ends_with(" }"), "{line}");
        }
    }
}

/// What has a meaning to Mermaid, HTML or Markdown is written as a number.
#[test]
fn no_name_breaks_out_of_a_mermaid_label() {
    for line in mermaid(&samples::hostile(), Detail::Full)
        .lines()
        .filter(|l| l.contains(" -->"))
    {
        let label = line.split('"').nth(1).expect("a label");
        let label = label.replace("<br/>", "");
        assert!(
            !label.contains([
                '<', '>', '"', '\'', '&', '`', '|', ':', '{', '}', '[', ']', '\\'
            ]),
            "{label}"
        );
        let plain = label.split('#').skip(1).all(|after| {
            let digits = after.chars().take_while(char::is_ascii_digit).count();
            digits > 0 && after[digits..].starts_with(';')
        });
        assert!(plain, "{label}");
    }
}

fn page(report: &Report) -> String {
    let text = "class A {\n  int x = 1; // <script>\n  String s = \"</pre>\";\n}\n".repeat(20);
    let source = Source {
        name: format!("{}.java", report.subject.name),
        text,
    };
    html(report, Some(&source))
}

fn parse(page: &str) -> Document<'_> {
    Document::parse_with_options(
        page,
        ParsingOptions {
            allow_dtd: true,
            ..ParsingOptions::default()
        },
    )
    .expect("well-formed")
}

#[test]
fn hostile_names_stay_text_in_the_page_and_the_picture() {
    let report = samples::hostile();
    let page = without_script(&page(&report));
    let picture = svg(&report, Detail::Full);
    for text in [&page, &picture] {
        let document = parse(text);
        assert!(
            !document
                .descendants()
                .any(|n| n.tag_name().name() == "script")
        );
        let shown = document
            .descendants()
            .filter(|n| n.is_text())
            .filter_map(|n| n.text())
            .collect::<String>();
        assert!(
            shown.contains("<script>alert(\"x\")</script>(p&amp;)"),
            "the name is shown as it is"
        );
        assert!(
            !shown.contains('\u{202e}'),
            "nothing turns the direction of text"
        );
    }
}

/// No network, no other script, no other file: everything that is referred to is in the page.
#[test]
fn the_page_is_self_contained() {
    for report in all() {
        let page = without_script(&page(&report));
        let document = parse(&page);
        let ids: Vec<&str> = document
            .descendants()
            .filter_map(|n| n.attribute("id"))
            .collect();
        assert_eq!(
            ids.iter().collect::<BTreeSet<_>>().len(),
            ids.len(),
            "ids are unique"
        );
        for node in document.descendants().filter(Node::is_element) {
            assert!(
                !matches!(
                    node.tag_name().name(),
                    "script" | "link" | "img" | "iframe" | "object"
                ),
                "{node:?}"
            );
            assert!(
                node.attribute("src").is_none()
                    && !node.attributes().any(|a| a.name().starts_with("on"))
            );
            if let Some(target) = node.attribute("href") {
                assert!(
                    ids.contains(&target.trim_start_matches('#')),
                    "{target} is in the page"
                );
            }
            if let Some(tip) = node.attribute("marker-end") {
                assert!(
                    ids.contains(&tip.trim_start_matches("url(#").trim_end_matches(')')),
                    "{tip}"
                );
            }
        }
        assert!(!page.contains("@import") && !page.contains("url(h"));
    }
}

#[test]
fn failures_link_to_their_lines() {
    let page = page(&samples::piped_output_stream());
    let document = parse(&page);
    let marked: Vec<&str> = classed(&document, "fails")
        .filter_map(|n| n.attribute("id"))
        .collect();
    assert_eq!(marked, ["L11", "L14", "L17", "L20", "L23"]);
    let elsewhere = without_script(&html(&samples::piped_output_stream(), None));
    assert!(elsewhere.contains("PipedOutputStream.java:14") && !elsewhere.contains("href"));
}

#[test]
fn the_page_says_what_the_verdict_means() {
    assert!(page(&samples::read_write_acq()).contains("Proved: on every sequence of calls"));
    let unproved = page(&samples::vehicle());
    assert!(unproved.contains("Holds up to 7 calls") && !unproved.contains("Proved"));
}

/// The layout has an allowance of work; what is too large says so instead of taking for ever.
#[test]
fn a_picture_that_is_too_large_says_so() {
    let mut sample = Sample::new("Large", 700)
        .method("Large", &[], &[])
        .moves(&[0], "Large", 1);
    for m in 0..6 {
        let name = format!("m{m}");
        sample = sample.method(&name, &[], &[]);
        for from in 1..700 {
            sample = sample.moves(&[from], &name, 1 + (from * 31 + m * 97) % 699);
        }
    }
    assert!(svg(&sample.report(), Detail::Legal).contains("too large to draw: 700 states"));
}

/// What was not decided in time is not what cannot be analysed: every picture says so, and what it means.
#[test]
fn undecided_states_are_drawn_as_undecided() {
    let (bounds, vehicle) = (samples::bounds(), samples::vehicle());
    let means = "the true one lies between the two";
    for detail in DETAILS {
        let pictures =
            [dot, mermaid, svg].map(|draw| (draw(&bounds, detail), draw(&vehicle, detail)));
        for (drawn, other) in &pictures {
            assert!(drawn.contains("undecided"), "{drawn}");
            assert!(!other.contains(means), "{other}");
        }
        assert!(pictures[0].0.contains("label=\"undecided\"") && pictures[0].0.contains(means));
        assert!(pictures[1].0.contains("class s4 undecided") && !pictures[1].0.contains("unknown"));
        assert!(pictures[1].0.contains(means));
        let picture = Document::parse(&pictures[2].0).expect("well-formed SVG");
        let groups = |class: &str| {
            classed(&picture, class)
                .map(|g| {
                    g.descendants()
                        .filter(|n| n.has_tag_name(("http://www.w3.org/2000/svg", "rect")))
                        .count()
                })
                .sum::<usize>()
        };
        assert_eq!(
            (groups("undecided"), groups("unknown")),
            (2, 0),
            "the box, and the label of the call that leads to it"
        );
        let legend: String = classed(&picture, "remark")
            .filter_map(|n| n.text())
            .map(|t| format!("{t} "))
            .collect();
        assert!(legend.contains(means), "{legend}");
    }
    let page = html(&bounds, None);
    assert!(
        page.contains("<tr class=\"undecided\">") && !page.contains("<tr class=\"unknown\">"),
        "{page}"
    );
    assert!(html(&vehicle, None).contains("<tr class=\"unknown\">"));
}

/// What is not established looks otherwise than what is, in every picture, and the picture says what that means.
#[test]
fn what_is_not_established_is_drawn_as_a_guess() {
    let (guessed, vehicle) = (samples::guessed(), samples::vehicle());
    let means = "not established, a guess";
    for detail in DETAILS {
        let dots = dot(&guessed, detail);
        assert!(dots.contains("s1 -> s2 [label=\"push()\\l\"];"), "{dots}");
        assert!(
            dots.contains("s2 -> s2 [label=\"~ push()\\l\", style=dashed];"),
            "{dots}"
        );
        assert!(
            dots.contains("s2 -> s3 [label=\"~ full()\\l\""),
            "a guessed error is told even of legal calls: {dots}"
        );
        assert!(mermaid(&guessed, detail).contains("s2 -.->|\"#126; pop()\"| s1"));
        assert!(
            svg(&guessed, detail).contains("push() stays?")
                && svg(&guessed, detail).contains("full() fails?")
        );
        for draw in [dot, mermaid, svg] {
            assert!(
                draw(&guessed, detail).contains(means),
                "{}",
                draw(&guessed, detail)
            );
            assert!(!draw(&vehicle, detail).contains(means));
        }
    }
    let page = html(&guessed, None);
    assert!(
        page.contains("<tr class=\"guessed\">") && page.contains("~ 2 (stays)"),
        "{page}"
    );
}

#[test]
fn what_is_not_established_survives_being_saved() {
    let guessed = samples::guessed();
    let read = Report::from_json(&guessed.to_json()).expect("a report");
    assert_eq!(read, guessed);
    assert!(guessed.to_json().contains("\"established\": false"));
    assert!(
        !samples::vehicle().to_json().contains("established"),
        "what is established needs no word"
    );
    let mut broken = guessed;
    broken.model.transitions[0].answered = false;
    assert!(
        <Report>::from_json(&broken.to_json()).is_err(),
        "nothing is established without its answer"
    );
}
