//! A worker that carries out a script in Lua. It is told where the script and the tape of dice are, and then, line by line, what to do:
//!
//! - `answers N`: the first N answers, one on a line, then a full stop;
//! - `time N`: the seconds of processor time that the script takes for them, and its checksum.
//!
//! The script defines `answer(i)` and `work(n)`; the tape is the table `tape`.

use std::io::{BufRead, Write};

use mlua::{Function, Lua};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let paths: Vec<String> = std::env::args().skip(1).collect();
    let [script, tape] = paths.as_slice() else {
        return Err("wants a script and a tape".into());
    };
    let lua = Lua::new();
    let tape: Vec<u32> = (std::fs::read(tape)?.as_chunks().0.iter())
        .map(|&word| u32::from_le_bytes(word))
        .collect();
    lua.globals().set("tape", tape)?;
    lua.load(std::fs::read_to_string(script)?).exec()?;
    let answer: Function = lua.globals().get("answer")?;
    let work: Function = lua.globals().get("work")?;
    let clock: Function = lua.load("return os.clock").eval()?;
    let version: String = lua.load("return jit and jit.version or _VERSION").eval()?;
    println!("{version}");
    let mut out = std::io::stdout();
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        match line.split_once(' ') {
            Some(("answers", count)) => {
                for number in 0..count.parse()? {
                    writeln!(out, "{}", answer.call::<String>(number as u64)?)?;
                }
                writeln!(out, ".")?;
            }
            Some(("time", count)) => {
                let count: u64 = count.parse()?;
                let begun: f64 = clock.call(())?;
                let checksum: u64 = work.call(count)?;
                writeln!(out, "{} {checksum}", clock.call::<f64>(())? - begun)?;
            }
            _ => return Err(format!("`{line}` is neither `answers` nor `time`").into()),
        }
        out.flush()?;
    }
    Ok(())
}
