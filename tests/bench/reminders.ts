import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { ensurePostgres, startPostgres } from '#tests/run/postgres.mjs';
import { type Product, startProduct } from '#tests/support/product.ts';
import type { Figure } from './figures.ts';

/** Reminders that fall due at one moment. */
const COUNT = 10_000;
/** How long the processes have to see the rule for the first time before anything is due, ms. */
const BEFORE = 20_000;
/** From the making of the records to the moment that they are due, ms. */
const AHEAD = 15_000;
/** Longest allowed time, s. */
const GOAL = 60;

const VISITS = {
  name: 'visits',
  section: 'visits',
  icon: 'event',
  words: { one: 'визит', few: 'визита', many: 'визитов', accusative: 'визит', gender: 'm', plural: 'визиты' },
  fields: {
    guest: { kind: 'text', label: 'Кто', required: true },
    begins: { kind: 'moment', label: 'Начало' },
  },
  notify: [{ on: 'date', field: 'begins', to: { author: true } }],
  list: { layout: 'table', columns: ['guest', 'begins'] },
  form: [{ fields: ['guest', 'begins'] }],
};

/** Makes records that are all due at one moment. @returns when that is */
async function makeDue(client: pg.Client): Promise<number> {
  const due = Date.now() + AHEAD;
  await client.query(
    `insert into records (resource, data, created_by)
     select 'visits', jsonb_build_object('guest', 'Гость ' || number, 'begins', $1::text), 1
     from generate_series(1, $2::int) number`,
    [new Date(due).toISOString(), COUNT],
  );
  return due;
}

const sentCount = async (client: pg.Client): Promise<number> =>
  Number((await client.query(`select count(*) from notifications where subtype = 'due'`)).rows[0].count);

/** Waits until so many reminders are sent in all. @throws when they are not within five minutes */
async function untilSent(client: pg.Client, count: number): Promise<void> {
  for (let tries = 0; (await sentCount(client)) < count; tries += 1) {
    if (tries > 3_000) throw new Error(`Only ${await sentCount(client)} of ${count} reminders were sent`);
    await pause(100);
  }
}

/** Reminders that fall due at once, over two processes on one PostgreSQL; the second time one of them is killed in the middle. */
export async function reminders(): Promise<Figure[]> {
  const bin = ensurePostgres();
  if (!bin) throw new Error('No PostgreSQL: install Debian’s package, or put pg_config on PATH.');
  const postgres = await startPostgres(bin);
  const products: Product[] = [];
  const client = new pg.Client({ connectionString: postgres.url });
  try {
    const options = { env: { DATABASE_URL: postgres.url, DEMO: 'on' }, definitions: { 'visits.json': VISITS } };
    products.push(await startProduct(options));
    products.push(await startProduct(options));
    await client.connect();
    await pause(BEFORE);
    const due = await makeDue(client);
    await untilSent(client, COUNT);
    const seconds = (Date.now() - due) / 1_000;

    const dueAgain = await makeDue(client);
    await untilSent(client, COUNT + COUNT / 4);
    await products[0]?.kill();
    await untilSent(client, 2 * COUNT);
    const secondsWithKill = (Date.now() - dueAgain) / 1_000;
    // Whatever came twice would have come by now.
    await pause(BEFORE);
    const sent = await sentCount(client);
    if (sent !== 2 * COUNT) throw new Error(`${sent} reminders were sent instead of ${2 * COUNT}`);
    return [
      { name: '10,000 reminders due at once, two processes on PostgreSQL', value: seconds, unit: 's', target: GOAL },
      { name: 'the same with one of them killed in the middle, each sent once', value: secondsWithKill, unit: 's' },
    ];
  } finally {
    await client.end();
    for (const product of products) if (product.process.exitCode === null) await product.kill();
    await postgres.stop();
  }
}
