// Runs on PostgreSQL too: locks.
import { createFolderStore } from '#server/files/store.ts';
import { RESTORABLE_FOR } from '#server/records/kit/undo.ts';
import { purgeNews } from '#server/sections/news/undo-queries.ts';
import {
  announcement,
  fileRow,
  NEWS_URL,
  publish,
  seenBy,
  targetRows,
  uploadText,
} from '#tests/support/server/announcements.ts';
import { neverByItself, timerOf } from '#tests/support/server/clock.ts';
import { type DemoCompany, readDemoCompany } from '#tests/support/server/demo-company.ts';
import { demoPerson, newPerson, type Person, setPorches } from '#tests/support/server/people.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let app: TestApp;
let demo: DemoCompany;
let admin: Person;
let clock = Date.now();
neverByItself(RESTORABLE_FOR);
beforeAll(async () => {
  app = await openTestApp({ now: () => new Date(clock) });
  demo = await readDemoCompany(app);
  admin = await demoPerson(app, 1);
});
afterAll(() => app.close());

const patch = (by: Person, id: number, body: object) => by.call('PATCH', { url: `${NEWS_URL}${id}/`, body });
const whole = () => ({ buildings: [demo.home.building] });
const texts = (change: object = {}) => {
  const { target: _, ...rest } = announcement(whole(), change);
  return rest;
};
const stored = (id: number) =>
  app.database.kysely.selectFrom('news').selectAll().where('id', '=', id).executeTakeFirst();

