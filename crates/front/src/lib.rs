//! Front ends: class files to ir.
