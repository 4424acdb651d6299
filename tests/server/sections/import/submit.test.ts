// Runs on PostgreSQL too: large statements.
import { IMPORT, TEXT } from '#resources/limits.ts';
import { type DemoCompany, readDemoCompany } from '#tests/support/server/demo-company.ts';
import {
  convertFile,
  csv,
  freshPhone,
  outcomesOf,
  rowsOf,
  SUBMIT,
  stored,
  submitRows,
} from '#tests/support/server/imports.ts';
import { demoPerson, newPerson, type Person } from '#tests/support/server/people.ts';
import { openTestApp, phoneOf, type TestApp } from '#tests/support/server/test-app.ts';

let app: TestApp;
let demo: DemoCompany;
let admin: Person;
beforeAll(async () => {
  app = await openTestApp();
  demo = await readDemoCompany(app);
  admin = await demoPerson(app, 1);
});
afterAll(() => app.close());

const row = (over: object = {}) => ({
  id: demo.home.unit,
  label: '1',
  last_name: 'Калинина',
  first_name: 'Дарья',
  phone_number: stored(freshPhone()),
  errors: [],
  ...over,
});
const submit = (rows: unknown, key?: string, by = admin) => submitRows(app, by, rows, key);
const personOf = (phone: string) =>
  app.database.kysely.selectFrom('users').selectAll().where('phone', '=', phone).execute();
const messagesTo = async (phone: string) =>
  (await app.database.kysely.selectFrom('outbox').selectAll().where('recipient', '=', phone).execute()).length;
