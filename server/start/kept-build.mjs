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
/** File with the hash of the sources, inside the build, so that the two are always replaced together. */
const STAMP = '.sources';
/** File with the names of a build's own assets, without those kept from the build before. */
const ASSETS_LIST = '.assets';
const UNFINISHED_MS = 60 * 60 * 1_000;

/**
 * Builds `dist/<name>` if its sources have changed since the last build. The new build replaces the old one by a rename, so
 * that an interrupted build is never used; the assets of the old one stay reachable.
 * @param {{ name: string, sources: string[], anew: boolean, begin: string, done: (seconds: number) => string,
 *   failed: string, build: (folder: URL) => Promise<void> }} options `sources`: files and folders; `anew`: build in any
 *   case; `build` writes into the given temporary folder
 * @throws Unprepared when the build fails
 */
export async function keepBuilt({ name, sources, anew, begin, done, failed, build }) {
  const target = new URL(`${name}/`, DIST);
  const sourcesHash = hashSources(sources);
  const stamp = new URL(STAMP, target);
  if (!anew && existsSync(stamp) && readFileSync(stamp, 'utf8') === sourcesHash) return;
  console.log(begin);
  const started = performance.now();
  const draft = new URL(`.${name}-${process.pid}/`, DIST);
  try {
    await build(draft);
    writeFileSync(new URL(STAMP, draft), sourcesHash);
    keepAssets(target, draft);
    replaceBuild(draft, target);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    console.error(error);
    throw new Unprepared(failed);
  }
  console.log(done((performance.now() - started) / 1_000));
}

/**
 * Copies the own assets of the previous build into the new one, because pages opened from it still request its chunks. Assets
 * of earlier builds are dropped.
 * @param {URL} before the previous build
 * @param {URL} now the new build
 */
export function keepAssets(before, now) {
  const newAssets = listAssets(now);
  writeFileSync(new URL(ASSETS_LIST, now), JSON.stringify(newAssets));
  const ownList = new URL(ASSETS_LIST, before);
  const oldAssets = existsSync(ownList) ? JSON.parse(readFileSync(ownList, 'utf8')) : listAssets(before);
  const present = new Set(newAssets);
  for (const name of oldAssets) {
    const from = new URL(`assets/${name}`, before);
    if (!present.has(name) && existsSync(from)) copyFileSync(from, new URL(`assets/${name}`, now));
  }
}

function listAssets(build) {
  const folder = new URL('assets/', build);
  return existsSync(folder) ? readdirSync(folder) : [];
}

function replaceBuild(draft, target) {
  const old = new URL(`.old-${process.pid}/`, DIST);
  mkdirSync(DIST, { recursive: true });
  if (existsSync(target)) renameSync(target, old);
  renameSync(draft, target);
  rmSync(old, { recursive: true, force: true });
  dropUnfinished(target);
}

/**
 * Deletes leftovers of interrupted builds; a running build is younger. Ages are compared by the file system's clock, since a test
 * may change its own.
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

/** Hashes the content, not the times, which change with every checkout. Takes some 20 ms for some hundred files. */
function hashSources(sources) {
  const hash = createHash('sha256').update(process.versions.node);
  for (const source of sources) digest(source, hash);
  return hash.digest('hex');
}

function digest(path, hash) {
  const url = new URL(path, ROOT);
  if (!existsSync(url)) return;
  if (statSync(url).isDirectory()) {
    // The installation's own definitions are read at run time.
    if (path === 'resources/extra') return;
    for (const name of readdirSync(url).sort()) digest(`${path}/${name}`, hash);
    return;
  }
  hash.update(path).update('\0').update(readFileSync(url)).update('\0');
}
