//! What shells and readers of manuals are given: completions, man pages, the examples of every verb, and how far a long work is.
#![cfg(feature = "cli")]

use crate::common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use common::binary::{self, Answer};

const SHELLS: [&str; 4] = ["bash", "zsh", "fish", "powershell"];

fn affray(folder: &Path, arguments: &[&str]) -> Answer {
    let mut command = binary::command(arguments);
    command.current_dir(folder);
    binary::answer(command, "")
}

/// An empty folder of this test alone, a project of its own.
fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("comfort")
        .join(test);
    _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for the test");
    fs::write(folder.join("affray.toml"), "").expect("the mark of a project");
    folder
}

/// All verbs, as the page of the program lists them.
fn verbs() -> Vec<String> {
    let page = affray(Path::new("."), &["man"]).is(0).stdout;
    let verbs: Vec<String> = page
        .lines()
        .filter_map(|line| line.strip_prefix("affray\\-")?.strip_suffix("(1)"))
        .map(str::to_owned)
        .collect();
    assert!(verbs.len() > 10, "{page}");
    verbs
}

/// What the program answers a shell that asks what fits behind these words, as its script asks; the last word is the one that is being typed.
fn asked(folder: &Path, shell: &str, words: &[&str]) -> Vec<String> {
    let mut command = binary::command(&[]);
    command
        .arg("--")
        .arg("affray")
        .args(words)
        .current_dir(folder);
    command.env("AFFRAY_COMPLETE", shell).env("_CLAP_IFS", "\n");
    command.env("_CLAP_COMPLETE_INDEX", words.len().to_string());
    let answer = binary::answer(command, Vec::new()).is(0);
    assert_eq!(answer.stderr, "", "{shell}: {words:?}");
    // Some shells are told more about each, behind a tab or a colon.
    let lines = answer.stdout.lines();
    lines.map(str::to_owned).collect()
}

#[test]
fn every_shell_is_told_every_verb() {
    let here = Path::new(".");
    for shell in SHELLS {
        let script = affray(here, &["completions", shell]).is(0).stdout;
        assert!(script.contains("AFFRAY_COMPLETE"), "{shell}: {script}");
        let tells = |words: &[&str], wanted: &str| {
            let told = asked(here, shell, words);
            let mut first = told.iter().map(|one| one.split(['\t', ':']).next());
            assert!(
                first.any(|one| one == Some(wanted)),
                "{shell}: {wanted}: {told:?}"
            );
        };
        for verb in verbs() {
            tells(&[""], &verb);
        }
        for (verb, option) in [
            ("check", "--deny-warnings"),
            ("test", "--coverage"),
            ("run", "--scenario"),
            ("odds", "--quiet"),
        ] {
            tells(&[verb, "--"], option);
        }
    }
    let answer = affray(here, &["completions", "cmd"]).is(2);
    assert!(answer.stderr.contains("bash"), "{}", answer.stderr);
}

#[test]
fn what_there_is_completes_commands() {
    let folder = folder("completions");
    let fight = |title: &str| {
        format!(
            "scenario \"{title}\" {{\n  rules \"../duel.affray\"\n  side red {{ ann {{ hp 5 }} }}\n  side blue {{ orc x 2 {{ hp 5 }} }}\n}}\n"
        )
    };
    let rules = "rules duel \"A duel\" {\n  option ties: together | apart = together \"ties\"\n  option talk: yes/no = no \"talk\"\n  kind combatant { hp: number   tough: yes/no = no }\n  \
                 phase round counting from 1 to 2 { if ties is apart and talk { end combat } }\n}\n";
    fs::create_dir_all(folder.join("more")).expect("a folder");
    fs::write(folder.join("duel.affray"), rules).expect("a file");
    fs::write(folder.join("notes.txt"), "").expect("a file");
    let fights = [fight("First blood"), fight("First light"), fight("The end")].concat();
    fs::write(folder.join("more/fights.affray"), fights).expect("a file");
    let told = |words: &[&str]| asked(&folder, "bash", words);
    assert!(told(&["check", ""]).contains(&"duel.affray".to_owned()));
    assert!(!told(&["check", ""]).contains(&"notes.txt".to_owned()));
    assert!(told(&["run", "mo"]).contains(&"more/".to_owned()));
    assert_eq!(told(&["run", "more/f"]), ["more/fights.affray"]);
    let file = "more/fights.affray";
    assert_eq!(
        told(&["run", file, "--scenario", ""]),
        ["First blood", "First light", "The end"]
    );
    assert_eq!(told(&["why", "--scenario", "The"]), [""; 0]);
    assert_eq!(told(&["play", file, "--scenario", "The"]), ["The end"]);
    assert_eq!(told(&["odds", file, "--by", ""]), ["talk", "ties"]);
    assert_eq!(
        told(&["odds", file, "--vary", ""]),
        ["ann.hp=", "orc 1.hp=", "orc 2.hp="]
    );
    assert_eq!(told(&["odds", file, "--vary", "ann"]), ["ann.hp="]);
    assert_eq!(told(&["explain", "A010"])[0], "A0101");
    assert_eq!(told(&["explain", "syn"]), ["syntax-error"]);
    assert_eq!(told(&["rules", "os"]), ["osric"]);
    assert!(told(&["new", "mine", "--from", ""]).contains(&"lib/morale".to_owned()));
    assert_eq!(told(&["play", "mo"]), ["more/"]);
    assert_eq!(told(&["play", "more/f"]), [file]);
    for verb in ["diff", "doc"] {
        assert_eq!(told(&[verb, "affray:os"]), ["affray:osric"]);
        assert!(told(&[verb, "du"]).contains(&"duel.affray".to_owned()));
    }
    assert!(told(&["run", file, "--rules", ""]).contains(&"duel.affray".to_owned()));
    // Files that are none, or have errors, are no reason to say anything.
    fs::write(folder.join("broken.affray"), "scenario {").expect("a file");
    for file in ["broken.affray", "nowhere.affray"] {
        assert_eq!(told(&["run", file, "--scenario", ""]), [""; 0]);
    }
}