/** Waits until nobody is left to be invited. */
async function allInvited(): Promise<void> {
  for (let turn = 0; turn < 400; turn += 1) {
    const left = await app.database.kysely
      .selectFrom('invitations')
      .select('due_at')
      .where('ended_at', 'is', null)
      .execute();
    if (!left.length) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('Invitations are still waiting');
}

describe('rows that are submitted', () => {
  it('IMPORT-12: the sound ones become residents with their flat, audited, and are told by SMS', async () => {
    const phone = stored(freshPhone());
    const answer = await submit([row({ phone_number: phone, row: 17 })]);
    expect(answer.status).toBe(200);
    const { created, rows } = outcomesOf(answer);
    const [person] = await personOf(phone);
    expect([created, rows]).toEqual([1, [{ row: 17, user: person?.id, errors: [] }]]);
    expect(person).toMatchObject({
      role: 'resident',
      status: 'created',
      first_name: 'Дарья',
      last_name: 'Калинина',
      gender: null,
      password_hash: null,
    });
    const db = app.database.kysely;
    const flats = await db
      .selectFrom('residents_units')
      .select('unit_id')
      .where('user_id', '=', person?.id ?? 0)
      .execute();
    expect(flats).toEqual([{ unit_id: demo.home.unit }]);
    const entries = await db
      .selectFrom('audit')
      .selectAll()
      .where('resource', '=', 'residents')
      .where('record_id', '=', String(person?.id))
      .execute();
    expect(entries).toMatchObject([
      { action: 'create', user_id: admin.id, after: { phone_number: phone, units: [demo.home.unit] } },
    ]);
    await allInvited();
    expect(await messagesTo(phone)).toBe(1);
  });

  it('IMPORT-22, IMPORT-23: a phone by 8 is stored by +7', async () => {
    const phone = freshPhone();
    await submit([row({ phone_number: phone })]);
    expect(await personOf(stored(phone))).toHaveLength(1);
  });

  it('are all checked again: whatever the client says, each wrong one comes back with its codes and nobody is made of it', async () => {
    const twice = stored(freshPhone());
    const good = stored(freshPhone());
    const answer = await submit([
      row({ id: null, label: '' }),
      row({ id: null }),
      row({ id: 7_777_777 }),
      row({ last_name: ' ', first_name: '\u00a0' }),
      row({ first_name: 'а'.repeat(TEXT.personName.max + 1) }),
      row({ phone_number: '' }),
      row({ phone_number: '7,91235E+10' }),
      row({ phone_number: phoneOf(3) }),
      row({ phone_number: twice }),
      row({ phone_number: twice }),
      row({ phone_number: good }),
    ]);
    const { created, rows } = outcomesOf(answer);
    expect(rows.map(({ errors }) => errors)).toEqual([
      ['EMPTY_FIELD_UNIT'],
      ['UNAVAILABLE_UNIT'],
      ['UNAVAILABLE_UNIT'],
      ['EMPTY_FIELD_LAST_NAME', 'EMPTY_FIELD_FIRST_NAME'],
      ['LONG_FIELD_FIRST_NAME'],
      ['EMPTY_FIELD_PHONE_NUMBER'],
      ['INCORRECT_FORMAT_PHONE'],
      ['ALREADY_EXIST_PHONE'],
      [],
      ['ALREADY_EXIST_PHONE'],
      [],
    ]);
    expect(rows.map(({ row: at }) => at)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(created).toBe(2);
    expect([(await personOf(twice)).length, (await personOf(good)).length]).toEqual([1, 1]);
    await allInvited();
    expect(await messagesTo(phoneOf(3))).toBe(0);
  });

  it('IMPORT-13 IMPORT-19 rows without a unit, or without a name, with a phone that is taken: submitting says what converting said', async () => {
    const [twice, fresh] = [freshPhone(), freshPhone()];
    const converted = rowsOf(
      await convertFile(
        admin,
        demo.home.building,
        csv([
          ['', 'Лапина', 'Вера', phoneOf(3)],
          ['901', 'Лапина', 'Вера', phoneOf(3)],
          ['', '', 'Вера', twice],
          ['901', 'Лапина', '', twice],
          ['\u200b', 'Лапина', 'Вера', fresh],
          ['', 'Лапина', 'Вера', '8 916 55'],
        ]),
      ),
    );
    const codes = [
      ['EMPTY_FIELD_UNIT', 'ALREADY_EXIST_PHONE'],
      ['UNAVAILABLE_UNIT', 'ALREADY_EXIST_PHONE'],
      ['EMPTY_FIELD_UNIT', 'EMPTY_FIELD_LAST_NAME'],
      ['UNAVAILABLE_UNIT', 'EMPTY_FIELD_FIRST_NAME', 'ALREADY_EXIST_PHONE'],
      ['EMPTY_FIELD_UNIT'],
      ['EMPTY_FIELD_UNIT', 'INCORRECT_FORMAT_PHONE'],
    ];
    expect(converted.map(({ errors }) => errors)).toEqual(codes);
    const answer = outcomesOf(await submit(converted));
    expect(answer.created).toBe(0);
    expect(answer.rows.map(({ row: at, errors }) => [at, errors])).toEqual(
      converted.map(({ row: at, errors }) => [at, errors]),
    );
    // A name that is missing of a row with a unit.
    const named = outcomesOf(await submit([row({ first_name: '', phone_number: phoneOf(3) })]));
    expect(named.rows[0]?.errors).toEqual(['EMPTY_FIELD_FIRST_NAME', 'ALREADY_EXIST_PHONE']);
  });

  it('IMPORT-12: a whole list of as many rows as may be, with the longest names, fits one call', async () => {
    const name = 'Ы'.repeat(TEXT.personName.max);
    // A twentieth of them is sent: the whole is the bench's.
    const sent = IMPORT.rows / 20;
    const rows = Array.from({ length: sent }, (_, at) =>
      row({
        id: null,
        first_name: name,
        last_name: name,
        phone_number: `+7${9_180_000_000 + at}`,
        row: at + IMPORT.rows,
      }),
    );
    expect(Buffer.byteLength(JSON.stringify(rows)) * 20).toBeLessThan(IMPORT.submission);
    const answer = outcomesOf(await submit(rows));
    expect([answer.created, answer.rows.length]).toEqual([0, sent]);
    expect(answer.rows.at(-1)).toEqual({ row: IMPORT.rows + sent - 1, user: null, errors: ['UNAVAILABLE_UNIT'] });
  });

  it.each([
    ['nothing', ''],
    ['no JSON', '{'],
    ['no list', '{"a":1}'],
    ['an empty list', '[]'],
    ['a list of texts', '["a"]'],
    ['ids of another kind', '[{"id":"1"}]'],
    ['a huge id', '[{"id":99999999999}]'],
    ['a cell without end', JSON.stringify([{ id: 1, last_name: 'a'.repeat(1001) }])],
    ['a character no database keeps', '[{"id":1,"last_name":"\\u0000"}]'],
  ])('bad input: %s is refused with 400', async (_what, text) => {
    const answer = await admin.call('POST', { url: SUBMIT, fields: { convert_residents_result: text } });
    expect(answer.status).toBe(400);
  });
});

it('a list in a field of another name is told of by the name that is expected', async () => {
  const files = [{ field: 'list', name: 'list.json', bytes: Buffer.from('[]') }];
  const answer = await admin.call('POST', { url: SUBMIT, files });
  const sentence = 'файл ожидается в поле «convert_residents_result», а пришёл в другом';
  expect([answer.status, answer.body.convert_residents_result]).toEqual([400, [sentence]]);
});

describe('a submission that is repeated', () => {
  const key = () => `test-${freshPhone()}-key`;

  it('under its key is answered as the first was and creates nobody, invites nobody', async () => {
    const [name, phone] = [key(), stored(freshPhone())];
    const rows = [row({ phone_number: phone }), row({ phone_number: 'x' })];
    const first = await submit(rows, name);
    const again = await submit(rows, name);
    expect(first.status).toBe(200);
    expect(again.text).toBe(first.text);
    expect(await personOf(phone)).toHaveLength(1);
    await allInvited();
    expect(await messagesTo(phone)).toBe(1);
  });

  it.each([
    ['60 rows, kept as a whole in the order of the file', 60, 60],
    ['250 rows, kept as a whole in the order of the file', 250, 250],
    ['60 rows, kept in slices of 25', 60, 25],
    ['60 rows, kept in slices of 50 of which the last is missing', 60, 50],
    ['250 rows, kept in slices of 100', 250, 100],
    ['450 rows, kept in slices of 200 of which the last is missing', 450, 200],
  ])('IMPORT-12: sent again after an upgrade nobody stands twice: %s', async (_what, count, size) => {
    const list = Array.from({ length: count }, (_, at) => ({
      ...row({ phone_number: stored(freshPhone()) }),
      row: at + 2,
    }));
    const key = `before-the-upgrade-${count}-${size}`;
    const first = outcomesOf(await submit(list, key)).rows;
    // The kept run is rewritten in the form of the former version.
    const runs = app.database.kysely;
    const mine = runs.selectFrom('import_runs').selectAll().where('key', 'like', `${key}%`);
    const [kept] = await mine.execute();
    await runs.deleteFrom('import_runs').where('key', 'like', `${key}%`).execute();
    const phones = new Map(list.map(({ row: at, phone_number }) => [at, phone_number]));
    const inOrder =
      size === count
        ? first
        : [...first].sort((a, b) => ((phones.get(a.row) ?? '') < (phones.get(b.row) ?? '') ? -1 : 1));
    const slices = Array.from({ length: Math.ceil(count / size) }, (_, at) =>
      inOrder.slice(at * size, (at + 1) * size),
    );
    if (slices.length > 1) {
      // A process that ended before the last slice has made none of its residents.
      for (const { user } of slices.pop() ?? []) {
        await runs
          .updateTable('users')
          .set({ status: 'deleted', phone: null })
          .where('id', '=', Number(user))
          .execute();
      }
    }
    for (const [at, rows] of slices.entries()) {
      const answer = JSON.stringify({ params: { created: rows.length, rows } });
      await runs
        .insertInto('import_runs')
        .values({
          user_id: admin.id,
          key: at ? `${key}#${at * size}` : key,
          body: String(kept?.body),
          created_at: app.now(),
          answer,
        })
        .execute();
    }
    const again = outcomesOf(await submit(list, key)).rows;
    expect(again.map((one) => one.row).sort((a, b) => a - b)).toEqual(list.map((one) => one.row));
    expect(again.flatMap(({ errors }) => errors)).toEqual([]);
    const users = new Map(again.map((one) => [one.row, one.user]));
    for (const one of slices.flat()) expect(users.get(one.row)).toBe(one.user);
    for (const { phone_number } of list) expect(await personOf(phone_number)).toHaveLength(1);
    expect(new Set(users.values()).size).toBe(count);
  });

  it('many times at once is carried out once', async () => {
    const [name, phone] = [key(), stored(freshPhone())];
    const rows = [row({ phone_number: phone })];
    const answers = await Promise.all(Array.from({ length: 6 }, () => submit(rows, name)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(outcomesOf(answers[0] as (typeof answers)[0]).created).toBe(1);
    expect(await personOf(phone)).toHaveLength(1);
  });

  it('with other rows under the same key is a conflict; by somebody else it is another submission', async () => {
    const name = key();
    await submit([row()], name);
    expect((await submit([row()], name)).status).toBe(409);
    const colleague = await newPerson(app);
    expect(outcomesOf(await submit([row()], name, colleague)).created).toBe(1);
  });

  it('without a key finds the phones taken', async () => {
    const rows = [row()];
    await submit(rows);
    expect(outcomesOf(await submit(rows))).toMatchObject({ created: 0, rows: [{ errors: ['ALREADY_EXIST_PHONE'] }] });
  });

  it('a key of another shape is refused', async () => {
    expect((await submit([row()], 'a b')).status).toBe(400);
  });
});

describe('rights', () => {
  it('flats of entrances and buildings that are not held are not available, whatever id is named', async () => {
    const phone = stored(freshPhone());
    for (const porch of [demo.home.otherPorch, demo.away.porch]) {
      const narrow = await newPerson(app, { porches: [porch] });
      const { created, rows } = outcomesOf(await submit([row({ phone_number: phone })], undefined, narrow));
      expect([created, rows[0]?.errors]).toEqual([0, ['UNAVAILABLE_UNIT']]);
    }
    expect(await personOf(phone)).toEqual([]);
  });

  it('residents for reading alone: 403', async () => {
    const reader = await newPerson(app, { levels: { residents: 'read' } });
    expect((await submit([row()], undefined, reader)).status).toBe(403);
  });
});
