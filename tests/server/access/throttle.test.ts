// Runs on PostgreSQL too: counters under concurrency.
import { SignInThrottle } from '#server/access/throttle.ts';
import { ApiError } from '#server/http/errors.ts';
import { REQUESTS_PER_MINUTE, REQUESTS_PER_MINUTE_OF_ADDRESS } from '#server/http/limits.ts';
import { demoPerson } from '#tests/support/server/people.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

const PHONE = '+79000000006';
const QUARTER = 15 * 60_000;
let app: TestApp;
let clock = Date.parse('2026-03-02T09:00:00Z');
const throttle = () => new SignInThrottle(app.database.kysely, () => new Date(clock));
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());
// Each test stands in its own quarter of an hour.
beforeEach(() => {
  clock += QUARTER + 1;
});

/** Makes attempts one after the other. @returns how long each waits, ms; null for one that is refused */
async function attempts(count: number, phone: (at: number) => string, address: (at: number) => string) {
  const waits: (number | null)[] = [];
  for (let at = 0; at < count; at += 1) {
    waits.push(
      await throttle()
        .attempt(phone(at), address(at))
        .catch((error: unknown) => {
          if (error instanceof ApiError && error.code === 'too_many_sign_ins') return null;
          throw error;
        }),
    );
  }
  return waits;
}

describe('guessing of passwords', () => {
  test('the eleventh attempt on a phone from one address is refused, by another process too', async () => {
    const waits = await attempts(
      11,
      () => PHONE,
      () => '198.51.100.7',
    );
    expect(waits).toEqual([...Array(10).fill(0), null]);
    // A throttle of its own is what a restarted or a second process has: it counts in the database.
    await expect(throttle().attempt(PHONE, '198.51.100.7')).rejects.toMatchObject({ code: 'too_many_sign_ins' });
  });

  test('sixty at once are no way around it', async () => {
    const one = throttle();
    const results = await Promise.allSettled(Array.from({ length: 60 }, () => one.attempt(PHONE, '198.51.100.8')));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  });

  test('addresses of one IPv6 network count as one, the next network does not', async () => {
    const waits = await attempts(
      11,
      () => PHONE,
      (at) => `2001:db8:1:2::${(at + 1).toString(16)}`,
    );
    expect(waits.at(-1)).toBeNull();
    expect(await throttle().attempt(PHONE, '2001:db8:1:3::1')).toBe(0);
  });

  test('an IPv4 address counts as itself, however it is written', async () => {
    const waits = await attempts(
      11,
      () => PHONE,
      (at) => (at % 2 ? '::ffff:198.51.100.9' : '198.51.100.9'),
    );
    expect(waits.at(-1)).toBeNull();
  });

  test('a phone guessed at from everywhere is slowed: what comes at once waits one after another', async () => {
    const waits = await attempts(
      34,
      () => PHONE,
      (at) => `203.0.113.${at + 1}`,
    );
    expect(waits.slice(0, 20)).toEqual(Array(20).fill(0));
    const steps = waits.slice(20).map((wait, at) => Number(wait) - Number(waits[20 + at - 1]));
    expect(steps).toEqual([250, 500, 1_000, 2_000, ...Array(10).fill(3_000)]);
    // Another process stands in the same line, and so do attempts that come together.
    const [one, other] = await Promise.all([
      throttle().attempt(PHONE, '203.0.113.101'),
      throttle().attempt(PHONE, '203.0.113.102'),
    ]);
    expect([one, other].sort((a, b) => a - b)).toEqual([Number(waits.at(-1)) + 3_000, Number(waits.at(-1)) + 6_000]);
  });

  test('the line of a phone has an end, and other phones do not wait for it', async () => {
    const waits = await attempts(
      60,
      () => PHONE,
      (at) => `203.0.113.${at + 1}`,
    );
    expect(Math.max(...waits.map(Number))).toBeLessThanOrEqual(45_000);
    expect(waits.at(-1)).toBeNull();
    expect(await throttle().attempt('+79000000005', '203.0.113.1')).toBe(0);
    clock += 10_000;
    expect(await throttle().attempt(PHONE, '203.0.113.201')).toBeLessThanOrEqual(45_000);
  });

  test('whoever signed in from an address of late does not stand in the line', async () => {
    const home = '198.51.100.30';
    await throttle().attempt(PHONE, home);
    await throttle().succeeded(PHONE, home);
    await attempts(
      60,
      () => PHONE,
      (at) => `203.0.113.${at + 1}`,
    );
    expect(await throttle().attempt(PHONE, home)).toBe(0);
    // Guessing from there is limited as from anywhere.
    const more = await attempts(
      10,
      () => PHONE,
      () => home,
    );
    expect(more.at(-1)).toBeNull();
  });

  test('one address that tries many phones is refused after sixty', async () => {
    const waits = await attempts(
      61,
      (at) => `+7951777${String(at).padStart(4, '0')}`,
      () => '198.51.100.10',
    );
    expect(waits.slice(0, 60)).toEqual(Array(60).fill(0));
    expect(waits[60]).toBeNull();
  });

  test('attempts on phones without end leave a bounded number of counts; those near their limit stay', async () => {
    const db = app.database.kysely;
    await db.deleteFrom('attempts').execute();
    const bounded = new SignInThrottle(db, () => new Date(clock), { most: 40, every: 10 });
    const home = '198.51.100.40';
    await bounded.succeeded(PHONE, home);
    for (let at = 0; at < 25; at += 1) await bounded.attempt(PHONE, `203.0.113.${at + 1}`);
    for (let at = 0; at < 100; at += 1)
      await bounded.attempt(`+7951888${String(at).padStart(4, '0')}`, `2001:db8:0:${at}::1`);
    const rows = await db.selectFrom('attempts').select(['name', 'count']).execute();
    expect(rows.length).toBeLessThanOrEqual(40 + 3 * 10);
    expect(rows).toContainEqual({ name: `sign in as ${PHONE}`, count: 25 });
    // Its owner still comes in without standing in the line that was made for the phone.
    expect(await bounded.attempt(PHONE, home)).toBe(0);
    expect(await bounded.attempt(PHONE, '203.0.113.99')).toBeGreaterThan(0);
  });

  test('an address that is stopped leaves no count for further phones', async () => {
    const address = '198.51.100.41';
    const some = (from: number) =>
      attempts(
        60,
        (at) => `+7952${String(from + at).padStart(7, '0')}`,
        () => address,
      );
    await some(0);
    const counted = () =>
      app.database.kysely
        .selectFrom('attempts')
        .select(({ fn }) => fn.countAll<string>().as('n'))
        .executeTakeFirstOrThrow();
    const before = await counted();
    expect(await some(1_000)).toEqual(Array(60).fill(null));
    expect(await counted()).toEqual(before);
  });

  test('a right password forgives his own mistakes and the quarter of an hour forgives all', async () => {
    const mine = '198.51.100.11';
    await attempts(
      9,
      () => PHONE,
      () => mine,
    );
    await throttle().attempt(PHONE, mine);
    await throttle().succeeded(PHONE, mine);
    expect(await throttle().attempt(PHONE, mine)).toBe(0);
    await attempts(
      10,
      () => PHONE,
      () => mine,
    );
    await expect(throttle().attempt(PHONE, mine)).rejects.toMatchObject({ code: 'too_many_sign_ins' });
    clock += QUARTER + 1;
    expect(await throttle().attempt(PHONE, mine)).toBe(0);
  });
});