/// Whether a program can be called here.
fn has(program: &str) -> bool {
    let mut command = Command::new(program);
    let quiet = command
        .arg("--version")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    quiet.status().is_ok_and(|status| status.success())
}

/// The folders in which programs are looked for, with that of the program.
fn path_with_program() -> std::ffi::OsString {
    let program = Path::new(env!("CARGO_BIN_EXE_affray"));
    let own = program.parent().expect("a folder").to_path_buf();
    let others = std::env::var_os("PATH").unwrap_or_default();
    let all = std::iter::once(own).chain(std::env::split_paths(&others));
    std::env::join_paths(all).expect("folders")
}

/// What bash offers when the Tab key is pressed behind these words.
fn offered(words: &[&str]) -> Vec<String> {
    let script = affray(Path::new("."), &["completions", "bash"])
        .is(0)
        .stdout;
    let (last, before) = words.split_last().expect("a word");
    let before = before.last().copied().unwrap_or_default();
    let words: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
    let ask = format!(
        "{script}\nCOMP_WORDS=({})\nCOMP_CWORD={}\n_clap_complete_affray affray '{last}' '{before}'\nprintf '%s\\n' \"${{COMPREPLY[@]}}\"\n",
        words.join(" "),
        words.len() - 1,
    );
    let output = Command::new("bash")
        .args(["--norc", "--noprofile", "-c", &ask])
        .env("PATH", path_with_program())
        .output()
        .expect("bash runs");
    assert!(
        output.stderr.is_empty(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let offered = String::from_utf8(output.stdout).expect("UTF-8");
    offered.lines().map(str::to_owned).collect()
}

#[test]
fn bash_completes_verbs_options_and_values() {
    if cfg!(windows) || !has("bash") {
        eprintln!("there is no bash here: not tried");
        return;
    }
    let all = offered(&["affray", ""]);
    for verb in verbs() {
        assert!(all.contains(&verb), "{verb}: {all:?}");
    }
    assert_eq!(offered(&["affray", "expl"]), ["explain"]);
    assert_eq!(offered(&["affray", "test", "--cov"]), ["--coverage"]);
    assert_eq!(offered(&["affray", "check", "--color", "ne"]), ["never"]);
    assert_eq!(offered(&["affray", "doc", "affray:os"]), ["affray:osric"]);
    assert!(offered(&["affray", "completions", ""]).contains(&"zsh".to_owned()));
}

#[test]
fn every_verb_has_a_page_with_the_same_sections() {
    let folder = folder("pages");
    let answer = affray(&folder, &["man", "--out", "pages/man1"]).is(0);
    let mut pages: Vec<String> = fs::read_dir(folder.join("pages/man1"))
        .expect("a folder")
        .map(|entry| {
            let name = entry.expect("an entry").file_name();
            name.into_string().expect("a name")
        })
        .collect();
    pages.sort();
    assert_eq!(
        answer.stdout,
        format!("wrote {} pages into `pages/man1`\n", pages.len())
    );
    let mut expected: Vec<String> = verbs()
        .iter()
        .map(|verb| format!("affray-{verb}.1"))
        .collect();
    expected.push("affray.1".to_owned());
    expected.sort();
    assert_eq!(pages, expected);
    for name in pages {
        let page = fs::read_to_string(folder.join("pages/man1").join(&name)).expect("a page");
        let mut sections: Vec<&str> = page
            .lines()
            .filter_map(|line| line.strip_prefix(".SH "))
            .map(|section| section.trim_matches('"'))
            .collect();
        sections.retain(|section| *section != "SUBCOMMANDS");
        assert_eq!(
            sections,
            [
                "NAME",
                "SYNOPSIS",
                "DESCRIPTION",
                "OPTIONS",
                "EXAMPLES",
                "EXIT STATUS",
                "ENVIRONMENT",
                "SEE ALSO"
            ],
            "{name}"
        );
    }
    // Once more, over them.
    affray(&folder, &["man", "--out", "pages/man1"]).is(0);
}

#[test]
fn a_page_reads_well() {
    let page = affray(Path::new("."), &["man", "explain"]).is(0).stdout;
    insta::assert_snapshot!("page_of_explain", page);
    if has("man") && cfg!(target_os = "linux") {
        let mut command = Command::new("man");
        command
            .args(["--warnings", "-E", "UTF-8", "-l", "-"])
            .env("MANWIDTH", "80");
        let shown = binary::answer(command, &page);
        assert_eq!((shown.status, shown.stderr.as_str()), (0, ""));
        assert!(shown.stdout.contains("affray explain unknown-name"));
    }
}

#[test]
fn an_unknown_verb_has_no_page() {
    let answer = affray(Path::new("."), &["man", "chek"]).is(2);
    assert_eq!(
        answer.stderr,
        "affray: there is no verb `chek`; did you mean `check`?\n"
    );
}

/// The examples of a verb, as its help lists them.
fn examples(verb: &str) -> Vec<String> {
    let help = affray(Path::new("."), &["help", verb]).is(0).stdout;
    let (_, listed) = help.split_once("\nExamples:\n").expect("examples");
    let typed = listed.lines().filter_map(|line| line.strip_prefix("  "));
    typed
        .filter(|line| line.starts_with("affray "))
        .map(str::to_owned)
        .collect()
}

/// In a build with debug assertions clap looks at every option of every verb when the whole command is built.
#[test]
fn the_command_line_holds_together() {
    affray(Path::new("."), &["man"]).is(0);
}

#[test]
fn every_verb_has_its_entry_with_examples() {
    for verb in verbs() {
        let help = affray(Path::new("."), &["help", &verb]).is(0).stdout;
        let (about, _) = help.split_once("\nUsage: ").expect("how it is used");
        // Behind its line in the list of verbs.
        let prose = about.split_once(".\n\n").map(|(_, prose)| prose.trim());
        assert!(
            prose.is_some_and(|prose| !prose.is_empty()),
            "say something about `{verb}` in docs/verbs.md: {about}"
        );
        assert!(!examples(&verb).is_empty(), "{verb} has no examples");
    }
}

/// The words of a command as a shell takes them, up to where its output goes.
fn words(typed: &str) -> Vec<String> {
    let cut = [" | ", " > ", " >> "]
        .iter()
        .filter_map(|to| typed.find(to));
    let typed = &typed[..cut.min().unwrap_or(typed.len())];
    let mut words = Vec::new();
    for (index, part) in typed.split('"').enumerate() {
        match index % 2 {
            0 => words.extend(part.split_whitespace().map(str::to_owned)),
            _ => words.push(part.to_owned()),
        }
    }
    words
}

/// A table with a rule file whose transcript waits to be accepted, and a variant of it.
fn table(name: &str) -> PathBuf {
    let folder = folder(name);
    affray(&folder, &["new", "duel"]).is(0);
    affray(&folder, &["new", "night", "--from", "duel.affray"]).is(0);
    let duel = fs::read_to_string(folder.join("duel.affray")).expect("a rule file");
    let kept = duel.replace(
        "the spear\" {\n  side heroes",
        "the spear\" {\n  snapshot\n  side heroes",
    );
    assert_ne!(duel, kept);
    fs::write(folder.join("duel.affray"), kept).expect("a file");
    let night = fs::read_to_string(folder.join("night.affray")).expect("a variant");
    let other = night.replace("# set option", "set option");
    assert_ne!(night, other);
    fs::write(folder.join("night.affray"), other).expect("a file");
    affray(&folder, &["test"]).is(1);
    folder
}

/// The same table, laid anew.
fn laid_as(table: &Path, name: &str) -> PathBuf {
    let folder = folder(name);
    for entry in fs::read_dir(table).expect("a folder") {
        let file = entry.expect("an entry");
        fs::copy(file.path(), folder.join(file.file_name())).expect("a file");
    }
    folder
}

#[test]
fn the_examples_of_every_verb_can_be_typed() {
    let mut tried = 0;
    let model = table("model");
    for verb in verbs() {
        let listed = examples(&verb);
        assert!(!listed.is_empty(), "{verb}");
        let page = affray(Path::new("."), &["man", &verb]).is(0).stdout;
        for typed in listed {
            assert!(
                page.contains(&typed.replace('-', "\\-")),
                "{typed} stands on the page too"
            );
            // It does not end; its options are those of the others.
            if typed.contains("--watch") || typed.starts_with("affray lsp") {
                continue;
            }
            let place = match verb.as_str() {
                "new" => folder("examples"),
                _ => laid_as(&model, "examples"),
            };
            if verb == "new" && typed.contains("--from") {
                affray(&place, &["new", "duel"]).is(0);
            }
            let words = words(&typed);
            let mut words: Vec<&str> = words[1..].iter().map(String::as_str).collect();
            match verb.as_str() {
                // Not into the home of whoever tests.
                "man" if words.contains(&"--out") => words = vec!["man", "--out", "man1"],
                // Enough to find where they part.
                "diff" => words.extend(["--tries", "200"]),
                _ => {}
            }
            let answer = affray(&place, &words);
            assert!(
                (0..=1).contains(&answer.status) && !answer.stderr.contains("affray: "),
                "{typed}: {}{}",
                answer.stdout,
                answer.stderr
            );
            assert!(
                !answer.stdout.trim().is_empty() || verb == "fmt" || words.contains(&"--out"),
                "{typed} says nothing"
            );
            tried += 1;
        }
    }
    assert!(tried > 30, "{tried}");
}

/// What a program writes to a terminal: `script` gives it one.
fn in_a_terminal(folder: &Path, arguments: &[&str], terminal: &str) -> String {
    let quoted: Vec<String> = arguments.iter().map(|word| format!("'{word}'")).collect();
    let typed = format!(
        "stty cols 100; {} {} > out.txt",
        env!("CARGO_BIN_EXE_affray"),
        quoted.join(" ")
    );
    let mut command = Command::new("script");
    command
        .args(["-qec", &typed, "/dev/null"])
        .current_dir(folder)
        .env_remove("NO_COLOR")
        .env_remove("AFFRAY_FORMAT")
        .env_remove("NO_GRAPHICS")
        .env("LC_ALL", "C.UTF-8")
        .env("TERM", terminal);
    binary::answer(command, "").stdout
}

#[test]
#[ignore = "long"]
fn how_far_a_long_work_is_is_shown_in_a_terminal_only_and_leaves_nothing() {
    let folder = table("progress");
    // Well over the time after which the bar shows, on a quick machine too.
    let tries = "12000";
    let long = ["diff", "duel.affray", "night.affray", "--tries", tries];
    // Nobody sees it in a pipe: `is` finds no escape code, and there is nothing on standard error at all.
    let piped = affray(&folder, &long).is(1);
    assert_eq!(piped.stderr, "");
    if !cfg!(target_os = "linux") || !has("script") {
        eprintln!("there is no terminal to be had here: not tried");
        return;
    }
    let shown = in_a_terminal(&folder, &long, "xterm-256color");
    assert!(
        shown.contains(&format!("of {tries} situations")),
        "how far it is: {shown:?}"
    );
    let last = shown.rsplit("\u{1b}[2K").next().unwrap_or_default();
    assert_eq!(last.trim(), "", "the line is empty at the end: {shown:?}");
    assert_eq!(
        fs::read_to_string(folder.join("out.txt")).expect("the result"),
        piped.stdout,
        "the result is the same"
    );
    let turn = [
        "why",
        "duel.affray",
        "ann strikes goblin 1",
        "goblin 2 strikes ann",
    ];
    let piped = affray(&folder, &turn).is(0);
    assert!(piped.stderr.is_empty());
    in_a_terminal(&folder, &turn, "xterm-256color");
    assert_eq!(
        fs::read_to_string(folder.join("out.txt")).expect("the result"),
        piped.stdout
    );
    let quiet = [&long[..], &["--quiet"]].concat();
    assert_eq!(in_a_terminal(&folder, &quiet, "xterm-256color"), "");
    assert_eq!(in_a_terminal(&folder, &long, "dumb"), "");
    // What is soon done shows nothing.
    let soon = ["check", "duel.affray"];
    assert_eq!(in_a_terminal(&folder, &soon, "xterm-256color"), "");
}

#[test]
fn a_misspelt_verb_is_answered_with_the_one_that_was_meant() {
    for (typed, meant) in [
        ("rnu", "`affray run`"),
        ("chekc", "`affray check`"),
        ("duel.affray", "`affray run duel.affray`"),
    ] {
        let told = affray(Path::new("."), &[typed]).is(2).stderr;
        assert!(told.contains(meant), "{typed}: {told}");
    }
    let told = affray(Path::new("."), &["swim"]).is(2).stderr;
    assert!(!told.contains("did you mean"), "{told}");
}
