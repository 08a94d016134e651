//! Random sequences of calls on many classes, on both machines.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use base::Random;
use front::jvm::replay::{Answer, Call, Session, on_java};
use front::jvm::{Source, load};
use ir::Component;

use super::values::{Theme, Values};

/// How many steps of the interpreter a call may take. Longer ones are never made on the real machine.
const STEPS: u64 = 300_000;

/// How many sequences one Java machine gets.
const BATCH: usize = 4000;

/// Classes of the JDK, as they are.
pub const LIBRARY: [&str; 85] = [
    "java.util.ArrayList",
    "java.util.LinkedList",
    "java.util.ArrayDeque",
    "java.util.HashMap",
    "java.util.LinkedHashMap",
    "java.util.TreeMap",
    "java.util.Hashtable",
    "java.util.HashSet",
    "java.util.LinkedHashSet",
    "java.util.TreeSet",
    "java.util.PriorityQueue",
    "java.util.BitSet",
    "java.util.Stack",
    "java.util.Vector",
    "java.util.StringJoiner",
    "java.util.StringTokenizer",
    "java.util.Optional",
    "java.util.OptionalInt",
    "java.util.OptionalLong",
    "java.util.OptionalDouble",
    "java.util.IntSummaryStatistics",
    "java.util.LongSummaryStatistics",
    "java.util.Objects",
    "java.util.Arrays",
    "java.util.Collections",
    "java.util.UUID",
    "java.util.Random",
    "java.util.concurrent.atomic.AtomicInteger",
    "java.util.concurrent.atomic.AtomicLong",
    "java.util.concurrent.atomic.AtomicBoolean",
    "java.util.concurrent.atomic.AtomicReference",
    "java.util.concurrent.atomic.AtomicIntegerArray",
    "java.util.concurrent.Semaphore",
    "java.util.concurrent.CountDownLatch",
    "java.util.concurrent.ArrayBlockingQueue",
    "java.util.concurrent.ConcurrentLinkedQueue",
    "java.util.concurrent.CopyOnWriteArrayList",
    "java.util.concurrent.locks.ReentrantLock",
    "java.util.concurrent.locks.ReentrantReadWriteLock",
    "java.lang.String",
    "java.lang.StringBuilder",
    "java.lang.StringBuffer",
    "java.lang.Integer",
    "java.lang.Long",
    "java.lang.Short",
    "java.lang.Byte",
    "java.lang.Character",
    "java.lang.Boolean",
    "java.lang.Double",
    "java.lang.Float",
    "java.lang.Math",
    "java.math.BigInteger",
    "java.io.StringReader",
    "java.io.StringWriter",
    "java.io.CharArrayReader",
    "java.io.CharArrayWriter",
    "java.io.ByteArrayInputStream",
    "java.io.ByteArrayOutputStream",
    "java.io.PushbackReader",
    "java.io.PushbackInputStream",
    "java.io.BufferedReader",
    "java.io.PipedOutputStream",
    "java.io.LineNumberReader",
    "java.io.StreamTokenizer",
    "java.io.BufferedWriter",
    "java.io.PrintWriter",
    "java.io.DataOutputStream",
    "java.io.DataInputStream",
    "java.math.BigDecimal",
    "java.util.AbstractMap$SimpleEntry",
    "java.util.DoubleSummaryStatistics",
    "java.util.IdentityHashMap",
    "java.util.WeakHashMap",
    "java.util.Formatter",
    "java.util.concurrent.ConcurrentHashMap",
    "java.util.concurrent.ConcurrentSkipListMap",
    "java.util.concurrent.LinkedBlockingDeque",
    "java.util.concurrent.PriorityBlockingQueue",
    "java.util.concurrent.atomic.AtomicStampedReference",
    "java.util.concurrent.atomic.LongAdder",
    "java.util.concurrent.CyclicBarrier",
    "java.util.concurrent.Phaser",
    "java.time.Duration",
    "java.text.StringCharacterIterator",
    "java.util.zip.Adler32",
];

/// What came of a campaign.
#[derive(Default)]
pub struct Tally {
    pub classes: usize,
    pub calls: usize,
    /// Sequences that agree to their end.
    pub agreed: usize,
    /// Sequences that agree up to where the interpreter cannot say more; why, and how often.
    pub unknown: BTreeMap<String, usize>,
    /// Sequences that disagree.
    pub disagreed: Vec<Disagreement>,
    /// How often each kind of answer was given, and agreed upon.
    pub kinds: BTreeMap<String, usize>,
}

/// A sequence that ends where the machines disagree.
pub struct Disagreement {
    pub class: String,
    pub calls: Vec<Call>,
    pub ours: Answer,
    pub theirs: Answer,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "# interpreter: {}", self.ours)?;
        writeln!(f, "# java: {}", self.theirs)?;
        writeln!(f, "class {}", self.class)?;
        self.calls.iter().try_for_each(|call| writeln!(f, "{call}"))
    }
}

