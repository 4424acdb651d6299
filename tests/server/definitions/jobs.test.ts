// Runs on PostgreSQL too: generated SQL.
import { sql } from 'kysely';
import { csvText } from '#console/data/export/csv.ts';
import { exportFields, spreadsheetRows } from '#console/engine/list/export/export-rows.ts';
import { text } from '#i18n/text.ts';
import { calendarFields } from '#resources/language/calendar.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { getGrouping, groupFilter } from '#resources/language/groups.ts';
import { isEmpty, toId } from '#resources/language/kinds/ids.ts';
import { ID_MAX } from '#resources/language/kinds/kind.ts';
import type { Move } from '#resources/language/kinds/state.ts';
import { getPointerTo, getTraits } from '#resources/language/kinds/traits.ts';
import { askedFields, listMoves } from '#resources/language/moves.ts';
import { sentFields } from '#resources/language/payload.ts';
import { totalledFields } from '#resources/language/totals.ts';
import { wireName } from '#resources/language/wire-keys.ts';
import type { RecordGroups, RecordHistory, RecordTotals } from '#resources/protocol/definitions/records.ts';
import { createHeadingCounter, importFields, readSectionRows } from '#resources/rules/import/fields.ts';
import { readImportSheet } from '#resources/rules/import/sheet.ts';
import { isFreeText } from '#server/records/columns.ts';
import { throughExcel } from '#tests/support/import/russian-excel.ts';
import { JOB_CASES, type JobPlaces } from '#tests/support/job-records.ts';
import { JOBS, jobFiles, jobSection } from '#tests/support/job-sections.ts';
import { readDemoCompany } from '#tests/support/server/demo-company.ts';
import { picture } from '#tests/support/server/files.ts';
import { newPerson, type Person } from '#tests/support/server/people.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';
import { wrongValues } from '#tests/support/wrong-values.ts';

// Parts of the console's export ask what a browser remembers; here nothing is remembered.
Object.assign(globalThis, { localStorage: { getItem: () => null } });

type Wire = Record<string, unknown> & { id: number };
type Who = 'author' | 'writer' | 'employee' | 'reader';

let app: TestApp;
let people: Record<Who | 'away', Person>;
let places: JobPlaces;
let addresses: ReadonlyMap<number, string>;
beforeAll(async () => {
  app = await openTestApp({ definitions: jobFiles() });
  const { home, away } = await readDemoCompany(app);
  const { kysely } = app.database;
  const levels = (level: string) => ({
    ...Object.fromEntries(JOBS.map((name) => [name, level])),
    employees: 'read',
    residents: 'read',
  });
  const staff = (level: string, porches?: readonly number[]) =>
    newPerson(app, { levels: levels(level) as never, ...(porches ? { porches } : {}) });
  people = {
    author: await staff('write'),
    writer: await staff('write'),
    employee: await staff('read'),
    reader: await staff('read'),
    away: await staff('write', [away.porch]),
  };
  const units = await kysely
    .selectFrom('units')
    .innerJoin('porches', 'porches.id', 'units.porch_id')
    .where('porches.building_id', '=', home.building)
    .where('units.unit_type', '=', 'flat')
    .orderBy('units.id')
    .select('units.id')
    .limit(3)
    .execute();
  const { user_id } = await kysely
    .selectFrom('residents_units')
    .innerJoin('users', 'users.id', 'residents_units.user_id')
    .where('residents_units.unit_id', 'in', [...units.map(({ id }) => id)])
    .where('users.status', '!=', 'deleted')
    .select('residents_units.user_id')
    .executeTakeFirstOrThrow();
  const { street, number } = (await people.writer.get(`/api/crm/buildings/${home.building}/`)).body;
  addresses = new Map([[home.building, `${street}, ${number}`]]);
  places = {
    building: home.building,
    flats: units.map(({ id }) => id),
    employee: people.employee.id,
    resident: user_id,
    parking: 0,
    today: app.now().toISOString().slice(0, 10),
  };
});
afterAll(() => app?.close());

/** A value as a form would send it: what is pointed at by its id. */
const plain = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(plain)
    : typeof value === 'object' && value !== null && 'label' in value && 'id' in value
      ? value.id
      : value;
const plainRecord = (record: object): Wire =>
  Object.fromEntries(Object.entries(record).map(([wire, value]) => [wire, plain(value)])) as Wire;
/** The messages at the fields of a refused record. */
const saidAt = ({ request_id: _, ...fields }: object & { request_id?: unknown }) =>
  fields as Record<string, readonly string[]>;
