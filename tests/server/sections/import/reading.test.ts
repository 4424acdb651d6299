import { strToU8 } from 'fflate';
import type { Reader } from '#server/access/reader.ts';
import type { Db } from '#server/db/tables.ts';
import { yieldToOthers } from '#server/db/yield-to-others.ts';
import { FieldsError } from '#server/http/errors.ts';
import { createFileReading } from '#server/sections/import/file-reading.ts';
import { parseRows } from '#server/sections/import/reading.ts';
import { submitResidentRows } from '#server/sections/import/submit.ts';
import { workbook } from '#tests/support/import/workbook.ts';
import { type DemoCompany, readDemoCompany } from '#tests/support/server/demo-company.ts';
import { convertFile, csv, freshPhone, outcomesOf, stored, submitRows } from '#tests/support/server/imports.ts';
import { demoPerson, type Person } from '#tests/support/server/people.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

const HEAD = ['Квартира', 'Фамилия', 'Имя', 'Телефон'];
const BOOK = workbook([HEAD, ['1', 'Калинина', 'Дарья', '89164082217']]);

describe('the process that reads files', () => {
  it('ends a file that needs too much memory or time, and reads the next one', async () => {
    const small = createFileReading({ cpuTimeMs: 30_000, memory: 48 });
    const texts = { 'xl/sharedStrings.xml': strToU8(`<sst>${'<si><t>а</t></si>'.repeat(3_000_000)}</sst>`) };
    const many = workbook([HEAD, ['0']], { files: texts });
    await expect(small.lines(many, undefined)).rejects.toMatchObject({ problem: 'tooHard' });
    expect(await small.lines(BOOK, undefined)).toMatchObject([{ last_name: 'Калинина' }]);
    const hasty = createFileReading({ cpuTimeMs: 20, memory: 320 });
    await expect(hasty.lines(BOOK, undefined)).rejects.toMatchObject({ problem: 'tooHard' });
  });

  it('reads one file at a time, lets two wait and refuses the next', async () => {
    const reading = createFileReading();
    const read = await Promise.allSettled([1, 2, 3, 4].map(() => reading.lines(BOOK, undefined)));
    expect(read.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected']);
    expect(read[3]).toMatchObject({ reason: { code: 'too_many_requests' } });
  });

  it('says of every bound what the readers say', async () => {
    const files = { 'xl/sharedStrings.xml': strToU8(`<sst><si><t>${'а'.repeat(40_000)}</t></si></sst>`) };
    const book = workbook([HEAD, ['0']], { files });
    await expect(createFileReading().lines(book, undefined)).rejects.toMatchObject({ problem: 'longCell' });
  });

  it('reads long submissions whole, and refuses what is none', async () => {
    const reading = createFileReading();
    const rows = Array.from({ length: 3_000 }, (_, at) => ({ label: String(at), phone_number: '+79164082217' }));
    expect(await reading.rows(Buffer.from(JSON.stringify(rows)), 'list')).toEqual(rows);
    const deep = Buffer.from('['.repeat(100_000) + ']'.repeat(100_000));
    await expect(reading.rows(deep, 'list')).rejects.toMatchObject({ code: 'malformed' });
    const cut = Buffer.from(JSON.stringify(rows).slice(0, -1));
    await expect(reading.rows(cut, 'list')).rejects.toMatchObject({ fields: { list: ['api.malformed'] } });
  });

  it.each([
    ['nine megabytes of empty lists', '[]', 3_000_000],
    ['more rows than a list may have', '{}', 100_001],
  ])('refuses %s before they are looked at one by one', async (_what, value, count) => {
    const many = Buffer.from(`[${Array(count).fill(value).join(',')}]`);
    const began = process.cpuUsage();
    await expect(createFileReading().rows(many, 'list')).rejects.toMatchObject({
      fields: { list: ['api.tooManyValues'] },
    });
    // Of the machine's time, not of the clock's: other work holds this one up.
    expect(() => parseRows(String(many), 'list')).toThrow(FieldsError);
    // Test files in the other threads of this process count too; to look at each took 17 s.
    expect(process.cpuUsage(began).user / 1_000).toBeLessThan(8_000);
  });
});

describe('work in slices', () => {
  const states = (...waiting: number[]) => {
    let looks = 0;
    const state = () => {
      const of = waiting[Math.min(looks, waiting.length - 1)] ?? 0;
      looks += 1;
      return { connections: 1, idle: of ? 0 : 1, waiting: of };
    };
    return { state, looks: () => looks };
  };

  it('IMPORT-12: waits while others ask for the embedded database, one query after another, and not for ever', async () => {
    const some = states(1, 1, 0, 1, 0, 0);
    await yieldToOthers({ kind: 'embedded', state: some.state });
    expect(some.looks()).toBe(6);
    const began = performance.now();
    await yieldToOthers({ kind: 'embedded', ...states(1) });
    expect(performance.now() - began).toBeGreaterThan(200);
    const none = states(1);
    await yieldToOthers({ kind: 'postgres', state: none.state });
    expect(none.looks()).toBe(0);
  });
});

/** A database that breaks as the transaction of this number begins. */
function failingAt(db: Db, number: number): Db {
  let transactions = 0;
  return new Proxy(db, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      if (name === 'transaction' && ++transactions === number) throw new Error('the process dies here');
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

describe('long lists', () => {
  let app: TestApp;
  let demo: DemoCompany;
  let admin: Person;
  beforeAll(async () => {
    app = await openTestApp();
    demo = await readDemoCompany(app);
    admin = await demoPerson(app, 1);
  });
  afterAll(() => app.close());

  const rowsFor = (count: number) =>
    Array.from({ length: count }, () => ({
      id: demo.home.unit,
      label: '1',
      last_name: 'Калинина',
      first_name: 'Дарья',
      phone_number: stored(freshPhone()),
    }));

  it('IMPORT-06: a workbook is read in the process, and one that is a bomb is refused with a sentence', async () => {
    const read = await convertFile(admin, demo.home.building, BOOK, { name: 'список.xlsx' });
    expect([read.status, read.list.length]).toEqual([200, 1]);
    const wide = await convertFile(admin, demo.home.building, `${csv([])}${';'.repeat(2_000_001)}`);
    expect([wide.status, wide.body.detail]).toEqual([400, expect.stringContaining('больше 2000000 ячеек')]);
  });

  it('IMPORT-12: other calls are answered between the slices of a submission', async () => {
    let isDone = false;
    const submission = submitRows(app, admin, rowsFor(500)).finally(() => {
      isDone = true;
    });
    let answered = 0;
    // A few are enough: each further one would make the submission wait.
    while (!isDone && answered < 10) {
      await admin.call('GET', { url: '/api/crm/profile/current/' });
      if (!isDone) answered += 1;
    }
    expect(outcomesOf(await submission).created).toBe(500);
    expect(answered).toBeGreaterThan(4);
  });

  it('IMPORT-12: one that broke off between slices goes on under its key, and nobody is there twice', async () => {
    const db = app.database.kysely;
    const rows = rowsFor(1_100);
    const submission = { rows, key: 'broken-in-the-middle', body: 'a'.repeat(64) };
    const by = { request: 'test', now: new Date() };
    const reader = { user: admin.id } as Reader;
    const pace = { slice: 100, longest: Number.POSITIVE_INFINITY, between: async () => undefined };
    const failing = failingAt(db, 2);
    await expect(submitResidentRows(failing, reader, submission, by, pace)).rejects.toThrow('dies here');
    const again = await submitResidentRows(db, reader, submission, by, pace);
    expect(again.params.created).toBe(1_100);
    expect(again.params.rows.map(({ row }) => row)).toEqual(rows.map((_, at) => at + 1));
    expect(await submitResidentRows(db, reader, submission, by, pace)).toEqual(again);
    const other = { ...submission, body: 'b'.repeat(64) };
    await expect(submitResidentRows(db, reader, other, by, pace)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('IMPORT-12: slices that take too long become shorter, and a repetition that is cut otherwise goes on after them', async () => {
    const db = app.database.kysely;
    const rows = rowsFor(200);
    const submission = { rows, key: 'cut-otherwise', body: 'c'.repeat(64) };
    const by = { request: 'test', now: new Date() };
    const reader = { user: admin.id } as Reader;
    const between = async () => undefined;
    const slow = { slice: 40, longest: 0, between };
    await expect(submitResidentRows(failingAt(db, 5), reader, submission, by, slow)).rejects.toThrow('dies here');
    const quick = { slice: 40, longest: Number.POSITIVE_INFINITY, between };
    const again = await submitResidentRows(db, reader, submission, by, quick);
    expect([again.params.created, again.params.rows.map(({ row }) => row)]).toEqual([200, rows.map((_, at) => at + 1)]);
    const keys = await db.selectFrom('import_runs').where('key', 'like', 'cut-otherwise%').select('key').execute();
    const begins = keys.map(({ key }) => Number(key.split('#')[1] ?? 0)).sort((a, b) => a - b);
    // 40, 20, 10 and 5 rows of the first time, then 40 each.
    expect(begins).toEqual([0, 40, 60, 70, 75, 115, 155, 195]);
  });
});
