//! Fights in a terminal, with line editing and completion: what is shown, what is not, and what is left when the program is killed.
#![cfg(all(feature = "cli", unix))]

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use affray::play::{Reply, Session, Wanted};
use affray::run::dice::Seeded;
use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

use crate::play::{FIGHTS, folder, open, told};

/// How long a program may run; what does not come is not waited for without end.
const LONGEST: Duration = Duration::from_secs(300);

/// A program in a terminal.
struct Terminal {
    child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    screen: Box<dyn Read + Send>,
    keys: Box<dyn Write + Send>,
    /// All that was shown.
    shown: String,
    /// How much of it has been looked at.
    seen: usize,
}

impl Terminal {
    fn begin(folder: &Path, arguments: &[&str]) -> Self {
        let size = PtySize {
            rows: 40,
            cols: 200,
            pixel_width: 0,
            pixel_height: 0,
        };
        let pair = native_pty_system().openpty(size).expect("a terminal");
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_affray"));
        command.args(arguments);
        command.cwd(folder);
        command.env("TERM", "xterm-256color");
        let child = pair.slave.spawn_command(command).expect("it starts");
        drop(pair.slave);
        let mut killer = child.clone_killer();
        std::thread::spawn(move || {
            std::thread::sleep(LONGEST);
            _ = killer.kill();
        });
        Terminal {
            child,
            screen: pair.master.try_clone_reader().expect("a screen"),
            keys: pair.master.take_writer().expect("keys"),
            master: pair.master,
            shown: String::new(),
            seen: 0,
        }
    }

    /// Waits until something is shown that has not been looked at.
    #[track_caller]
    fn until(&mut self, text: &str) {
        let mut bytes = [0; 1024];
        let found = loop {
            if let Some(at) = self.shown[self.seen..].find(text) {
                break self.seen + at + text.len();
            }
            let read = self.screen.read(&mut bytes).unwrap_or(0);
            assert!(read > 0, "no `{text}` in {}", self.shown);
            self.shown
                .push_str(&String::from_utf8_lossy(&bytes[..read]));
        };
        self.seen = found;
    }

    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("typed");
        self.keys.flush().expect("typed");
    }

    /// Whether the terminal shows what is typed.
    fn echoes(&self) -> bool {
        let termios = self.master.get_termios().expect("what is set");
        const ECHO: u64 = 0o10;
        termios.local_flags.bits() as u64 & ECHO != 0
    }

    fn leave(mut self) {
        self.press("quit\r");
        self.until("The fight is kept in");
        assert!(self.child.wait().expect("it ends").success());
    }

    /// Ends the program as a loss of power would.
    fn kill(mut self) {
        let process = self.child.process_id().expect("a number").to_string();
        let killed = std::process::Command::new("kill")
            .args(["-9", &process])
            .status();
        assert!(killed.expect("a program").success());
        self.child.wait().expect("it has ended");
    }
}

#[test]
fn a_fight_is_played_in_a_terminal() {
    let folder = folder("terminal");
    let mut terminal = Terminal::begin(&folder, &["play", "ford.affray", "--seed", "3"]);
    for (wait, keys) in [
        ("Blue: roll d6", "4\r"),
        ("Red: roll d6", "2\r"),
        ("What does ann do?", "ann str\tcid\r"),
        ("What does bob do?", "done\r"),
        ("Does the weather hold?", "y\r"),
        ("Round 2", "end\r"),
    ] {
        terminal.until(wait);
        terminal.press(keys);
    }
    terminal.until("The fight ends here");
    terminal.leave();
    let log = fs::read_to_string(folder.join("ford.log.affray")).expect("a log");
    assert!(log.contains("round 1 { ann strikes cid }"), "{log}");
    told(&log);
}

/// Neither echoed nor shown afterwards nor in the history; the log has it.
#[test]
fn what_is_declared_in_secret_is_never_on_the_screen() {
    let folder = folder("secret_terminal");
    let mut terminal = Terminal::begin(&folder, &["play", "ford.affray", "--seed", "3"]);
    for (wait, keys) in [
        ("Blue: roll d6", "4\r"),
        ("Red: roll d6", "2\r"),
        ("What does ann do?", "secret ann\r"),
    ] {
        terminal.until(wait);
        terminal.press(keys);
    }
    terminal.until("What is typed now is not shown.");
    let from = terminal.seen;
    let begun = std::time::Instant::now();
    while terminal.echoes() {
        assert!(begun.elapsed() < LONGEST, "it is echoed");
        std::thread::sleep(Duration::from_millis(5));
    }
    terminal.press("strikes cid\r");
    terminal.until("What does bob do?");
    // The line before, from the history.
    terminal.press("\x1b[A");
    terminal.until("secret ann");
    // It is taken away again, and the next one is not.
    terminal.press("\x15bob yells\r");
    terminal.until("What does cid do?");
    let hidden = &terminal.shown[from..];
    assert!(!hidden.contains("strikes"), "{hidden:?}");
    assert!(hidden.contains("ann has declared"), "{hidden:?}");
    terminal.leave();
    let log = fs::read_to_string(folder.join("ford.log.affray")).expect("a log");
    assert!(log.contains("ann strikes cid"), "{log}");
}

