// Run pytest, and then the digest, in CPython compiled to WebAssembly: node tests/wasm/run.mjs PYODIDE WHEELS [pytest options]
//
// PYODIDE is the unpacked npm package, WHEELS a folder of pure-Python wheels; `nox -s wasm` fetches both.

import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const [pyodidePath, wheels, ...options] = process.argv.slice(2);
const root = resolve(dirname(fileURLToPath(import.meta.url)), "..", "..");
const { loadPyodide } = await import(pathToFileURL(resolve(pyodidePath, "pyodide.mjs")));
const python = await loadPyodide({ indexURL: resolve(pyodidePath) });
for (const name of readdirSync(wheels)) {
  if (name.endsWith(".whl")) python.unpackArchive(new Uint8Array(readFileSync(join(wheels, name))), "whl", { extractDir: "/packages" });
}
python.FS.mkdir("/project");
python.mountNodeFS("/project", root);
python.globals.set("options", python.toPy(options));
const status = python.runPython(`
import os, sys
os.chdir("/project")
sys.path[:0] = ["/project/src", "/project", "/packages"]
sys.dont_write_bytecode = True
import pytest
print(sys.version)
failed = int(pytest.main(["-q", "-p", "no:cacheprovider", "--capture=sys", *options]))
from tools import digest  # after the tests, which rewrite the assertions of what they import
sys.argv = ["digest", "--check"]
failed or digest.main()
`);
process.exit(status);
