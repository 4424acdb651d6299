// Runs on PostgreSQL too: locks.
import { MS } from '#resources/limits.ts';
import { RESTORABLE_FOR } from '#server/records/kit/undo.ts';
import { purgeResidents } from '#server/sections/residents/queries.ts';
import { newPerson } from '#tests/support/server/people.ts';
import {
  app,
  auditActions,
  homes,
  invited,
  keeper,
  openResidents,
  payload,
  porter,
  present,
  row,
  URL,
  unit,
  wait,
} from '#tests/support/server/residents-fixture.ts';
import { openTestApp } from '#tests/support/server/test-app.ts';

openResidents();

describe('blocking', () => {
  test('RES-17, RES-18, API-07: the flag blocks and lets in again, to what he was', async () => {
    for (const status of ['active', 'created'] as const) {
      const { id } = await invited();
      await app.database.kysely.updateTable('users').set({ status }).where('id', '=', id).execute();
      const blocked = await keeper.post(`${URL}${id}/suspend/`, { flag: true });
      expect([blocked.status, blocked.body]).toEqual([200, { params: { id, user: id, status: 'suspended' } }]);
      expect((await keeper.post(`${URL}${id}/suspend/`, { flag: true })).body).toEqual(blocked.body);
      const back = await keeper.post(`${URL}${id}/suspend/`, { flag: false });
      expect(back.body).toEqual({ params: { id, user: id, status } });
      expect((await keeper.post(`${URL}${id}/suspend/`, { flag: false })).body).toEqual(back.body);
      expect(await auditActions(id)).toEqual(['create', 'suspend', 'suspend', 'unsuspend', 'unsuspend']);
    }
  });

  test.each([{}, { flag: 'yes' }, { flag: 1 }, { flag: null }, []])('RES-18: %j is refused', async (body) => {
    const { id } = await invited();
    expect((await keeper.post(`${URL}${id}/suspend/`, body)).status).toBe(400);
    expect((await row(id)).status).toBe('created');
  });
});

describe('deleting', () => {
  test('RES-19: DELETE takes the person away; within ten seconds he comes back as he was', async () => {
    const { id, phone_number } = await invited({ units: [unit('5/3'), unit('5/5')] });
    await keeper.post(`${URL}${id}/suspend/`, { flag: true });
    expect((await keeper.remove(`${URL}${id}/`)).status).toBe(204);
    expect((await keeper.get(`${URL}${id}/`)).status).toBe(404);
    expect(await row(id)).toMatchObject({ status: 'deleted', phone: null });
    wait(MS.undo);
    await purgeResidents(app.database.kysely, app.now());
    const back = await keeper.post(`${URL}${id}/restore/`);
    expect([back.status, back.body]).toEqual([200, { params: { id, user: id, status: 'suspended' } }]);
    expect(await row(id)).toMatchObject({ phone: phone_number, suspended_from: 'created' });
    expect(await homes(id)).toEqual([unit('5/3'), unit('5/5')]);
    expect(await auditActions(id)).toEqual(['create', 'suspend', 'delete', 'restore']);
  });

  test('RES-19: later the flats are gone for good', async () => {
    const { id } = await invited();
    await keeper.remove(`${URL}${id}/`);
    wait(RESTORABLE_FOR);
    expect((await keeper.post(`${URL}${id}/restore/`)).status).toBe(404);
    expect(await purgeResidents(app.database.kysely, app.now())).toBeGreaterThan(0);
    expect(await homes(id)).toEqual([]);
    expect(await row(id)).toMatchObject({ status: 'deleted', phone: null, last_name: 'Калинина' });
  });

  test('the telephone can be invited anew at once; the first one then stays deleted', async () => {
    const { id, phone_number } = await invited();
    await keeper.remove(`${URL}${id}/`);
    await invited({ phone_number });
    const answer = await keeper.post(`${URL}${id}/restore/`);
    expect([answer.status, answer.body.phone_number]).toEqual([400, ['человек с таким номером уже есть в системе']]);
    expect((await row(id)).status).toBe('deleted');
  });

  test('his sessions end', async () => {
    const { id } = await invited();
    const db = app.database.kysely;
    await db
      .insertInto('tokens')
      .values({
        user_id: id,
        hash: Buffer.from(`resident ${id}`),
        purpose: 'session',
        expires_at: new Date(present() + 60_000),
      })
      .execute();
    await keeper.remove(`${URL}${id}/`);
    expect(await db.selectFrom('tokens').select('id').where('user_id', '=', id).execute()).toEqual([]);
  });

  test('who also lives in an entrance that is not held is not deleted', async () => {
    const { id } = await invited({ units: [unit('5/3'), unit('5/12')] });
    const answer = await porter.remove(`${URL}${id}/`);
    expect([answer.status, answer.body.code]).toEqual([403, 'elsewhere']);
    expect((await row(id)).status).toBe('created');
  });
});

test('an invitation that the gateway does not take: the person is saved, and the answer says so', async () => {
  const deaf = await openTestApp({ settings: { smsUrl: 'http://127.0.0.1:9/sms' } });
  try {
    const by = await newPerson(deaf);
    const flat = await deaf.database.kysely.selectFrom('units').select('id').executeTakeFirstOrThrow();
    const answer = await by.post(URL, payload({ units: [flat.id] }));
    expect([answer.status, answer.body.params]).toMatchObject([201, { status: 'created', invited: false }]);
  } finally {
    await deaf.close();
  }
});
