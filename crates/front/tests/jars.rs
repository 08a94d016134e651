//! Which entry of a jar is the class: that of the JDK at hand, and of what manifests name. The real `java` says which.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use front::jvm::replay::{Answer, on_interpreter};
use front::jvm::{Source, load};

use crate::support;

/// What the class `Tag` gives as it is compiled. Other versions of it differ from it in this number alone.
const COMPILED: i32 = 0x5a5a_1234;

const SUBJECT: &str = "public class Subject { public static int tag() { return Tag.tag(); } }";
const TAG: &str = "public class Tag { public static int tag() { return 0x5a5a1234; } }";

/// Prints what `Subject.tag()` gives for each class path, `?` if there is no such class.
const JUDGE: &str = "import java.io.File; import java.net.*;
public class Judge {
    public static void main(String[] paths) throws Exception {
        for (String path : paths) {
            String[] parts = path.split(File.pathSeparator);
            URL[] urls = new URL[parts.length];
            for (int i = 0; i < urls.length; i++) urls[i] = new File(parts[i]).toURI().toURL();
            try {
                System.out.println(Class.forName(\"Subject\", true, new URLClassLoader(urls, null)).getMethod(\"tag\").invoke(null));
            } catch (ClassNotFoundException | java.lang.reflect.InvocationTargetException e) {
                System.out.println(\"?\");
            }
        }
    }
}";

/// Compiled classes and a folder for jars made of them.
struct Jars {
    folder: tempfile::TempDir,
    made: usize,
}

/// What lies in a jar: names of entries, and the number that a `Tag` there gives.
type Tags<'a> = &'a [(&'a str, i32)];

impl Jars {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let files = [("Subject", SUBJECT), ("Tag", TAG), ("Judge", JUDGE)].map(|(name, text)| {
            let file = folder.path().join(format!("{name}.java"));
            fs::write(&file, text).unwrap();
            file
        });
        support::javac(&files, folder.path());
        Self { folder, made: 0 }
    }

    fn class(&self, name: &str) -> Vec<u8> {
        fs::read(self.folder.path().join(format!("{name}.class"))).unwrap()
    }

    /// `Tag` with another number.
    fn tag(&self, number: i32) -> Vec<u8> {
        let mut class = self.class("Tag");
        let compiled = COMPILED.to_be_bytes();
        let at = class
            .windows(4)
            .position(|bytes| bytes == compiled)
            .expect("the number is in the class");
        class[at..at + 4].copy_from_slice(&number.to_be_bytes());
        class
    }

    /// A jar with `Subject`, versions of `Tag`, and a manifest.
    fn jar(&mut self, manifest: Option<&str>, tags: Tags<'_>) -> PathBuf {
        let path = self.folder.path().join(format!("{}.jar", self.made));
        self.made += 1;
        let mut jar = zip::ZipWriter::new(File::create(&path).unwrap());
        let mut entry = |name: &str, bytes: &[u8]| {
            jar.start_file(name, zip::write::SimpleFileOptions::default())
                .unwrap();
            jar.write_all(bytes).unwrap();
        };
        if let Some(manifest) = manifest {
            entry("META-INF/MANIFEST.MF", manifest.as_bytes());
        }
        entry("Subject.class", &self.class("Subject"));
        for (folder, number) in tags {
            entry(&format!("{folder}Tag.class"), &self.tag(*number));
        }
        jar.finish().unwrap();
        path
    }

    /// What the real machine says of each class path.
    fn judged(&self, class_paths: &[Vec<PathBuf>]) -> Vec<String> {
        let mut java = Command::new("java");
        java.arg("-cp").arg(self.folder.path()).arg("Judge");
        java.args(
            class_paths
                .iter()
                .map(|parts| std::env::join_paths(parts).unwrap()),
        );
        let output = java.output().expect("java is installed");
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        String::from_utf8(output.stdout)
            .unwrap()
            .lines()
            .map(str::to_owned)
            .collect()
    }
}

/// What we say: the jar that is analysed first, then the class path.
fn ours(class_path: &[PathBuf]) -> String {
    let source = Source {
        class: Some("Subject".to_owned()),
        class_path: class_path[1..].to_vec(),
        ..Source::new(&class_path[0])
    };
    let Ok(component) = load(&source) else {
        return "?".to_owned();
    };
    match &on_interpreter(&component, &[(&component.methods[0], Vec::new())], 1_000)[..] {
        [Answer::Returned(Some(number))] => number.clone(),
        [Answer::Unknown(_)] => "?".to_owned(),
        other => panic!("{other:?}"),
    }
}

const USUAL: &str = "Manifest-Version: 1.0\nMulti-Release: true\n";

/// Manifests that say in many ways, or do not, that a jar is for several versions.
const MANIFESTS: &[Option<&str>] = &[
    None,
    Some("Manifest-Version: 1.0\n"),
    Some("Manifest-Version: 1.0\r\nMulti-Release: true\r\n\r\n"),
    Some("Manifest-Version: 1.0\rMulti-Release: true\r"),
    Some("multi-release: TRUE\n"),
    Some("Manifest-Version: 1.0\nMulti-Release:  true\n"),
    Some("Manifest-Version: 1.0\nMulti-Release: true \n"),
    Some("Manifest-Version: 1.0\nMulti-Rel\n ease: true\n"),
    Some("Manifest-Version: 1.0\nMulti-Release: tr\n ue\n"),
    Some("Manifest-Version: 1.0\nX: Multi-Release: true\nMulti-Release: tr\n ue\n"),
    Some("Manifest-Version: 1.0\n\nName: Tag.class\nMulti-Release: true\n"),
    Some("Manifest-Version: 1.0\nMulti-Release: true"),
    Some("Manifest-Version: 1.0\nMulti-Release: false\n"),
    Some("Manifest-Version: 1.0\nMulti-Release: true\nMulti-Release: false\n"),
    Some("Manifest-Version: 1.0\nMulti-Release: true\n x\n"),
    Some("Manifest-Version: 1.0\nX-Multi-Release: true\n"),
    Some("\nMulti-Release: true\n"),
];

#[test]
fn a_class_of_a_jar_is_the_one_that_the_jdk_loads() {
    let mut jars = Jars::new();
    let v = |n: &str| format!("META-INF/versions/{n}/");
    let [v7, v8, v9, v09, v10, v11, v99, v999999999999, named] =
        ["7", "8", "9", "09", "10", "11", "99", "999999999999", "x"].map(v);
    let folders: [Tags<'_>; 14] = [
        &[("", 1)],
        &[("", 1), (&v9, 9)],
        &[("", 1), (&v9, 9), (&v11, 11), (&v10, 10)],
        &[("", 1), (&v11, 11), (&v99, 99)],
        &[("", 1), (&v99, 99)],
        &[(&v99, 99)],
        &[(&v9, 9)],
        &[(&v11, 11), (&v9, 9)],
        &[("", 1), (&v8, 8)],
        &[(&v8, 8)],
        &[("", 1), (&v7, 7)],
        &[("", 1), (&v09, 9)],
        &[("", 1), ("meta-inf/versions/9/", 9)],
        &[("", 1), (&v999999999999, 2), (&named, 3)],
    ];
    let mut paths: Vec<Vec<PathBuf>> = folders
        .iter()
        .map(|tags| vec![jars.jar(Some(USUAL), tags)])
        .collect();
    paths.extend(
        MANIFESTS
            .iter()
            .map(|manifest| vec![jars.jar(*manifest, &[("", 1), (&v9, 9)])]),
    );
    // What lies in the jar of another class counts, too.
    let own = jars.jar(None, &[]);
    let others = [
        jars.jar(Some(USUAL), &[("", 1), (&v9, 9)]),
        jars.jar(Some(USUAL), &[(&v99, 99)]),
    ];
    paths.extend(others.iter().map(|other| vec![own.clone(), other.clone()]));
    let judged = jars.judged(&paths);
    for (path, theirs) in paths.iter().zip(&judged) {
        assert_eq!(&ours(path), theirs, "{path:?}");
    }
    assert!(
        ["?", "1", "8", "9", "11"]
            .iter()
            .all(|seen| judged.iter().any(|tag| tag == seen)),
        "{judged:?}"
    );
}

#[test]
fn a_manifest_names_further_jars() {
    let mut jars = Jars::new();
    let named = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    let [first, second] = [1, 2].map(|number| jars.jar(None, &[("", number)]));
    let deep = jars.folder.path().join("a folder");
    fs::create_dir(&deep).unwrap();
    fs::write(deep.join("Tag.class"), jars.tag(3)).unwrap();
    let manifest = |text: &str| format!("Manifest-Version: 1.0\nClass-Path: {text}\n");
    let plain = jars.jar(Some(&manifest(&named(&first))), &[]);
    let several = jars.jar(
        Some(&manifest(&format!(
            "no.jar  {} {}",
            named(&second),
            named(&first)
        ))),
        &[],
    );
    let folder = jars.jar(Some(&manifest("a%20folder/")), &[]);
    let next = format!("{}.jar", jars.made + 1);
    let circle = jars.jar(Some(&manifest(&next)), &[]);
    let around = jars.jar(
        Some(&manifest(&format!("{} {}", named(&circle), named(&plain)))),
        &[],
    );
    assert_eq!(named(&around), next);
    let paths = [
        vec![plain.clone()],
        // What a jar names comes before the rest of the class path.
        vec![plain.clone(), second.clone()],
        vec![several.clone()],
        vec![several, first.clone()],
        vec![folder.clone(), first],
        vec![circle],
    ];
    let theirs = jars.judged(&paths);
    let ours: Vec<String> = paths.iter().map(|path| ours(path)).collect();
    assert_eq!(ours, theirs);
    assert_eq!(theirs, ["1", "1", "2", "2", "3", "1"]);
}

#[test]
fn a_class_for_certain_versions_only_can_be_named() {
    let mut jars = Jars::new();
    let jar = jars.jar(Some(USUAL), &[("META-INF/versions/9/", 9)]);
    let component = |class: &str| {
        load(&Source {
            class: Some(class.to_owned()),
            ..Source::new(&jar)
        })
    };
    assert_eq!(
        component("Tag").map(|c| c.name).map_err(|e| e.message),
        Ok("Tag".to_owned())
    );
    let plain = jars.jar(None, &[("META-INF/versions/9/", 9)]);
    let source = Source {
        class: Some("Tag".to_owned()),
        ..Source::new(&plain)
    };
    let told = load(&source)
        .map(|c| c.name)
        .expect_err("no JDK finds it")
        .message;
    assert!(
        told.ends_with("holds no class Tag; it holds Subject"),
        "{told}"
    );
}
