import { Writable } from 'node:stream';
import pino from 'pino';
import { networkPrefix } from '#server/access/attempts.ts';
import { SECURITY_LOG, type SecurityEvent, SecurityLog, sweepSecurity } from '#server/access/security-log.ts';
import { LOGGER_OPTIONS } from '#server/http/log.ts';
import { sendCode } from '#tests/support/server/codes.ts';
import { updateOf } from '#tests/support/server/employee-rights.ts';
import { newPerson } from '#tests/support/server/people.ts';
import { openTestApp, phoneOf, type TestApp } from '#tests/support/server/test-app.ts';

const ADDRESS = '127.0.0.1';
const SECRET = 'Wrong-Secret-1';
const log: string[] = [];
let app: TestApp;
beforeAll(async () => {
  const stream = new Writable({
    write(line, _encoding, done) {
      log.push(String(line));
      done();
    },
  });
  app = await openTestApp({ log: pino(LOGGER_OPTIONS, stream) });
});
afterAll(() => app.close());

const rows = (action: string) =>
  app.database.kysely
    .selectFrom('audit')
    .where('action', '=', action)
    .orderBy('id', 'desc')
    .select(['user_id as user', 'resource', 'record_id as record', 'after', 'address', 'times'])
    .execute();

/** The newest row of an action, once it is there: refusals are written down after their answer. */
async function written(action: string, so: (row: Awaited<ReturnType<typeof rows>>[number]) => boolean) {
  for (;;) {
    const row = (await rows(action)).find(so);
    if (row) return row;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
const lines = () =>
  log.flatMap((line) => {
    const { security } = JSON.parse(line) as { security?: Record<string, unknown> };
    return security ? [security] : [];
  });
const signIn = (username: string, password = SECRET) =>
  app.call('POST', { url: '/api/auth', body: { username, password } });

describe('what was refused stands in the audit and in the log', () => {
  test('a sign-in with a wrong password: whose, from where, why', async () => {
    const person = await newPerson(app);
    expect((await signIn(person.phone)).status).toBe(400);
    const row = await written('sign-in-failed', ({ user }) => user === person.id);
    expect(row).toEqual({
      user: person.id,
      resource: 'security',
      record: null,
      after: { reason: 'wrong-password', where: 'POST /api/auth' },
      address: ADDRESS,
      times: 1,
    });
    expect(lines()).toContainEqual(
      expect.objectContaining({
        action: 'sign-in-failed',
        reason: 'wrong-password',
        user: person.id,
        address: ADDRESS,
      }),
    );
  });

  test('sign-ins of an unknown phone, of somebody suspended, of a resident', async () => {
    await signIn('+79998887766');
    const unknown = await written('sign-in-failed', ({ user }) => user === null);
    expect(unknown.after).toMatchObject({ reason: 'unknown-phone', phone: '+79998887766' });
    expect((await signIn(phoneOf(7), 'Demo2026!')).status).toBe(403);
    expect((await signIn(phoneOf(8), 'Demo2026!')).body.token).toBeNull();
    await written('sign-in-failed', ({ after }) => JSON.stringify(after).includes('"suspended"'));
    await written('sign-in-failed', ({ after }) => JSON.stringify(after).includes('"resident"'));
  });

  test('a throttled sign-in, a wrong code and a code for a phone that nobody has', async () => {
    const person = await newPerson(app);
    await app.database.kysely
      .insertInto('attempts')
      .values({ name: `sign in as ${person.phone} from ${networkPrefix(ADDRESS)}`, count: 10, since: app.now() })
      .execute();
    expect((await signIn(person.phone)).status).toBe(429);
    const throttled = await written('throttled', () => true);
    expect(throttled).toMatchObject({ user: person.id, after: { reason: 'too_many_sign_ins' }, address: ADDRESS });

    await sendCode(app, person.phone);
    const body = { username: person.phone, confirm_code: '000000' };
    const url = '/api/anonymous/forgot_pass/confirm_reset_password/';
    expect((await app.call('POST', { url, body })).status).toBe(404);
    const wrong = await written('wrong-code', () => true);
    expect(wrong).toMatchObject({ user: person.id, after: { reason: 'wrong_code', where: `POST ${url}` } });

    expect((await sendCode(app, '+79998887755')).status).toBe(404);
    const unknown = await written('refused', ({ after }) => (after as { phone?: string }).phone === '+79998887755');
    expect(unknown).toMatchObject({ user: null, after: { reason: 'unknown-phone' }, address: ADDRESS });
  });

  test('a right that is lacked, and one that is not one’s own to give', async () => {
    const manager = await newPerson(app, { levels: { employees: 'write' } });
    const other = await newPerson(app, { levels: {} });
    expect((await manager.get('/api/crm/cameras/?page=1')).status).toBe(403);
    const refused = await written('refused', ({ user }) => user === manager.id);
    expect(refused).toMatchObject({ after: { reason: 'no_right', where: 'GET /api/crm/cameras/' }, address: ADDRESS });
    const url = `/api/crm/employee/${other.id}/`;
    const given = await manager.put(url, await updateOf(app, other, { sections: { cameras: 'write' } }));
    expect(given.status).toBe(400);
    await written('refused', ({ after }) => JSON.stringify(after).includes('rights level: cameras'));
  });

  test('no secret is in either', async () => {
    const { rows: found } = await app.database.kysely.executeQuery(
      app.database.kysely.selectFrom('audit').selectAll().compile(),
    );
    expect(JSON.stringify(found)).not.toMatch(/Wrong-Secret-1|Demo2026!|000000"/);
    expect(log.join('')).not.toMatch(/Wrong-Secret-1|Demo2026!/);
  });
});

describe('what was done and matters', () => {
  test('changed rights and a look at somebody’s console, with the address', async () => {
    const [manager, other] = [await newPerson(app), await newPerson(app, { levels: { news: 'read' } })];
    const url = `/api/crm/employee/${other.id}/`;
    const payload = await updateOf(app, other, { sections: { news: 'write' } });
    expect((await manager.put(url, payload)).status).toBe(200);
    expect((await manager.post(`${url}view/`)).status).toBe(200);
    const whence = { user: manager.id, record: String(other.id), address: ADDRESS };
    expect(await written('update', ({ user }) => user === manager.id)).toMatchObject(whence);
    expect(await written('view', ({ user }) => user === manager.id)).toMatchObject(whence);
    const told = { user: manager.id, record: other.id, address: ADDRESS };
    expect(lines()).toEqual(
      expect.arrayContaining([
        { action: 'rights-changed', ...told },
        { action: 'view', ...told },
      ]),
    );
  });

  test('what is saved as a file, where one may see it', async () => {
    const clerk = await newPerson(app, { levels: { residents: 'read', passes: 'read' } });
    expect((await clerk.get('/api/crm/permissions/')).body.features).toMatchObject({ exports: true });
    expect((await clerk.post('/api/authorized/exports/residents/')).status).toBe(204);
    expect((await clerk.post('/api/authorized/exports/records/passes/')).status).toBe(204);
    expect((await clerk.post('/api/authorized/exports/tasks/')).status).toBe(403);
    const found = (await rows('export')).filter(({ user }) => user === clerk.id);
    expect(found.map(({ resource, address }) => [resource, address])).toEqual([
      ['passes', ADDRESS],
      ['residents', ADDRESS],
    ]);
  });
});

describe('a flood of refused calls', () => {
  let clock = Date.now();
  const security = () => new SecurityLog(app.database.kysely, () => new Date(clock), pino({ level: 'silent' }));
  const event = (over: Partial<SecurityEvent> = {}): SecurityEvent => ({
    action: 'refused',
    reason: 'no_right',
    user: null,
    address: '198.51.100.1',
    where: 'GET /flood',
    request: 'r',
    ...over,
  });
  const flooded = async (where: string) =>
    (await rows('refused')).filter(({ after }) => JSON.stringify(after).includes(where));

  test('the same refusal a thousand times is one row with a count, another hour is another row', async () => {
    const one = security();
    for (let at = 0; at < 1_000; at += 1) one.note(event());
    await one.flush();
    expect((await flooded('GET /flood')).map(({ times }) => times)).toEqual([1_000]);
    clock += SECURITY_LOG.window;
    one.note(event());
    await one.flush();
    expect((await flooded('GET /flood')).map(({ times }) => times)).toEqual([1, 1_000]);
  });

  test('twenty thousand different ones leave a bounded number of rows, the rest is counted', async () => {
    const one = security();
    for (let at = 0; at < 20_000; at += 1) one.note(event({ where: `GET /other/${at}` }));
    await one.flush();
    expect(await flooded('GET /other/')).toHaveLength(SECURITY_LOG.rows.burst);
    const [left] = await flooded('left-out');
    expect(left?.times).toBe(20_000 - SECURITY_LOG.rows.burst);
    // A minute later as many more as the rate allows.
    clock += 60_000;
    for (let at = 0; at < 100; at += 1) one.note(event({ where: `GET /later/${at}` }));
    await one.flush();
    expect(await flooded('GET /later/')).toHaveLength(60_000 / SECURITY_LOG.rows.every);
  });

  test('a database that fails stops nothing', async () => {
    const error = jest.fn();
    const broken = new SecurityLog(app.database.kysely, () => new Date(clock), { warn: jest.fn(), error });
    broken.note(event({ user: 2_000_000_000 }));
    await broken.flush();
    expect(error).toHaveBeenCalledTimes(1);
  });

  test('only so many rows stay, and none too long; what was done stays', async () => {
    const kysely = app.database.kysely;
    const count = async (resource: 'security' | null) => {
      const { n } = await kysely
        .selectFrom('audit')
        .$if(resource !== null, (query) => query.where('resource', '=', 'security'))
        .select(({ fn }) => fn.countAll<string>().as('n'))
        .executeTakeFirstOrThrow();
      return Number(n);
    };
    const others = (await count(null)) - (await count('security'));
    await sweepSecurity(kysely, app.now(), { ...SECURITY_LOG.kept, rows: 40 });
    expect(await count('security')).toBe(40);
    await sweepSecurity(kysely, new Date(Date.now() + 200 * 86_400_000));
    expect(await count('security')).toBe(0);
    expect(await count(null)).toBe(others);
  });
});
