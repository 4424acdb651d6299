import { BULK } from '#resources/limits.ts';
import { TASKS_PATH } from '#resources/protocol/requests/tasks.ts';
import { BULK_TASKS_PATH } from '#resources/rules/requests/constants.ts';
import { ensurePostgres, startPostgres } from '#tests/run/postgres.mjs';
import { type Product, signIn, startProduct } from '#tests/support/product.ts';
import { type Figure, median, percentile } from './figures.ts';

/** Calls of each kind; so many records are made for each. */
const CALLS = 12;
const RECORDS = '/api/records/passes';

/** A section of an installation, tied to buildings. */
const passes = {
  name: 'passes',
  section: 'passes',
  icon: 'key',
  words: { one: 'пропуск', few: 'пропуска', many: 'пропусков', accusative: 'пропуск', gender: 'm', plural: 'пропуска' },
  building: 'house',
  fields: {
    guest: { kind: 'text', label: 'Гость', required: true, max: 60 },
    house: { kind: 'building', label: 'Дом', required: true, filter: true },
    day: { kind: 'date', label: 'Когда', filter: true },
  },
  list: { layout: 'table', columns: ['guest', 'house', 'day'], menu: ['edit', 'hold-delete'] },
  form: [{ fields: ['guest', 'house', 'day'] }],
};

/** Calls of an administrator. @throws for any that is refused */
async function callerOf(product: Product) {
  const headers = { Authorization: `Token ${await signIn(product, 1)}`, 'content-type': 'application/json' };
  return async (method: string, path: string, body?: object) => {
    const sent = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
    const answer = await fetch(`${product.address}${path}`, sent);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    return JSON.parse(text);
  };
}
type Caller = Awaited<ReturnType<typeof callerOf>>;

/** Ids of so many new records, in portions of one call. */
async function made(call: Caller, path: string, body: (at: number) => object): Promise<number[][]> {
  const ids: number[] = [];
  for (let at = 0; at < CALLS * BULK.perCall; at += 1) {
    const { params, id } = await call('POST', path, body(at));
    ids.push(Number(id ?? params.id));
  }
  return Array.from({ length: CALLS }, (_, at) => ids.slice(at * BULK.perCall, (at + 1) * BULK.perCall));
}

/** How long each portion takes, ms. @throws where not all of it was done */
async function timed(call: Caller, path: string, portions: readonly number[][], wish: object): Promise<number[]> {
  const times: number[] = [];
  for (const ids of portions) {
    const began = performance.now();
    const { done, refused } = await call('POST', path, { ...wish, ids });
    times.push(performance.now() - began);
    if (done.length !== ids.length) throw new Error(`${path} refused: ${JSON.stringify(refused)}`);
  }
  return times;
}

async function measured(product: Product): Promise<[what: string, times: number[]][]> {
  const call = await callerOf(product);
  const [{ id: house }] = await call('GET', '/api/crm/buildings/');
  const requests = await made(call, TASKS_PATH, (at) => ({
    service: 1,
    information: { description: `Заявка для общего действия ${at}` },
    target_type: 'building',
    target: { building: house },
  }));
  const [able] = await call('GET', `${BULK_TASKS_PATH}performers/?ids=${requests[0]?.join()}`);
  const records = await made(call, RECORDS, (at) => ({ guest: `Гость ${at}`, house, day: '2026-11-26' }));
  const request = (wish: object) => timed(call, BULK_TASKS_PATH, requests, wish);
  const record = (wish: object) => timed(call, `${RECORDS}/bulk/`, records, wish);
  return [
    ['requests given to a performer', await request({ do: 'assign', performer: able.user })],
    ['requests sent back', await request({ do: 'release' })],
    ['requests cancelled', await request({ do: 'cancel', reason: 'Приняли по ошибке' })],
    ['which is taken back', await request({ do: 'undo' })],
    ['records with a field changed', await record({ do: 'change', values: { day: '2026-11-27' } })],
    ['records deleted', await record({ do: 'delete' })],
    ['which is taken back, records', await record({ do: 'restore' })],
  ];
}

/** Many records in one call, in a metropolis on PostgreSQL. */
export async function bulk(): Promise<Figure[]> {
  const bin = ensurePostgres();
  if (!bin) throw new Error('No PostgreSQL: install Debian’s package, or put pg_config on PATH.');
  const postgres = await startPostgres(bin);
  try {
    const env = { DATABASE_URL: postgres.url, DEMO: 'on', DEMO_SIZE: 'metropolis' };
    const product = await startProduct({ env, definitions: { 'passes.json': passes } });
    try {
      return (await measured(product)).flatMap(([what, times]): Figure[] => [
        {
          name: `Metropolis on PostgreSQL, ${BULK.perCall} in one call: ${what}: median`,
          value: median(times),
          unit: 'ms',
        },
        { name: `the slowest of ${CALLS}`, value: percentile(times, 100), unit: 'ms' },
      ]);
    } finally {
      await product.stop();
    }
  } finally {
    await postgres.stop();
  }
}
