//! Pictures, documents and machine-readable forms.
