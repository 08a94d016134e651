//! From a file to a program that reads and writes symbols.

use std::rc::Rc;

use base::Place;
use front::InputError;
use step::stream::Filter;

use super::FilterRequest;

/// A filter, and what is not known of it.
pub(super) struct Loaded {
    pub filter: Rc<Filter>,
    /// Functions that are called and not defined, with the place of a call.
    pub missing: Vec<(String, Place)>,
}

/// Reads the code of a filter.
pub(super) fn load(request: &FilterRequest) -> Result<Loaded, InputError> {
    Err(InputError::new(format!("{}: reading filters is not written yet", request.path.display())))
}
