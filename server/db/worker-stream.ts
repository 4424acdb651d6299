import { Duplex } from 'node:stream';
import type { EngineThread } from './engine-thread.ts';

/** Frontend messages that the server answers: Query, Sync, Flush, FunctionCall, copy and password messages. */
const ANSWERED_MESSAGES = new Set([...'QSHFpdcf'].map((letter) => letter.charCodeAt(0)));
/** Those whose answer ends with ReadyForQuery. */
const READY_MESSAGES = new Set([...'QS'].map((letter) => letter.charCodeAt(0)));
const TERMINATE = 'X'.charCodeAt(0);

/**
 * Replaces the socket of `pg`: a duplex stream of PostgreSQL's wire protocol whose other end is the embedded database's thread.
 * So one driver serves both engines, with the same values, errors and notifications.
 */
export class WorkerStream extends Duplex {
  readonly #engine: EngineThread;
  #buffer: Buffer = Buffer.alloc(0);
  #isStarted = false;

  constructor(engine: EngineThread) {
    super();
    this.#engine = engine;
  }

  /** Takes over the only session of the engine; `pg` calls this instead of connecting a socket. */
  connect(): this {
    this.#engine.connect(
      (bytes) => this.push(bytes),
      (error) => this.destroy(error),
    );
    this.#engine.request({ kind: 'connect' }, 'connected').then(
      () => this.emit('connect'),
      (error: Error) => this.destroy(error),
    );
    return this;
  }

  /** Required by `pg`; nothing is delayed here. */
  setNoDelay(): this {
    return this;
  }

  /** Required by `pg`; a thread needs no keep-alive. */
  setKeepAlive(): this {
    return this;
  }

  /** Required by `pg`; does nothing, because the thread keeps the process alive until `Database.close`. */
  ref(): this {
    return this;
  }

  /** See `ref`. */
  unref(): this {
    return this;
  }

  override _read(): void {
    // Nothing to do: answers are pushed as they arrive, already complete.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#forward(chunk);
    done();
  }

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this.#forward(Buffer.concat(chunks.map(({ chunk }) => chunk)));
    done();
  }

  override _final(done: (error?: Error | null) => void): void {
    this.push(null);
    done();
  }

  /** Forwards complete messages, up to the last one that is answered, so that a query needs a single round trip. */
  #forward(chunk: Buffer): void {
    const bytes = this.#buffer.length === 0 ? chunk : Buffer.concat([this.#buffer, chunk]);
    let sentUpTo = 0;
    let offset = 0;
    // A message is a letter and a length that includes itself; the first message of a connection has no letter.
    for (;;) {
      const letter = this.#isStarted ? 1 : 0;
      if (bytes.length < offset + letter + 4) break;
      const end = offset + letter + bytes.readInt32BE(offset + letter);
      if (bytes.length < end) break;
      const kind = this.#isStarted ? (bytes[offset] ?? 0) : TERMINATE;
      if (!this.#isStarted) {
        this.#isStarted = true;
        this.#engine.send(bytes.subarray(offset, end));
        sentUpTo = end;
      } else if (kind === TERMINATE) {
        // Ends this connection; the database itself is closed by `close`.
        this.push(null);
        sentUpTo = end;
      } else if (ANSWERED_MESSAGES.has(kind)) {
        this.#engine.send(bytes.subarray(sentUpTo, end), READY_MESSAGES.has(kind));
        sentUpTo = end;
      }
      offset = end;
    }
    this.#buffer = bytes.subarray(sentUpTo);
  }
}
