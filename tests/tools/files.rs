//! What is written: over what kinds of files, what becomes of a text that cannot be written, and what killed runs leave behind.
#![cfg(feature = "cli")]

use crate::common;

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use common::binary::{self, Answer};

const RULES: &str = "rules duel \"Duel\" {
  kind combatant { hp: number = 3 }
  kind act { target: optional combatant }
  action strike \"strikes {target}\" { takes target does { subtract 1 from target.hp } }
  order of act a { by round }
  phase round counting from 1 { each combatant c { c declares }   resolve acts }
}
";

const SCENARIO: &str = "scenario \"First blood\" {
  rules \"duel.affray\"
  snapshot
  side a { ann }
  side b { bob }
  round 1 { ann strikes bob }
  odds bob.hp
}
";

/// An empty project of this test alone, with rules and a scenario.
fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("files")
        .join(test);
    _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for the test");
    for (name, text) in [
        ("affray.toml", ""),
        ("duel.affray", RULES),
        ("blood.affray", SCENARIO),
    ] {
        fs::write(folder.join(name), text).expect("a file");
    }
    folder
}

fn affray(folder: &Path, arguments: &[&str]) -> Answer {
    let mut command = binary::command(arguments);
    command.current_dir(folder);
    binary::answer(command, "")
}

/// All that lies in a folder and below it, with the texts of its files and where its links lead.
fn state(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let about = path.symlink_metadata().expect("it is there");
        if about.is_symlink() {
            let leads = path.read_link().expect("a link").display().to_string();
            all.push((path, format!("-> {leads}")));
        } else if about.is_dir() {
            all.extend(state(&path));
            all.push((path, "a folder".to_owned()));
        } else if about.is_file() {
            let text = fs::read_to_string(&path).expect("text");
            all.push((path, text));
        } else {
            all.push((path, "no file".to_owned()));
        }
    }
    all.sort();
    all
}

#[track_caller]
fn is_refused(folder: &Path, arguments: &[&str], why: &str) {
    let before = state(folder);
    let answer = affray(folder, arguments).is(2);
    assert!(
        answer.stderr.contains(why),
        "{arguments:?}: {}",
        answer.stderr
    );
    assert_eq!(answer.stdout, "", "{arguments:?}");
    assert_eq!(state(folder), before, "{arguments:?}");
}

/// A document comes where nothing is, and where one is that was made before; over nothing else.
#[test]
fn a_document_is_written_over_documents_alone() {
    let folder = folder("targets");
    for (name, mark) in [
        ("page.html", "<!-- Made by affray doc"),
        ("page.md", "<!-- Made by affray doc"),
        ("page.typ", "// Made by affray doc"),
    ] {
        for _ in 0..2 {
            affray(&folder, &["doc", "duel.affray", "--out", name]).is(0);
            let text = fs::read_to_string(folder.join(name)).expect("a document");
            let last = text.lines().last().expect("a line");
            assert!(last.starts_with(mark), "{last}");
        }
    }
    // In another form too; a program that has ended its lines in another way is no matter.
    let page = folder.join("page.md");
    let text = fs::read_to_string(&page).expect("a document");
    fs::write(&page, text.replace('\n', "\r\n")).expect("a file");
    let typst = [
        "doc",
        "duel.affray",
        "--out",
        "page.md",
        "--format",
        "typst",
    ];
    affray(&folder, &typst).is(0);

    fs::write(folder.join("mine.md"), "My own.\n").expect("a file");
    fs::write(folder.join("other.affray"), RULES).expect("a file");
    fs::write(folder.join("rules.txt"), RULES).expect("a file");
    fs::write(folder.join("told.txt"), SCENARIO).expect("a file");
    fs::create_dir(folder.join("folder")).expect("a folder");
    let people = "files of this name are written by people";
    for (out, why) in [
        ("duel.affray", people),
        ("other.affray", people),
        ("new.affray", people),
        ("NEW.AFFRAY", people),
        ("affray.toml", people),
        ("folder/affray.toml", people),
        ("folder", "it is a folder"),
        (".", "is not the name of a file"),
        ("/", "is not the name of a file"),
        ("no/page.md", "there is no such folder"),
        ("page.pdf", "let the file end in `.html`"),
        ("page.PDF", "let the file end in `.html`"),
        ("mine.md/page.md", "what should be its folder is none"),
    ] {
        is_refused(&folder, &["doc", "duel.affray", "--out", out], why);
        is_refused(
            &folder,
            &["doc", "duel.affray", "--force", "--out", out],
            why,
        );
    }
    let read = "it is one of the files that are read for it";
    let own = ["doc", "rules.txt", "--force", "--out", "rules.txt"];
    is_refused(&folder, &own, read);
    let example = ["--example", "told.txt", "--force", "--out", "told.txt"];
    let example: Vec<&str> = ["doc", "duel.affray"].into_iter().chain(example).collect();
    is_refused(&folder, &example, read);

    let mine = ["doc", "duel.affray", "--out", "mine.md"];
    is_refused(
        &folder,
        &mine,
        "it was not made by this command; `--force` writes over it",
    );
    let by_force = [&mine[..], &["--force"]].concat();
    affray(&folder, &by_force).is(0);
    affray(&folder, &mine).is(0);
    let mut rights = fs::metadata(&page).expect("a file").permissions();
    rights.set_readonly(true);
    fs::set_permissions(&page, rights).expect("rights");
    let shut = ["doc", "duel.affray", "--out", "page.md"];
    is_refused(&folder, &shut, "it is write-protected");
}

