// Builds the npm package in `pkg`: the compiled library, its JavaScript and its types. Needs cargo with the target wasm32-unknown-unknown.
// `wasm-opt` is that of the npm package binaryen, given by its path: `node build.mjs [WASM_OPT]`; without it the module is larger. With
// AFFRAY_WASM=quick the module is built in a fifth of the time and is larger still: for tests.
import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";

const here = dirname(fileURLToPath(import.meta.url));
const pkg = join(here, "pkg");
const target = "wasm32-unknown-unknown";
const profile = process.env.AFFRAY_WASM === "quick" ? "quick" : "release";

function run(command, args, env = {}) {
  const done = spawnSync(command, args, { cwd: here, stdio: "inherit", env: { ...process.env, ...env } });
  if (done.error) throw done.error;
  if (done.status !== 0) process.exit(done.status ?? 1);
}

/** The same, beside others. */
function start(command, args, env) {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd: here, stdio: "inherit", env: { ...process.env, ...env } });
    child.on("error", (why) => { throw why; });
    child.on("close", (status) => (status === 0 ? done() : process.exit(status ?? 1)));
  });
}

// As deep as the limits of the language let anything nest; the default of the linker is 1 MiB.
const flags = "-C link-arg=-zstack-size=4194304";
// The program that writes the JavaScript is built beside it: they have nothing in common that one would wait for.
await Promise.all([
  start("cargo", ["build", "--profile", profile, "--locked", "--target", target, "--lib"], { RUSTFLAGS: flags, CARGO_TARGET_DIR: join(here, "target") }),
  start("cargo", ["build", "--locked", "--quiet", "-p", "affray-bindgen"], { CARGO_TARGET_DIR: join(here, "target") }),
]);
rmSync(pkg, { recursive: true, force: true });
mkdirSync(pkg, { recursive: true });
const module = join(here, "target", target, profile, "affray_wasm.wasm");
run("cargo", ["run", "--locked", "--quiet", "-p", "affray-bindgen", "--", module, pkg], {
  CARGO_TARGET_DIR: join(here, "target"),
});
const wasm = join(pkg, "affray_bg.wasm");
// Commands run in the folder of this file; the path is that of the caller.
const optimizer = process.argv[2] && resolve(process.argv[2]);
if (optimizer) {
  const smaller = `${wasm}.opt`;
  run(process.execPath, [optimizer, "-Oz", "--enable-bulk-memory", "--enable-nontrapping-float-to-int", "--enable-sign-ext", "--enable-mutable-globals", "--enable-reference-types", "--enable-multivalue", wasm, "-o", smaller]);
  renameSync(smaller, wasm);
}
for (const file of ["package.json", "README.md"]) cpSync(join(here, file), join(pkg, file));
for (const file of ["LICENSE-MIT", "LICENSE-APACHE"]) cpSync(join(here, "..", "..", file), join(pkg, file));
const sizes = { bytes: statSync(wasm).size };
// In a module for tests it is of no interest how small it can be made.
if (profile === "release") {
  const bytes = readFileSync(wasm);
  sizes.gzip = gzipSync(bytes, { level: 9 }).length;
  sizes.brotli = brotliCompressSync(bytes).length;
}
writeFileSync(join(pkg, "sizes.json"), `${JSON.stringify(sizes)}\n`);
console.log(`affray_bg.wasm: ${Object.entries(sizes).map(([what, size]) => `${what} ${size}`).join(", ")}`);
