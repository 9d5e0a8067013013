//! A little English, for all that is said to people: endings of nouns and verbs, articles, lists. Knows no rules and no document.

/// The words for the numbers from 0 on.
pub const NUMERALS: [&str; 13] = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve",
];

/// The number that a word says: 3 for `three`.
pub fn numeral(word: &str) -> Option<usize> {
    NUMERALS.iter().position(|known| *known == word)
}

/// `1` for `first`.
pub fn ordinal(word: &str) -> Option<usize> {
    const ORDINALS: [&str; 5] = ["first", "second", "third", "fourth", "fifth"];
    let before = ORDINALS.iter().position(|known| *known == word);
    before.map(|before| before + 1)
}

/// `1,234`
pub fn thousands(number: u64) -> String {
    match number / 1_000 {
        0 => number.to_string(),
        front => format!("{},{:03}", thousands(front), number % 1_000),
    }
}

/// `missile_bonus` as `missile bonus`
pub fn spaced(name: &str) -> String {
    name.replace('_', " ").trim().to_owned()
}

/// The text with its first letter as a capital.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters.as_str().chars()).collect()
}

/// `a`, `an`
pub fn article(word: &str) -> &'static str {
    let lower = word.to_lowercase();
    let begins = |all: &[&str]| all.iter().any(|start| lower.starts_with(start));
    let silent = begins(&["hour", "honest", "honour", "heir"]);
    let hard = begins(&["uni", "use", "usu", "one", "eu"]);
    match lower.chars().next() {
        Some('a' | 'e' | 'i' | 'o' | 'u') if !hard => "an",
        _ if silent => "an",
        _ => "a",
    }
}

/// `a side`, `an act`
pub fn a(noun: &str) -> String {
    format!("{} {noun}", article(noun))
}

/// Several of what a word names: `spells`, `inches`, `abilities`.
pub fn plural(word: &str) -> String {
    with_s(word, &["s", "x", "z", "ch", "sh"])
}

/// A verb in the third person: `strikes`, `parries`, `goes`.
pub fn third_person(verb: &str) -> String {
    with_s(verb, &["s", "x", "z", "ch", "sh", "o"])
}

fn with_s(word: &str, hissing: &[&str]) -> String {
    let before_y = word.chars().rev().nth(1);
    match word.strip_suffix('y') {
        Some(stem) if before_y.is_some_and(|c| !"aeiou".contains(c)) => format!("{stem}ies"),
        _ if hissing.iter().any(|end| word.ends_with(end)) => format!("{word}es"),
        _ => format!("{word}s"),
    }
}

/// The verb of a third person: `take` of `takes`. A word that is none stays as it is.
pub fn base_form(verb: &str) -> String {
    match verb {
        "is" => return "be".to_owned(),
        "has" => return "have".to_owned(),
        _ => {}
    }
    match verb.strip_suffix("ies") {
        Some(stem) if stem.len() > 1 => return format!("{stem}y"),
        _ => {}
    }
    let hissing = ["sses", "zzes", "xes", "ches", "shes", "oes"];
    let cut = match hissing.iter().any(|end| verb.ends_with(end)) {
        true => 2,
        false => usize::from(verb.ends_with('s') && !verb.ends_with("ss")),
    };
    verb[..verb.len() - cut].to_owned()
}

/// One of what a word names: `hero` of `heroes`, `wolf` of `wolves`. A word that names one stays as it is.
pub fn singular(noun: &str) -> String {
    let one = |stem: &str, end: &str| Some(format!("{stem}{end}"));
    let is_f = |stem: &&str| stem.ends_with(['l', 'r']) || stem.ends_with("ie");
    let cut = noun.strip_suffix("ves").filter(is_f);
    let men = || noun.strip_suffix("men").and_then(|stem| one(stem, "man"));
    cut.and_then(|stem| one(stem, "f"))
        .or_else(men)
        .unwrap_or_else(|| base_form(noun))
}

/// Whether a name sounds like that of several: `orcs`, `fire darts`, but not `bless` and `hail of stones`.
pub fn is_several(name: &str) -> bool {
    let head = name.split(" of ").next().unwrap_or(name);
    head.ends_with('s') && !["ss", "us", "is"].iter().any(|end| head.ends_with(end))
}

/// `ann's`, `others'`
pub fn possessive(noun: &str) -> String {
    match noun.ends_with('s') {
        true => format!("{noun}\u{2019}"),
        false => format!("{noun}\u{2019}s"),
    }
}

/// Without a preposition that nothing follows, and its article: `shoots` for `shoots at `, `goes` for `goes to the `.
pub fn without_link(text: &str) -> &str {
    const LINKS: [&str; 14] = [
        "about", "against", "at", "for", "from", "into", "of", "on", "past", "to", "toward",
        "towards", "upon", "with",
    ];
    let text = text.trim_end();
    let bare = match text.rsplit_once(' ') {
        Some((rest, "a" | "an" | "the")) => rest.trim_end(),
        _ => text,
    };
    match bare.rsplit_once(' ') {
        Some((rest, last)) if LINKS.contains(&last) => rest.trim_end(),
        _ => text,
    }
}

/// `1` for `1st`, `first` and `one`.
pub fn cardinal(word: &str) -> String {
    let endings = ["st", "nd", "rd", "th"].iter();
    let mut cut = endings.filter_map(|ending| word.strip_suffix(ending));
    match ordinal(word).or_else(|| numeral(word)) {
        Some(number) => number.to_string(),
        None => {
            let number = cut.find(|number| number.parse::<u32>().is_ok());
            number.unwrap_or(word).to_owned()
        }
    }
}

/// `1 situation`, `3 situations`
pub fn counted(count: impl std::fmt::Display, noun: &str) -> String {
    match count.to_string().as_str() {
        "1" => format!("1 {noun}"),
        count => format!("{count} {}", plural(noun)),
    }
}

/// `a`, `a and b`, `a, b and c`
pub fn listed<T: AsRef<str>>(parts: &[T]) -> String {
    joined(parts, ", ", " and ")
}

/// Parts in a row, with something else before the last one.
pub fn joined<T: AsRef<str>>(parts: &[T], between: &str, last: &str) -> String {
    let parts: Vec<&str> = parts.iter().map(AsRef::as_ref).collect();
    match parts.as_slice() {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [several @ .., end] => format!("{}{last}{end}", several.join(between)),
    }
}
