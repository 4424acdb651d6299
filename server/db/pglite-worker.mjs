/**
 * The embedded PostgreSQL (PGlite) on a thread of its own, so that a long query never holds up HTTP and sockets.
 * It speaks PostgreSQL's wire protocol: whole frontend messages in, whole backend answers out, in order.
 *
 * Plain JavaScript on purpose: a worker file has to load the same under tsx, jest and a bundle.
 *
 * `workerData`: `{ dataDir: string | null, template: string | null, compiled?: WebAssembly.Module }` – folder of the
 * database (null: in memory), a data-folder tarball to begin from when there is no database yet, and the engine's code
 * when it has been compiled before.
 * In:  `{ kind: 'connect' }`, `{ kind: 'bytes', bytes: Uint8Array }`, `{ kind: 'dump', path }`, `{ kind: 'close' }`.
 * Out: `{ kind: 'ready' }`, `{ kind: 'bytes', bytes }`, `{ kind: 'dumped' }`, `{ kind: 'closed' }`,
 *      `{ kind: 'failed', message }` (nothing works after it).
 */
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';

/** Small write-ahead segments: a fresh database is 25 MB instead of 40, and copies in half the time. */
const INITDB = ['--wal-segsize=1'];

/**
 * There is no checkpointer process in this single-process build: a checkpoint happens when this much log has
 * gathered, so this bounds what is replayed after a kill (measured: under a second).
 */
const SETTINGS = ['-c', 'max_wal_size=64MB', '-c', 'min_wal_size=8MB'];

/** A database in memory lives as long as a test, and clears all its buffers when it opens: 0.3 s for the usual 128 MB. The demo company fits. */
const IN_MEMORY = ['-c', 'shared_buffers=32MB'];

const port = parentPort;
if (!port) throw new Error('pglite-worker.mjs runs as a worker thread only');

const { dataDir, template, compiled } = workerData;

/** @type {PGlite} */
let engine;

/** @param {Uint8Array} bytes */
async function answer(bytes) {
  const chunks = [];
  let length = 0;
  await engine.execProtocolRawStream(bytes, {
    onRawData: (chunk) => {
      // A view into the engine's memory, valid only during this call.
      chunks.push(chunk.slice());
      length += chunk.length;
    },
  });
  if (chunks.length === 1) return chunks[0];
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/** There is one session behind all connections: a new connection must not find the old one's transaction. */
async function freshSession() {
  if (engine.isInTransaction()) await engine.exec('rollback');
  await engine.exec('discard all');
}

async function dump(path) {
  const tarball = await engine.dumpDataDir('none');
  const unfinished = `${path}.${process.pid}-${Date.now()}`;
  await writeFile(unfinished, Buffer.from(await tarball.arrayBuffer()));
  await rename(unfinished, path);
}

async function handle(message) {
  if (message.kind === 'bytes') {
    const bytes = await answer(message.bytes);
    port.postMessage({ kind: 'bytes', bytes }, [bytes.buffer]);
  } else if (message.kind === 'connect') {
    await freshSession();
    port.postMessage({ kind: 'connected' });
  } else if (message.kind === 'dump') {
    await dump(message.path);
    port.postMessage({ kind: 'dumped' });
  } else if (message.kind === 'close') {
    await engine.close();
    port.postMessage({ kind: 'closed' });
    port.close();
  }
}

/** Messages by WASI error number: the engine's file system throws objects with that number, not an `Error`. */
const FILE_ERRORS = {
  19: 'Disk quota exceeded (EDQUOT)',
  29: 'I/O error (EIO)',
  51: 'No space left on device (ENOSPC)',
};

function wordsOf(error) {
  if (error instanceof Error) return error.message;
  const { errno } = Object(error);
  return typeof errno === 'number' ? (FILE_ERRORS[errno] ?? `File system error ${errno}`) : String(error);
}

function fail(error) {
  port.postMessage({ kind: 'failed', message: wordsOf(error) });
  port.close();
}

/** Bytes that are tried on the disk of a database that could not be opened. */
const TRIED = 1024 ** 2;

/** Why a database was not opened: the engine does not always say that its disk is full. */
async function reasonOf(error) {
  if (dataDir === null) return error;
  const file = join(dirname(dataDir), 'database.room');
  try {
    await writeFile(file, Buffer.alloc(TRIED));
    return error;
  } catch (full) {
    return full.code === 'ENOSPC' || full.code === 'EDQUOT' ? full : error;
  } finally {
    await rm(file, { force: true });
  }
}

try {
  engine = await PGlite.create({
    ...(dataDir === null ? {} : { dataDir }),
    ...(compiled ? { pgliteWasmModule: compiled } : {}),
    ...(template === null ? {} : { loadDataDir: new Blob([await readFile(template)]) }),
    relaxedDurability: false,
    extensions: { pg_trgm },
    initDbStartParams: INITDB,
    startParams: [...PGlite.defaultStartParams, ...SETTINGS, ...(dataDir === null ? IN_MEMORY : [])],
  });
  // One message at a time: the wire protocol is a conversation.
  let turn = Promise.resolve();
  port.on('message', (message) => {
    turn = turn.then(() => handle(message)).catch(fail);
  });
  port.postMessage({ kind: 'ready' });
} catch (error) {
  fail(await reasonOf(error));
}
