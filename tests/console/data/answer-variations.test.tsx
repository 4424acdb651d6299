// Runs in test:all alone: every page on answers that are written in many other ways.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { QueryClient } from '@tanstack/react-query';
import { act } from '@testing-library/react';
import { startConsole } from '#console/app/start.tsx';
import { session } from '#console/data/session/session.ts';
import { ENDLESS, VARIED_PAGES, variation, WRONG } from '#tests/support/answer-variations.ts';
import { rowsInWindow } from '#tests/support/console/rows-in-window.ts';
import { MadeUpSocket, serveSockets } from '#tests/support/console/sockets.ts';

/** Of each page; `npm run fuzz -- components` opens over 2,000 of all together. */
const VARIATIONS = Number(process.env.PAGE_VARIATIONS ?? 5);
const SEED = Number(process.env.FUZZ_SEED ?? 1);
/** Turns of the event loop without a call on its way after which a page is at rest. */
const QUIET = 12;

let contract: ChildProcess;
let server = '';
const network = globalThis.fetch;
const known = new Map<string, Promise<{ status: number; text: string }>>();

/** The answers of the contract server, asked for once: nothing is written here. */
function answerTo(url: string, { signal: _signal, ...asked }: RequestInit) {
  const key = `${asked.method ?? 'GET'} ${url}`;
  const answer =
    known.get(key) ??
    network(`${server}${url}`, asked).then(async (got) => ({ status: got.status, text: await got.text() }));
  known.set(key, answer);
  return answer;
}

/** An answer in another way, by the number of the call; as it is without a seed. */
const varied = (body: unknown, seed: number | null, call: number) =>
  seed === null ? body : variation(body, seed + call);

/** Puts the contract server in the network's place. @returns calls that are on their way, and how many there were */
function serveVaried(seed: number | null) {
  const line = { under: 0, calls: 0 };
  globalThis.fetch = async (input, init = {}) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : String(input), location.origin);
    line.calls += 1;
    const call = line.calls;
    line.under += 1;
    try {
      const { status, text } = await answerTo(`${pathname}${search}`, init);
      init.signal?.throwIfAborted();
      const body = status === 200 ? JSON.stringify(varied(JSON.parse(text), seed, call)) : text;
      return new Response(body, { status, headers: { 'content-type': 'application/json' } });
    } finally {
      line.under -= 1;
    }
  };
  return line;
}

const COMPLAINTS = [1, 4, 7].map((number) => ({
  id: 900 + number,
  type: 'complaint',
  description: `Шум после 23 часов (${number})`,
  creation_date: '2026-03-10T10:00:00+03:00',
  creator: { first_name: 'Анна', last_name: 'Белова', avatar: null },
  is_read: number === 4,
}));
const PREVIEW = { last_complaint: COMPLAINTS[0], unread_count: 2 };

/** Complaints by socket, as the documents show them; whatever else is asked for by one stays silent. */
function serveComplaints(seed: number | null): void {
  serveSockets();
  class Answering extends MadeUpSocket {
    constructor(url: string) {
      super(url);
      if (url.includes('/ws/complaints')) queueMicrotask(() => this.open());
    }
    override send(text: string): void {
      super.send(text);
      const { type, complaint_type } = JSON.parse(text) as { type?: string; complaint_type?: string };
      // By its types a frame is told from others.
      const tell = (types: object, frame: object) =>
        queueMicrotask(() => this.say({ ...(varied(frame, seed, this.sent.length) as object), ...types }));
      if (type === 'receive_preview_complaints') tell({ type: 'preview_complaints' }, { complaint: PREVIEW });
      if (type === 'get_complaints') tell({ type, complaint_type }, { results: COMPLAINTS });
    }
  }
  Object.assign(globalThis, { WebSocket: Answering });
}

beforeAll(async () => {
  contract = spawn(process.execPath, ['tests/contract/main.mjs'], {
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [told] = (await once(contract.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
  server = /http:[^\s]+/.exec(String(told))?.[0] ?? '';
  rowsInWindow({ window: 900, row: 240 });
  // jsdom has none; the chat's library looks for one, and what pages showed last is kept there: it is closed to this page.
  const open = () => {
    throw new DOMException('Closed', 'SecurityError');
  };
  Object.assign(globalThis, { indexedDB: { open, deleteDatabase: () => ({}) } });
});
afterAll(() => {
  jest.restoreAllMocks();
  contract.kill();
  globalThis.fetch = network;
});

/** Opens a page as the administrator and lets it come to rest. @returns what it says, and what is wrong with that */
async function opened(path: string, seed: number | null): Promise<{ text: string; wrong: string[] }> {
  const clients = jest.spyOn(QueryClient.prototype, 'mount');
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', path);
  session.token.set('tok-admin');
  serveComplaints(seed);
  const line = serveVaried(seed);
  const root = document.createElement('div');
  document.body.replaceChildren(root);
  const hung = await act(() => startConsole(root));
  for (let quiet = 0; quiet < QUIET && line.calls <= ENDLESS; quiet = line.under ? 0 : quiet + 1) {
    await act(() => new Promise<void>((resolve) => setTimeout(resolve)));
  }
  const text = document.body.textContent ?? '';
  const said = WRONG.exec(text);
  const wrong = [
    ...(root.querySelector('h1') ? [] : ['has no heading']),
    ...(said ? [`says «${text.slice(Math.max(0, said.index - 60), said.index + 60)}»`] : []),
    ...(line.calls > ENDLESS ? [`asked ${line.calls} times`] : []),
  ];
  await act(async () => hung.unmount());
  for (const client of new Set(clients.mock.contexts as QueryClient[])) client.clear();
  clients.mockRestore();
  return { text, wrong };
}

test.each(VARIED_PAGES)(
  'API-06: %s opens on answers that are written in another way, says nothing wrong and does not ask without end',
  async (path, shows) => {
    const { text, wrong } = await opened(path, null);
    expect(text).toContain(shows);
    expect(wrong).toEqual([]);
    for (let at = 0; at < VARIATIONS; at += 1) {
      const seed = SEED * 1_000_000 + at * 1_000;
      const { wrong } = await opened(path, seed);
      expect({ seed, wrong }).toEqual({ seed, wrong: [] });
    }
  },
);
