/** How long a socket may take to open, ms. */
const OPENS_IN = 10_000;

/**
 * A web socket that is over for its owner as soon as they close it. Over a dead network the browser's own `close` event comes
 * up to half a minute later, and the SDK takes it for the end of the socket it has opened since (A15).
 */
export class PromptSocket {
  /** Told of the code of each close before the SDK is told of the end, which it learns without a code; 0: closed by its owner. */
  static onCode: (code: number) => void = () => undefined;
  readonly OPEN = 1;
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onerror: ((problem: unknown) => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  readonly #socket: WebSocket;
  readonly #opening: ReturnType<typeof setTimeout>;
  #over = false;

  constructor(url: string) {
    this.#socket = new WebSocket(url);
    // Where packets vanish the browser itself waits for minutes.
    this.#opening = setTimeout(() => this.close(), OPENS_IN);
    this.#socket.onopen = () => {
      clearTimeout(this.#opening);
      this.onopen?.();
    };
    this.#socket.onmessage = (event) => this.onmessage?.(event);
    this.#socket.onerror = (problem) => this.onerror?.(problem);
    this.#socket.onclose = ({ code }) => this.#end(code);
  }

  /** As of a web socket; closed from `close` on. */
  get readyState(): number {
    return this.#over ? 3 : this.#socket.readyState;
  }

  send(text: string): void {
    this.#socket.send(text);
  }

  close(): void {
    this.#end(0);
    this.#socket.close();
  }

  #end(code: number): void {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#opening);
    this.#socket.onopen = null;
    this.#socket.onmessage = null;
    this.#socket.onerror = null;
    this.#socket.onclose = null;
    PromptSocket.onCode(code);
    this.onclose?.();
  }
}
