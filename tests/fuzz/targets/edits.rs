//! libFuzzer's way into [`affray_fuzz::edits`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| affray_fuzz::edits(data));
