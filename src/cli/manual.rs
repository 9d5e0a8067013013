//! What is said about each verb beyond its line in `args`: prose and examples, for `affray help` and for the pages of the manual.
//! Words only. `tests/tools/comfort.rs` runs the examples.

use std::fmt::Write;

use clap::{Command, CommandFactory};

use super::args::Cli;

/// What is said about a verb.
struct Entry {
    verb: &'static str,
    /// What goes beyond the one line, in paragraphs.
    prose: &'static str,
    /// What can be typed, and what it does.
    examples: &'static [(&'static str, &'static str)],
}

/// Every verb; some are left out of small builds.
const ENTRIES: &[Entry] = &[
    Entry {
        verb: "new",
        prose: "The file comes into this folder, and nothing is written over. With --from it is a variant: it says only what differs \
                from the other file, and begins with examples of that, as comments. Either has a scenario in it that passes.",
        examples: &[
            (
                "affray new duel",
                "a small rule file, duel.affray, with notes to learn from",
            ),
            (
                "affray new night --from duel.affray",
                "night.affray, a variant of duel.affray",
            ),
            (
                "affray new skirmish --template turns",
                "a small rule file in which one combatant after the other takes a turn",
            ),
        ],
    },
    Entry {
        verb: "check",
        prose: "Nothing is played. Beside mistakes, it looks for what rules say that can never come about, or that can come about in two \
                ways. Each message has a code, which `affray explain` explains.",
        examples: &[
            ("affray check .", "all files in this folder and below it"),
            (
                "affray check duel.affray --deny-warnings",
                "a warning counts as a fault too, as for a build server",
            ),
            (
                "affray check night.affray --expand",
                "the variant and what it extends as one rule file",
            ),
        ],
    },
    Entry {
        verb: "fmt",
        prose: "It changes white space only: no word, sign or comment. Files that have mistakes stay as they are.",
        examples: &[
            (
                "affray fmt .",
                "lays out all files in this folder and below it",
            ),
            (
                "affray fmt --check .",
                "names the files that it would change",
            ),
            (
                "affray fmt --diff duel.affray",
                "shows what it would change",
            ),
        ],
    },
    Entry {
        verb: "run",
        prose: "Tells each roll, declaration and act, the rulings that put them in their order, and what they change. What the scenario \
                expects is compared on the way. A file of rules can be named too, if a scenario is in it.",
        examples: &[
            ("affray run duel.affray", "plays the scenario in the file"),
            (
                "affray run duel.affray --verbose",
                "tells everything, also what did not apply",
            ),
            (
                "affray run duel.affray --rules night.affray",
                "the same fight by the rules of another file",
            ),
            (
                "affray run duel.affray --seed 7",
                "dice that the scenario does not give are rolled",
            ),
            (
                "affray run duel.affray --digest 1000",
                "a digest of a thousand runs, to compare with another machine",
            ),
        ],
    },
    Entry {
        verb: "play",
        prose: "Asks for each roll, answer and declaration that the rules want and the scenario does not give, and tells what comes of them. \
                What is entered becomes lines of a log, an ordinary scenario beside the file; each is on the disk before anything is shown of it. \
                The next call goes on where the log ends. `?` at the table tells what can be entered.",
        examples: &[
            (
                "affray play duel.affray",
                "plays the fight at the table, or goes on with it",
            ),
            (
                "affray play duel.affray --new --roll all --seed 7",
                "a new fight, whose dice are all rolled by the program",
            ),
        ],
    },
    Entry {
        verb: "test",
        prose: "A scenario passes if all that it expects comes, nothing stops its run, and no die, answer or declaration is left over. Where \
                it says `snapshot`, its transcript must also be the one that is kept beside it.",
        examples: &[
            (
                "affray test",
                "all scenarios of the project around this folder",
            ),
            (
                "affray test --filter goblin",
                "those with this word in their title, or in the path of their file",
            ),
            (
                "affray test --coverage",
                "and what of the rules none of them has exercised",
            ),
            (
                "affray test --mutants",
                "and which small changes of the rules none of them would notice",
            ),
            (
                "affray test --accept",
                "keeps the transcripts that are new or have changed",
            ),
            (
                "affray test --watch",
                "again whenever a file changes, until Ctrl-C",
            ),
        ],
    },
    Entry {
        verb: "review",
        prose: "One key each: a accepts, r rejects, s leaves it for later, n shows it once more after the others, q ends. What waits was \
                written by `affray test`.",
        examples: &[(
            "affray review",
            "all that wait in the project around this folder",
        )],
    },
    Entry {
        verb: "accept",
        prose: "What is accepted takes the place of the transcript that was kept. Read it first: `affray review` shows what has changed.",
        examples: &[
            (
                "affray accept duel.affray",
                "the transcripts of the scenarios in this file",
            ),
            (
                "affray accept",
                "all that wait in the project around this folder",
            ),
        ],
    },
    Entry {
        verb: "reject",
        prose: "The scenario goes on failing until the rules, or the scenario, give the transcript that is kept.",
        examples: &[
            (
                "affray reject duel.affray",
                "the transcripts of the scenarios in this file",
            ),
            (
                "affray reject",
                "all that wait in the project around this folder",
            ),
        ],
    },
    Entry {
        verb: "pending",
        prose: "Lists too the transcripts that no scenario owns any more. The status is 1 if there are any of either.",
        examples: &[
            ("affray pending", "in the project around this folder"),
            ("affray pending --format json", "the same for a program"),
        ],
    },
    Entry {
        verb: "why",
        prose: "With two acts, it says what put one of them before the other, or both together, and which smallest change of a die, an \
                answer or an attribute would turn it. An act is named as scenarios name it: its actor, its verb, what it is aimed at.",
        examples: &[
            (
                "affray why duel.affray",
                "for each act, what put it where it came",
            ),
            (
                "affray why duel.affray \"ann strikes goblin 1\" \"goblin 2 strikes ann\"",
                "why the first came before the second, and what would turn it",
            ),
            ("affray why duel.affray --round 1", "one round alone"),
        ],
    },
    Entry {
        verb: "diff",
        prose: "First it compares the two item by item, then it plays situations by both, drawn by chance, and shows the smallest in \
                which they part. That it finds none is no proof that there is none. The status is 1 if they differ.",
        examples: &[
            (
                "affray diff duel.affray night.affray",
                "what the variant changes, in structure and in play",
            ),
            (
                "affray diff duel.affray night.affray --no-search",
                "in structure alone",
            ),
            (
                "affray diff duel.affray night.affray --attribute",
                "which change causes what",
            ),
            (
                "affray diff duel.affray night.affray --save parting.affray",
                "keeps the situations found as scenarios",
            ),
            (
                "affray diff duel.affray night.affray --format markdown",
                "to post",
            ),
        ],
    },
    Entry {
        verb: "odds",
        prose: "Follows all that the dice can show, exactly where that can be done, else by many trials; the answer says which. What is asked \
                stands in the scenario as `odds ...`, or behind --of.",
        examples: &[
            (
                "affray odds duel.affray --order",
                "as which of them each combatant acts first",
            ),
            (
                "affray odds duel.affray --of \"goblin 1 charges ann is void\"",
                "how likely this is",
            ),
            (
                "affray odds duel.affray --of \"ann.hp\" --by tie",
                "for each setting of an option",
            ),
            (
                "affray odds duel.affray --of \"ann.hp\" --rules duel.affray --rules night.affray",
                "by several rule files side by side",
            ),
        ],
    },
    Entry {
        verb: "doc",
        prose: "Made from the rules themselves, with the author's own words beside them: phases, orders, exceptions and tables in plain \
                English, options with their defaults, scenarios as worked examples.",
        examples: &[
            ("affray doc duel.affray", "prints it as markdown"),
            (
                "affray doc duel.affray --out duel.html",
                "one page for a browser or a printer",
            ),
            (
                "affray doc night.affray --errata",
                "only what the variant changes",
            ),
            (
                "affray doc duel.affray --for-scenarios",
                "what can be declared, rolled, answered and set in scenarios by these rules",
            ),
        ],
    },
    #[cfg(feature = "lsp")]
    Entry {
        verb: "lsp",
        prose: "Speaks the Language Server Protocol on standard input and output. Nobody types this: the settings of the editor name it.",
        examples: &[("affray lsp --stdio", "as editors start it")],
    },
    Entry {
        verb: "rules",
        prose: "Rule files name them by a path that says so, as in `uses \"affray:lib/sides\"`; other commands take such a path as well, and \
                `affray new MINE --from NAME` begins a variant. They change with the program; a copy in your own folder does not.",
        examples: &[
            ("affray rules", "lists all of them"),
            ("affray rules lib/sides", "prints the text of one"),
            (
                "affray rules lib/sides --vendor",
                "copies it, with what it needs, into the folder rules",
            ),
        ],
    },
    Entry {
        verb: "explain",
        prose: "Says what the code means, with an example that gets the message and the same example put right.",
        examples: &[
            ("affray explain", "lists all codes"),
            ("affray explain A0302", "one of them, by its number"),
            ("affray explain unknown-name", "the same by its name"),
        ],
    },
    Entry {
        verb: "completions",
        prose: "Put the output where your shell looks for completions, and open a new shell. The shell then asks the program what fits: files, titles of scenarios, options, attributes, codes. Do so again when you have installed another version.",
        examples: &[
            (
                "affray completions bash > ~/.local/share/bash-completion/completions/affray",
                "for bash",
            ),
            (
                "affray completions zsh > ~/.zfunc/_affray",
                "for zsh, if ~/.zfunc is in its fpath",
            ),
            (
                "affray completions fish > ~/.config/fish/completions/affray.fish",
                "for fish",
            ),
            (
                "affray completions powershell >> $PROFILE",
                "for PowerShell",
            ),
        ],
    },
    Entry {
        verb: "man",
        prose: "The pages are in the form that the program `man` shows.",
        examples: &[
            ("affray man | man -l -", "shows the page of the program"),
            ("affray man check | man -l -", "shows the page of a verb"),
            (
                "affray man --out ~/.local/share/man/man1",
                "after this, `man affray-check` finds its page",
            ),
        ],
    },
];

