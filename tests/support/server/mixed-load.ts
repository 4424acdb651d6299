import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import WebSocket from 'ws';
import { IDEMPOTENCY_KEY_HEADER } from '#resources/once-key.ts';
import { decodePerformers } from '#resources/protocol/requests/task-answers.ts';
import { TASKS_PATH, type TaskFrame, taskList, taskSaved } from '#resources/protocol/requests/tasks.ts';
import { ROWS_MAX } from '#server/records/list-query.ts';
import { type Product, signIn, startProduct } from '#tests/support/product.ts';
import { enteredByPass, type RawChat } from './chat.ts';
import { EXTRA_DEFINITIONS } from './definitions.ts';
import { LocalBoard, makeRandomMoves, type Wire } from './local-board.ts';

/** Administrators of the demo company who work. */
const WORKER = 1;
/** A colleague whom the first writes to. */
const COLLEAGUE = 2;
const WRITERS = 4;
const WINDOWS = 4;
/** Requests that the windows move about. */
const REQUESTS = 20;
/** Between two kills, ms. */
const CALM = [500, 2_000] as const;
/** After the last kill every console shows the true state within so many ms. */
const AGREED = 60_000;
/** Statuses after which a console tries once more. */
const TRY_AGAIN: readonly number[] = [429, 502, 503];
/** Allowed refusals of a move by the rules of the board: another was faster, or that performer does not do such work. */
const isRuled = (status: number, text: string) => status === 409 || (status === 400 && text.includes('"performer":'));

/** The results of a run. */
export interface MixedLoad {
  kills: Readonly<Record<string, number>>;
  /** Writes and messages that were answered. */
  answered: number;
  moves: number;
  /** Answers that nobody may get, whatever is killed. */
  failures: string[];
  /** Answered and not there, or there twice. */
  wrong: string[];
  /** Consoles that did not come to show the truth. */
  astray: string[];
}

const startOne = (env: Readonly<Record<string, string>>) =>
  startProduct({ env, definitions: { 'rules.json': EXTRA_DEFINITIONS['rules.json'] ?? {} } });

/** Two processes of one database, of which each may be gone for a moment. */
class Pair {
  readonly #env: Readonly<Record<string, string>>;
  readonly #processes: Product[] = [];
  #turn = 0;

  constructor(env: Readonly<Record<string, string>>) {
    this.#env = env;
  }

  async start(): Promise<void> {
    // One after the other: the first fills the database.
    for (const _ of [0, 1]) this.#processes.push(await startOne(this.#env));
  }

