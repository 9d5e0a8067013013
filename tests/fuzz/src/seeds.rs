//! The first inputs of the targets: the small files of the project, and what is kept of the corpus.

use affray::load::resolve;

use super::files::{corpus, library, root};
use super::{Input, Target};

/// The first inputs of a target, none longer than this.
pub fn first(target: &Target, most: usize) -> Vec<Vec<u8>> {
    let mut inputs: Vec<Vec<u8>> = corpus("corpus", target.name)
        .into_iter()
        .map(|(_, input)| input)
        .collect();
    let texts = || library().iter().filter(|(_, text)| text.len() <= most / 2);
    match target.input {
        Input::Rules => {
            inputs.extend(texts().map(|(path, text)| from_root(path, text).into_bytes()))
        }
        Input::TwoRules => inputs.extend(texts().map(|(path, text)| {
            let text = from_root(path, text);
            format!("{text}\0{text}").into_bytes()
        })),
        Input::Other(ending) => {
            let mut files = Default::default();
            for folder in [
                "tests/cases",
                "tests/variants",
                "tests/procedures",
                "tests/conformance",
                "examples",
            ] {
                super::files::gather(&root().join(folder), ending, &mut files);
            }
            let short = files
                .into_values()
                .filter(|text: &String| text.len() <= most);
            inputs.extend(short.map(String::into_bytes));
        }
    }
    inputs
}

/// A text whose imports are named from the root of the project.
fn from_root(path: &str, text: &str) -> String {
    let pieces = text
        .split('"')
        .map(|piece| match piece.ends_with(".affray") {
            true => resolve(path, piece).unwrap_or_else(|_| piece.to_owned()),
            false => piece.to_owned(),
        });
    pieces.collect::<Vec<String>>().join("\"")
}
