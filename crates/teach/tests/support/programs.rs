//! Components that every way of learning is tried on.

/// The motivating example of Howar, Giannakopoulou and Rakamarić ("Hybrid Learning", 2013).
pub const PIPE: &str = r"
    class Error { }
    class C { field sink: i32 field sinkConnected: bool }
    fn C.new(this: ref) { s: return }
    fn C.connect(this: ref, snk: i32, snkConnected: bool) { local sink: i32 local e: ref
        s: if snk == 0 then bad else more
        more: sink = this->C::sink
              if sink != 0 | snkConnected then bad else good
        good: this->C::sink = snk
              this->C::sinkConnected = true
              return
        bad: e = new Error throw e }
    fn C.write(this: ref) { local sink: i32 local e: ref
        s: sink = this->C::sink if sink == 0 then bad else good
        good: return
        bad: e = new Error throw e }
    fn C.flush(this: ref) { s: return }
";

/// What may be closed is what was opened: mixed parameters.
pub const SESSION: &str = r"
    class Error { }
    class C { field opened: i32 }
    fn C.new(this: ref) { s: return }
    fn C.open(this: ref, id: i32) { local o: i32 local e: ref
        s: o = this->C::opened if o != 0 | id == 0 then bad else good
        good: this->C::opened = id return
        bad: e = new Error throw e }
    fn C.close(this: ref, id: i32) { local o: i32 local e: ref
        s: o = this->C::opened if o == 0 then bad else open
        open: if id != o then bad else good
        good: this->C::opened = 0 return
        bad: e = new Error throw e }
";
