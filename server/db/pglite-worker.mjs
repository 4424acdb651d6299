/**
 * The embedded PostgreSQL (PGlite) on its own thread, so that a long query never blocks HTTP and sockets. It speaks PostgreSQL's
 * wire protocol: complete frontend messages in, complete backend answers out, in order.
 *
 * Plain JavaScript, because a worker file must load the same under tsx, jest and a bundle.
 *
 * `workerData`: `{ dataDir: string | null, template: string | null, compiled?: WebAssembly.Module }` – folder of the database
 * (null: in memory), tarball of a data folder for a new database, and the compiled engine if available.
 * In:  `{ kind: 'connect' }`, `{ kind: 'bytes', bytes: Uint8Array }`, `{ kind: 'dump', path }`, `{ kind: 'close' }`.
 * Out: `{ kind: 'ready' }`, `{ kind: 'bytes', bytes }`, `{ kind: 'connected' }`, `{ kind: 'dumped' }`, `{ kind: 'closed' }`,
 * `{ kind: 'failed', message }` (nothing works after it).
 */
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';

/** Small write-ahead segments: a new database is 25 MB instead of 40 and is copied in half the time. */
const INITDB = ['--wal-segsize=1'];

/**
 * This single-process build has no checkpointer: a checkpoint happens after this much log, so it limits what is replayed after a
 * kill (measured: under a second).
 */
const SETTINGS = ['-c', 'max_wal_size=64MB', '-c', 'min_wal_size=8MB'];

/**
 * A database in memory (tests) clears all its buffers on opening, which takes up to a second for the default of 128 MB; 32 MB are
 * enough for the demo company.
 */
const IN_MEMORY_SETTINGS = ['-c', 'shared_buffers=32MB'];

const port = parentPort;
if (!port) throw new Error('pglite-worker.mjs runs as a worker thread only');

const { dataDir, template, compiled } = workerData;

/** @type {PGlite} */
let engine;

/** A tarball for PGlite; `new Blob([bytes])` would copy its 20 MB twice, a quarter of the time that opening it takes. */
class Tarball extends Blob {
  #bytes;

  constructor(bytes) {
    super();
    this.#bytes = bytes;
  }

  async arrayBuffer() {
    // `readFile` gives a file of this size a buffer of its own.
    return this.#bytes.buffer;
  }
}

/** @param {Uint8Array} bytes */
async function execute(bytes) {
  const chunks = [];
  let length = 0;
  await engine.execProtocolRawStream(bytes, {
    onRawData: (chunk) => {
      // The chunk is a view into the engine's memory, valid only during this call.
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

/** All connections share one session, so a new connection must not inherit an open transaction. */
async function resetSession() {
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
    const bytes = await execute(message.bytes);
    port.postMessage({ kind: 'bytes', bytes }, [bytes.buffer]);
  } else if (message.kind === 'connect') {
    await resetSession();
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

/** Messages by WASI error number: the engine's file system throws objects with this number instead of an `Error`. */
const FILE_ERRORS = {
  19: 'Disk quota exceeded (EDQUOT)',
  29: 'I/O error (EIO)',
  51: 'No space left on device (ENOSPC)',
};

function errorText(error) {
  if (error instanceof Error) return error.message;
  const { errno } = Object(error);
  return typeof errno === 'number' ? (FILE_ERRORS[errno] ?? `File system error ${errno}`) : String(error);
}

function fail(error) {
  port.postMessage({ kind: 'failed', message: errorText(error) });
  port.close();
}

/** Size of the test file written to the disk of a database that could not be opened, bytes. */
const PROBE_BYTES = 1024 ** 2;

/** Why the database could not be opened; the engine does not always report a full disk, so it is tested here. */
async function openingError(error) {
  if (dataDir === null) return error;
  const file = join(dirname(dataDir), 'database.room');
  try {
    await writeFile(file, Buffer.alloc(PROBE_BYTES));
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
    ...(template === null ? {} : { loadDataDir: new Tarball(await readFile(template)) }),
    relaxedDurability: false,
    extensions: { pg_trgm },
    initDbStartParams: INITDB,
    startParams: [...PGlite.defaultStartParams, ...SETTINGS, ...(dataDir === null ? IN_MEMORY_SETTINGS : [])],
  });
  // One message at a time, as the wire protocol requires.
  let queue = Promise.resolve();
  port.on('message', (message) => {
    queue = queue.then(() => handle(message)).catch(fail);
  });
  port.postMessage({ kind: 'ready' });
} catch (error) {
  fail(await openingError(error));
}