impl Tally {
    pub fn sequences(&self) -> usize {
        self.agreed + self.disagreed.len() + self.unknown.values().sum::<usize>()
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unknown: usize = self.unknown.values().sum();
        let (all, disagreed) = (self.sequences(), self.disagreed.len());
        writeln!(
            f,
            "{all} sequences of {} calls on {} classes:",
            self.calls, self.classes
        )?;
        writeln!(
            f,
            "{} agree to their end, {unknown} up to where the interpreter cannot say more,",
            self.agreed
        )?;
        writeln!(f, "{disagreed} disagree")?;
        let mut reasons: Vec<(&String, &usize)> = self.unknown.iter().collect();
        reasons.sort_by_key(|(why, count)| (std::cmp::Reverse(**count), *why));
        reasons
            .iter()
            .try_for_each(|(why, count)| writeln!(f, "{count:8} {why}"))
    }
}

/// A sequence that was made up and run on the interpreter.
struct Made {
    class: String,
    calls: Vec<Call>,
    answers: Vec<Answer>,
    /// Why it went no further.
    ended: Option<String>,
}

/// A campaign under way.
pub struct Campaign {
    class_path: Vec<PathBuf>,
    pending: Vec<Made>,
    pub tally: Tally,
}

impl Campaign {
    /// On classes that are found in these folders, or in the JDK.
    pub fn new(class_path: Vec<PathBuf>, tally: Tally) -> Self {
        Self {
            class_path,
            pending: Vec::new(),
            tally,
        }
    }

    /// Runs this many sequences on a class.
    pub fn run(&mut self, component: &Component, sequences: usize, seed: u64) {
        let name_seed = component.name.bytes().fold(seed, |sum, byte| {
            sum.wrapping_mul(31).wrapping_add(byte.into())
        });
        let mut random = Random::seeded(name_seed);
        self.tally.classes += 1;
        for _ in 0..sequences {
            self.pending.push(made_up(&mut random, component));
            if self.pending.len() >= BATCH {
                self.settle();
            }
        }
    }

    /// Asks the real machine about what is pending.
    pub fn settle(&mut self) {
        let pending = std::mem::take(&mut self.pending);
        let scripts: Vec<(String, Vec<Call>)> = pending
            .iter()
            .map(|m| (m.class.clone(), m.calls.clone()))
            .collect();
        let theirs = on_java(&self.class_path, &scripts).unwrap_or_else(|e| panic!("{e}"));
        pending
            .into_iter()
            .zip(theirs)
            .for_each(|(made, theirs)| self.count(made, theirs));
    }

    fn count(&mut self, made: Made, theirs: Vec<Answer>) {
        let Made {
            class,
            mut calls,
            answers,
            ended,
        } = made;
        let agree = answers
            .iter()
            .zip(&theirs)
            .take_while(|(ours, theirs)| ours == theirs)
            .count();
        self.tally.calls += calls.len();
        for answer in &answers[..agree] {
            *self.tally.kinds.entry(kind(answer)).or_default() += 1;
        }
        if let Some(ours) = answers.get(agree) {
            calls.truncate(agree + 1);
            let (ours, theirs) = (ours.clone(), theirs[agree].clone());
            self.tally.disagreed.push(Disagreement {
                class,
                calls,
                ours,
                theirs,
            });
        } else if let Some(why) = ended {
            *self.tally.unknown.entry(why).or_default() += 1;
        } else {
            self.tally.agreed += 1;
        }
    }
}

fn kind(answer: &Answer) -> String {
    match answer {
        Answer::Returned(_) => "returned".to_owned(),
        other => other.to_string(),
    }
}

/// A constructor and some calls after it; now and then a second object, or calls on none. The call about which the
/// interpreter cannot say anything is left out.
fn made_up(random: &mut Random, component: &Component) -> Made {
    let mut session = Session::new(component, STEPS);
    let mut made = Made {
        class: component.name.clone(),
        calls: Vec::new(),
        answers: Vec::new(),
        ended: None,
    };
    let length = 1 + random.below(12);
    let theme = *random.pick(&[Theme::Numbers, Theme::Texts, Theme::Anything]);
    while made.calls.len() < length {
        let construct = !session.has_object() && random.chance(14, 15) || random.chance(1, 25);
        let constructors = &component.constructors;
        let entries = if construct && !constructors.is_empty() {
            constructors
        } else {
            &component.methods
        };
        let entry = random.pick(entries);
        let mut values = Values {
            random,
            component,
            theme,
        };
        let args: Vec<_> = entry
            .params
            .iter()
            .map(|p| values.argument(&session, p))
            .collect();
        match session.answer(entry, &args) {
            Answer::Unknown(why) => {
                made.ended = Some(why);
                break;
            }
            answer => made.answers.push(answer),
        }
        made.calls.push(Call::with(component, entry, args));
    }
    made
}

/// The component of a class, from a folder or from the JDK.
pub fn component(folder: Option<&Path>, class: &str, given: &Path) -> Component {
    let class_path = vec![given.to_owned()];
    let source = match folder {
        Some(folder) => Source {
            class: Some(class.to_owned()),
            ..Source::new(folder)
        },
        None => Source::new(class),
    };
    load(&Source {
        class_path,
        ..source
    })
    .unwrap_or_else(|e| panic!("{class}: {e}"))
}