#[cfg(unix)]
#[test]
fn links_pipes_and_devices_are_left_alone() {
    use affray::load::write::{Over, may_write};
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = folder("links");
    affray(&folder, &["doc", "duel.affray", "--out", "page.md"]).is(0);
    fs::write(folder.join("rules.txt"), RULES).expect("a file");
    symlink("page.md", folder.join("link.md")).expect("a link");
    symlink("nowhere.md", folder.join("dangling.md")).expect("a link");
    symlink("circle.md", folder.join("circle.md")).expect("a link");
    symlink("/dev/null", folder.join("null.md")).expect("a link");
    symlink("rules.txt", folder.join("rules.md")).expect("a link");
    fs::hard_link(folder.join("rules.txt"), folder.join("same.md")).expect("a second name");
    let made = std::process::Command::new("mkfifo")
        .arg(folder.join("pipe.md"))
        .status();
    assert!(made.is_ok_and(|status| status.success()));
    let read = "it is one of the files that are read for it";
    for force in [&["--force"][..], &[]] {
        for (out, why) in [
            (
                "link.md",
                "it is a link to `page.md`: name that file itself",
            ),
            (
                "dangling.md",
                "it is a link to `nowhere.md`: where nothing is",
            ),
            ("circle.md", "it is a link to `circle.md`"),
            ("null.md", "it is a link to `/dev/null`"),
            ("rules.md", read),
            ("same.md", read),
            ("./same.md", read),
            ("pipe.md", "it is no ordinary file"),
        ] {
            let arguments = [&["doc", "rules.txt", "--out", out][..], force].concat();
            is_refused(&folder, &arguments, why);
        }
    }
    // Only asked: whoever tests as root would lose them if this were broken.
    for device in ["/dev/null", "/dev/zero"] {
        for over in [
            Over::Any,
            Over::Nothing,
            Over::Snapshot,
            Over::Marked(&[""]),
        ] {
            // It can be standard input, too.
            let read = [Path::new(device).to_path_buf()];
            let refused = may_write(Path::new(device), over, &read);
            let why = refused.expect_err(device).to_string();
            assert_eq!(why, "it is no ordinary file", "{device}");
        }
    }
    // What comes from standard input is read too.
    let mut command = binary::command(&["doc", "-", "--force", "--out", "rules.txt"]);
    command
        .current_dir(&folder)
        .stdin(File::open(folder.join("rules.txt")).expect("a file"));
    let answer = command.output().expect("it runs");
    let said = String::from_utf8(answer.stderr).expect("UTF-8");
    assert_eq!(answer.status.code(), Some(2), "{said}");
    assert!(said.contains(read), "{said}");
    // The rights of a document stay; a folder may be reached by a link.
    let page = folder.join("page.md");
    fs::set_permissions(&page, fs::Permissions::from_mode(0o640)).expect("rights");
    symlink(".", folder.join("here")).expect("a link");
    affray(&folder, &["doc", "duel.affray", "--out", "here/page.md"]).is(0);
    let rights = fs::metadata(&page).expect("a file").permissions();
    assert_eq!(rights.mode() & 0o777, 0o640);
}

/// The pages of the manual come over pages; all of them or none.
#[test]
fn pages_are_written_over_pages_alone() {
    let folder = folder("pages");
    let out = ["man", "--out", "man1"];
    affray(&folder, &out).is(0);
    affray(&folder, &out).is(0);
    let last = folder.join("man1/affray-why.1");
    fs::write(&last, "My own.\n").expect("a file");
    let first = folder.join("man1/affray.1");
    fs::remove_file(&first).expect("it is there");
    is_refused(&folder, &out, "it was not made by this command");
    affray(&folder, &["man", "--out", "man1", "--force"]).is(0);
    let page = fs::read_to_string(&last).expect("a page");
    assert!(page.ends_with(".\\\" Made by affray man, which may write over it.\n"));
    is_refused(
        &folder,
        &["man", "--out", "duel.affray"],
        "`duel.affray` cannot be written",
    );
}