const json = (query: object) =>
  `?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, JSON.stringify(value)]))}`;

describe.each(JOBS)('the section %s', (name) => {
  const url = `/api/records/${name}`;
  const resource: Resource = jobSection(name);
  const { record, change, mistakes, moves = {} } = JOB_CASES[name];
  const wires = Object.entries(resource.fields).map(([field, one]) => ({
    name: field,
    field: one,
    wire: wireName(field, one),
  }));
  const inForm = new Set(sentFields(resource));
  const written = wires.filter((one) => inForm.has(one.name));
  let ids: number[] = [];

  const list = async (query: object = {}, by = people.writer): Promise<Wire[]> => {
    const answer = await by.get(`${url}${json({ range: [0, 49], ...query })}`);
    expect([query, answer.status, answer.status === 200 ? '' : answer.text]).toEqual([query, 200, '']);
    return (answer.list as unknown as Wire[]).map(plainRecord);
  };
  const idsOf = (records: readonly Wire[]) => records.map(({ id }) => id).sort((one, other) => one - other);
  const make = async (values: object): Promise<number> => {
    const answer = await people.author.post(url, values);
    expect([answer.status, answer.status === 201 ? '' : answer.text]).toEqual([201, '']);
    return Number(answer.body.id);
  };
  const read = async (id: number) => plainRecord((await people.writer.get(`${url}/${id}`)).body);

  beforeAll(async () => {
    if (name === 'parking-places' || places.parking) return;
    const made = await people.author.post('/api/records/parking-places', {
      ...JOB_CASES['parking-places'].record(places, 1),
      number: '0777',
    });
    places = { ...places, parking: Number(made.body.id) };
  });

  test('begins empty and takes sound records', async () => {
    expect(await list()).toHaveLength(0);
    for (const n of [1, 2, 3]) {
      const values = record(places, n);
      const id = await make(values);
      ids.push(id);
      expect(await read(id)).toMatchObject(sent(values));
    }
    expect(idsOf(await list())).toEqual(ids);
    expect(await list({}, people.reader)).toHaveLength(3);
    expect(await list({}, people.away)).toHaveLength(resource.building === undefined ? 3 : 0);
  });

  /** The part of a payload that an answer has to show, without cells that rows compute. */
  const sent = (values: object) =>
    Object.fromEntries(
      Object.entries(values).map(([wire, value]) => {
        const rows = wires.find((one) => one.wire === wire && getTraits(one.field).rows);
        return [wire, rows ? (value as object[]).map((row) => expect.objectContaining(row)) : value];
      }),
    );

  test('refuses what its rules refuse, at its field, in Russian', async () => {
    const faults: unknown[] = [];
    const refused = async (values: object, wire: string, sentence?: string) => {
      const { status, body } = await people.author.post(url, { ...record(places, 1), ...values });
      const said = saidAt(body);
      const at = Object.keys(said).find((key) => key === wire || key.startsWith(`${wire}.`));
      const isRight = at !== undefined && (sentence ? said[at]?.includes(sentence) : /[а-яё]/i.test(String(said[at])));
      if (status !== 400 || !isRight) faults.push({ values, wire, sentence, status, body });
    };
    for (const [wire, value] of wrongValues(resource)) await refused({ [wire]: value }, wire);
    for (const [wrong, wire, sentence] of mistakes) await refused(wrong(places), wire, sentence);
    for (const { wire, field } of written) if (field.unique) await refused({}, wire, 'уже занято');
    expect(faults).toEqual([]);
    expect(await list()).toHaveLength(3);
    // Every sentence that the definition has of its own is heard.
    const moveMistakes = Object.values(moves).flatMap(({ mistake }) => (mistake ? [mistake] : []));
    const heard = new Set([...mistakes, ...moveMistakes].map(([, , sentence]) => sentence));
    const own = [
      ...(resource.checks ?? []).flatMap(({ field, message }) => (inForm.has(field) ? [message] : [])),
      ...written.flatMap(({ field }) => ('mismatch' in field ? [String(field.mismatch)] : [])),
    ];
    expect(own.filter((sentence) => !heard.has(sentence))).toEqual([]);
  });

  test('is changed, which its history says, by nobody who may not', async () => {
    const [id = 0] = ids;
    const { record_version } = await read(id);
    const values = { ...record(places, 1), ...change, record_version };
    expect((await people.reader.put(`${url}/${id}`, values)).status).toBe(403);
    if (resource.building) expect((await people.away.put(`${url}/${id}`, values)).status).toBe(404);
    const saved = await people.writer.put(`${url}/${id}`, values);
    expect([saved.status, plainRecord(saved.body)]).toMatchObject([200, sent(change)]);
    expect((await people.author.put(`${url}/${id}`, values)).status).toBe(409);
    const { results } = (await people.reader.get(`${url}/${id}/history/`)).body as unknown as RecordHistory;
    expect(results.map(({ action, by }) => [action, by?.user])).toEqual([
      ['update', people.writer.id],
      ['create', people.author.id],
    ]);
    const hidden = new Set(wires.flatMap(({ wire, field }) => (field.see ? [wire] : [])));
    const changed = Object.keys(change).filter((wire) => !hidden.has(wire));
    expect(results[0]?.changes.map(({ field }) => field)).toEqual(expect.arrayContaining(changed));
  });

  test('is searched, filtered and sorted by all that it names', async () => {
    const all = await list();
    const [first] = all.filter(({ id }) => id === ids[0]);
    if (!first) throw new Error('The first record is gone');
    for (const field of resource.list.search ?? []) {
      const one = wires.find(({ name: known }) => known === field);
      const q = String(one && first[one.wire]);
      if (q !== '' && q !== 'null')
        expect([field, idsOf(await list({ filter: { q } }))]).toEqual([field, expect.arrayContaining([first.id])]);
    }
    for (const { wire, field } of wires) {
      const value = [first[wire]].flat()[0];
      if (!(field.filter || field.related) || isEmpty(value)) continue;
      // A box that was never ticked is found with those that are not.
      const holds = (other: Wire) =>
        [other[wire]].flat().some((one) => (typeof value === 'boolean' ? Boolean(one) === value : one === value));
      const matching = await list({ filter: { [wire]: value } });
      if (!isFreeText(field)) expect([wire, idsOf(matching)]).toEqual([wire, idsOf(all.filter(holds))]);
      expect(idsOf(matching)).toContain(first.id);
      if (!getTraits(field).isRanged) continue;
      const beyond = (side: 1 | -1) =>
        idsOf(all.filter((other) => !isEmpty(other[wire]) && side * compare(other[wire], value) >= 0));
      expect(idsOf(await list({ filter: { [`${wire}_gte`]: value } }))).toEqual(beyond(1));
      expect(idsOf(await list({ filter: { [`${wire}_lte`]: value } }))).toEqual(beyond(-1));
    }
    for (const { wire, field } of wires) {
      if (getTraits(field).order !== 'everywhere') continue;
      const by = async (order: string) => (await list({ sort: [wire, order] })).map((one) => one[wire]);
      const [rising, falling] = [await by('ASC'), await by('DESC')].map((values) =>
        values.filter((one) => !isEmpty(one)),
      );
      expect([wire, falling?.reverse()]).toEqual([wire, rising]);
      if (getTraits(field).isRanged) expect([wire, [...(rising ?? [])].sort(compare)]).toEqual([wire, rising]);
    }
  });

  test('is added up, grouped and laid out by what it holds', async () => {
    const all = await list();
    const totals = (await people.writer.get(`${url}/totals/`)).body as unknown as RecordTotals;
    expect(totals.count).toBe(3);
    for (const { wire, figures } of totalledFields(resource)) {
      const sum = all.reduce((before, one) => before + Number(one[wire] ?? 0), 0);
      if (figures.includes('sum')) expect(Number(totals.totals[wire]?.sum)).toBeCloseTo(sum, 6);
    }
    for (const { name: field, wire, field: one } of wires) {
      if (getGrouping(one) === null) continue;
      const answer = await people.writer.get(`${url}/groups/?by=${wire}`);
      const { groups } = answer.body as unknown as RecordGroups;
      expect([wire, answer.status, groups.reduce((count, group) => count + group.count, 0)]).toEqual([wire, 200, 3]);
      for (const group of groups) {
        const filter = groupFilter(field, one, plain(group.value), {});
        expect([filter, (await list({ filter })).length]).toEqual([filter, group.count]);
      }
    }
    const calendar = calendarFields(resource);
    if (calendar) {
      const [first] = all;
      const on = String(first?.[calendar.from.wire]);
      expect((await list({ days: [on, on] })).map(({ id }) => id)).toContain(first?.id);
      expect(await list({ days: null })).toEqual([]);
    }
    for (const { wire, field } of wires) {
      if (!getPointerTo(field, 'records')) continue;
      const held = all.flatMap((one) => toId([one[wire]].flat()[0]) ?? []);
      if (!held.length) continue;
      const { status, list: offered } = await people.writer.get(`${url}/references/${wire}/?ids=${held.join()}`);
      expect([wire, status, offered.map(({ id }) => Number(id)).sort()]).toEqual([
        wire,
        200,
        [...new Set(held)].sort(),
      ]);
    }
  });

  const allowed: Readonly<Record<Who, (who: Move['who']) => boolean>> = {
    author: (who) => !who || who.level !== undefined || who.author === true,
    writer: (who) => !who || who.level !== undefined,
    employee: (who) => who?.level === 'read' || (who?.person?.length ?? 0) > 0,
    reader: (who) => who?.level === 'read',
  };
  const upload = (by: Person) => async () => {
    const files = [{ field: 'attachments', name: 'подпись.png', bytes: await picture('png', 64, 32) }];
    const { list: uploaded } = await by.call('POST', { url: '/api/authorized/attachments/', files });
    return Number(uploaded[0]?.id);
  };
  /** Puts a record into a state without a move. */
  const put = (id: number, values: object) =>
    sql`update records set data = data || ${JSON.stringify(values)}::jsonb where id = ${id}`.execute(
      app.database.kysely,
    );

  test('is moved by those who may, when they may, with what each move asks for', async () => {
    const every = listMoves(resource);
    expect(Object.keys(moves).sort()).toEqual(every.map(({ move }) => move.name).sort());
    for (const { state, move } of every) {
      const { values = () => ({}), ready = () => ({}), waiting, mistake } = moves[move.name] ?? {};
      const id = await make({ ...record(places, 1), ...fresh() });
      const go = async (by: Person, given: object) => by.post(`${url}/${id}/move/`, { move: move.name, values: given });
      const allWho = Object.keys(allowed) as Who[];
      const firstWho = allWho.find((who) => allowed[who](move.who)) ?? 'author';
      for (const who of allWho) {
        const [by, may] = [people[who], allowed[who](move.who)];
        // One of those who may moves it from each state, the others from the first one.
        for (const from of who === firstWho ? move.from : move.from.slice(0, 1)) {
          await put(id, { ...ready(places), [state.wire]: from });
          const kept = await read(id);
          const needed = askedFields(resource, move).filter(
            ({ field, wire }) => field.required === true && isEmpty(kept[wire]),
          );
          if (may && needed.length) {
            const { status, body } = await go(by, {});
            expect([move.name, status, saidAt(body)]).toMatchObject([
              move.name,
              400,
              Object.fromEntries(needed.map(({ wire }) => [wire, ['обязательное поле']])),
            ]);
          }
          if (may && mistake) {
            const [wrong, field, sentence] = mistake;
            const { status, body } = await go(by, wrong);
            expect([move.name, status, saidAt(body)]).toEqual([move.name, 400, { [field]: [sentence] }]);
          }
          const given = may ? await values(places, upload(by)) : {};
          const answer = await go(by, given);
          const what = [move.name, who, from];
          expect([...what, answer.status, answer.status === (may ? 200 : 403) ? '' : answer.text]).toEqual([
            ...what,
            may ? 200 : 403,
            '',
          ]);
          if (!may) continue;
          expect(await read(id)).toMatchObject({ [state.wire]: move.to, ...withoutFiles(given) });
          expect([what, (await by.post(`${url}/${id}/move/undo/`)).status]).toEqual([what, 200]);
          expect(await read(id)).toMatchObject({ [state.wire]: from });
        }
      }
      const by = people[firstWho];
      expect([move.when !== undefined, waiting !== undefined]).toEqual([
        move.when !== undefined,
        move.when !== undefined,
      ]);
      if (waiting && move.when) {
        await put(id, { ...waiting(places), [state.wire]: move.from[0] });
        const { status, body } = await go(by, {});
        expect([status, body.detail]).toEqual([409, move.when.hint]);
      }
      const last = state.process.states.find(({ value }) => !move.from.includes(value))?.value;
      await put(id, { ...ready(places), [state.wire]: last });
      expect([move.name, (await go(by, {})).status]).toEqual([move.name, 409]);
      await people.author.remove(`${url}/${id}`);
    }
  });

  /** Values in place of those that no two records share. */
  const fresh = () =>
    Object.fromEntries(
      written.flatMap(({ wire, field }) =>
        field.unique && !getPointerTo(field, 'unit') ? [[wire, `${String(record(places, 1)[wire])}9`]] : [],
      ),
    );
  const withoutFiles = (values: object) =>
    Object.fromEntries(
      Object.entries(values).filter(([wire]) =>
        wires.every((one) => one.wire !== wire || !getPointerTo(one.field, 'files')),
      ),
    );

  test('goes into a CSV file and a workbook and comes back from them as it was', async () => {
    const inFiles = new Set(importFields(resource).map(({ wire }) => wire));
    const carried = wires.filter(({ wire, field }) => inFiles.has(wire) || field.computed !== undefined);
    const told = (records: readonly Wire[]) =>
      records.map((one) => JSON.stringify(carried.map(({ wire }) => [wire, one[wire]]))).sort();
    const before = told(await list());
    for (const form of ['csv', 'xlsx'] as const) {
      const { list: batch } = await people.writer.get(`${url}?before=${ID_MAX}`);
      const header = exportFields(resource).map(([, { label }]) => label ?? '');
      const words = { getAddress: (id: number) => addresses.get(id), translate: text };
      const csv = csvText(header, spreadsheetRows(resource, batch as never, words), true);
      for (const { id } of batch) expect((await people.writer.remove(`${url}/${id}`)).status).toBe(200);
      const bytes = form === 'csv' ? new TextEncoder().encode(csv) : throughExcel(csv);
      const loaded = readSectionRows(resource, await readImportSheet(bytes, 100, createHeadingCounter(resource)));
      const rows = loaded?.rows;
      // Fields that moves alone ask for have a column that no file fills in.
      const strangers = exportFields(resource).flatMap(([field, { label, computed }]) =>
        inFiles.has(wireName(field, resource.fields[field] ?? { kind: 'text' })) || computed !== undefined
          ? []
          : [label],
      );
      expect(loaded?.strangers).toEqual(strangers);
      for (const check of [true, false]) {
        const answer = await people.writer.post(`${url}/import/`, { key: `${name}-${form}`, check, rows });
        const outcomes = answer.body.rows as unknown as { errors: object }[];
        expect([answer.status, outcomes?.map(({ errors }) => errors)]).toEqual([200, [{}, {}, {}]]);
      }
      expect(told(await list())).toEqual(before);
    }
    ids = idsOf(await list());
  });

  test('is deleted by who may, and brought back', async () => {
    const [id = 0] = ids;
    const { record_version: _, ...before } = await read(id);
    expect((await people.reader.remove(`${url}/${id}`)).status).toBe(403);
    expect((await people.writer.remove(`${url}/${id}`)).status).toBe(200);
    expect((await people.writer.get(`${url}/${id}`)).status).toBe(404);
    expect(idsOf(await list())).toEqual(ids.slice(1));
    expect((await people.writer.post(`${url}/${id}/restore/`)).status).toBe(200);
    expect(await read(id)).toMatchObject(before);
    const { results } = (await people.writer.get(`${url}/${id}/history/`)).body as unknown as RecordHistory;
    expect(results.slice(0, 2).map(({ action }) => action)).toEqual(['restore', 'delete']);
    for (const one of ids) await people.writer.remove(`${url}/${one}`);
    expect(await list()).toEqual([]);
  });
});