/// A fight in a terminal beside the same session without one: what the session says is what is shown.
struct Evening {
    folder: PathBuf,
    session: Session,
    terminal: Terminal,
    luck: Seeded,
}

impl Evening {
    /// Enters a line that is taken.
    #[track_caller]
    fn takes(&mut self, line: &str) {
        self.is_asked();
        let reply = self.session.enter(line);
        let told = match &reply {
            Reply::Taken { told, .. } | Reply::Rewritten(told) => told,
            other => panic!("`{line}`: {other:?}"),
        };
        self.terminal.press(&format!("{line}\r"));
        if let Some(last) = told.lines().rfind(|line| !line.trim().is_empty()) {
            self.terminal.until(last.trim());
        }
    }

    /// Waits for what is asked.
    #[track_caller]
    fn is_asked(&mut self) {
        let text = &self.session.prompt().text;
        // It begins with a capital in the terminal.
        let rest: String = text.chars().skip(1).collect();
        self.terminal.until(&rest);
    }

    /// Answers so often what is asked.
    fn goes_on(&mut self, times: u32) {
        for _ in 0..times {
            let prompt = self.session.prompt().clone();
            let line = match prompt.wanted {
                Wanted::Dice => "roll".to_owned(),
                Wanted::Answer if prompt.default.is_some() => String::new(),
                Wanted::Answer => prompt.choices.first().cloned().unwrap_or("1".to_owned()),
                Wanted::Declaration => self.declaration(&prompt.declarers[0]),
                Wanted::Nothing => return,
            };
            self.takes(&line);
        }
    }

    /// What the combatant can do, of a few deeds by chance; `next` if none is allowed.
    fn declaration(&mut self, who: &str) -> String {
        let deeds = self.session.completions(&format!("{who} "));
        for _ in 0..6 {
            let deed = &deeds[self.luck.die(deeds.len() as u32) as usize - 1];
            let foe = ["", " ann", " wolf 2", " wolf 1"][self.luck.die(4) as usize - 1];
            let line = format!("{who} {deed}{foe}");
            if matches!(self.session.clone().enter(&line), Reply::Taken { .. }) {
                return line;
            }
        }
        "next".to_owned()
    }

    /// The program is killed, and goes on where it was.
    fn killed(self) -> Self {
        let Evening {
            folder,
            session,
            terminal,
            luck,
        } = self;
        terminal.kill();
        let mut terminal = Terminal::begin(&folder, &["play", "hall.affray"]);
        terminal.until("Going on with `hall.log.affray`");
        Evening {
            folder,
            session,
            terminal,
            luck,
        }
    }
}

/// A fight by a system: with a mistake, something taken back, a value corrected, acts moved, a newcomer, the program killed in the middle, and a run of its log.
fn evening(number: usize) {
    let (system, points) = FIGHTS[number];
    let seed = number as u64 + 20;
    let folder = folder(&format!("evening_{system}"));
    let text = format!(
        "scenario \"In the hall\" {{\n  rules \"affray:{system}\"\n  side party {{ ann {{ {points} 6 }}   bob {{ {points} 7 }} }}\n  \
         side wolves {{ wolf x 2 {{ {points} 5 }} }}\n}}\n"
    );
    fs::write(folder.join("hall.affray"), &text).expect("a fight");
    let arguments = ["play", "hall.affray", "--seed", &seed.to_string()];
    let mut evening = Evening {
        session: open(&text, seed),
        terminal: Terminal::begin(&folder, &arguments),
        luck: Seeded::new(seed, 1),
        folder,
    };
    evening.goes_on(2);
    evening.is_asked();
    evening.terminal.press("flabbergasts\r");
    evening.terminal.until("Not taken: ");
    evening.takes("undo");
    evening.goes_on(1);
    evening.takes(&format!("set ann.{points} = 4 because misread"));
    evening.takes("move bob before ann because he is near");
    evening.takes(&format!("join wolves: hound {{ {points} 3 }}"));
    evening.goes_on(2);
    let mut evening = evening.killed();
    evening.goes_on(4);
    // Some systems settle surprise and the like before the first round.
    for _ in 0..40 {
        if evening.session.round().is_none() {
            evening.goes_on(1);
        }
    }
    if evening.session.ending().is_none() {
        evening.takes("end");
    }
    evening.terminal.leave();
    let log = fs::read_to_string(evening.folder.join("hall.log.affray")).expect("a log");
    assert_eq!(told(&log), evening.session.transcript(), "{log}");
}

#[test]
fn an_evening_by_osric() {
    evening(0);
}

#[test]
fn an_evening_by_demon_idol() {
    evening(1);
}

#[test]
fn an_evening_by_base_initiative() {
    evening(2);
}

#[test]
fn an_evening_by_group_initiative() {
    evening(3);
}

#[test]
fn an_evening_by_crucible_of_souls() {
    evening(4);
}
