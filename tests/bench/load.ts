import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { EVERYTHING_PATH } from '#resources/protocol/search/everything.ts';
import { TASK_STAGES } from '#resources/rules/requests/constants.ts';
import { ensurePostgres, startPostgres } from '#tests/run/postgres.mjs';
import { type Product, signIn, startProduct } from '#tests/support/product.ts';
import { enteredByPass } from '#tests/support/server/chat.ts';
import { type Figure, percentile } from './figures.ts';
import { EVERYTHING, FOUND, TYPED } from './search.ts';

/** People at the console at one time. */
const CROWDS = [1, 20, 100] as const;
/** How long each crowd works, and each step of the ramp, ms. */
const WORK_MS = 20_000;
const STEP_MS = 8_000;
/** Mean pause of a person between two calls, ms: far shorter than anybody's. */
const THINKING_MS = 1_000;
/** Calls under way at one time, doubled until the p95 of all calls is over the bound. */
const FIRST_STEP = 2;
const LAST_STEP = 256;
const BOUND_MS = 300;
/** The longest that the event loop of a process may stand, ms. */
const LOOP_MS = 50;
/** Colleagues of the demo company who may see all that is asked for. */
const ACCOUNTS = [1, 2];
/** Statements of PostgreSQL that take longer are noted with their plans, ms. */
const SLOW_MS = 20;

const one = <Item>(items: readonly Item[]): Item => items[Math.floor(Math.random() * items.length)] as Item;

/** Somebody who works: a token, and a socket of the chat with the colleague they write to. */
interface Worker {
  address: string;
  token: string;
  buildings: readonly number[];
  openChat: () => Promise<void>;
  leave: () => void;
}

/** A call by its kind. @throws when it is refused */
type Call = (worker: Worker) => Promise<void>;

async function ask({ address, token }: Worker, path: string, body?: object): Promise<void> {
  const answer = await fetch(address + path, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  // A search that finds nothing answers so.
  if (!answer.ok && answer.status !== 404) throw new Error(`${path} was refused: ${answer.status} ${text}`);
}

/** The current month as the readings name it. */
function month(): string {
  const now = new Date();
  return `${String(now.getMonth() + 1).padStart(2, '0')}${now.getFullYear()}`;
}

/** Five of the buildings, as somebody has them checked. */
const checked = ({ buildings }: Worker) => `buildings_id=${Array.from({ length: 5 }, () => one(buildings)).join(',')}`;

/** Calls of people, by kind. */
const CALLS: Readonly<Record<string, Call>> = {
  lists: (worker) =>
    ask(
      worker,
      one([
        `/api/crm/news/?${checked(worker)}&page_size=20`,
        `/api/crm/cameras/?${checked(worker)}`,
        '/api/crm/employee/?page=1&page_size=10',
        `/api/crm/settings/building/?page=${1 + Math.floor(Math.random() * 5)}&page_size=10`,
        '/api/crm/chat-contacts/?kind=company',
      ]),
    ),
  'search of residents': (worker) =>
    Math.random() < 0.5
      ? ask(worker, '/api/crm/search/smart_search/', one(TYPED))
      : ask(worker, `/api/crm/search/smart_search_by_tags/?${one(FOUND)}&page_size=100`),
  'search over everything': (worker) => ask(worker, `${EVERYTHING_PATH}?q=${encodeURIComponent(one(EVERYTHING))}`),
  board: (worker) => {
    const asked = `stage=${one(TASK_STAGES)}&${checked(worker)}`;
    return ask(worker, one([`/api/crm/tasks/?${asked}&count=30`, `/api/crm/tasks/count/?${asked}`]));
  },
  readings: (worker) =>
    ask(worker, `/api/crm/meters/?${checked(worker)}&date=${month()}&page=${one([1, 2, 3])}&page_size=10`),
  chat: (worker) => worker.openChat(),
};

/** Times by kind, ms. */
type Samples = Record<string, number[]>;

async function timed(worker: Worker, samples: Samples): Promise<void> {
  const kind = one(Object.keys(CALLS));
  const began = performance.now();
  await CALLS[kind]?.(worker);
  samples[kind]?.push(performance.now() - began);
}

const noSamples = (): Samples => Object.fromEntries(Object.keys(CALLS).map((kind) => [kind, []]));

/** Everybody works for so long. @param thinking average wait of each between two calls, ms */
async function work(workers: readonly Worker[], duration: number, thinking: number): Promise<Samples> {
  const samples = noSamples();
  const until = performance.now() + duration;
  await Promise.all(
    workers.map(async (worker) => {
      if (thinking) await pause(Math.random() * thinking);
      while (performance.now() < until) {
        await timed(worker, samples);
        if (thinking) await pause(Math.random() * 2 * thinking);
      }
    }),
  );
  return samples;
}

async function newWorker({ address }: Product, token: string, colleague: string): Promise<Worker> {
  const { chat } = await enteredByPass(address, token);
  const answer = await fetch(`${address}/api/crm/buildings/`, { headers: { authorization: `Token ${token}` } });
  const buildings = ((await answer.json()) as { id: number }[]).map(({ id }) => id);
  return {
    address,
    token,
    buildings,
    openChat: async () => {
      await chat.ask('sub', { topic: colleague, get: { what: 'desc sub data del', data: { limit: 24 } } });
      await chat.ask('leave', { topic: colleague });
      chat.clear();
    },
    leave: () => chat.close(),
  };
}

/** So many people, by turns of one account and the other, at one process and the other. */
async function crowdOf(products: readonly Product[], count: number): Promise<Worker[]> {
  const [first] = products;
  if (!first) throw new Error('No process runs');
  const tokens = await Promise.all(ACCOUNTS.map((account) => signIn(first, account)));
  const known = await Promise.all(tokens.map((token) => enteredByPass(first.address, token)));
  for (const { chat } of known) chat.close();
  const workers: Worker[] = [];
  for (let at = 0; at < count; at += 1) {
    const own = at % tokens.length;
    const colleague = known[(own + 1) % known.length]?.user ?? '';
    workers.push(await newWorker(products[at % products.length] ?? first, tokens[own] ?? '', colleague));
  }
  return workers;
}

/** The longest that the event loop of a process stood since the last time it was asked, ms. */
async function longestStop({ address }: Product): Promise<number> {
  const text = await (await fetch(`${address}/metrics`)).text();
  const found = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)?.[1];
  return Number(found ?? Number.NaN) * 1_000;
}

