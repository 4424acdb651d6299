import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { ensurePostgres, startPostgres } from '#tests/run/postgres.mjs';
import { launchChromium } from '#tests/support/browser/stage.ts';
import { signIn, startProduct } from '#tests/support/product.ts';
import { type Figure, median, percentile } from './figures.ts';

/** Records of a long section. */
export const RECORDS = 1_000_000;
const ROUNDS = 20;
const STARTS = 3;
const MANY = 100;

const section = (name: string) => ({
  name,
  section: name,
  icon: 'key',
  words: { one: 'пропуск', few: 'пропуска', many: 'пропусков', accusative: 'пропуск', gender: 'm', plural: 'пропуска' },
  fields: {
    guest: { kind: 'text', label: 'Гость', required: true, max: 60 },
    status: {
      kind: 'choice',
      label: 'Статус',
      filter: true,
      options: [
        { value: 'new', label: 'Новый' },
        { value: 'used', label: 'Был' },
        { value: 'void', label: 'Отменён' },
      ],
    },
    day: { kind: 'date', label: 'Когда', filter: true },
    fee: { kind: 'money', label: 'Плата', filter: true },
  },
  list: {
    layout: 'table',
    columns: ['guest', 'status', 'day', 'fee'],
    search: ['guest'],
    menu: ['edit', 'hold-delete'],
    sort: { field: 'day', order: 'DESC' },
  },
  form: [{ fields: ['guest', 'status', 'day', 'fee'] }],
});

/** The same, tied to buildings and pointing at records of a section of an installation. */
const tied = () => {
  const { fields, list: shown, form } = section('works');
  const [first] = form;
  const more = {
    house: { kind: 'building', label: 'Дом', required: true, filter: true },
    firm: { kind: 'reference', label: 'Подрядчик', to: 'firms', filter: true },
  };
  return {
    ...section('works'),
    building: 'house',
    fields: { ...fields, ...more },
    list: { ...shown, columns: [...shown.columns, 'house', 'firm'] },
    form: [{ fields: [...(first?.fields ?? []), 'house', 'firm'] }],
  };
};

/** The section that the tied one refers to. */
const firms = () => ({
  ...section('firms'),
  fields: { title: { kind: 'text', label: 'Название', required: true } },
  list: { layout: 'table', columns: ['title'], menu: ['edit'] },
  form: [{ fields: ['title'] }],
});

/** The query of a list call of 25 records, by the newest day unless it says otherwise. */
export const list = (query: { filter?: object; sort?: [string, string]; range?: [number, number] }) => {
  const { filter = {}, sort = ['day', 'DESC'], range = [0, 24] } = query;
  const asked = { filter: JSON.stringify(filter), sort: JSON.stringify(sort), range: JSON.stringify(range) };
  return `?${new URLSearchParams(asked)}`;
};

/** Calls for the long section, by kind. */
const ASKED: Readonly<Record<string, readonly string[]>> = {
  list: [list({}), list({ range: [25, 49] }), list({ range: [5_000, 5_024] })],
  filter: [
    list({ filter: { status: 'used' } }),
    list({ filter: { day: '2026-03-05' } }),
    list({ filter: { fee_gte: 90_000 } }),
    list({ filter: { status: 'void', day_gte: '2026-06-01' } }),
    list({ filter: { q: 'Гость 77123' } }),
    list({ filter: { q: 'нет такого' } }),
  ],
  sort: [
    list({ sort: ['guest', 'ASC'] }),
    list({ sort: ['fee', 'DESC'] }),
    list({ sort: ['status', 'ASC'] }),
    list({ sort: ['day', 'ASC'] }),
  ],
};

/** Further calls for the tied one. */
const TIED: typeof ASKED = {
  ...ASKED,
  filter: [...(ASKED.filter ?? []), list({ filter: { firm: 7 } }), list({ filter: { firm: 7, status: 'used' } })],
};

/** A million records, and as many that are tied to buildings: one building has hardly any of them, and who sees only that one. */
async function fill(client: pg.Client): Promise<void> {
  const data = `'guest', 'Гость ' || n, 'status', (array['new','used','void'])[1 + n % 3],
    'day', to_char(date '2026-01-01' + n % 365, 'YYYY-MM-DD'), 'fee', n % 100000`;
  await client.query(`insert into records (resource, data, created_by)
    select 'firms', jsonb_build_object('title', 'Фирма ' || n), 1 from generate_series(1, 10000) n`);
  await client.query(`insert into records (resource, data, created_by)
    select 'passes', jsonb_build_object(${data}), 1 from generate_series(1, ${RECORDS}) n`);
  await client.query(`insert into records (resource, data, building_ids, created_by)
    select 'works', jsonb_build_object(${data}, 'house', house.id, 'firm', 1 + n % 10000), array[house.id], 1
    from generate_series(1, ${RECORDS}) n join (select id, row_number() over (order by id) as at, count(*) over () as all
      from buildings) house on house.at = case when n <= 5 then house.all else 1 + n % (house.all - 1) end`);
  await client.query(`delete from user_porches where user_id = (select id from users where phone = '+79000000002')`);
  await client.query(`insert into user_porches (user_id, porch_id)
    select users.id, porches.id from users, porches where users.phone = '+79000000002'
      and porches.building_id = (select max(id) from buildings)`);
  await client.query('vacuum analyze records');
}

