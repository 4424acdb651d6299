import { EVERYTHING_PATH } from '#resources/protocol/search/everything.ts';
import { ensurePostgres, startPostgres } from '#tests/run/postgres.mjs';
import { signIn, startProduct } from '#tests/support/product.ts';
import { type Figure, percentile } from './figures.ts';

const SIZES = ['city', 'metropolis'] as const;
const ROUNDS = 25;
const SEARCH = '/api/crm/search/';

const typed = (search: string, context: readonly object[] = []) => ({ search, context });
const building = { object_type: 'building', search_type: 'object', id: 1 };

/** Typed texts: names, addresses, numbers, telephones, short forms, the wrong layout; alone and with a building chosen. */
export const TYPED = [
  typed('иван'),
  typed('Кузнецова'),
  typed('ел'),
  typed('Лесная'),
  typed('Лесная 12'),
  typed('48'),
  typed('12', [building]),
  typed('+7 900 012'),
  typed('8 (900) 047-52'),
  typed('д12 кв48'),
  typed('bdfyjd'),
  typed('нет такого человека'),
];

/** Searches by tags: every kind alone and the usual pairs. */
export const FOUND = [
  'complexes_id=1&floor_entry=5',
  'buildings_id=1',
  'residents_id=60',
  `complex_entry=${encodeURIComponent('Северный')}&unit_entry=48`,
  `building_entry=${encodeURIComponent('Лесная 12')}`,
  `resident_entry=${encodeURIComponent('Кузнецов')}`,
  `resident_entry=${encodeURIComponent('иванов анна')}`,
  'unit_entry=48',
  'porch_entry=2&floor_entry=5&buildings_id=1',
  'floor_entry=5',
  'pipe_entry=3&floor_entry=2',
  `phone_entry=${encodeURIComponent('+7 900 012')}`,
  'phone_entry=4752',
];

/** Texts typed into the search over everything: of every kind, common words, both layouts, nothing found. */
export const EVERYTHING = [
  'лесная 12 48',
  'лесная 12',
  'ktcyfz 12',
  '12к1 кв 5',
  'иван',
  'кузнецова анна',
  'двор',
  'лифт',
  'вода',
  '48',
  '№ 48',
  '4752',
  '+7 900 000-00-03',
  'камера',
  'ремонт лифта',
  'лесная 12 лифт',
  'под',
  'кв 48',
  'диспетчер',
  'нет такого человека',
];

/** Every call, each so many times in turn, ms. */
async function times(calls: readonly (() => Promise<Response>)[]): Promise<number[]> {
  const samples: number[] = [];
  for (let round = -2; round < ROUNDS; round += 1) {
    for (const call of calls) {
      const began = performance.now();
      const answer = await call();
      const body = await answer.text();
      if (!answer.ok && answer.status !== 404) throw new Error(`A search was refused: ${answer.status} ${body}`);
      // The first rounds only warm up what a running server has warm.
      if (round >= 0) samples.push(performance.now() - began);
    }
  }
  return samples;
}

/** p95 of the smart search of residents on a database, and of the search over everything. */
export async function searchOn(url: string, size: string): Promise<{ residents: number; everything: number }> {
  const product = await startProduct({ env: { DATABASE_URL: url, DEMO: 'on', DEMO_SIZE: size } });
  try {
    const token = await signIn(product, 1);
    const headers = { Authorization: `Token ${token}`, 'content-type': 'application/json' };
    const get = (path: string) => () => fetch(`${product.address}${path}`, { headers });
    const post = (body: object) => () =>
      fetch(`${product.address}${SEARCH}smart_search/`, { method: 'POST', headers, body: JSON.stringify(body) });
    const residents = await times([
      ...TYPED.map(post),
      ...FOUND.map((query) => get(`${SEARCH}smart_search_by_tags/?${query}&page_size=100`)),
    ]);
    const everything = await times(EVERYTHING.map((text) => get(`${EVERYTHING_PATH}?q=${encodeURIComponent(text)}`)));
    return { residents: percentile(residents, 95), everything: percentile(everything, 95) };
  } finally {
    await product.stop();
  }
}

/** The searches on PostgreSQL, one call after another: of a city and of a metropolis, and how it grows between them. */
export async function search(): Promise<Figure[]> {
  const bin = ensurePostgres();
  if (!bin) throw new Error('No PostgreSQL: install Debian’s package, or put pg_config on PATH.');
  const measured: number[] = [];
  let everything = Number.NaN;
  for (const size of SIZES) {
    const postgres = await startPostgres(bin);
    try {
      const figures = await searchOn(postgres.url, size);
      measured.push(figures.residents);
      everything = figures.everything;
    } finally {
      await postgres.stop();
    }
  }
  const [city = Number.NaN, metropolis = Number.NaN] = measured;
  return [
    { name: 'Smart search, city on PostgreSQL: p95', value: city, unit: 'ms' },
    { name: 'Smart search, metropolis on PostgreSQL: p95', value: metropolis, unit: 'ms', target: 50 },
    {
      name: 'Smart search: p95 of the metropolis by that of the city',
      value: metropolis / city,
      unit: 'times',
      target: 2,
    },
    { name: 'Search over everything, metropolis on PostgreSQL: p95', value: everything, unit: 'ms', target: 50 },
  ];
}
