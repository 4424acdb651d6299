/** Timeout for opening a socket, ms. */
const OPEN_TIMEOUT_MS = 10_000;

/**
 * A WebSocket that reports its end as soon as it is closed locally. On a dead network the `close` event of the browser comes up
 * to half a minute later, and the SDK would take it for the end of the next socket (A15).
 */
export class PromptSocket {
  /** Called with the code of each close before the SDK is notified, which gets no code; 0 for a local close. */
  static onCode: (code: number) => void = () => undefined;
  readonly OPEN = 1;
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onerror: ((problem: unknown) => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  readonly #socket: WebSocket;
  readonly #openTimer: ReturnType<typeof setTimeout>;
  #isClosed = false;

  constructor(url: string) {
    this.#socket = new WebSocket(url);
    // When packets are dropped, the browser itself waits for minutes.
    this.#openTimer = setTimeout(() => this.close(), OPEN_TIMEOUT_MS);
    this.#socket.onopen = () => {
      clearTimeout(this.#openTimer);
      this.onopen?.();
    };
    this.#socket.onmessage = (event) => this.onmessage?.(event);
    this.#socket.onerror = (problem) => this.onerror?.(problem);
    this.#socket.onclose = ({ code }) => this.#end(code);
  }

  /** Like that of a WebSocket; CLOSED after `close`. */
  get readyState(): number {
    return this.#isClosed ? 3 : this.#socket.readyState;
  }

  send(text: string): void {
    this.#socket.send(text);
  }

  close(): void {
    this.#end(0);
    this.#socket.close();
  }

  #end(code: number): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#openTimer);
    this.#socket.onopen = null;
    this.#socket.onmessage = null;
    this.#socket.onerror = null;
    this.#socket.onclose = null;
    PromptSocket.onCode(code);
    this.onclose?.();
  }
}