/** The times of the calls of a section, a figure for each kind of them. */
export async function timesOf(address: string, token: string, asked: typeof ASKED, what: string): Promise<Figure[]> {
  const headers = { Authorization: `Token ${token}` };
  const figures: Figure[] = [];
  for (const [kind, queries] of Object.entries(asked)) {
    const samples: number[] = [];
    for (let round = -2; round < ROUNDS; round += 1) {
      for (const query of queries) {
        const began = performance.now();
        const answer = await fetch(`${address}${query}`, { headers });
        const body = await answer.text();
        if (!answer.ok) throw new Error(`A list was refused: ${answer.status} ${body}`);
        const took = performance.now() - began;
        if (round >= 0) samples.push(took);
        if (round === 0) console.log(`  ${what}: ${kind} ${decodeURIComponent(query)}: ${Math.round(took)} ms`);
      }
    }
    const name = `${what} of ${RECORDS} records on PostgreSQL, ${kind}: p95`;
    figures.push({ name, value: percentile(samples, 95), unit: 'ms', target: 100 });
  }
  return figures;
}

async function longSection(bin: string): Promise<Figure[]> {
  const postgres = await startPostgres(bin);
  const dataDir = await mkdtemp(join(tmpdir(), 'upravdom-extra-'));
  const env = { DATABASE_URL: postgres.url, DEMO: 'on', DEMO_SIZE: 'city' };
  const definitions = { 'passes.json': section('passes'), 'firms.json': firms(), 'works.json': tied() };
  const client = new pg.Client({ connectionString: postgres.url });
  try {
    await (await startProduct({ dataDir, env, definitions })).stop();
    await client.connect();
    await fill(client);
    const product = await startProduct({ dataDir, env, definitions });
    try {
      const [all, narrow] = [await signIn(product, 1), await signIn(product, 2)];
      const records = `${product.address}/api/records`;
      return [
        ...(await timesOf(`${records}/passes`, all, ASKED, 'Generated section')),
        ...(await timesOf(`${records}/works`, all, TIED, 'Generated section tied to houses')),
        ...(await timesOf(`${records}/works`, narrow, TIED, 'The same for who sees a house with five')),
      ];
    } finally {
      await product.stop();
    }
  } finally {
    await client.end();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

/** Start, first screen and memory of the server with so many added sections: medians. */
async function weightOf(count: number) {
  const names = Array.from({ length: count }, (_, at) => `section-${at}`);
  const definitions = Object.fromEntries(names.map((name) => [`${name}.json`, section(name)]));
  const dataDir = await mkdtemp(join(tmpdir(), 'upravdom-extra-'));
  const browser = await launchChromium();
  const starts: number[] = [];
  const screens: number[] = [];
  const memory: number[] = [];
  try {
    // The first start fills the demo company in and makes the indexes.
    await (await startProduct({ dataDir, definitions })).stop();
    for (let round = 0; round < STARTS; round += 1) {
      const product = await startProduct({ dataDir, definitions });
      starts.push(product.startedIn);
      const token = await signIn(product, 1);
      const context = await browser.newContext();
      await context.addInitScript((value) => localStorage.setItem('home-moderator', value), token);
      const page = await context.newPage();
      const began = performance.now();
      await page.goto(`${product.address}/cameras`);
      await page
        .getByRole('button', { name: /^Действия: / })
        .first()
        .waitFor();
      screens.push(performance.now() - began);
      const status = await readFile(`/proc/${product.process.pid}/status`, 'utf8');
      memory.push(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]));
      await context.close();
      await product.stop();
    }
  } finally {
    await browser.close();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
  return { start: median(starts), screen: median(screens), memory: median(memory) };
}

/** A generated section with a million records. */
export async function extra(): Promise<Figure[]> {
  const bin = ensurePostgres();
  if (!bin) throw new Error('No PostgreSQL: install Debian’s package, or put pg_config on PATH.');
  return longSection(bin);
}

/** A hundred generated sections against none. */
export async function extraSections(): Promise<Figure[]> {
  const none = await weightOf(0);
  const many = await weightOf(MANY);
  const times = (what: string, key: keyof typeof none): Figure => ({
    name: `${MANY} added sections against none: ${what}`,
    value: many[key] / none[key],
    unit: 'times',
    target: 1.2,
  });
  return [times('start', 'start'), times('first screen', 'screen'), times('memory of the server', 'memory')];
}
