import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

// One compiled engine for all files of a worker: a thread that compiles it by itself runs unoptimised code for longer than a test.
if (!process.env.TEST_DATABASE_URL) {
  const engine = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  globalThis.embeddedEngine = await WebAssembly.compile(await readFile(join(dirname(engine), 'pglite.wasm')));
}
