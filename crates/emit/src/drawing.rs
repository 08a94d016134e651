//! What is drawn of a model: all that stands between the kinds of models and the formats of pictures. A kind of model makes
//! a drawing, a format writes one down, and neither knows the other.

/// How much of a model is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Detail {
    /// Everything, illegal calls faintly.
    #[default]
    Full,
    /// Without the illegal calls.
    Legal,
}

/// States and arrows, with everything that a reader is told about them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// What the model is of.
    pub name: String,
    /// The verdict in a few words.
    pub caption: String,
    /// What is to be seen, for those who cannot see: `states and calls`.
    pub about: &'static str,
    /// States, and where runs start and end.
    pub nodes: Vec<Node>,
    /// In the order in which they are drawn.
    pub arrows: Vec<Arrow>,
    /// The titles of parts that stand beside the rest.
    pub groups: Vec<String>,
    /// What the signs mean.
    pub legend: Vec<Remark>,
    /// Why nothing is drawn, if nothing is.
    pub left_out: Option<String>,
}

/// A state, or where runs start or end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Unique in the drawing; letters and digits.
    pub id: String,
    /// What it looks like.
    pub shape: Shape,
    /// Its colour.
    pub tone: Tone,
    /// What stands in it.
    pub name: String,
    /// A letter behind the name.
    pub mark: Option<&'static str>,
    /// What else is said of it where there is room; may be empty.
    pub detail: String,
    /// What it is, in words.
    pub title: String,
    /// Which group it belongs to.
    pub group: Option<usize>,
}

/// What a node looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A state with room for what is told inside.
    Box,
    /// A state.
    Circle,
    /// A state with two outlines.
    DoubleCircle,
    /// Where runs start.
    Point,
    /// Where runs end.
    Square,
}

/// A colour, by what it means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tone {
    /// Nothing special.
    #[default]
    Plain,
    /// It is proved, where not everything is.
    Proved,
    /// It could be legal or illegal.
    Undecided,
    /// It could not be analysed.
    Unknown,
    /// It fails, or will.
    Bad,
    /// The old of two versions has it, the new one does not.
    Lost,
    /// The new of two versions has it, the old one does not.
    Gained,
}

impl Tone {
    /// What stands before a label, so that the colour is not all that tells.
    pub(crate) fn sign(self) -> &'static str {
        match self {
            Self::Lost => "− ",
            Self::Gained => "+ ",
            Self::Plain | Self::Proved | Self::Undecided | Self::Unknown | Self::Bad => "",
        }
    }
}

/// What leads from one node to another, or back to the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// The position of the node before.
    pub from: usize,
    /// The position of the node after.
    pub to: usize,
    /// What stands at the arrow.
    pub labels: Vec<Label>,
    /// What it looks like.
    pub line: Line,
}

/// What an arrow looks like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Line {
    /// Its colour.
    pub tone: Tone,
    /// Whether it is strong.
    pub bold: bool,
    /// Whether it is not established.
    pub dashed: bool,
}

/// What stands at an arrow: a call, an event, or what is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// `put(x)`, `'<'`.
    pub head: String,
    /// What is said beside: `if x > 0`, `/ "&lt;"`; may be empty.
    pub note: String,
    /// Whether it is not established.
    pub guessed: bool,
}

/// A sign, and what it means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The sign.
    pub sign: Sign,
    /// What it looks like.
    pub line: Line,
    /// What it means.
    pub text: String,
    /// Whether a reader who is not told would believe too much.
    pub warns: bool,
}

/// A sign of a legend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// An arrow that returns to where it starts.
    Stay,
    /// What must not be done.
    Cross,
    /// A line like the arrows.
    Line,
    /// Where runs end.
    Square,
    /// Two outlines.
    Circles,
    /// The letter behind a name.
    Letter,
    /// What is gone.
    Minus,
    /// What is new.
    Plus,
}

impl Drawing {
    /// Nothing yet.
    pub(crate) fn new(name: &str, caption: String, about: &'static str) -> Self {
        Self {
            name: name.to_owned(),
            caption,
            about,
            nodes: Vec::new(),
            arrows: Vec::new(),
            groups: Vec::new(),
            legend: Vec::new(),
            left_out: None,
        }
    }

