import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkFiles } from '#server/definitions/check.ts';
import { inForce } from '#server/records/in-force.ts';
import { misfitsOf } from '#server/records/misfits.ts';
import { keysDefinition } from '#tests/support/definitions.ts';
import { demoPerson, newPerson, type Person } from '#tests/support/server/people.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

const KEYS = '/api/records/keys';
const DEFINITIONS = '/resources/definitions/';
let app: TestApp;
let admin: Person;
beforeEach(async () => {
  app = await openTestApp({ definitions: { 'keys.json': keysDefinition() } });
  admin = await demoPerson(app, 1);
});
afterEach(() => app.close());

type Draft = ReturnType<typeof keysDefinition>;
const file = () => join(app.dataDir, 'resources', 'keys.json');

interface Seen {
  definitions: { name: string; fields: Record<string, unknown> }[];
  pending: {
    name: string;
    version: string;
    misfits: { field: string; message: string; count: number; ids: number[] }[];
  }[];
}
const seen = async (by = admin) => (await by.get(DEFINITIONS)).body as unknown as Seen;

/** Puts a changed file in place. @returns what the server says once it has read it */
async function changed(change: (draft: Draft) => void, taken: (answer: Seen) => boolean): Promise<Seen> {
  const draft = keysDefinition();
  change(draft);
  await writeFile(file(), JSON.stringify(draft));
  for (;;) {
    const answer = await seen();
    if (taken(answer)) return answer;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
const fieldsOf = ({ definitions }: Seen) => Object.keys(definitions.find(({ name }) => name === 'keys')?.fields ?? {});
const add = async (label: string) => Number((await admin.post(KEYS, { label, place: 'safe' })).body.id);

test('a new field comes into force at once; what is stored stays', async () => {
  const id = await add('Подвал');
  await changed(
    (draft) => Object.assign(draft, { fields: { ...draft.fields, note: { kind: 'text', label: 'Заметка' } } }),
    (answer) => fieldsOf(answer).includes('note'),
  );
  expect((await admin.get(`${KEYS}/${id}`)).body).toMatchObject({ label: 'Подвал', place: 'safe', note: null });
});

test('a renamed field takes its values over, and back again', async () => {
  const id = await add('Подвал');
  const { label, ...rest } = keysDefinition().fields;
  await changed(
    (draft) =>
      Object.assign(draft, {
        fields: { opens: { ...label, was: 'label' }, ...rest },
        list: { layout: 'table', columns: ['opens'] },
        form: [{ fields: ['opens', 'place'] }],
      }),
    (answer) => fieldsOf(answer).includes('opens'),
  );
  expect((await admin.get(`${KEYS}/${id}`)).body).toMatchObject({ opens: 'Подвал', place: 'safe' });
  await changed(
    (draft) => Object.assign(draft.fields.label ?? {}, { was: 'opens' }),
    (answer) => fieldsOf(answer).includes('label'),
  );
  expect((await admin.get(`${KEYS}/${id}`)).body).toMatchObject({ label: 'Подвал' });
});

test('a narrower rule waits, is shown with the records it does not fit, and is applied by an administrator alone', async () => {
  const short = await add('Подвал');
  const long = await add('Чердак дома 12');
  const narrow = (draft: Draft) => Object.assign(draft.fields.label ?? {}, { min: 10 });
  const { pending } = await changed(narrow, (answer) => answer.pending.length > 0);
  expect(pending).toEqual([
    expect.objectContaining({
      name: 'keys',
      misfits: [{ field: 'Что открывает', message: 'слишком мало', count: 1, ids: [short] }],
    }),
  ]);
  // Until then the rule is the old one.
  expect((await admin.post(KEYS, { label: 'Сарай' })).status).toBe(201);
  const employee = await newPerson(app);
  expect((await seen(employee)).pending).toEqual([]);
  const call = { name: 'keys', version: String(pending[0]?.version) };
  expect((await employee.post(`${DEFINITIONS}apply/`, call)).status).toBe(403);
  expect((await admin.post(`${DEFINITIONS}apply/`, { ...call, version: 'other' })).body).toEqual({ applied: false });
  expect((await admin.post(`${DEFINITIONS}apply/`, call)).body).toEqual({ applied: true });
  expect((await seen()).pending).toEqual([]);
  expect((await admin.post(KEYS, { label: 'Сарай' })).status).toBe(400);
  // Nothing stored is lost, and what fits is as it was.
  expect((await admin.get(`${KEYS}/${short}`)).body).toMatchObject({ label: 'Подвал' });
  expect((await admin.put(`${KEYS}/${long}`, { label: 'Чердак дома 14' })).status).toBe(200);
});

test('a file is looked at against the records before it is put in place: by the server and by resource:check', async () => {
  await add('Подвал');
  await add('Подвал');
  const draft = keysDefinition();
  Object.assign(draft.fields.label ?? {}, { unique: true });
  const answer = await admin.post(`${DEFINITIONS}check/`, { source: JSON.stringify(draft) });
  expect(answer.body).toMatchObject({
    problems: [],
    misfits: [{ field: 'Что открывает', message: 'уже занято', count: 2 }],
  });
  const broken = await admin.post(`${DEFINITIONS}check/`, { source: '{' });
  expect(broken.body).toMatchObject({ problems: [expect.stringContaining('это не JSON')], misfits: [] });

  const { kysely } = app.database;
  const aside = join(app.dataDir, 'aside.json');
  await writeFile(aside, JSON.stringify(draft));
  const { lines, bad } = await checkFiles([aside], async (one) =>
    misfitsOf(kysely, one, await inForce(kysely, one.name)),
  );
  expect(bad).toBe(1);
  expect(lines).toEqual([expect.stringMatching(/которые не подойдут: 2 \(поле «Что открывает»: уже занято/)]);
});
