import { Readable } from 'node:stream';
import { readBasic } from '#server/chat/credentials.ts';
import { readFrame } from '#server/chat/frames.ts';
import { normalizeStrings } from '#server/http/normalize-strings.ts';
import { parseRows } from '#server/sections/import/reading.ts';
import { fileRow, uploadText } from '#tests/support/server/announcements.ts';
import { EXTRA_DEFINITIONS } from '#tests/support/server/definitions.ts';
import { demoPerson, type Person } from '#tests/support/server/people.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

const RULES = '/api/records/rules';
const TITLE = 'Тихий двор у ёлки';
/** As macOS sends it: «й» and «ё» are two code points each. */
const APART = TITLE.normalize('NFD');

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await openTestApp({ definitions: EXTRA_DEFINITIONS });
  admin = await demoPerson(app, 1);
});
afterAll(() => app.close());

test('letters in two code points are stored as one, found by either, and no second time unique', async () => {
  expect(APART).not.toBe(TITLE);
  const made = await admin.post(RULES, { title: APART });
  expect([made.status, made.body.title]).toEqual([201, TITLE]);
  const again = await admin.post(RULES, { title: TITLE });
  expect([again.status, again.body.title]).toEqual([400, ['уже занято']]);
  const filter = encodeURIComponent(JSON.stringify({ title: APART }));
  expect((await admin.get(`${RULES}?filter=${filter}`)).list.map(({ title }) => title)).toEqual([TITLE]);
});

test('so are names of files, rows of an import, frames of the chat and what signs in to it', async () => {
  const file = await fileRow(app, await uploadText(admin, 'чай.txt'.normalize('NFD')));
  expect(file?.name).toBe('чай.txt');
  const row = { id: 1, label: '1', last_name: 'Чайка', first_name: 'Майя', phone_number: '+79164082217', row: 2 };
  const rows = parseRows(JSON.stringify([{ ...row, last_name: row.last_name.normalize('NFD') }]), 'rows');
  expect(rows?.[0]?.last_name).toBe('Чайка');
  const frame = readFrame(JSON.stringify({ pub: { id: '1', topic: 'grp1', content: APART } }));
  expect(frame).toMatchObject({ packet: { content: TITLE } });
  const secret = Buffer.from(`79164082217:Й1${APART}`.normalize('NFD')).toString('base64');
  expect(readBasic(secret)?.password).toBe(`Й1${TITLE}`);
});

test('the stream of a body that is passed on is left alone', () => {
  const stream = Object.assign(new Readable({ read: () => undefined }), { title: APART });
  expect(normalizeStrings(stream)).toBe(stream);
  expect(stream.title).toBe(APART);
  stream.destroy();
});