describe('editing', () => {
  test('NEWS-58: PATCH replaces texts, type and files, and says when', async () => {
    const [kept, dropped, added] = [await uploadText(admin), await uploadText(admin), await uploadText(admin)];
    const id = await publish(admin, whole(), { attachments: [kept, dropped] });
    clock += 60_000;
    const change = texts({ title: 'Воду уже дали', type: 'report', attachments: [added, kept] });
    const answer = await patch(admin, id, { ...change, id });
    expect(answer.status).toBe(200);
    expect(answer.body.params).toMatchObject({
      id,
      title: 'Воду уже дали',
      type: 'report',
      attachments: [added, kept],
    });
    const { body } = await admin.get(`${NEWS_URL}${id}/`);
    expect((body.file_attachments as unknown as { id: number }[]).map((item) => item.id)).toEqual([added, kept]);
    expect(Date.parse(String(body.date_edit)) - Date.parse(String(body.date))).toBe(60_000);
    expect(await fileRow(app, dropped)).toBeUndefined();
  });

  test('NEWS-59: the recipients cannot be changed, whatever the body says', async () => {
    const id = await publish(admin, whole());
    const before = await targetRows(app, id);
    expect((await patch(admin, id, { ...texts(), target: { for_all_objects: true } })).status).toBe(200);
    expect(await targetRows(app, id)).toEqual(before);
    expect(await stored(id)).toMatchObject({ for_all_objects: false });
  });

  test('NEWS-61: the bounds hold there too, and a body with mistakes changes nothing', async () => {
    const attachment = await uploadText(admin);
    const id = await publish(admin, whole());
    const wrong = { ...texts({ title: 'коротко', attachments: [attachment] }) };
    const answer = await patch(admin, id, wrong);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ title: ['слишком мало'] });
    expect((await patch(admin, id, { ...texts({ description: 'я'.repeat(401) }) })).status).toBe(400);
    expect(await stored(id)).toMatchObject({ title: 'Отключение воды' });
    expect(await fileRow(app, attachment)).toMatchObject({ linked: false });
  });

  test('API-21: what is left out stays, and a body that says nothing is refused', async () => {
    const attachment = await uploadText(admin);
    const id = await publish(admin, whole(), { attachments: [attachment] });
    expect((await patch(admin, id, { title: 'Только заголовок' })).body.params).toMatchObject({
      title: 'Только заголовок',
      type: 'info',
      attachments: [attachment],
    });
    for (const body of [{}, { id }, { target: { for_all_objects: true } }, []]) {
      expect((await patch(admin, id, body)).status).toBe(400);
    }
  });

  test('NEWS-58: of two who edit it at once the second is told, and nothing of the first is lost', async () => {
    const id = await publish(admin, whole());
    const { body } = await admin.get(`${NEWS_URL}${id}/`);
    const { version } = body;
    const added = await uploadText(admin);
    const first = texts({ title: 'Воду уже дали', attachments: [added] });
    expect((await patch(admin, id, { ...first, version })).status).toBe(200);
    const late = await patch(admin, id, { ...texts({ title: 'Воды не будет' }), version });
    expect([late.status, late.body.detail]).toEqual([409, expect.stringContaining('запись изменил кто-то ещё')]);
    expect((await patch(admin, id, { version })).status).toBe(400);
    const now = (await admin.get(`${NEWS_URL}${id}/`)).body;
    expect(now).toMatchObject({ title: 'Воду уже дали', file_attachments: [{ id: added }] });
    // A file taken away meanwhile is no save: the form it was taken away in can still be sent.
    await admin.remove(`/api/authorized/attachments/${added}/`);
    expect((await patch(admin, id, { ...texts(), version: now.version })).status).toBe(200);
    const { version: latest } = (await admin.get(`${NEWS_URL}${id}/`)).body;
    const both = await Promise.all(
      ['Первый заголовок', 'Второй заголовок'].map((title) =>
        patch(admin, id, { ...texts({ title }), version: latest }),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('an edited announcement keeps its place in the feed', async () => {
    const older = await publish(admin, whole());
    clock += 1_000;
    const newer = await publish(admin, whole());
    await patch(admin, older, texts({ title: 'Новый заголовок' }));
    const feed = await seenBy(admin);
    expect(feed.indexOf(newer)).toBeLessThan(feed.indexOf(older));
  });

  test('PERM-25: one that also goes to entrances out of reach is read only', async () => {
    const id = await publish(admin, whole());
    const half = await newPerson(app, { porches: [demo.home.porch] });
    for (const answer of [await patch(half, id, texts()), await half.remove(`${NEWS_URL}${id}/`)]) {
      expect(answer.status).toBe(403);
      expect(String(answer.body.detail)).toMatch(/часть дома/);
    }
    expect(await stored(id)).toMatchObject({ deleted_at: null });
  });

  test('PERM-25: the author who lost an entrance cannot change it either', async () => {
    const author = await newPerson(app);
    const id = await publish(author, whole());
    await setPorches(app, author.id, [demo.home.porch]);
    expect((await patch(author, id, texts())).status).toBe(403);
  });

  /** The files an announcement names, and those that stand as used although it was the only one to use them. */
  const afterwards = async (id: number, files: number[]) => {
    const named = await app.database.kysely
      .selectFrom('news_files')
      .where('news_id', '=', id)
      .orderBy('place')
      .select('file_id')
      .execute();
    const used = await app.database.kysely
      .selectFrom('files')
      .where('id', 'in', files)
      .where('linked', '=', true)
      .orderBy('id')
      .select('id')
      .execute();
    return { named: named.map((row) => row.file_id), used: used.map((row) => row.id) };
  };

  test('NEWS-58, ATT-12: two who change its files at once leave none that nobody shows', async () => {
    for (let round = 0; round < 8; round += 1) {
      const [a, b] = [await uploadText(admin), await uploadText(admin)];
      const id = await publish(admin, whole(), { attachments: [a] });
      const answers = await Promise.all([
        patch(admin, id, texts({ attachments: [a, b] })),
        patch(admin, id, texts({ attachments: [a] })),
      ]);
      for (const { status } of answers) expect([200, 400]).toContain(status);
      const { named, used } = await afterwards(id, [a, b]);
      expect(used).toEqual([...named].sort((one, other) => one - other));
    }
  });

  test('ATT-06, ATT-12: so do one who changes them and one who takes one away', async () => {
    for (let round = 0; round < 8; round += 1) {
      const [a, b] = [await uploadText(admin), await uploadText(admin)];
      const id = await publish(admin, whole(), { attachments: [a, b] });
      const [changed, removed] = await Promise.all([
        patch(admin, id, texts({ attachments: [b, a] })),
        admin.remove(`/api/authorized/attachments/${b}/`),
      ]);
      expect([200, 400]).toContain(changed.status);
      expect([204, 404]).toContain(removed.status);
      const { named, used } = await afterwards(id, [a, b]);
      expect(used).toEqual([...named].sort((one, other) => one - other));
      if (removed.status === 204) expect(named).toEqual([a]);
    }
  });

  test('ATT-06: a file of an announcement can be taken away at once by who may change it, and by nobody else', async () => {
    const attachment = await uploadText(admin);
    const id = await publish(admin, whole(), { attachments: [attachment] });
    const url = `/api/authorized/attachments/${attachment}/`;
    const half = await newPerson(app, { porches: [demo.home.porch] });
    const reader = await newPerson(app, { levels: 'read' });
    for (const other of [half, reader]) expect((await other.remove(url)).status).toBe(404);
    expect((await admin.remove(url)).status).toBe(204);
    expect((await admin.get(`${NEWS_URL}${id}/`)).body).toMatchObject({ file_attachments: [] });
    expect(await fileRow(app, attachment)).toBeUndefined();
  });
});

describe('deleting and taking it back', () => {
  test('PERM-22: anybody who may write deletes another author’s announcement, who may only read does not', async () => {
    const author = await newPerson(app);
    const id = await publish(author, whole());
    const reader = await newPerson(app, { levels: 'read' });
    expect((await reader.remove(`${NEWS_URL}${id}/`)).status).toBe(403);
    const other = await newPerson(app, { levels: { news: 'write' } });
    expect((await other.remove(`${NEWS_URL}${id}/`)).status).toBe(204);
    expect(await seenBy(author)).not.toContain(id);
  });

  test('NEWS-09, API-21: it is gone from the feed at once; a second time there is none', async () => {
    const id = await publish(admin, whole());
    expect((await admin.remove(`${NEWS_URL}${id}/`)).status).toBe(204);
    expect(await seenBy(admin)).not.toContain(id);
    expect((await admin.get(`${NEWS_URL}${id}/`)).status).toBe(404);
    expect((await patch(admin, id, texts())).status).toBe(404);
    expect((await admin.remove(`${NEWS_URL}${id}/`)).status).toBe(404);
  });

  test('NEWS-09: within ten seconds it comes back with its files, where it stood', async () => {
    const attachment = await uploadText(admin);
    const id = await publish(admin, whole(), { attachments: [attachment] });
    const before = await seenBy(admin);
    await admin.remove(`${NEWS_URL}${id}/`);
    clock += 9_900;
    const answer = await admin.post(`${NEWS_URL}${id}/restore/`);
    expect(answer.status).toBe(200);
    expect(answer.body.params).toMatchObject({ id, attachments: [attachment] });
    expect(await seenBy(admin)).toEqual(before);
    expect((await admin.post(`${NEWS_URL}${id}/restore/`)).status).toBe(404);
  });

  test('NEWS-09: after that it is gone for good, with its files and their bytes', async () => {
    const attachment = await uploadText(admin);
    const id = await publish(admin, whole(), { attachments: [attachment] });
    const { sha256 = '' } = (await fileRow(app, attachment)) ?? {};
    const store = createFolderStore(`${app.dataDir}/files`);
    await admin.remove(`${NEWS_URL}${id}/`);
    await purgeNews(app.database.kysely, store, app.now());
    expect(await stored(id)).toBeDefined();
    clock += 12_000;
    expect((await admin.post(`${NEWS_URL}${id}/restore/`)).status).toBe(404);
    expect(await purgeNews(app.database.kysely, store, app.now())).toBeGreaterThan(0);
    expect([await stored(id), await fileRow(app, attachment), await targetRows(app, id)]).toEqual([
      undefined,
      undefined,
      [],
    ]);
    expect(await store.has(sha256)).toBe(false);
  });

  test('NEWS-09: nobody has to ask for that: it happens by itself when the time is over', async () => {
    const id = await publish(admin, whole());
    const purge = await timerOf(RESTORABLE_FOR, () => admin.remove(`${NEWS_URL}${id}/`));
    clock += RESTORABLE_FOR;
    purge();
    while (await stored(id)) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await targetRows(app, id)).toEqual([]);
  });

  test('PERM-25: nobody takes back what he could not delete', async () => {
    const id = await publish(admin, whole());
    await admin.remove(`${NEWS_URL}${id}/`);
    const half = await newPerson(app, { porches: [demo.home.porch] });
    const away = await newPerson(app, { porches: [demo.away.porch] });
    expect((await half.post(`${NEWS_URL}${id}/restore/`)).status).toBe(403);
    expect((await away.post(`${NEWS_URL}${id}/restore/`)).status).toBe(404);
    expect(await stored(id)).toMatchObject({ deleted_at: expect.any(Date) });
  });

  test('each write leaves one row in the log', async () => {
    const id = await publish(admin, whole());
    await patch(admin, id, texts({ title: 'Другой заголовок' }));
    await admin.remove(`${NEWS_URL}${id}/`);
    await admin.post(`${NEWS_URL}${id}/restore/`);
    const rows = await app.database.kysely
      .selectFrom('audit')
      .select(['action', 'user_id', 'request_id'])
      .where('resource', '=', 'news')
      .where('record_id', '=', String(id))
      .orderBy('id')
      .execute();
    expect(rows.map(({ action }) => action)).toEqual(['create', 'update', 'delete', 'restore']);
    expect(rows.every((row) => row.user_id === admin.id && row.request_id)).toBe(true);
  });
});
