//! A result that is a list: as much of it as fits a screen.

use crate::text::layout::{first_lines, fold};
use crate::text::screen::{LINES, Screen};

/// A list, with what stands before and behind it.
#[derive(Default)]
pub(crate) struct Listing {
    /// Paragraphs; the first are the title and the verdict.
    pub(crate) head: Vec<String>,
    /// The list.
    pub(crate) sections: Vec<Section>,
    /// Remarks.
    pub(crate) tail: Vec<String>,
    /// The names of files that were written; never shortened.
    pub(crate) files: String,
}

/// Things of one kind.
pub(crate) struct Section {
    /// Lines over the things.
    pub(crate) title: String,
    /// Each its own lines.
    pub(crate) items: Vec<String>,
    /// Whether empty lines stand between the things.
    pub(crate) spaced: bool,
    /// What to say when only so many of the things are shown; nothing where these are all there are.
    pub(crate) more: Box<dyn Fn(usize) -> String>,
}

impl Section {
    /// Things of which there are no others than these.
    pub(crate) fn of(title: String, items: Vec<String>) -> Self {
        let all = items.len();
        let more = move |shown: usize| match all - shown {
            0 => String::new(),
            left_out => format!("  … and {left_out} more\n"),
        };
        Self {
            title,
            items,
            spaced: false,
            more: Box::new(more),
        }
    }

    fn text(&self, shown: usize, lines: usize) -> String {
        let between = if self.spaced { "\n" } else { "" };
        let items: Vec<String> = self
            .items
            .iter()
            .take(shown)
            .map(|item| first_lines(item, lines))
            .collect();
        format!(
            "{}{}{}",
            self.title,
            items.join(between),
            (self.more)(shown)
        )
    }

    /// How many of the things so many lines hold; one is always shown.
    fn fitting(&self, room: usize, lines: usize) -> usize {
        let fits = |shown: &usize| self.text(*shown, lines).lines().count() <= room;
        let all = self.items.len();
        (1..=all).rev().find(fits).unwrap_or(all.min(1))
    }
}

/// Lines of a paragraph before the list, of one thing in it, and of a remark behind it, where not all fit.
const PARAGRAPH: usize = 4;
const THING: [usize; 3] = [12, 6, 3];
const REMARK: usize = 2;
/// Remarks where not all fit.
const REMARKS: usize = 4;

/// What is said below a text of which something was left out.
pub(crate) const SHORTENED: &str = "(shortened: --full shows all)\n";

impl Listing {
    pub(crate) fn text(&self, screen: Screen) -> String {
        let all = self.all();
        if screen.full || all.lines().count() <= LINES {
            return all + &self.files;
        }
        let head = self.short_head().lines().count() + self.short_tail().lines().count();
        let room = LINES.saturating_sub(head + 2 * self.sections.len() + 2);
        let fitting = THING.into_iter().find(|lines| {
            let text = |s: &Section| s.text(s.items.len(), *lines).lines().count();
            self.sections.iter().map(text).sum::<usize>() <= room
        });
        let body = match fitting {
            Some(lines) => self.body(|section| section.text(section.items.len(), lines)),
            None => self.dropping(room),
        };
        let text = format!("{}{body}{}", self.short_head(), self.short_tail());
        format!("{text}{}{}", spaced(SHORTENED), self.files)
    }

    fn all(&self) -> String {
        let body = self.body(|section| section.text(section.items.len(), usize::MAX));
        format!(
            "{}{body}{}",
            self.head.concat(),
            spaced(&self.tail.concat())
        )
    }

    fn body(&self, text: impl Fn(&Section) -> String) -> String {
        let sections = self.sections.iter().filter(|s| !s.items.is_empty());
        sections.map(|section| spaced(&text(section))).collect()
    }

    /// Each section gets its part of the room; what one does not need is for the others.
    fn dropping(&self, room: usize) -> String {
        let lines = THING[THING.len() - 1];
        let sections = self.sections.iter().filter(|s| !s.items.is_empty());
        let needs: Vec<usize> = sections
            .clone()
            .map(|s| s.text(s.items.len(), lines).lines().count())
            .collect();
        let rooms = parts(room, &needs);
        let text = |(section, room): (&Section, usize)| {
            spaced(&section.text(section.fitting(room, lines), lines))
        };
        sections.zip(rooms).map(text).collect()
    }

    fn short_head(&self) -> String {
        let head = self.head.iter();
        head.map(|paragraph| first_lines(paragraph, PARAGRAPH))
            .collect()
    }

    fn short_tail(&self) -> String {
        spaced(&short_remarks(&self.tail))
    }
}

/// Room for each that needs some: those that need little get it, the others get equal parts of what is left.
fn parts(room: usize, needs: &[usize]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..needs.len()).collect();
    order.sort_by_key(|&i| needs[i]);
    let (mut room, mut parts) = (room, vec![0; needs.len()]);
    for (done, &i) in order.iter().enumerate() {
        parts[i] = needs[i].min(room / (needs.len() - done));
        room -= parts[i];
    }
    parts
}

/// The first remarks, each with its first lines.
pub(crate) fn short_remarks(remarks: &[String]) -> String {
    let shown = remarks.iter().take(REMARKS);
    let mut text: String = shown.map(|remark| first_lines(remark, REMARK)).collect();
    if remarks.len() > REMARKS {
        text.push_str(&format!("… and {} more notes\n", remarks.len() - REMARKS));
    }
    text
}

/// The verdict and what it rests on, as far as a screen has room for it.
pub(crate) fn short_paragraph(text: &str, width: usize) -> String {
    first_lines(&fold(text, "", width), PARAGRAPH)
}

/// A text after an empty line; nothing stays nothing.
pub(crate) fn spaced(text: &str) -> String {
    match text.is_empty() {
        true => String::new(),
        false => format!("\n{text}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(things: usize, lines: usize) -> Listing {
        let thing = |i: usize| format!("  {i}\n") + &"      line\n".repeat(lines - 1);
        Listing {
            head: vec!["Title\n".to_owned()],
            sections: vec![Section::of(
                "things\n".to_owned(),
                (0..things).map(thing).collect(),
            )],
            ..Listing::default()
        }
    }

    #[test]
    fn what_one_section_does_not_need_is_for_the_others() {
        assert_eq!(parts(30, &[100, 4, 100]), [13, 4, 13]);
        assert_eq!(parts(30, &[3, 4]), [3, 4]);
    }

    #[test]
    fn what_fits_is_shown_whole() {
        let text = numbers(5, 2).text(Screen::plain(false));
        assert_eq!(text, numbers(5, 2).text(Screen::plain(true)));
        assert!(text.contains("  4\n") && !text.contains('…'), "{text}");
    }

    #[test]
    fn what_does_not_fit_is_shortened_and_says_so() {
        for (things, lines) in [(500, 1), (8, 30), (200, 9)] {
            let text = numbers(things, lines).text(Screen::plain(false));
            assert!(text.lines().count() <= LINES + 2, "{text}");
            assert!(text.contains('…') && text.ends_with(SHORTENED), "{text}");
            let all = numbers(things, lines).text(Screen::plain(true));
            assert_eq!(all.lines().count(), 3 + things * lines);
        }
        let text = numbers(500, 1).text(Screen::plain(false));
        let shown = text.lines().filter(|l| l.trim().parse::<u32>().is_ok());
        assert!(
            text.contains(&format!("… and {} more", 500 - shown.count())),
            "{text}"
        );
    }
}
