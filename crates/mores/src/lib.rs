//! The facade: project, request, report.