  /** Address of one of them, by turns. */
  address(): string {
    this.#turn += 1;
    return (this.#processes[this.#turn % 2] as Product).address;
  }

  /** Ends one as a power switch does, and starts another in its place. */
  async replace(at: number): Promise<void> {
    await this.#processes[at]?.kill();
    this.#processes[at] = await startOne(this.#env);
  }

  async stop(): Promise<void> {
    await Promise.all(this.#processes.map((each) => each.stop()));
  }
}

/** The pieces of one run. */
class Load {
  readonly pair: Pair;
  readonly failures: string[] = [];
  readonly owed: string[] = [];
  over = false;
  #token = '';

  constructor(pair: Pair) {
    this.pair = pair;
  }

  async signIn(): Promise<void> {
    this.#token = await signIn({ address: this.pair.address() }, WORKER);
  }

  get token(): string {
    return this.#token;
  }

  /** A call as a console makes it: once more at the other process where the first did not answer. */
  async call(method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<unknown> {
    for (;;) {
      try {
        const response = await fetch(this.pair.address() + path, {
          method,
          headers: { authorization: `Token ${this.#token}`, 'content-type': 'application/json', ...headers },
          ...(body ? { body: JSON.stringify(body) } : {}),
        });
        const text = await response.text();
        if (response.ok) return JSON.parse(text) as unknown;
        if (!TRY_AGAIN.includes(response.status)) {
          const failure = `${method} ${path}: ${response.status} ${text}`;
          if (!isRuled(response.status, text)) this.failures.push(failure);
          throw new RefusedError(failure);
        }
      } catch (error) {
        if (error instanceof RefusedError) throw error;
        // The process is gone: the next call goes to the other one.
      }
      await pause(20);
    }
  }

  /** Makes records, each under a key of its own, until the load is over. */
  async write(): Promise<void> {
    while (!this.over) {
      const title = `Правило ${randomUUID()}`;
      await this.call('POST', '/api/records/rules', { title }, { [IDEMPOTENCY_KEY_HEADER]: randomUUID() });
      this.owed.push(title);
    }
  }
}

/** A call was refused in a way that trying again does not mend. */
class RefusedError extends Error {}

/** A console with the board open: it connects again whenever its socket is gone, and loads what it missed. */
class Window {
  readonly board = new LocalBoard();
  moves = 0;
  readonly #load: Load;
  readonly #wire: Wire;
  #socket: WebSocket | null = null;
  /** Events told while the board is loaded. */
  #heard: TaskFrame[] = [];
  #isLoaded = false;
  #closed = false;

  constructor(load: Load) {
    this.#load = load;
    this.#wire = {
      column: async (stage) => taskList.parse(await load.call('GET', `${TASKS_PATH}?stage=${stage}&count=500`)),
      patch: async (id, body) => taskSaved.parse(await load.call('PATCH', `${TASKS_PATH}${id}/`, body)),
    };
    this.#open();
  }

  /** Moves cards until the load is over. */
  async play(seed: number, performer: number): Promise<void> {
    for (let turn = 0; !this.#load.over; turn += 1) {
      while (!this.#isLoaded) await pause(20);
      try {
        await makeRandomMoves(this.board, this.#wire, 1, performer, seed * 10_000 + turn);
        this.moves += 1;
      } catch (error) {
        if (!(error instanceof RefusedError)) throw error;
        await this.#fill();
      }
      await pause(10);
    }
  }

  drop(): void {
    this.#socket?.terminate();
  }

  close(): void {
    this.#closed = true;
    this.drop();
  }

  #open(): void {
    if (this.#closed) return;
    this.#isLoaded = false;
    const address = this.#load.pair.address().replace('http', 'ws');
    const socket = new WebSocket(`${address}/ws/notifications?token=${this.#load.token}`);
    this.#socket = socket;
    // The end of a connection is told by `close` too.
    socket.on('error', () => undefined);
    socket.on('close', () => setTimeout(() => this.#open(), 100));
    socket.on('open', () => void this.#fill());
    socket.on('message', (data) => {
      const message = JSON.parse(String(data)) as TaskFrame;
      if (message.type !== 'task') return;
      this.#heard.push(message);
      this.board.hear(message);
    });
  }

  /** Loads the board; what was told meanwhile is heard again afterwards. */
  async #fill(): Promise<void> {
    const socket = this.#socket;
    this.#heard = [];
    await this.board.load(this.#wire);
    for (const frame of this.#heard) this.board.hear(frame);
    if (this.#socket === socket && socket?.readyState === WebSocket.OPEN) this.#isLoaded = true;
  }
}

/** Somebody's end of the chat: it signs in again at the other process whenever its connection is gone. */
class ChatEnd {
  chat: RawChat | null = null;
  /** Contents by number, as they came. */
  readonly heard: [seq: number, content: string][] = [];
  user = '';
  readonly #load: Load;
  readonly #account: number;

  constructor(load: Load, account: number) {
    this.#load = load;
    this.#account = account;
  }

  /** Connects, signs in and, with a topic, enters it and asks for what it missed. */
  async connect(topic?: string): Promise<void> {
    const address = this.#load.pair.address();
    const token = await signIn({ address }, this.#account);
    const { chat, user } = await enteredByPass(address, token);
    this.user = user;
    if (topic) {
      chat.socket.on('message', (data) => {
        const { data: message } = JSON.parse(String(data)) as { data?: { seq: number; content: unknown } };
        if (message) this.heard.push([message.seq, String(message.content)]);
      });
      await chat.ask('sub', { topic });
      await chat.ask('get', { topic, what: 'data', data: { since: this.#firstMissing(), limit: 1_000 } });
    }
    this.chat = chat;
  }

  /** The number of the first message that has not come. */
  #firstMissing(): number {
    const numbers = new Set(this.heard.map(([seq]) => seq));
    let missing = 1;
    while (numbers.has(missing)) missing += 1;
    return missing;
  }

  /** Connects, as often as it takes. */
  async connected(topic?: string): Promise<RawChat> {
    while (this.chat?.socket.readyState !== WebSocket.OPEN) {
      await this.connect(topic).catch(() => pause(100));
    }
    return this.chat;
  }
}

/** Writes messages until the load is over. @returns those that were answered, by number */
async function talk(load: Load, end: ChatEnd, topic: string): Promise<Map<number, string>> {
  const answered = new Map<number, string>();
  while (!load.over) {
    const chat = await end.connected(topic);
    const content = `Слово ${randomUUID()}`;
    try {
      const { ctrl } = await chat.ask('pub', { topic, content });
      if (ctrl?.code === 202) answered.set(Number(ctrl.params?.seq), content);
    } catch {
      // The connection broke: whether it was written nobody knows, and nobody was told so.
    }
    await pause(20);
  }
  return answered;
}

/** Listens until it has heard these; connects again whenever it must. */
async function listen(end: ChatEnd, topic: string, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await end.connected(topic);
    await pause(50);
  }
}

/** The kinds of kills, each of which returns when what it killed is there again or need not be. */
function killsOf(
  pair: Pair,
  windows: readonly Window[],
  databaseUrl: string,
): Readonly<Record<string, () => Promise<void>>> {
  const terminate = async (which: string) => {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() ${which}`,
    );
    await client.end();
  };
  return {
    process: () => pair.replace(Math.random() < 0.5 ? 0 : 1),
    connections: () => terminate('and random() < 0.5'),
    listeners: () => terminate(`and query ilike 'listen%'`),
    sockets: async () => {
      for (const window of windows) if (Math.random() < 0.5) window.drop();
    },
  };
}

/** Answered changes that are not stored as they should be. */
async function wrongOf(load: Load, messages: ReadonlyMap<number, string>, reader: ChatEnd): Promise<string[]> {
  const wrong: string[] = [];
  const there = new Map<string, number>();
  for (let from = 0; ; from += ROWS_MAX) {
    const range = encodeURIComponent(JSON.stringify([from, from + ROWS_MAX - 1]));
    const rows = (await load.call('GET', `/api/records/rules?range=${range}`)) as { title: string }[];
    for (const { title } of rows) there.set(title, (there.get(title) ?? 0) + 1);
    if (rows.length < ROWS_MAX) break;
  }
  for (const title of load.owed)
    if (there.get(title) !== 1) wrong.push(`${title} is there ${there.get(title) ?? 0} times`);
  const heard = new Map<string, Set<number>>();
  for (const [seq, content] of reader.heard) heard.set(content, (heard.get(content) ?? new Set()).add(seq));
  for (const [seq, content] of messages) {
    const seqs = [...(heard.get(content) ?? [])];
    if (seqs.join() !== String(seq)) wrong.push(`message ${seq} was heard as ${seqs.join() || 'none'}`);
  }
  return wrong;
}

/** Waits until every window shows what the server has. @returns those that do not in time */
async function astrayOf(load: Load, windows: readonly Window[]): Promise<string[]> {
  const wire: Wire = {
    column: async (stage) => taskList.parse(await load.call('GET', `${TASKS_PATH}?stage=${stage}&count=500`)),
    patch: () => Promise.reject(new Error('Nothing is moved any more')),
  };
  for (const began = performance.now(); ; ) {
    const truth = new LocalBoard();
    await truth.load(wire);
    const astray = windows.filter(({ board }) => String(board) !== String(truth));
    if (!astray.length || performance.now() - began > AGREED) {
      return astray.map(({ board }) => `${board}\ninstead of\n${truth}`);
    }
    await pause(100);
  }
}

/**
 * People at work on two processes of one PostgreSQL database while processes, connections, listeners and sockets are killed
 * at random: records are made, requests moved about a board, messages written.
 * @param duration of the work, ms
 */
export async function runMixedLoad(env: Readonly<Record<string, string>>, duration: number): Promise<MixedLoad> {
  const pair = new Pair(env);
  await pair.start();
  const load = new Load(pair);
  await load.signIn();
  const [first] = (await load.call('GET', '/api/crm/buildings/')) as { id: number }[];
  for (let made = 0; made < REQUESTS; made += 1) {
    await load.call('POST', TASKS_PATH, {
      service: 1,
      information: { description: 'Течёт кран в подвале' },
      target_type: 'building',
      target: { building: first?.id },
    });
  }
  const performers = decodePerformers(await load.call('GET', `/api/crm/performers/?building=${first?.id}&service=1`));
  const performer = performers[0]?.user ?? 0;
  const windows = Array.from({ length: WINDOWS }, () => new Window(load));
  const [writer, reader] = [new ChatEnd(load, WORKER), new ChatEnd(load, COLLEAGUE)];
  await writer.connected();
  await reader.connected();
  const [to, from] = [reader.user, writer.user];
  let isHeard = false;
  writer.chat?.close();
  reader.chat?.close();
  const listening = listen(reader, from, () => isHeard);
  const talking = talk(load, writer, to);
  const working = Promise.all([
    ...Array.from({ length: WRITERS }, () => load.write()),
    ...windows.map((window, at) => window.play(at + 1, performer)),
  ]);
  const kills = killsOf(pair, windows, env.DATABASE_URL ?? '');
  const done: Record<string, number> = {};
  for (const began = performance.now(); performance.now() - began < duration; ) {
    await pause(CALM[0] + Math.random() * (CALM[1] - CALM[0]));
    const names = Object.keys(kills);
    const name = names[Math.floor(Math.random() * names.length)] ?? '';
    await kills[name]?.();
    done[name] = (done[name] ?? 0) + 1;
  }
  load.over = true;
  await working;
  const messages = await talking;
  for (const began = performance.now(); performance.now() - began < AGREED; await pause(50)) {
    const heard = new Set(reader.heard.map(([seq]) => seq));
    if ([...messages.keys()].every((seq) => heard.has(seq))) break;
  }
  isHeard = true;
  await listening;
  const astray = await astrayOf(load, windows);
  const wrong = await wrongOf(load, messages, reader);
  for (const window of windows) window.close();
  for (const end of [writer, reader]) end.chat?.close();
  await pair.stop();
  const moves = windows.reduce((sum, window) => sum + window.moves, 0);
  return { kills: done, answered: load.owed.length + messages.size, moves, failures: load.failures, wrong, astray };
}
