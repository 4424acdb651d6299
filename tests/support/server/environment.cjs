const { readFileSync } = require('node:fs');
const { join, dirname } = require('node:path');
const { TestEnvironment } = require('jest-environment-node');

/** One for all test files of a worker, and with it the machine code that its databases make of it as they run. */
let compiled;

function embeddedEngine() {
  compiled ??= WebAssembly.compile(readFileSync(join(dirname(require.resolve('@electric-sql/pglite')), 'pglite.wasm')));
  return compiled;
}

/**
 * Node, with the embedded database's engine compiled: each test file opens a database of its own on a thread of its own,
 * and a thread that compiles by itself spends longer on unoptimised code than on the test.
 */
module.exports = class ServerTestEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    if (!process.env.TEST_DATABASE_URL) this.global.embeddedEngine = await embeddedEngine();
  }
};