describe('calls of the API in a minute', () => {
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const flood = async (count: number, token: string | null, address: (at: number) => string) => {
    const statuses = new Map<number, number>();
    for (let at = 0; at < count; at += 200) {
      const some = Array.from({ length: Math.min(200, count - at) }, (_, step) =>
        app.call('GET', '/api/crm/none/', token, from(address(at + step))),
      );
      for (const { status } of await Promise.all(some)) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    return statuses;
  };

  test('an address that calls without end is refused before tokens are looked at', async () => {
    const dead = 'f'.repeat(40);
    const statuses = await flood(REQUESTS_PER_MINUTE_OF_ADDRESS + 50, dead, () => '203.0.113.200');
    expect(statuses.get(429)).toBeGreaterThanOrEqual(50);
    const refused = await app.call('GET', '/api/crm/permissions/', dead, from('203.0.113.200'));
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await app.call('GET', '/api/crm/permissions/', dead, from('203.0.113.201'))).status).toBe(401);
  });

  test('one person is limited whatever address he comes from, his neighbour is not', async () => {
    const [one, other] = [await demoPerson(app, 3), await demoPerson(app, 6)];
    const call = (token: string, at: number) =>
      app.call('GET', '/api/crm/permissions/', token, from(`203.0.113.${at % 100}`));
    const statuses: number[] = [];
    for (let at = 0; at < REQUESTS_PER_MINUTE + 5; at += 50)
      statuses.push(
        ...(await Promise.all(Array.from({ length: 50 }, (_, step) => call(one.token, at + step)))).map(
          ({ status }) => status,
        ),
      );
    expect(statuses.filter((status) => status === 200)).toHaveLength(REQUESTS_PER_MINUTE);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
    expect((await call(other.token, 1)).status).toBe(200);
  });
});