/// Snapshots come over snapshots of scenarios alone.
#[test]
fn snapshots_are_written_over_snapshots_alone() {
    let folder = folder("snapshots");
    let test = ["test", "blood.affray"];
    affray(&folder, &test).is(1);
    let pending = folder.join("blood__first_blood.snap.new");
    assert!(pending.is_file());
    affray(&folder, &test).is(1);
    for foreign in ["My own.\n", "---\nsource: tests/it.rs\n---\nits own\n"] {
        fs::write(&pending, foreign).expect("a file");
        let before = state(&folder);
        let answer = affray(&folder, &test).is(1);
        assert!(
            answer.stderr.contains("it is no snapshot of a scenario"),
            "{}",
            answer.stderr
        );
        assert_eq!(state(&folder), before);
    }
    fs::remove_file(&pending).expect("it is there");
    affray(&folder, &["test", "--accept"]).is(0);
    fs::write(&pending, "My own.\n").expect("a file");
    affray(&folder, &test).is(0);
    assert!(pending.is_file(), "it is nobody's snapshot");
}

/// What is to be new is written over nothing.
#[test]
fn saved_scenarios_are_new_files() {
    let folder = folder("saved");
    affray(&folder, &["new", "fight"]).is(0);
    affray(&folder, &["new", "night", "--from", "fight.affray"]).is(0);
    let night = fs::read_to_string(folder.join("night.affray")).expect("a variant");
    let other = night.replace("# set option", "set option");
    assert_ne!(night, other);
    fs::write(folder.join("night.affray"), other).expect("a file");
    let save = |file| {
        let given = ["diff", "fight.affray", "night.affray", "--tries", "200"];
        [&given[..], &["--save", file]].concat()
    };
    affray(&folder, &save("parting.affray")).is(1);
    // That is said at once, before anything is looked for.
    for (file, why) in [
        ("parting.affray", "it is there already"),
        ("duel.affray", "it is there already"),
        ("affray.toml", "it is there already"),
        (".", "cannot be written"),
    ] {
        is_refused(&folder, &save(file), why);
        let proposed = ["test", "duel.affray", "--propose", "--save", file];
        is_refused(&folder, &proposed, why);
    }
}

/// A run that was killed leaves its text beside; the next one takes it away, and nothing else.
#[cfg(target_os = "linux")]
#[test]
fn what_killed_runs_leave_is_taken_away() {
    let folder = folder("killed");
    let mut child = std::process::Command::new("true")
        .spawn()
        .expect("it starts");
    let gone = child.id();
    child.wait().expect("it ends");
    let runs = std::process::id();
    let left = [
        (format!(".page.md.{gone}.tmp"), false),
        (format!(".page.md.{runs}.tmp"), true),
        (format!(".other.md.{gone}.tmp"), true),
        (format!("page.md.{gone}.tmp"), true),
        (format!(".page.md.{gone}x.tmp"), true),
        (".page.md..tmp".to_owned(), true),
        (".page.md.tmp".to_owned(), true),
        (format!(".page.md.{gone}.tmp~"), true),
        (format!(".my.page.md.{gone}.tmp"), true),
    ];
    for (name, _) in &left {
        fs::write(folder.join(name), "half a docu").expect("a file");
    }
    let is_folder = folder.join(".page.md.999999999.tmp");
    fs::create_dir(&is_folder).expect("a folder");
    affray(&folder, &["doc", "duel.affray", "--out", "page.md"]).is(0);
    assert!(is_folder.is_dir());
    for (name, stays) in left {
        assert_eq!(folder.join(&name).exists(), stays, "{name}");
    }
}

/// Every verb, as the program itself lists them.
#[cfg(target_os = "linux")]
fn verbs() -> Vec<String> {
    let page = affray(Path::new("."), &["man"]).is(0).stdout;
    let lines = page.lines();
    let verbs = lines.filter_map(|line| line.strip_prefix("affray\\-")?.strip_suffix("(1)"));
    verbs.map(str::to_owned).collect()
}

/// Every form of answers, as the program itself lists them.
#[cfg(target_os = "linux")]
fn forms() -> Vec<String> {
    let answer = affray(Path::new("."), &["check", ".", "--format", "none"]).is(2);
    let (_, list) = answer.stderr.split_once("it can be ").expect("them");
    let quoted = list.split('`').skip(1).step_by(2);
    let forms: Vec<String> = quoted.map(str::to_owned).collect();
    assert!(forms.len() > 5, "{forms:?}");
    forms
}

