// Runs on PostgreSQL too: indexes built meanwhile.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readDefinition } from '#resources/language/read-definition.ts';
import { checkFiles } from '#server/definitions/check.ts';
import { openStoredRecords } from '#server/definitions/stored-records.ts';
import { Catalogue } from '#server/records/catalogue.ts';
import { bringIntoForce, createInForceCheck, readDefinitionInForce } from '#server/records/in-force.ts';
import { findMisfits } from '#server/records/misfits.ts';
import { keysDefinition } from '#tests/support/definitions.ts';
import {
  type ChangingSection,
  DEFINITIONS,
  type Draft,
  fieldsOf,
  KEYS,
  openChangingSection,
} from '#tests/support/server/changing-section.ts';
import { newPerson, type Person } from '#tests/support/server/people.ts';
import type { TestApp } from '#tests/support/server/test-app.ts';

let section: ChangingSection;
let app: TestApp;
let admin: Person;
beforeEach(async () => {
  section = await openChangingSection();
  ({ app, admin } = section);
});
afterEach(() => app.close());
const { changed, add, seen } = {
  changed: (...asked: Parameters<ChangingSection['changed']>) => section.changed(...asked),
  add: (label: string) => section.add(label),
  seen: (by?: Person) => section.seen(by),
};

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
    findMisfits(kysely, one, await readDefinitionInForce(kysely, one.name)),
  );
  expect(bad).toBe(1);
  expect(lines).toEqual([expect.stringMatching(/которые не подойдут: 2 \(поле «Что открывает»: уже занято/)]);
});

test('a start with one broken, one dangling and one sound file: what was in force stays, the rest is told of', async () => {
  await add('Подвал');
  await writeFile(section.file, JSON.stringify({ ...keysDefinition(), icon: 'nothing-like-it' }));
  const named = (name: string) => ({ ...keysDefinition(), name, section: name });
  const aside = (name: string, draft: object) =>
    writeFile(join(app.dataDir, 'resources', `${name}.json`), JSON.stringify(draft));
  const { fields } = keysDefinition();
  await aside('locks', {
    ...named('locks'),
    fields: { ...fields, to: { kind: 'reference', label: 'Куда', to: 'doors' } },
  });
  await aside('boxes', named('boxes'));
  const started = await Catalogue.open(join(app.dataDir, 'resources'));
  expect(started.extra.map(({ name }) => name)).toEqual(['boxes']);
  await started.setInForceCheck(createInForceCheck(app.database.kysely, () => 'Europe/Moscow'));
  expect(started.extra.map(({ name }) => name).sort()).toEqual(['boxes', 'keys']);
  expect(started.generic('keys')).toMatchObject({ icon: 'inventory', fields: { label: { min: 3 } } });
  expect(started.problems.map(({ file, name }) => [file, name])).toEqual([
    ['keys.json', 'keys'],
    ['locks.json', 'locks'],
  ]);
  // A former definition is not put in force anew, nor does it wait.
  expect(started.pending).toEqual([]);
  await started.close();
});

const narrowed = () => {
  const draft = keysDefinition();
  Object.assign(draft.fields.label ?? {}, { min: 10 });
  return draft;
};

test('what another process has brought into force holds for a writer who has not heard of it', async () => {
  await bringIntoForce(app.database.kysely, readDefinition(narrowed(), 'keys.json'), 'Europe/Moscow');
  await writeFile(section.file, JSON.stringify(narrowed()));
  expect((await admin.post(KEYS, { label: 'Подвал' })).status).toBe(400);
  expect((await admin.post(KEYS, { label: 'Чердак дома 12' })).status).toBe(201);
});

test('a record written while its field is renamed is renamed with the others', async () => {
  const { label, ...rest } = keysDefinition().fields;
  const draft = {
    ...keysDefinition(),
    fields: { opens: { ...label, was: 'label' }, ...rest },
    list: { layout: 'table', columns: ['opens'] },
    form: [{ fields: ['opens', 'place'] }],
  };
  await writeFile(section.file, JSON.stringify(draft));
  const { kysely } = app.database;
  const write = (at: number) => admin.post(KEYS, { label: `Ключ ${at}`, opens: `Ключ ${at}` });
  const before = Array.from({ length: 6 }, (_, at) => write(at));
  const renamed = bringIntoForce(kysely, readDefinition(draft, 'keys.json'), 'Europe/Moscow');
  const after = Array.from({ length: 6 }, (_, at) => write(at + 6));
  const answers = await Promise.all([...before, ...after]);
  await renamed;
  expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(201));
  const rows = await kysely.selectFrom('records').where('resource', '=', 'keys').select('data').execute();
  expect(rows.map(({ data }) => Object.keys(data).filter((key) => key !== 'place'))).toEqual(Array(12).fill(['opens']));
});

test('resource:check may only read the records, and says which setting is wrong', async () => {
  await add('Подвал');
  const { kysely } = app.database;
  // The same statements as the check's, on the database that is open here.
  await expect(
    kysely
      .transaction()
      .setAccessMode('read only')
      .execute(async (trx) => {
        const found = await findMisfits(
          trx,
          readDefinition(narrowed(), 'keys.json'),
          await readDefinitionInForce(trx, 'keys'),
        );
        expect(found).toEqual([expect.objectContaining({ count: 1 })]);
        await trx.deleteFrom('records').execute();
      }),
  ).rejects.toThrow(/read-only/);
  const settings = await openStoredRecords({ DATA_DIR: app.dataDir, PORT: 'eighty' });
  expect([settings.findMisfits, settings.unavailableReason]).toEqual([null, expect.stringContaining('Настройка PORT')]);
});