/// What the statuses mean.
pub(super) const STATUSES: &[(&str, &str)] = &[
    ("0", "All is well."),
    (
        "1",
        "Faults or differences were found. With --exit-zero it is 0.",
    ),
    (
        "2",
        "The command is wrong, a file cannot be read, or the program itself made a mistake.",
    ),
];

/// What of the environment changes what is printed.
pub(super) const ENVIRONMENT: &[(&str, &str)] = &[
    (
        "AFFRAY_FORMAT",
        "The form of the answer where --format does not say.",
    ),
    (
        "NO_COLOR",
        "If it is set to something, there are no colours.",
    ),
    (
        "CLICOLOR_FORCE",
        "If it is set to anything but 0, there are colours even where there is no terminal.",
    ),
    (
        "NO_GRAPHICS",
        "If it is set to anything but 0, the form is `plain`.",
    ),
    (
        "COLUMNS",
        "How wide the output is; else as wide as the terminal.",
    ),
    (
        "CI",
        "If it is set to anything but 0 or false, nothing is written where transcripts are kept.",
    ),
];

/// The whole command line, with what is said here.
pub(super) fn command() -> Command {
    Cli::command().mut_subcommands(|verb| {
        let Some(entry) = entry(verb.get_name()) else {
            return verb;
        };
        let line = verb
            .get_about()
            .map(ToString::to_string)
            .unwrap_or_default();
        verb.long_about(format!("{line}.\n\n{}", entry.prose))
            .after_long_help(listed(entry.examples))
    })
}