/// Results that cannot be written are told; somebody who has left is no fault.
#[cfg(target_os = "linux")]
#[test]
fn a_text_that_cannot_be_written_is_told() {
    let folder = folder("full");
    fs::write(
        folder.join("other.affray"),
        RULES.replace("hp: number = 3", "hp: number = 4"),
    )
    .expect("a file");
    let initialize =
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"capabilities\":{}}}";
    let initialize = format!("Content-Length: {}\r\n\r\n{initialize}", initialize.len());
    let call = |arguments: &[&str], input: &str, stdout: Stdio| {
        let mut command = binary::command(arguments);
        let piped = command
            .current_dir(&folder)
            .stdin(Stdio::piped())
            .stdout(stdout)
            .stderr(Stdio::piped());
        let mut child = piped.spawn().expect("it starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        _ = std::io::Write::write_all(&mut stdin, input.as_bytes());
        drop(stdin);
        child.wait_with_output().expect("it ends")
    };
    let full = || {
        let full = File::options().write(true).open("/dev/full");
        Stdio::from(full.expect("Linux has one"))
    };
    let forms = forms();
    let mut tried = 0;
    for verb in verbs() {
        let (arguments, input) = match verb.as_str() {
            "new" => (&["from_here"][..], ""),
            "check" => (&["duel.affray"][..], ""),
            "fmt" => (&["-"][..], RULES),
            "run" | "play" | "corpus" => (&["blood.affray"][..], ""),
            "test" => (&["blood.affray"][..], ""),
            "review" => (&[][..], "q"),
            "accept" | "reject" => (&["First blood"][..], ""),
            "pending" => (&[][..], ""),
            "why" => (&["blood.affray"][..], ""),
            "diff" => (&["duel.affray", "other.affray", "--no-search"][..], ""),
            "odds" => (&["blood.affray"][..], ""),
            "doc" => (&["duel.affray"][..], ""),
            "rules" | "explain" => (&[][..], ""),
            "completions" => (&["bash"][..], ""),
            "man" => (&[][..], ""),
            "lsp" => (&["--stdio"][..], initialize.as_str()),
            verb => panic!("say how `{verb}` can be called"),
        };
        let mut said_something = false;
        for form in &forms {
            // What the one before has written or taken away.
            _ = fs::remove_file(folder.join("from_here.affray"));
            let arguments = [&[verb.as_str(), "--format", form][..], arguments].concat();
            let waits = || {
                _ = fs::remove_file(folder.join("blood__first_blood.snap"));
                affray(&folder, &["test", "blood.affray"]).is(1);
            };
            waits();
            let whole = call(&arguments, input, Stdio::piped());
            if whole.stdout.is_empty() {
                continue;
            }
            said_something = true;
            tried += 1;
            _ = fs::remove_file(folder.join("from_here.affray"));
            waits();
            let lost = call(&[&arguments[..], &["--exit-zero"]].concat(), input, full());
            let stderr = String::from_utf8(lost.stderr).expect("UTF-8");
            assert_eq!(lost.status.code(), Some(2), "{arguments:?}: {stderr}");
            assert!(
                stderr.contains("No space left on device"),
                "{arguments:?}: {stderr}"
            );
            // Nobody reads; it may be said before or after.
            _ = fs::remove_file(folder.join("from_here.affray"));
            waits();
            let (reader, writer) = std::io::pipe().expect("a pipe");
            drop(reader);
            let left = call(&arguments, input, Stdio::from(writer));
            let stderr = String::from_utf8(left.stderr).expect("UTF-8");
            assert_eq!(
                left.status.code(),
                whole.status.code(),
                "{arguments:?}: {stderr}"
            );
        }
        assert!(said_something, "`{verb}` says nothing");
    }
    assert!(tried > 30, "{tried}");
    for arguments in [&["--help"][..], &["--version"], &["help", "odds"]] {
        let lost = call(arguments, "", full());
        let stderr = String::from_utf8(lost.stderr).expect("UTF-8");
        assert_eq!(lost.status.code(), Some(2), "{arguments:?}: {stderr}");
        assert!(stderr.contains("No space left on device"), "{stderr}");
    }
    // Messages that cannot be written change no status.
    let mut command = binary::command(&["check", "none.affray"]);
    let status = command.stderr(full()).status().expect("it runs");
    assert_eq!(status.code(), Some(2));
}
