import { readFile } from 'node:fs/promises';
import { signIn, startProduct } from '#tests/support/product.ts';
import { watchMemory } from './bench.ts';
import { fuzzCells } from './cells.ts';
import { fuzzComponents } from './components.ts';
import { fuzzFiles } from './files.ts';
import { fuzzForms } from './forms.ts';
import { fuzzUnderKills } from './kills.ts';
import { fuzzPages } from './pages.ts';
import { walkShapes } from './shapes.ts';
import { fuzzSockets } from './sockets.ts';

/**
 * `npm run fuzz [-- cells | files | sockets | kills | components | pages | shapes | forms]`: random input, random kills, pages on answers that are written
 * in another way, without a browser and in one, and all journeys on the contract server in each of its answer shapes alone. It fails when the server ends or answers 500,
 * when another call waits longer than `PATIENCE`, when the server takes more than `MEMORY`, or when something that was
 * answered is not there, or when a cell of a file is read otherwise than the library that wrote it shows it. By hand and weekly: `FUZZ_RUNS` files for each call and ten times as many frames (10,000 unless set);
 * `FUZZ_CALLS` names those of the calls that files are to go through (`chat,avatar`; all of them unless set);
 * `forms` writes 2,000 texts into every box of every form, or `FUZZ_RUNS` of them; `FUZZ_FORMS` names pages that it is to write into (`/create-task,/every-kind`);
 * `FUZZ_SEED` repeats the files, frames and answers of a run, `FUZZ_PAGES` (100) says how many pages are opened in the browser,
 * `PAGE_VARIATIONS` (110) how often each of 19 is without one.
 */
const RUNS = Number(process.env.FUZZ_RUNS ?? 10_000);
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);
/** Growth of the server's resident memory at any moment, MB. */
const MEMORY = 512;

/** Parts that send input to one server on the embedded database. */
const INPUT = { files: fuzzFiles, sockets: fuzzSockets };
const PARTS = ['cells', ...Object.keys(INPUT), 'kills', 'components', 'pages', 'shapes', 'forms'];
/** Texts for each box of a form. */
const TEXTS = Number(process.env.FUZZ_RUNS ?? 2_000);

/** One part on a server of its own. @returns what went wrong */
async function onServer(part: (typeof INPUT)[keyof typeof INPUT]): Promise<string[]> {
  const passes = JSON.parse(await readFile('docs/examples/guest-passes.json', 'utf8')) as object;
  const product = await startProduct({ definitions: { 'guest-passes.json': passes } });
  try {
    const token = await signIn(product, 1);
    const grownBy = await watchMemory(product);
    const wrong = await part({ product, token, runs: RUNS, seed: SEED });
    if (product.process.exitCode !== null) return [...wrong, 'The server has ended'];
    const grown = await grownBy();
    console.log(`The server has grown by ${Math.round(grown)} MB at the most`);
    if (!(grown <= MEMORY)) wrong.push(`The server has grown by ${Math.round(grown)} MB`);
    return wrong;
  } finally {
    await product.stop();
  }
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !PARTS.includes(name));
if (unknown.length) throw new Error(`No such part: ${unknown.join(', ')}. There are ${PARTS.join(', ')}.`);
const parts = wanted.length ? wanted : PARTS;
console.log(`FUZZ_SEED=${SEED}, ${RUNS} files a call, ${RUNS * 10} frames`);
const wrong: string[] = [];
if (parts.includes('cells')) wrong.push(...(await fuzzCells({ runs: RUNS, seed: SEED })));
for (const [name, part] of Object.entries(INPUT)) if (parts.includes(name)) wrong.push(...(await onServer(part)));
if (parts.includes('kills')) wrong.push(...(await fuzzUnderKills()));
if (parts.includes('components')) wrong.push(...(await fuzzComponents(SEED)));
if (parts.includes('pages')) wrong.push(...(await fuzzPages(SEED)));
if (parts.includes('shapes')) wrong.push(...(await walkShapes()));
if (parts.includes('forms')) wrong.push(...(await fuzzForms(TEXTS, SEED)));
for (const line of wrong) console.error(line);
process.exitCode = wrong.length ? 1 : 0;