fn entry(verb: &str) -> Option<&'static Entry> {
    ENTRIES.iter().find(|entry| entry.verb == verb)
}

/// The examples of a verb; those of the first steps for the program itself.
pub(super) fn examples(verb: &str) -> &'static [(&'static str, &'static str)] {
    entry(verb).map_or(FIRST_STEPS, |entry| entry.examples)
}

/// From nothing to a rule file that is tried.
const FIRST_STEPS: &[(&str, &str)] = &[
    ("affray new duel", "a small rule file to learn from"),
    ("affray check duel.affray", "looks for mistakes"),
    ("affray run duel.affray", "plays the scenario in it"),
    (
        "affray test duel.affray",
        "says whether all came as expected",
    ),
];

/// The examples as `affray help` shows them.
fn listed(examples: &[(&str, &str)]) -> String {
    let mut list = "Examples:".to_owned();
    for (typed, what) in examples {
        _ = write!(list, "\n  {typed}\n          {what}");
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_verb_has_its_entry_with_examples() {
        for verb in Cli::command().get_subcommands() {
            let name = verb.get_name();
            let said = ENTRIES.iter().filter(|entry| entry.verb == name);
            let said: Vec<&Entry> = said.collect();
            assert_eq!(said.len(), 1, "say something about `{name}` here");
            assert!(!said[0].prose.is_empty() && !said[0].examples.is_empty());
        }
    }

    #[test]
    fn the_command_line_holds_together() {
        command().debug_assert();
    }
}
