//! Writes the JavaScript and the types around the compiled library: `affray-bindgen MODULE.wasm FOLDER`. The same as the tool `wasm-bindgen`, in
//! the version that the lock file names for the library too, so that nothing need be installed.
#![forbid(unsafe_code)]

use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [module, folder] = arguments.as_slice() else {
        eprintln!("usage: affray-bindgen MODULE.wasm FOLDER");
        return ExitCode::from(2);
    };
    let mut bindgen = Bindgen::new();
    let written = bindgen
        .input_path(module)
        .out_name("affray")
        .demangle(false)
        .typescript(true)
        .remove_name_section(true)
        .web(true)
        .and_then(|bindgen| bindgen.generate(folder));
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("affray-bindgen: {error:?}");
            ExitCode::FAILURE
        }
    }
}
