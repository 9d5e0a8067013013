//! `src/diagnostic/code.rs`

use affray::diagnostic::Code;

#[test]
fn numbers_rise_and_names_are_unique() {
    for pair in Code::ALL.windows(2) {
        assert!(pair[0].number() < pair[1].number(), "{:?}", pair[1]);
    }
    for code in Code::ALL {
        assert_eq!(Code::find(code.name()), Some(*code));
        assert_eq!(Code::find(&code.number().to_lowercase()), Some(*code));
        assert!(code.meaning().ends_with('.'));
    }
    assert_eq!(Code::find("A0000"), None);
}
