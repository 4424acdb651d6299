import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { ROOT } from './root.mjs';
import { Unprepared } from './unprepared.mjs';

const DIST = new URL('dist/', ROOT);
/** Lies in the build itself: a build and what it was made from come and go together. */
const STAMP = '.sources';
/** Names of the assets that a build has made itself, beside those it keeps of the one before. */
const OWN = '.assets';
const UNFINISHED_MS = 60 * 60 * 1_000;

/**
 * Makes `dist/<name>` anew when its sources are others than those of the build that is there. The new build takes the old
 * one's place in one step, so an interrupted one is never taken for finished; assets of the old one stay reachable.
 * @param {{ name: string, sources: string[], anew: boolean, begin: string, done: (seconds: number) => string,
 *   failed: string, build: (folder: URL) => Promise<void> }} options `sources`: files and folders; `anew`: build in any
 *   case; `build` writes into a folder beside
 * @throws Unprepared when the build fails
 */
export async function keepBuilt({ name, sources, anew, begin, done, failed, build }) {
  const target = new URL(`${name}/`, DIST);
  const wanted = hashOf(sources);
  const stamp = new URL(STAMP, target);
  if (!anew && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.log(begin);
  const started = performance.now();
  const draft = new URL(`.${name}-${process.pid}/`, DIST);
  try {
    await build(draft);
    writeFileSync(new URL(STAMP, draft), wanted);
    keepAssets(target, draft);
    putInPlace(draft, target);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    console.error(error);
    throw new Unprepared(failed);
  }
  console.log(done((performance.now() - started) / 1_000));
}

/**
 * Copies what the build before has made in `assets/` into the new one: a page opened from it still asks for its chunks. What
 * that one had kept of its own forerunner goes, so two builds are reachable at a time.
 * @param {URL} before
 * @param {URL} now
 */
export function keepAssets(before, now) {
  const made = assetsOf(now);
  writeFileSync(new URL(OWN, now), JSON.stringify(made));
  const list = new URL(OWN, before);
  const own = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : assetsOf(before);
  const present = new Set(made);
  for (const name of own) {
    const from = new URL(`assets/${name}`, before);
    if (!present.has(name) && existsSync(from)) copyFileSync(from, new URL(`assets/${name}`, now));
  }
}

function assetsOf(build) {
  const folder = new URL('assets/', build);
  return existsSync(folder) ? readdirSync(folder) : [];
}

function putInPlace(draft, target) {
  const old = new URL(`.old-${process.pid}/`, DIST);
  mkdirSync(DIST, { recursive: true });
  if (existsSync(target)) renameSync(target, old);
  renameSync(draft, target);
  rmSync(old, { recursive: true, force: true });
  dropUnfinished(target);
}

/**
 * Removes leftovers of interrupted builds; a running build is younger. Ages are compared by the file system's clock: a test may
 * set its own.
 * @param {URL} made the build that was just made
 */
function dropUnfinished(made) {
  const now = statSync(made).mtimeMs;
  for (const name of readdirSync(DIST)) {
    const path = new URL(`${name}/`, DIST);
    const age = now - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now);
    if (name.startsWith('.') && age > UNFINISHED_MS) rmSync(path, { recursive: true, force: true });
  }
}

/** By content: times change with every checkout and copy. Some hundred small files, some 20 ms. */
function hashOf(sources) {
  const hash = createHash('sha256').update(process.versions.node);
  for (const source of sources) digest(source, hash);
  return hash.digest('hex');
}

function digest(path, hash) {
  const url = new URL(path, ROOT);
  if (!existsSync(url)) return;
  if (statSync(url).isDirectory()) {
    // An installation's own sections are read at run time.
    if (path === 'resources/extra') return;
    for (const name of readdirSync(url).sort()) digest(`${path}/${name}`, hash);
    return;
  }
  hash.update(path).update('\0').update(readFileSync(url)).update('\0');
}
