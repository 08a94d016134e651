//! What is wrong with what the user gave.

use std::fmt;

use base::Place;

/// Why an input cannot be analysed, in words for the person who gave it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputError {
    /// One sentence.
    pub message: String,
    /// Where in the input, where known.
    pub place: Option<Place>,
    /// More than a sentence: what the compiler said.
    pub details: Option<String>,
}

impl InputError {
    /// An error without a place.
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            place: None,
            details: None,
        }
    }

    pub(crate) fn at(mut self, place: Option<Place>) -> Self {
        self.place = place;
        self
    }

    pub(crate) fn with_details(mut self, details: String) -> Self {
        self.details = Some(details);
        self
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = &self.place {
            write!(f, "{place}: ")?;
        }
        write!(f, "{}", self.message)?;
        match &self.details {
            Some(details) => write!(f, "\n{}", details.trim_end()),
            None => Ok(()),
        }
    }
}

impl std::error::Error for InputError {}

/// Code that says why a path ends needs the sentence alone.
impl From<InputError> for String {
    fn from(error: InputError) -> Self {
        error.message
    }
}
