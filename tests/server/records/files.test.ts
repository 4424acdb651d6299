import { readDefinition } from '#resources/language/read-definition.ts';
import { openStore } from '#server/files/open-store.ts';
import { lockRestorableFiles, purgeFilesSetAside } from '#server/records/files-set-aside.ts';
import { purgeRecordFiles } from '#server/records/undo-queries.ts';
import { fileRow, uploadText } from '#tests/support/server/announcements.ts';
import { picture } from '#tests/support/server/files.ts';
import { demoPerson, newPerson, type Person } from '#tests/support/server/people.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

const ACTS = '/api/records/acts';
/** A section with files of two fields. */
const actsDefinition = {
  name: 'acts',
  section: 'acts',
  icon: 'description',
  words: { one: 'акт', few: 'акта', many: 'актов', accusative: 'акт', gender: 'm', plural: 'акты' },
  fields: {
    title: { kind: 'text', label: 'Название', required: true, min: 3, max: 60 },
    scans: { kind: 'files', label: 'Сканы' },
    photos: { kind: 'files', label: 'Фотографии' },
  },
  list: { layout: 'table', columns: ['title'], menu: ['edit', 'hold-delete'] },
  form: [{ fields: ['title', 'scans', 'photos'] }],
};
/** A section whose records need a picture. */
const picturesDefinition = {
  ...actsDefinition,
  name: 'pictures',
  section: 'pictures',
  fields: {
    title: { kind: 'text', label: 'Название', required: true },
    views: { kind: 'files', label: 'Снимки', required: true, only: 'images' },
  },
  form: [{ fields: ['title', 'views'] }],
};
let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await openTestApp({ definitions: { 'acts.json': actsDefinition, 'pictures.json': picturesDefinition } });
  admin = await demoPerson(app, 1);
});
afterAll(() => app.close());

const isKept = async (id: number) => (await fileRow(app, id)) !== undefined;
async function newAct(scans: number[], photos: number[] = []): Promise<number> {
  const answer = await admin.post(ACTS, { title: 'Акт осмотра', scans, photos });
  expect([200, 201]).toContain(answer.status);
  return Number(answer.body.id);
}

