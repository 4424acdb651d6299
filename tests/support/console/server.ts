import { holdToProduct } from './misfits.ts';

/** A call as it went over the wire. */
export interface WireCall {
  method: string;
  /** Path with query. */
  url: string;
  headers: Record<string, string>;
  /** Parsed JSON, or the form itself; null without a body. */
  body: unknown;
  signal: AbortSignal | null;
}

/** The answer of a made-up server: status 200 with this JSON, or all of it. */
export interface Reply {
  status?: number;
  json?: unknown;
  text?: string;
  headers?: Record<string, string>;
  /** On purpose a success that the product never answers, broken or another server's: how the console takes it is tested. */
  malformed?: true;
}
type Replier = Reply | ((call: WireCall) => Reply | Promise<Reply>);

/** A server of recorded answers in place of the network. */
export interface MadeUpServer {
  /** Every call so far, in order. */
  calls: WireCall[];
  /** Calls of one kind: `'GET /api/crm/cameras/'`, the query left aside. */
  callsTo(what: string): WireCall[];
  /** Answers calls of one kind from now on. */
  answer(what: string, reply: Replier): void;
}

const keyOf = (method: string, url: string) => `${method} ${url.split('?')[0]}`;

/**
 * Puts recorded answers in the network's place until the test ends. A call nobody foresaw is answered 404 and told to
 * the console, which fails the test.
 */
export function serveAnswers(answers: Readonly<Record<string, Replier>> = {}): MadeUpServer {
  const replies = new Map<string, Replier>(Object.entries(answers));
  const calls: WireCall[] = [];
  globalThis.fetch = async (input, init = {}) => {
    const asked = input instanceof Request ? input : null;
    const address = new URL(asked ? asked.url : String(input), 'http://localhost:8080');
    const raw = init.body ?? null;
    const call: WireCall = {
      method: init.method ?? asked?.method ?? 'GET',
      url: `${address.pathname}${address.search}`,
      headers: Object.fromEntries(new Headers(init.headers ?? asked?.headers)),
      body: typeof raw === 'string' ? JSON.parse(raw) : raw,
      signal: init.signal ?? null,
    };
    calls.push(call);
    init.signal?.throwIfAborted();
    const reply = replies.get(keyOf(call.method, call.url));
    if (!reply) console.error(`Nobody answers ${call.method} ${call.url}`);
    const given = typeof reply === 'function' ? await reply(call) : (reply ?? { status: 404, json: {} });
    init.signal?.throwIfAborted();
    const text = given.text ?? (given.json === undefined ? '' : JSON.stringify(given.json));
    const status = given.status ?? 200;
    if (reply) holdToProduct(call, { status, text }, given.malformed === true);
    return new Response(status === 204 ? null : text, {
      status,
      headers: { 'content-type': 'application/json', ...given.headers },
    });
  };
  return {
    calls,
    callsTo: (what) => calls.filter((call) => keyOf(call.method, call.url) === what),
    answer: (what, reply) => void replies.set(what, reply),
  };
}

/** An answer that waits until it is let go. */
export function delayedReply(reply: Reply): { reply: () => Promise<Reply>; release(): void } {
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { reply: () => gate.then(() => reply), release };
}
