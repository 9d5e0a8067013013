//! `src/lookup/selection.rs`

use affray::lookup::selections;

#[test]
fn a_selection_grows_from_the_word_to_the_file() {
    let text = "rules r {\n  let a(c): number =\n    best(c.hp, 1 + 2)\n  # end\n}\n";
    let at = text.find("hp").expect("it") + 1;
    let found: Vec<&str> = (selections(text, at).into_iter())
        .map(|range| &text[range])
        .collect();
    assert_eq!(
        found,
        [
            "hp",
            "c.hp, 1 + 2",
            "(c.hp, 1 + 2)",
            "best(c.hp, 1 + 2)",
            "let a(c): number =\n    best(c.hp, 1 + 2)\n  # end",
            "{\n  let a(c): number =\n    best(c.hp, 1 + 2)\n  # end\n}",
            "rules r {\n  let a(c): number =\n    best(c.hp, 1 + 2)\n  # end\n}",
            text,
        ]
    );
}

#[test]
fn every_place_of_any_text_has_ranges_that_lie_in_each_other() {
    for text in [
        "",
        "a",
        "}{)(",
        "\"a {",
        "{ ( } )",
        "é\n\n  龍(\"x\") # c\n",
    ] {
        for at in (0..=text.len()).filter(|&at| text.is_char_boundary(at)) {
            let found = selections(text, at);
            let nested = |pair: &[std::ops::Range<usize>]| {
                pair[1].start <= pair[0].start
                    && pair[0].end <= pair[1].end
                    && pair[1].len() > pair[0].len()
            };
            assert!(found.windows(2).all(nested), "{text:?} {at}: {found:?}");
            assert!(found.iter().all(|range| text.get(range.clone()).is_some()));
        }
    }
}
