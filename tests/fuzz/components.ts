import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Variations of each page: over 2,000 of all together. */
const VARIATIONS = process.env.PAGE_VARIATIONS ?? '110';
const TEST = ['tests/run/jest.mjs', 'console', '--runTestsByPath', 'tests/console/data/answer-variations.test.tsx'];

/** Opens every page in jsdom on varied answers of the contract server; jest tells what went wrong. */
export async function fuzzComponents(seed: number): Promise<string[]> {
  // An hour for each page: jest ends what hangs, and this many take longer than a file of tests does.
  const args = [...TEST, '--testTimeout=3600000'];
  const env = { ...process.env, PAGE_VARIATIONS: VARIATIONS, FUZZ_SEED: String(seed) };
  const [code] = await once(spawn(process.execPath, args, { env, stdio: 'inherit' }), 'exit');
  return code === 0 ? [] : [`Pages on varied answers, FUZZ_SEED=${seed}: see above`];
}