describe('files of a generic record', () => {
  test('a required file has to be there, and where pictures are asked for nothing else is taken', async () => {
    const PICTURES = '/api/records/pictures';
    const empty = await admin.post(PICTURES, { title: 'Осмотр', views: [] });
    expect(empty.body).toMatchObject({ views: ['обязательное поле'] });
    expect((await admin.post(PICTURES, { title: 'Осмотр' })).status).toBe(400);
    const text = await uploadText(admin);
    const refused = await admin.post(PICTURES, { title: 'Осмотр', views: [text] });
    expect(refused.body).toMatchObject({ views: ['Файлы такого типа не принимаются'] });
    // The refused file is still the person's to use.
    expect(await newAct([text])).toEqual(expect.any(Number));
    const files = [{ field: 'attachments', name: 'двор.png', bytes: await picture() }];
    const { list } = await admin.call('POST', { url: '/api/authorized/attachments/', files });
    const made = await admin.post(PICTURES, { title: 'Осмотр', views: [Number(list[0]?.id)] });
    expect(made.status).toBe(201);
    expect((await admin.put(`${PICTURES}/${String(made.body.id)}`, { views: [] })).status).toBe(400);
  });

  const store = () => openStore({ dataDir: app.dataDir });
  const purge = (after: number) =>
    purgeFilesSetAside(app.database.kysely, store(), new Date(app.now().getTime() + after));

  test('what was taken out of a record is not for a row of another section that has the same number', async () => {
    const gone = await uploadText(admin);
    const id = await newAct([gone]);
    await admin.put(`${ACTS}/${id}`, { title: 'Акт осмотра', scans: [] });
    const section = readDefinition(actsDefinition, 'acts.json');
    const asked = (name: string) => lockRestorableFiles(app.database.kysely, { ...section, name }, id, app.now());
    expect(await asked('acts')).toEqual([gone]);
    expect(await asked('stories')).toEqual([]);
    await purge(60_000);
  });

  test('what a change takes out of it is deleted once that can no longer be taken back, what stays is kept', async () => {
    const [stays, goes, moves] = [await uploadText(admin), await uploadText(admin), await uploadText(admin)];
    const id = await newAct([stays, goes, moves]);
    const saved = await admin.put(`${ACTS}/${id}`, { title: 'Акт осмотра', scans: [stays], photos: [moves] });
    expect(saved.status).toBe(200);
    await purge(0);
    expect(await Promise.all([stays, goes, moves].map(isKept))).toEqual([true, true, true]);
    expect(await purge(60_000)).toBe(1);
    expect(await Promise.all([stays, goes, moves].map(isKept))).toEqual([true, false, true]);
  });

  test('what a change took out may be put back for a moment, into this record alone', async () => {
    const file = await uploadText(admin);
    const [id, other] = [await newAct([file]), await newAct([])];
    const put = (to: number, scans: number[]) => admin.put(`${ACTS}/${to}`, { title: 'Акт осмотра', scans });
    await put(id, []);
    expect((await put(other, [file])).body).toMatchObject({ scans: [expect.any(String)] });
    expect((await put(id, [file])).body).toMatchObject({ scans: [{ id: file }] });
    expect(await purge(60_000)).toBe(0);
    expect(await isKept(file)).toBe(true);
    await put(id, []);
    expect(await purge(60_000)).toBe(1);
    expect((await put(id, [file])).status).toBe(400);
  });

  test('a change that is refused deletes nothing', async () => {
    const file = await uploadText(admin);
    const id = await newAct([file]);
    expect((await admin.put(`${ACTS}/${id}`, { title: 'А', scans: [] })).status).toBe(400);
    expect(await isKept(file)).toBe(true);
  });

  test('deleting the record deletes its files, once it can no longer be taken back', async () => {
    const [scan, photo] = [await uploadText(admin), await uploadText(admin)];
    const id = await newAct([scan], [photo]);
    expect([200, 204]).toContain((await admin.remove(`${ACTS}/${id}`)).status);
    const acts = [readDefinition(actsDefinition, 'acts.json')];
    const store = openStore({ dataDir: app.dataDir });
    const purge = (after: number) =>
      purgeRecordFiles(app.database.kysely, store, acts, new Date(app.now().getTime() + after));
    expect(await purge(0)).toBe(0);
    expect(await Promise.all([scan, photo].map(isKept))).toEqual([true, true]);
    const late = new Date(app.now().getTime() + 60_000);
    expect(await purgeRecordFiles(app.database.kysely, store, acts, late, () => true)).toBe(0);
    expect(await purge(60_000)).toBe(1);
    expect(await Promise.all([scan, photo].map(isKept))).toEqual([false, false]);
    expect(await purge(60_000)).toBe(0);
  });

  test('a record that is taken back has its files', async () => {
    const [scan, photo] = [await uploadText(admin), await uploadText(admin)];
    const id = await newAct([scan], [photo]);
    await admin.remove(`${ACTS}/${id}`);
    expect((await admin.post(`${ACTS}/${id}/restore/`)).status).toBe(200);
    const { body } = await admin.get(`${ACTS}/${id}`);
    expect(body).toMatchObject({ scans: [{ id: scan }], photos: [{ id: photo }] });
  });

  test('a file that somebody else uploaded or that another record holds is not taken', async () => {
    const [mine, held] = [await uploadText(admin), await uploadText(admin)];
    await newAct([held]);
    const other = await newPerson(app, { levels: 'write', sections: ['acts'] });
    for (const [by, file] of [
      [other, mine],
      [admin, held],
    ] as const) {
      const answer = await by.post(ACTS, { title: 'Чужой файл', scans: [file] });
      expect([answer.status, answer.body.scans]).toEqual([400, [expect.any(String)]]);
    }
    expect(await Promise.all([mine, held].map(isKept))).toEqual([true, true]);
  });
});
