import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readDefinition } from '#resources/language/read-definition.ts';
import { bringIntoForce } from '#server/records/in-force.ts';
import { keysDefinition } from '#tests/support/definitions.ts';
import {
  type ChangingSection,
  type Draft,
  fieldsOf,
  KEYS,
  openChangingSection,
} from '#tests/support/server/changing-section.ts';

const SERVICES = '/api/crm/services/';
let section: ChangingSection;
let service = { id: 0, name: '' };
/** Called each time the rows of an import are read. */
let meanwhile: (reading: number) => Promise<unknown>;
let readings = 0;

/** With a field whose list the server is asked for once the rows are being read. */
const withService = (draft: Draft) => {
  draft.fields.note = { kind: 'text', label: 'Заметка' };
  draft.fields.service = { kind: 'one-of', label: 'Услуга', from: SERVICES, text: 'name' };
  draft.form = [{ fields: Object.keys(draft.fields) }];
};
const narrower = (draft: Draft, min = 10) => {
  withService(draft);
  Object.assign(draft.fields.label ?? {}, { min });
};
const minOf = (min: number) => (answer: { definitions: { name: string; fields: Record<string, unknown> }[] }) =>
  answer.definitions.some(({ fields }) => (fields.label as { min?: number } | undefined)?.min === min);

beforeEach(async () => {
  section = await openChangingSection();
  const { app, admin } = section;
  await section.changed(withService, (answer) => fieldsOf(answer).includes('service'));
  const [first] = (await admin.get(SERVICES)).list;
  service = { id: Number(first?.id), name: String(first?.name) };
  readings = 0;
  const inject = app.app.inject.bind(app.app) as (call: unknown) => Promise<unknown>;
  jest.spyOn(app.app, 'inject').mockImplementation((async (call: { url: string; headers?: object }) => {
    // Its own question, and not that of a test.
    if (call.url.startsWith(SERVICES) && 'x-forwarded-for' in (call.headers ?? {})) {
      readings += 1;
      await meanwhile(readings);
    }
    return inject(call);
  }) as never);
});
afterEach(async () => {
  jest.restoreAllMocks();
  await section.app.close();
});

const rowsOf = (...cells: Record<string, string>[]) =>
  cells.map((one, at) => ({ row: at + 2, cells: { place: 'Сейф', service: service.name, ...one } }));
const submit = (rows: unknown) =>
  section.admin.post(`${KEYS}/import/`, { key: 'changed-meanwhile', check: false, rows });
const stored = async () => (await section.admin.get(KEYS)).list;

describe('a definition that changes while rows of a file are read', () => {
  test('is what the rows are read and kept by; said again, nothing stands twice', async () => {
    meanwhile = async (reading) => {
      if (reading === 1) await section.changed((draft) => narrower(draft), minOf(10));
    };
    const rows = rowsOf({ label: 'Подвал' }, { label: 'Чердак дома 12' });
    const answer = await submit(rows);
    expect([answer.status, answer.body.rows]).toEqual([
      200,
      [
        { row: 2, id: null, errors: { label: ['слишком мало'] } },
        { row: 3, id: expect.any(Number), errors: {} },
      ],
    ]);
    expect(readings).toBe(2);
    expect((await submit(rows)).body).toEqual(answer.body);
    expect(await stored()).toMatchObject([{ label: 'Чердак дома 12', service: service.id }]);
  });

  test('brought into force by another process, before this one has heard of it, holds as well', async () => {
    meanwhile = async (reading) => {
      if (reading > 1) return;
      const draft = keysDefinition();
      narrower(draft);
      await bringIntoForce(section.app.database.kysely, readDefinition(draft, 'keys.json'), 'Europe/Moscow');
      await writeFile(section.file, JSON.stringify(draft));
    };
    const answer = await submit(rowsOf({ label: 'Подвал' }));
    expect(answer.body.rows).toEqual([{ row: 2, id: null, errors: { label: ['слишком мало'] } }]);
    expect(await stored()).toEqual([]);
  });

  test('under another name of a field keeps what the rows say under the former one', async () => {
    meanwhile = async (reading) => {
      if (reading > 1) return;
      const renamed = (draft: Draft) => {
        withService(draft);
        const { note, service: listed, ...rest } = draft.fields;
        draft.fields = { ...rest, remark: { ...note, was: 'note' }, job: { ...listed, was: 'service' } };
        draft.form = [{ fields: Object.keys(draft.fields) }];
      };
      await section.changed(renamed, (answer) => fieldsOf(answer).includes('remark'));
    };
    const answer = await submit(rowsOf({ label: 'Подвал', note: 'Ключ у вахтёра' }));
    expect(answer.body.rows).toEqual([{ row: 2, id: expect.any(Number), errors: {} }]);
    expect(await stored()).toMatchObject([{ label: 'Подвал', remark: 'Ключ у вахтёра', job: service.id }]);
  });

  test('again and again makes the import give up after a while, with nothing stored', async () => {
    meanwhile = (reading) => section.changed((draft) => narrower(draft, 3 + reading), minOf(3 + reading));
    const answer = await submit(rowsOf({ label: 'Чердак дома 12' }));
    expect([answer.status, readings]).toEqual([503, 3]);
    expect(answer.body.detail).toMatch(/[а-яё]/);
    meanwhile = async () => undefined;
    expect(await stored()).toEqual([]);
    expect((await submit(rowsOf({ label: 'Чердак дома 12' }))).body.rows).toMatchObject([{ id: expect.any(Number) }]);
  });

  test('of another section is none of its business', async () => {
    const other = join(section.app.dataDir, 'resources', 'locks.json');
    meanwhile = async (reading) => {
      const words = { ...(keysDefinition().words as object), one: `замок ${reading}` };
      await writeFile(other, JSON.stringify({ ...keysDefinition(), name: 'locks', section: 'locks', words }));
      for (;;) {
        const { definitions } = await section.seen();
        if (JSON.stringify(definitions).includes(`замок ${reading}`)) return;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    };
    const answer = await submit(rowsOf({ label: 'Чердак дома 12' }));
    expect([answer.status, answer.body.rows, readings]).toEqual([
      200,
      [{ row: 2, id: expect.any(Number), errors: {} }],
      1,
    ]);
  });
});
