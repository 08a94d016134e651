//! The page about two versions: what both have, what one has alone, and what is not decided are told apart, and not by
//! colour alone.

use emit::joint::{About, Change, Joint, Role, State, Step, Witness};
use emit::{Compared, Judgement, compared};
use roxmltree::{Document, Node, ParsingOptions};

use crate::pages::without_script;

fn state(id: u64, role: Role) -> State {
    State {
        id,
        role,
        means: String::new(),
        ends: Vec::new(),
    }
}

fn step(from: u64, to: u64, head: &str, change: Change) -> Step {
    Step {
        from,
        to,
        head: head.to_owned(),
        guard: String::new(),
        example: None,
        change,
        certain: change != Change::Undecided,
        said: String::new(),
    }
}

/// A class with a call of each kind in state 1; `more` states follow.
fn class(more: u64) -> Joint {
    let apart = [Role::Old, Role::New, Role::Undecided];
    let mut joint = Joint {
        about: About::Calls,
        initial: 0,
        states: vec![state(0, Role::Start), state(1, Role::Together)],
        steps: vec![step(0, 1, "Door()", Change::Alike)],
        witnesses: Vec::new(),
    };
    let last = 2 + more;
    for id in 2..last {
        joint.states.push(state(id, Role::Together));
        joint.steps.push(step(id - 1, id, "next()", Change::Alike));
    }
    let ids = last..;
    joint
        .states
        .extend(ids.zip(apart).map(|(id, role)| state(id, role)));
    joint.steps.extend([
        step(1, 1, "stay()", Change::Alike),
        step(1, last, "close()", Change::Lost),
        step(1, last + 1, "ring()", Change::Gained),
        step(1, last + 2, "wait()", Change::Undecided),
    ]);
    let steps = vec![0, joint.steps.len() - 3];
    joint.witnesses.push(Witness {
        change: Change::Lost,
        title: "lost: ok before, an error now".to_owned(),
        calls: vec!["new Door()".to_owned(), "close()".to_owned()],
        steps,
        remarks: vec!["now: <Broken> at Door.java:3".to_owned()],
        code: Some(("Witness.java".to_owned(), "List<Door> doors;".to_owned())),
    });
    joint
}

fn page(joint: Joint) -> String {
    compared(&Compared {
        name: "Door".to_owned(),
        about: "from <old> to <new>".to_owned(),
        judgement: Judgement::Differs,
        means: "1 difference.".to_owned(),
        details: "Both interfaces are proved.".to_owned(),
        notes: vec!["Compared where s is \"a\" & b.".to_owned()],
        lists: vec![(
            "Only in the new version".to_owned(),
            vec!["ring()".to_owned()],
        )],
        joint,
        more: String::new(),
    })
}

/// The classes of the innermost group around a text of the picture, and the text.
fn told(page: &str, call: &str) -> Vec<(String, String)> {
    let options = ParsingOptions {
        allow_dtd: true,
        ..ParsingOptions::default()
    };
    let document = Document::parse_with_options(page, options).expect("well-formed");
    let within = |node: &Node<'_, '_>| node.ancestors().any(|up| up.has_tag_name("svg"));
    let texts = document
        .descendants()
        .filter(|n| n.has_tag_name("text") && within(n));
    let said = texts.filter_map(|text| {
        let words: String = (text.descendants())
            .filter(|n| n.is_text())
            .filter_map(|n| n.text())
            .collect();
        let class = text.parent()?.attribute("class")?.to_owned();
        words.contains(call).then_some((class, words))
    });
    said.collect()
}

#[test]
fn calls_of_one_version_are_told_in_the_state_where_they_are_made() {
    let page = page(class(0));
    let says = |call: &str| told(&without_script(&page), call);
    assert_eq!(
        says("close"),
        [("lost bold".to_owned(), "close()".to_owned())]
    );
    assert_eq!(
        says("ring"),
        [("gained bold".to_owned(), "ring()".to_owned())]
    );
    assert_eq!(says("stay"), [("stay".to_owned(), "stay()".to_owned())]);
    let undecided = says("wait");
    assert!(undecided[0].0.starts_with("undecided"), "{undecided:?}");
    for words in [
        "− lost: legal in the old version only",
        "+ gained: legal in the new version only",
        "not decided: one version or both are not known well enough",
    ] {
        assert!(page.contains(words), "{words}");
    }
}

/// Cards say the same in one line each, with a sign.
#[test]
fn a_large_class_keeps_what_differs_in_sight() {
    let page = without_script(&page(class(30)));
    assert!(
        told(&page, "− close")
            .iter()
            .any(|(class, _)| class == "lost bold")
    );
    assert!(
        told(&page, "+ ring")
            .iter()
            .any(|(class, _)| class == "gained bold")
    );
}

#[test]
fn without_a_script_the_page_has_each_difference_with_its_program() {
    let page = without_script(&page(class(0)));
    assert!(page.contains("<code>new Door()</code> → <code class=\"lost\">− close()</code>"));
    assert!(page.contains("List&lt;Door&gt; doors;") && page.contains("now: &lt;Broken&gt;"));
    assert!(page.contains("from &lt;old&gt; to &lt;new&gt;"));
}

/// Events lead on: arrows of their own colour, signs at them, and states that only one version reaches.
#[test]
fn events_of_one_version_are_drawn_as_its_own_arrows() {
    let mut steps = vec![
        step(0, 1, "ask", Change::Alike),
        step(1, 2, "keep", Change::Lost),
        step(1, 3, "pay", Change::Gained),
    ];
    steps[2].certain = false;
    let joint = Joint {
        about: About::Events,
        initial: 0,
        states: vec![
            state(0, Role::Together),
            state(1, Role::Together),
            state(2, Role::Old),
            state(3, Role::New),
        ],
        steps,
        witnesses: Vec::new(),
    };
    let page = page(joint);
    let page = without_script(&page);
    assert_eq!(
        told(&page, "keep"),
        [("lost bold".to_owned(), "− keep".to_owned())]
    );
    let gained = ("gained bold conjectured".to_owned(), "+ pay".to_owned());
    assert_eq!(told(&page, "pay"), [gained]);
    assert!(page.contains("known within bounds only"));
}

#[test]
fn where_nothing_was_walked_the_page_says_so() {
    let page = page(Joint::default());
    assert!(page.contains("nothing is drawn") && !page.contains("<script"));
}
