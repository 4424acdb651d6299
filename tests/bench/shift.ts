import pg from 'pg';
import { NOTICES_PATH } from '#resources/protocol/notice-bounds.ts';
import { HANDOVERS_PATH, SHIFT_PATH } from '#resources/protocol/shift/shift-bounds.ts';
import { ensurePostgres, startPostgres } from '#tests/run/postgres.mjs';
import { signIn, startProduct } from '#tests/support/product.ts';
import { type Figure, percentile } from './figures.ts';

const ROUNDS = 60;
/** The first ones only warm up what a running server has warm. */
const WARM = 5;

/** Deadlines for a third of the open requests, half of them past, and a month of notifications: the demo company has neither. */
const LIFE = [
  `update tasks set deadline = now() + make_interval(hours => id % 96 - 48) where stage <> 'done' and id % 3 = 0`,
  `insert into notifications (type, subtype, message, ref, sent_by, sender_id, section, building_ids, at)
   select 'task', 'created', 'Течёт кран', '1', 'Иван Петров', 3, 'tasks',
     array[(select min(id) from buildings) + k % 1000], now() - make_interval(mins => k)
   from generate_series(1, 43000) k`,
  `analyze`,
];

/** How long calls take one after the other, ms. */
async function times(calls: readonly (() => Promise<Response>)[]): Promise<number[]> {
  const samples: number[] = [];
  for (let round = -WARM; round < ROUNDS; round += 1) {
    for (const call of calls) {
      const began = performance.now();
      const answer = await call();
      const body = await answer.text();
      if (!answer.ok) throw new Error(`The shift page was refused: ${answer.status} ${body}`);
      if (round >= 0) samples.push(performance.now() - began);
    }
  }
  return samples;
}

/** The shift page and the notification centre of a metropolis on PostgreSQL, by who holds all of it: every building named, as the console does. */
export async function shift(): Promise<Figure[]> {
  const bin = ensurePostgres();
  if (!bin) throw new Error('No PostgreSQL: install Debian’s package, or put pg_config on PATH.');
  const postgres = await startPostgres(bin);
  try {
    const product = await startProduct({ env: { DATABASE_URL: postgres.url, DEMO: 'on', DEMO_SIZE: 'metropolis' } });
    try {
      const client = new pg.Client({ connectionString: postgres.url });
      await client.connect();
      for (const statement of LIFE) await client.query(statement);
      await client.end();
      const token = await signIn(product, 1);
      const headers = { Authorization: `Token ${token}`, 'content-type': 'application/json' };
      const get = (path: string) => () => fetch(`${product.address}${path}`, { headers });
      const buildings = (await (await get('/api/crm/buildings/')()).json()) as { id: number }[];
      const ids = buildings.map(({ id }) => id).join(',');
      const page = await times([get(`${SHIFT_PATH}?buildings_id=${ids}`)]);
      const body = JSON.stringify({ buildings: null, note: 'Лифт в под. 2 стоит' });
      const given = await fetch(`${product.address}${HANDOVERS_PATH}`, { method: 'POST', headers, body });
      const { params } = (await given.json()) as { params: { id: number } };
      const ended = await times([get(`${SHIFT_PATH}?buildings_id=${ids}&handover=${params.id}`)]);
      const notices = await times([get(NOTICES_PATH)]);
      const named = `Shift page, metropolis of ${buildings.length} buildings on PostgreSQL`;
      return [
        { name: `${named}: p95`, value: percentile(page, 95), unit: 'ms', target: 150 },
        { name: `${named}, a shift that ended: p95`, value: percentile(ended, 95), unit: 'ms', target: 150 },
        { name: 'Notifications of a month of 43,000: p95', value: percentile(notices, 95), unit: 'ms' },
      ];
    } finally {
      await product.stop();
    }
  } finally {
    await postgres.stop();
  }
}
