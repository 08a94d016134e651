//! Objects of the image have names that do not depend on the order in which they were found.

use std::collections::BTreeMap;

use front::jvm::replay::on_interpreter;
use front::jvm::{Source, load};
use ir::interp::Value;
use ir::{Component, Const, Entry, Program};

const SOURCE: &str = r#"
import java.util.*;
public class Explored {
  enum Color { RED, GREEN { int f() { return 2; } }; int f() { return 1; } static final Color[] ALL = values(); }
  static class Node { Node next; Object value; int[] data; Node(Node next, Object value) { this.next = next; this.value = value; } }
  static class Above { int hidden = 1; Object twin = new int[1]; }
  static class Below extends Above { Object twin = new int[2]; }
  static class Tables {
    static final Node LIST = new Node(new Node(null, "last"), new Node(null, "own \u0000\ud800\" \\ text"));
    static final Node SAME = LIST.next;
    static final Object[][] GRID = { { new Object(), SAME }, { Color.RED, new StringBuilder("built").toString() } };
    static final Map<String, List<Integer>> MAP = new HashMap<>();
    static final Below BELOW = new Below();
    static { LIST.data = new int[] { 1, 2, 3 }; MAP.put("one", List.of(1, 2)); MAP.put("two", new ArrayList<>(List.of(1000))); }
  }
  static class Lazy { static final Runnable NOTHING = () -> { }; static final Comparator<String> ORDER = Comparator.naturalOrder(); }
  public int colors() { return Color.GREEN.f() + Color.ALL.length; }
  public int list() { return Tables.LIST.next.value.hashCode() + Tables.GRID.length; }
  public boolean map() { return Tables.MAP.containsKey("one") && Tables.BELOW.hidden == 1; }
  public String mirror() { return Tables.class.getName() + int[].class.getSimpleName(); }
  public int lambda() { Lazy.NOTHING.run(); return Lazy.ORDER.compare("a", "b"); }
  public int atomic() { return new java.util.concurrent.atomic.AtomicBoolean(true).getAndSet(false) ? 1 : 0; }
  public int copy() { return Arrays.copyOf(new String[] { "x" }, 2).length + new ArrayList<>(Arrays.asList("p", "q")).size(); }
  public boolean deque() { return new java.util.concurrent.ConcurrentLinkedQueue<String>(List.of("z")).offer("w"); }
}"#;

/// The component after its methods were called in this order.
fn explored(folder: &std::path::Path, order: impl Fn(&mut Vec<usize>)) -> Component {
    let component =
        load(&Source::new(folder.join("Explored.java"))).unwrap_or_else(|e| panic!("{e}"));
    let mut numbers: Vec<usize> = (0..component.methods.len()).collect();
    order(&mut numbers);
    let new = (&component.constructors[0], Vec::new());
    let calls =
        std::iter::once(new).chain(numbers.iter().map(|&n| (&component.methods[n], Vec::new())));
    let calls: Vec<(&Entry, Vec<Value>)> = calls.collect();
    let answers = on_interpreter(&component, &calls, 10_000_000);
    assert!(
        answers
            .iter()
            .all(|a| a.to_string().starts_with("returned")),
        "{answers:?}"
    );
    component
}

/// Every object of the image by its name: its class, and what it holds, by name.
fn shown(program: &Program) -> BTreeMap<String, String> {
    let name = |object: ir::ImageId| {
        program.image[object]
            .name
            .clone()
            .expect("every object has a name")
    };
    let part = |constant: &Const| match constant {
        Const::Object(object) => name(*object),
        other => format!("{other:?}"),
    };
    let mut all = BTreeMap::new();
    for object in program.image.ids() {
        let content: Vec<String> = program.image_content(object).iter().map(part).collect();
        let class = &program.classes[program.image[object].class].name;
        let before = all.insert(name(object), format!("{class} {content:?}"));
        assert_eq!(before, None, "two objects are called {}", name(object));
    }
    all
}

#[test]
fn objects_have_the_same_names_whatever_is_explored_first() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("Explored.java"), SOURCE).unwrap();
    let forth = shown(&explored(folder.path(), |_| ()).program);
    let back = shown(&explored(folder.path(), |order| order.reverse()).program);
    let turned = shown(&explored(folder.path(), |order| order.rotate_left(3)).program);
    for other in [back, turned] {
        let differ = |a: &BTreeMap<String, String>, b: &BTreeMap<String, String>| -> Vec<String> {
            a.iter()
                .filter(|(name, what)| b.get(*name) != Some(what))
                .map(|(name, what)| format!("{name}: {what}"))
                .collect()
        };
        assert_eq!(differ(&forth, &other), differ(&other, &forth));
    }
    for name in [
        "Explored$Color.RED",
        "Explored$Tables.LIST",
        "Explored$Tables.LIST.data",
        "Explored$Tables.SAME",
        "Explored$Tables.GRID[0][0]",
        "Explored$Tables.BELOW.twin",
        "Explored$Tables.BELOW.(Explored$Above)twin",
        "Explored$Tables.class",
        "int[].class",
        "\"own \\0\\u{d800}\\\" \\\\ text\"",
        "\"last\".value",
    ] {
        assert!(
            forth.contains_key(name),
            "{name} is not among {:?}",
            forth.keys().collect::<Vec<_>>()
        );
    }
}
