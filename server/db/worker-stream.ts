import { Duplex } from 'node:stream';
import type { EngineThread } from './engine-thread.ts';

/** Frontend messages after which the server answers: Query, Sync, Flush, FunctionCall, copy and password messages. */
const ANSWERED = new Set([...'QSHFpdcf'].map((letter) => letter.charCodeAt(0)));
/** Of these, the ones whose answer ends with ReadyForQuery. */
const ENDED = new Set([...'QS'].map((letter) => letter.charCodeAt(0)));
const TERMINATE = 'X'.charCodeAt(0);

/**
 * Stands in for the socket of `pg`: a duplex stream of PostgreSQL's wire protocol, whose other end is the embedded
 * database's thread instead of a server. That way one and the same driver talks to both engines, and values, errors
 * and notifications are the same by construction.
 */
export class WorkerStream extends Duplex {
  readonly #engine: EngineThread;
  #gathered: Buffer = Buffer.alloc(0);
  #startedUp = false;

  constructor(engine: EngineThread) {
    super();
    this.#engine = engine;
  }

  /** Takes the (only) session of the engine over; `pg` calls this instead of connecting a socket. */
  connect(): this {
    this.#engine.connect(
      (bytes) => this.push(bytes),
      (error) => this.destroy(error),
    );
    this.#engine.ask({ kind: 'connect' }, 'connected').then(
      () => this.emit('connect'),
      (error: Error) => this.destroy(error),
    );
    return this;
  }

  /** Sockets have it; there is nothing to delay here. */
  setNoDelay(): this {
    return this;
  }

  /** Sockets have it; a thread needs no probes. */
  setKeepAlive(): this {
    return this;
  }

  /** Idle pool connections must not keep a process alive; the thread itself is held by `Database.close`. */
  ref(): this {
    return this;
  }

  /** See `ref`. */
  unref(): this {
    return this;
  }

  override _read(): void {
    // Pushed as it comes: an answer is already whole in memory.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#take(chunk);
    done();
  }

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this.#take(Buffer.concat(chunks.map(({ chunk }) => chunk)));
    done();
  }

  override _final(done: (error?: Error | null) => void): void {
    this.push(null);
    done();
  }

  /** Hands whole messages over, and only up to one that is answered: a query is then one hop there and one back. */
  #take(chunk: Buffer): void {
    const bytes = this.#gathered.length === 0 ? chunk : Buffer.concat([this.#gathered, chunk]);
    let answered = 0;
    let at = 0;
    // A message is a letter and a length that counts itself; the first one of a conversation has no letter.
    for (;;) {
      const letter = this.#startedUp ? 1 : 0;
      if (bytes.length < at + letter + 4) break;
      const end = at + letter + bytes.readInt32BE(at + letter);
      if (bytes.length < end) break;
      const kind = this.#startedUp ? (bytes[at] ?? 0) : TERMINATE;
      if (!this.#startedUp) {
        this.#startedUp = true;
        this.#engine.send(bytes.subarray(at, end));
        answered = end;
      } else if (kind === TERMINATE) {
        // The conversation ends, the database does not: it is closed by `close`, for good.
        this.push(null);
        answered = end;
      } else if (ANSWERED.has(kind)) {
        this.#engine.send(bytes.subarray(answered, end), ENDED.has(kind));
        answered = end;
      }
      at = end;
    }
    this.#gathered = bytes.subarray(answered);
  }
}