    /// Adds a node and says where.
    pub(crate) fn node(&mut self, node: Node) -> usize {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    /// Adds an arrow, if both ends are there.
    pub(crate) fn arrow(
        &mut self,
        from: Option<usize>,
        to: Option<usize>,
        labels: Vec<Label>,
        line: Line,
    ) {
        if let (Some(from), Some(to)) = (from, to) {
            self.arrows.push(Arrow {
                from,
                to,
                labels,
                line,
            });
        }
    }

    /// Adds what a sign means, if it is used.
    pub(crate) fn explain(&mut self, used: bool, sign: Sign, line: Line, text: impl Into<String>) {
        if used {
            self.legend.push(Remark {
                sign,
                line,
                text: text.into(),
                warns: false,
            });
        }
    }

    /// Adds a warning, if there is reason for it.
    pub(crate) fn warn(&mut self, needed: bool, line: Line, text: &str) {
        if needed {
            self.legend.push(Remark {
                sign: Sign::Line,
                line,
                text: text.to_owned(),
                warns: true,
            });
        }
    }

    /// Whether states have room inside.
    pub(crate) fn is_boxed(&self) -> bool {
        self.nodes.iter().any(|node| node.shape == Shape::Box)
    }

    /// What must be said in every format.
    pub(crate) fn warnings(&self) -> impl Iterator<Item = &str> {
        let warnings = self.legend.iter().filter(|remark| remark.warns);
        warnings
            .map(|remark| remark.text.as_str())
            .chain(self.left_out.as_deref())
    }
}

impl Arrow {
    /// What stands at the arrow, with the signs of its colour.
    pub(crate) fn signed(&self) -> Vec<Label> {
        let sign = self.line.tone.sign();
        let signed = |label: &Label| Label {
            head: format!("{sign}{}", label.head),
            ..label.clone()
        };
        self.labels.iter().map(signed).collect()
    }
}

impl Node {
    /// A state.
    pub(crate) fn state(id: String, name: String) -> Self {
        Self {
            title: format!("state {name}"),
            id,
            name,
            shape: Shape::Circle,
            tone: Tone::Plain,
            mark: None,
            detail: String::new(),
            group: None,
        }
    }

    /// Where runs start.
    pub(crate) fn point(id: String) -> Self {
        Self {
            shape: Shape::Point,
            title: String::new(),
            ..Self::state(id, String::new())
        }
    }

    /// Where runs end.
    pub(crate) fn square(id: String) -> Self {
        Self {
            shape: Shape::Square,
            ..Self::point(id)
        }
    }

    /// Whether what leads here is told inside the state that it leaves: an arrow would say less.
    pub(crate) fn is_told_inside(&self) -> bool {
        let told = matches!(self.tone, Tone::Bad | Tone::Lost | Tone::Gained);
        self.shape == Shape::Box && told
    }

    /// Whether it is a state, not where runs start or end.
    pub(crate) fn is_state(&self) -> bool {
        match self.shape {
            Shape::Box | Shape::Circle | Shape::DoubleCircle => true,
            Shape::Point | Shape::Square => false,
        }
    }

    /// The name and everything behind it.
    pub(crate) fn text(&self) -> String {
        match self.mark {
            Some(mark) => format!("{} {mark}", self.name),
            None if self.detail.is_empty() => self.name.clone(),
            None => format!("{}: {}", self.name, self.detail),
        }
    }
}

impl Line {
    /// A line of a colour.
    pub(crate) fn toned(tone: Tone) -> Self {
        Self {
            tone,
            ..Self::default()
        }
    }
}

impl Label {
    /// A label with nothing beside it.
    pub(crate) fn plain(head: impl Into<String>) -> Self {
        Self {
            head: head.into(),
            note: String::new(),
            guessed: false,
        }
    }

    /// All of it on one line, without the sign for what is not established.
    pub(crate) fn text(&self) -> String {
        match self.note.is_empty() {
            true => self.head.clone(),
            false => format!("{} {}", self.head, self.note),
        }
    }

    /// What stands before a label that is not established.
    pub(crate) fn sign(&self) -> &'static str {
        if self.guessed { "~ " } else { "" }
    }
}
