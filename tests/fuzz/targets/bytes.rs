//! libFuzzer's way into [`affray_fuzz::bytes`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| affray_fuzz::bytes(data));