const all = (samples: Samples) => Object.values(samples).flat();

/** Calls a second at which the p95 of all calls is still within the bound: as many at a time as it takes. */
async function mostCalls(products: readonly Product[]): Promise<number> {
  let most = 0;
  for (let count = FIRST_STEP; count <= LAST_STEP; count *= 2) {
    const workers = await crowdOf(products, Math.min(count, 100));
    // The chat bounds the sockets of a person: beyond a hundred each of them does several calls at once.
    const busy = Array.from({ length: count }, (_, at) => workers[at % workers.length] as Worker);
    const samples = all(await work(busy, STEP_MS, 0));
    for (const worker of workers) worker.leave();
    const p95 = percentile(samples, 95);
    console.log(
      `  ${count} calls at a time: ${Math.round(samples.length / (STEP_MS / 1_000))} a second, p95 ${Math.round(p95)} ms`,
    );
    if (p95 > BOUND_MS) break;
    most = Math.max(most, samples.length / (STEP_MS / 1_000));
  }
  return most;
}

/** Every kind of call under the work of each crowd, and how many calls a second there may be. @param where what the figures are called by */
export async function loadFigures(products: readonly Product[], where: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  const calm = await crowdOf(products, 2);
  await work(calm, STEP_MS, 0);
  for (const worker of calm) worker.leave();
  for (const count of CROWDS) {
    const workers = await crowdOf(products, count);
    await Promise.all(products.map(longestStop));
    const samples = await work(workers, WORK_MS, count === 1 ? 0 : THINKING_MS);
    const stops = await Promise.all(products.map(longestStop));
    for (const worker of workers) worker.leave();
    for (const [kind, times] of Object.entries(samples)) {
      for (const share of [50, 95, 99]) {
        const name = `${where}, ${count} at once: ${kind}, p${share}`;
        figures.push({ name, value: percentile(times, share), unit: 'ms' });
      }
    }
    const name = `${where}, ${count} at once: longest stop of the event loop`;
    figures.push({ name, value: Math.max(...stops), unit: 'ms', target: LOOP_MS });
  }
  const name = `${where}: calls a second with a p95 within ${BOUND_MS} ms`;
  figures.push({ name, value: await mostCalls(products), unit: 'a second' });
  return figures;
}

/** Has PostgreSQL write the plans of slow statements into its log for every connection to come. */
export async function notePlans(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': SLOW_MS,
    'auto_explain.log_analyze': 'off',
    'auto_explain.log_nested_statements': 'on',
  };
  await client.query(`load 'auto_explain'`);
  for (const [name, value] of Object.entries(settings)) await client.query(`alter system set ${name} = '${value}'`);
  await client.query('select pg_reload_conf()');
  await client.end();
}

/** Prints the plans of the slowest statements that differ, each once. */
export function tellSlowest(log: string): void {
  const slowest = new Map<string, { ms: number; text: string }>();
  for (const [, ms, text = ''] of log.matchAll(/duration: ([\d.]+) ms {2}plan:\n((?:\t[^\n]*\n)+)/g)) {
    const statement = /Query Text: ([^\n]*)/.exec(text)?.[1]?.replaceAll(/\d+/g, '0').slice(0, 200) ?? '';
    if ((slowest.get(statement)?.ms ?? 0) < Number(ms)) slowest.set(statement, { ms: Number(ms), text });
  }
  const sorted = [...slowest.values()].sort((a, b) => b.ms - a.ms).slice(0, 5);
  for (const { ms, text } of sorted) console.log(`  ${Math.round(ms)} ms\n${text}`);
}

/** Every list, search, board, readings and the chat under the work of many: a city embedded, a metropolis on PostgreSQL. */
export async function load(): Promise<Figure[]> {
  const bin = ensurePostgres();
  if (!bin) throw new Error('No PostgreSQL: install Debian’s package, or put pg_config on PATH.');
  const figures: Figure[] = [];
  const embedded = await startProduct({ env: { DEMO_SIZE: 'city' } });
  try {
    figures.push(...(await loadFigures([embedded], 'City, embedded')));
  } finally {
    await embedded.stop();
  }
  let log = '';
  const postgres = await startPostgres(bin, (text) => {
    log += text;
  });
  const products: Product[] = [];
  try {
    const env = { DATABASE_URL: postgres.url, DEMO_SIZE: 'metropolis' };
    await (await startProduct({ env })).stop();
    await notePlans(postgres.url);
    products.push(await startProduct({ env }));
    figures.push(...(await loadFigures(products, 'Metropolis on PostgreSQL, one process')));
    products.push(await startProduct({ env }));
    figures.push(...(await loadFigures(products, 'Metropolis on PostgreSQL, two processes')));
    tellSlowest(log);
    return figures;
  } finally {
    for (const product of products) await product.stop();
    await postgres.stop();
  }
}
