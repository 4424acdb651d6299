import pg from 'pg';
import { ensurePostgres, startPostgres } from '#tests/run/postgres.mjs';
import { type Product, startProduct } from '#tests/support/product.ts';
import type { Figure } from './figures.ts';
import { loadFigures, notePlans, tellSlowest } from './load.ts';

/** Months of readings, of which the demo company has the last three. */
const MONTHS = 36;
const DEMO_MONTHS = 3;
const REQUESTS = 2_000_000;
/** Conversations of employees with residents, and what each holds. */
const CHATS = 20_000;
const MESSAGES_OF_CHAT = 245;
/** Messages between two colleagues, in the conversation that the load opens. */
const MESSAGES_OF_COLLEAGUES = 100_000;
const EMPLOYEES = 10;

/** Trigram indexes are made anew after the rows: kept row by row they take most of the time. */
const SLOW_INDEXES = {
  tasks_search: 'create index tasks_search on tasks using gin (search gin_trgm_ops)',
  chat_messages_search: 'create index chat_messages_search on chat_messages using gin (search gin_trgm_ops)',
} as const;

/** Readings of one more month, each meter a little lower than in the month after it. */
const monthBefore = (ago: number) => `
  insert into readings (unit_id, month, sender_type, sender_id, at, water_cold, water_hot, elec_day, elec_night)
  select unit_id, to_char(now() - interval '${ago} months', 'YYYYMM')::int, sender_type, sender_id,
    at - interval '${ago - DEMO_MONTHS + 1} months', greatest(water_cold - ${ago * 8}, 0), greatest(water_hot - ${ago * 5}, 0),
    greatest(elec_day - ${ago * 180}, 0), greatest(elec_night - ${ago * 80}, 0)
  from readings where month = to_char(now() - interval '${DEMO_MONTHS - 1} months', 'YYYYMM')::int`;

/** Requests that ended over three years, copies of those of the demo company. */
const OLD_REQUESTS = `
  with old as (
    select *, row_number() over (order by id) - 1 as place from tasks where stage = 'done' and id > 1000
  ), made as (
    insert into tasks (stage, resolution, resolution_description, board_order, service_id, description, building_id,
      target_type, creator_id, performer_id, created_at, updated_at)
    select 'done', resolution, resolution_description, 10000000 + k, service_id, description, building_id, target_type,
      creator_id, performer_id, now() - make_interval(secs => 3600 + k * 47), now() - make_interval(secs => k * 47)
    from generate_series(1, ${REQUESTS}) k join old on old.place = k % (select count(*) from old)
    returning id, creator_id
  )
  insert into task_places (task_id, porch_id)
  select made.id, unit.porch_id from made
  join lateral (select unit_id from residents_units where user_id = made.creator_id limit 1) home on true
  join units unit on unit.id = home.unit_id`;

const HISTORY = `
  insert into task_history (task_id, type, at, user_id, field_name, new_value)
  select id, 'field_change', created_at, creator_id, 'stage', 'created' from tasks where board_order > 10000000`;

/** Conversations of the first employees with residents, spread evenly. */
const CONVERSATIONS = [
  `create temporary table pairs as
     select 1 + k % ${EMPLOYEES} as employee, resident.id as resident, k
     from (select id, row_number() over (order by id) - 1 as k from users where role = 'resident' and status = 'active'
       and id > 1000 limit ${CHATS}) resident`,
  `insert into chat_topics (name, kind, seq, created_at, touched_at)
     select 'p2p' || employee || '_' || resident, 'p2p', ${MESSAGES_OF_CHAT}, now() - interval '3 years',
       now() - make_interval(mins => 10 * k::int) from pairs`,
  `insert into chat_subscriptions (topic_id, user_id, want, given, read_seq, recv_seq)
     select topic.id, member, 'JRWPAD', 'JRWPASD', ${MESSAGES_OF_CHAT}, ${MESSAGES_OF_CHAT}
     from pairs join chat_topics topic on topic.name = 'p2p' || employee || '_' || resident
     cross join lateral (values (employee), (resident)) both_of (member)`,
  `insert into chat_messages (topic_id, seq, sender_id, content, at)
     select topic.id, place, case when place % 2 = 0 then employee else resident end,
       to_jsonb('Здравствуйте, по квартире ' || place * 7 % 300 || ': ' ||
         (array['течёт кран', 'нет горячей воды', 'не работает лифт', 'шумят соседи', 'спасибо, всё починили'])[1 + place % 5]),
       topic.touched_at - make_interval(mins => (${MESSAGES_OF_CHAT} - place) * 6000)
     from pairs join chat_topics topic on topic.name = 'p2p' || employee || '_' || resident
     cross join generate_series(1, ${MESSAGES_OF_CHAT}) place`,
  `insert into chat_messages (topic_id, seq, sender_id, content, at)
     select topic.id, topic.seq + k, 1 + k % 2, to_jsonb('Принято, смотрю заявку ' || k), now() - make_interval(mins => 100 + k % 60)
     from chat_topics topic cross join generate_series(1, ${MESSAGES_OF_COLLEAGUES}) k where topic.name = 'p2p1_2'`,
  `update chat_topics set seq = seq + ${MESSAGES_OF_COLLEAGUES} where name = 'p2p1_2'`,
];

/** Runs statements one after the other and says how long each took. */
async function fill(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await fillBy(client);
  } finally {
    await client.end();
  }
}

async function fillBy(client: pg.Client): Promise<void> {
  const statements = [
    `set work_mem = '256MB'`,
    `set maintenance_work_mem = '1GB'`,
    ...Object.keys(SLOW_INDEXES).map((name) => `drop index ${name}`),
    ...Array.from({ length: MONTHS - DEMO_MONTHS }, (_, at) => monthBefore(DEMO_MONTHS + at)),
    OLD_REQUESTS,
    HISTORY,
    ...CONVERSATIONS,
    ...Object.values(SLOW_INDEXES),
    'analyze',
  ];
  const began = performance.now();
  for (const statement of statements) {
    const since = performance.now();
    await client.query(statement);
    const seconds = Math.round((performance.now() - since) / 1_000);
    if (seconds > 5) console.log(`  ${seconds} s: ${statement.trim().replaceAll(/\s+/g, ' ').slice(0, 80)}`);
  }
  const { rows } = await client.query(
    `select (select count(*) from readings) as readings, (select count(*) from tasks) as requests,
       (select count(*) from chat_messages) as messages, pg_size_pretty(pg_database_size(current_database())) as size`,
  );
  console.log(`  filled in ${Math.round((performance.now() - began) / 1_000)} s:`, rows[0]);
}

/** The figures of the load for a metropolis with three years of data, on PostgreSQL with two processes. */
export async function years(): Promise<Figure[]> {
  const bin = ensurePostgres();
  if (!bin) throw new Error('No PostgreSQL: install Debian’s package, or put pg_config on PATH.');
  let log = '';
  const postgres = await startPostgres(bin, (text) => {
    log += text;
  });
  const products: Product[] = [];
  try {
    const env = { DATABASE_URL: postgres.url, DEMO_SIZE: 'metropolis' };
    await (await startProduct({ env })).stop();
    await fill(postgres.url);
    await notePlans(postgres.url);
    products.push(await startProduct({ env }), await startProduct({ env }));
    const figures = await loadFigures(products, 'Metropolis with three years on PostgreSQL, two processes');
    tellSlowest(log);
    return figures;
  } finally {
    for (const product of products) await product.stop();
    await postgres.stop();
  }
}
