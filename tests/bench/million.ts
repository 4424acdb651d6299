import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { ensurePostgres, startPostgres } from '#tests/run/postgres.mjs';
import { signIn, startProduct } from '#tests/support/product.ts';
import { list, RECORDS, timesOf } from './extra.ts';
import type { Figure } from './figures.ts';

const FIRMS = 10_000;

/** Orders whose sum is computed and kept, and which refer to firms on whose cards they stand. */
const orders = {
  name: 'orders',
  section: 'orders',
  icon: 'receipt',
  words: { one: 'заказ', few: 'заказа', many: 'заказов', accusative: 'заказ', gender: 'm', plural: 'заказы' },
  fields: {
    title: { kind: 'text', label: 'Что заказали', required: true, max: 60 },
    firm: { kind: 'reference', label: 'Фирма', to: 'firms', filter: true, related: { create: true } },
    status: {
      kind: 'choice',
      label: 'Статус',
      filter: true,
      options: [
        { value: 'new', label: 'Новый' },
        { value: 'paid', label: 'Оплачен' },
        { value: 'void', label: 'Отменён' },
      ],
    },
    count: { kind: 'number', label: 'Количество', decimals: 3, min: 0 },
    price: { kind: 'money', label: 'Цена' },
    sum: { kind: 'money', label: 'Сумма', computed: 'count * price', filter: true },
  },
  list: {
    layout: 'table',
    columns: ['title', 'firm', 'status', 'sum'],
    menu: ['edit'],
    search: ['title'],
    sort: { field: 'sum', order: 'DESC' },
    group: 'status',
    totals: [{ field: 'sum', figures: ['sum', 'average'] }],
  },
  form: [{ fields: ['title', 'firm', 'status', 'count', 'price', 'sum'] }],
};

const firms = {
  ...orders,
  name: 'firms',
  section: 'firms',
  fields: { title: { kind: 'text', label: 'Название', required: true } },
  list: { layout: 'table', columns: ['title'], menu: ['edit'] },
  card: { title: 'title', fields: ['title'] },
  form: [{ fields: ['title'] }],
};

const narrowed = (path: string, filter: object, more: Readonly<Record<string, string>> = {}) =>
  `${path}?${new URLSearchParams({ filter: JSON.stringify(filter), ...more })}`;

/** Calls for the orders, by kind; those of one firm as its card makes them. */
const asked = (firm: number): Readonly<Record<string, readonly string[]>> => ({
  list: [list({ sort: ['sum', 'DESC'] }), list({ sort: ['sum', 'DESC'], range: [5_000, 5_024] })],
  'sort by the computed column': [list({ sort: ['sum', 'ASC'] }), list({ sort: ['sum', 'DESC'], range: [25, 49] })],
  'sort by another column': [list({ sort: ['title', 'ASC'] }), list({ sort: ['status', 'DESC'] })],
  'filter by the computed column': [
    list({ filter: { sum_gte: 9_000_000 }, sort: ['sum', 'DESC'] }),
    list({ filter: { sum_gte: 100_000, sum_lte: 110_000 }, sort: ['title', 'ASC'] }),
  ],
  'related records of a firm': [
    list({ filter: { firm }, sort: ['id', 'DESC'], range: [0, 4] }),
    list({ filter: { firm }, sort: ['sum', 'DESC'] }),
    list({ filter: { firm, status: 'paid' }, sort: ['sum', 'DESC'] }),
  ],
  'totals of a firm': [narrowed('/totals/', { firm }), narrowed('/totals/', { firm, status: 'paid' })],
  'groups of a firm': [narrowed('/groups/', { firm }, { by: 'status' })],
  'totals of all': ['/totals/'],
  'totals of a third': [narrowed('/totals/', { status: 'paid' })],
  'groups of all by the choice': ['/groups/?by=status'],
  'groups of all by the reference': ['/groups/?by=firm'],
});

/** @returns a firm that orders refer to */
async function fill(client: pg.Client): Promise<number> {
  await client.query(`insert into records (resource, data, created_by)
    select 'firms', jsonb_build_object('title', 'Фирма ' || n), 1 from generate_series(1, ${FIRMS}) n`);
  const { rows } = await client.query<{ first: number }>(
    `select min(id) as first from records where resource = 'firms'`,
  );
  const first = Number(rows[0]?.first);
  await client.query(`insert into records (resource, data, created_by)
    select 'orders', jsonb_build_object('title', 'Заказ ' || n, 'firm', ${first} + n % ${FIRMS},
      'status', (array['new','paid','void'])[1 + n % 3], 'count', 1 + n % 97, 'price', 100 + (n * 7919) % 100000,
      'sum', (1 + n % 97) * (100 + (n * 7919) % 100000)), 1
    from generate_series(1, ${RECORDS}::bigint) n`);
  await client.query('vacuum analyze records');
  return first + 7;
}

/** A section with a computed and a related column over a million records. */
export async function million(): Promise<Figure[]> {
  const bin = ensurePostgres();
  if (!bin) throw new Error('No PostgreSQL: install Debian’s package, or put pg_config on PATH.');
  const postgres = await startPostgres(bin);
  const dataDir = await mkdtemp(join(tmpdir(), 'upravdom-million-'));
  const env = { DATABASE_URL: postgres.url, DEMO: 'on', DEMO_SIZE: 'yard' };
  const definitions = { 'firms.json': firms, 'orders.json': orders };
  const client = new pg.Client({ connectionString: postgres.url });
  try {
    await (await startProduct({ dataDir, env, definitions })).stop();
    await client.connect();
    const firm = await fill(client);
    const product = await startProduct({ dataDir, env, definitions });
    try {
      const address = `${product.address}/api/records/orders`;
      return await timesOf(address, await signIn(product, 1), asked(firm), 'Computed and related columns');
    } finally {
      await product.stop();
    }
  } finally {
    await client.end();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}
