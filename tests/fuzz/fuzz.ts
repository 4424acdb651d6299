import { signIn, startProduct } from '#tests/support/product.ts';
import { memoryOf } from './bench.ts';
import { fuzzFiles } from './files.ts';
import { fuzzUnderKills } from './kills.ts';
import { fuzzSockets } from './sockets.ts';

/**
 * `npm run fuzz [-- files | sockets | kills]`: random input and random kills. It fails when the server ends or answers 500,
 * when another call waits longer than `PATIENCE`, when the server takes more than `MEMORY`, or when something that was
 * answered is not there. By hand and weekly: `FUZZ_RUNS` files for each call and ten times as many frames (10,000 unless set);
 * `FUZZ_SEED` repeats the files and frames of a run.
 */
const RUNS = Number(process.env.FUZZ_RUNS ?? 10_000);
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);
/** Growth of the server's resident memory from its start to its end, MB. */
const MEMORY = 512;

/** Parts that send input to one server on the embedded database. */
const INPUT = { files: fuzzFiles, sockets: fuzzSockets };
const PARTS = [...Object.keys(INPUT), 'kills'];

/** One part on a server of its own. @returns what went wrong */
async function onServer(part: (typeof INPUT)[keyof typeof INPUT]): Promise<string[]> {
  const product = await startProduct();
  try {
    const token = await signIn(product, 1);
    const before = await memoryOf(product);
    const wrong = await part({ product, token, runs: RUNS, seed: SEED });
    const grown = (await memoryOf(product)) - before;
    console.log(`The server has grown by ${Math.round(grown)} MB`);
    if (grown > MEMORY) wrong.push(`The server has grown by ${Math.round(grown)} MB`);
    if (product.process.exitCode !== null) wrong.push('The server has ended');
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
for (const [name, part] of Object.entries(INPUT)) if (parts.includes(name)) wrong.push(...(await onServer(part)));
if (parts.includes('kills')) wrong.push(...(await fuzzUnderKills()));
for (const line of wrong) console.error(line);
process.exitCode = wrong.length ? 1 : 0;
