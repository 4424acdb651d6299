import { readFileSync, statSync } from 'node:fs';
import { relative } from 'node:path';

/** Seconds of the slow files by their path under tests/: kept by hand from the slowest files each run ends with. */
const SECONDS = JSON.parse(readFileSync(new URL('./slow-files.json', import.meta.url), 'utf8'));
/** A file nobody has measured takes its place by size; bytes that stand for a second. */
const BYTES = 20_000;

function expected({ path, context }) {
  const known = SECONDS[relative(`${context.config.rootDir}/tests`, path)];
  return known ?? statSync(path).size / BYTES;
}

/**
 * The files that take long first, on every machine alike: one that came last would keep a core waiting for it. Jest's own
 * order goes by what it measured before, and on a fresh clone it has measured nothing.
 */
export default class SlowestFirst {
  sort(tests) {
    return [...tests].sort((a, b) => expected(b) - expected(a));
  }

  /** For `--onlyFailures`, which nobody uses here: nothing is remembered. */
  allFailedTests() {
    return [];
  }

  cacheResults() {
    // What a run took is told at its end; the list is kept by hand.
  }
}