/** Numbers by their size, days and times by their text. */
function compare(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return String(one) < String(other) ? -1 : String(one) > String(other) ? 1 : 0;
}

test('what refers to a deleted record loses it, or keeps it from being deleted', async () => {
  const { author } = people;
  const permit = await author.post('/api/records/parking-permits', JOB_CASES['parking-permits'].record(places, 1));
  expect([permit.status, plainRecord(permit.body)]).toMatchObject([201, { place: places.parking }]);
  expect((await author.remove(`/api/records/parking-places/${places.parking}`)).status).toBe(200);
  expect((await author.get(`/api/records/parking-permits/${permit.body.id}`)).body.place).toBeNull();

  const passports = '/api/records/equipment-passports';
  const whole = (await author.post(passports, JOB_CASES['equipment-passports'].record(places, 1))).body.id;
  const part = { ...JOB_CASES['equipment-passports'].record(places, 2), inside: whole };
  const made = await author.post(passports, part);
  expect([made.status, plainRecord(made.body)]).toMatchObject([201, { inside: whole }]);
  const refused = await author.remove(`${passports}/${whole}`);
  expect([refused.status, refused.body.detail]).toEqual([409, expect.stringMatching(/«Паспорта оборудования»/)]);
  const round = await author.put(`${passports}/${whole}`, { inside: made.body.id });
  expect([round.status, Object.keys(saidAt(round.body))]).toEqual([400, ['inside']]);
});
