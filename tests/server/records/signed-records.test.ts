// Runs on PostgreSQL too: indexes of whether a value is there.
import { readFileSync } from 'node:fs';
import { formatStrokes, type Point, SHEET } from '#resources/rules/strokes.ts';
import { type DemoCompany, readDemoCompany } from '#tests/support/server/demo-company.ts';
import { picture } from '#tests/support/server/files.ts';
import { newPerson, type Person } from '#tests/support/server/people.ts';
import { chance } from '#tests/support/server/seeded-random.ts';
import { type Answer, openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

const NAMES = ['floor-plans', 'extinguishers'] as const;
const read = (name: string) => readFileSync(new URL(`../../../docs/examples/${name}.json`, import.meta.url), 'utf8');
const [PLANS, ITEMS] = NAMES.map((name) => `/api/records/${name}`) as [string, string];
const START = Date.parse('2026-11-28T12:00:00.000Z');
const DRAWING = 'M120 40l30 20 15 -8M130 90l60 0';

/** A section whose records have their plans themselves. */
const SPOTS = {
  name: 'spots',
  section: 'spots',
  icon: 'inventory',
  words: { one: 'место', few: 'места', many: 'мест', accusative: 'место', gender: 'n', plural: 'места' },
  fields: {
    title: { kind: 'text', label: 'Название', required: true },
    scheme: { kind: 'files', label: 'План' },
    place: { kind: 'point', label: 'Где', plan: 'scheme' },
  },
  list: { layout: 'table', columns: ['title', 'place'], menu: ['edit', 'hold-delete'] },
  form: [{ fields: ['title', 'scheme', 'place'] }],
};
const SPOTS_URL = '/api/records/spots';

let app: TestApp;
let demo: DemoCompany;
let writer: Person;
let moment = START;
beforeAll(async () => {
  app = await openTestApp({
    now: () => new Date(moment),
    definitions: { ...Object.fromEntries(NAMES.map((name) => [`${name}.json`, read(name)])), 'spots.json': SPOTS },
  });
  demo = await readDemoCompany(app);
  writer = await newPerson(app, { sections: [...NAMES, 'spots'] });
});
afterAll(() => app?.close());
beforeEach(() => {
  moment = START;
});

let count = 0;
const item = (more: object = {}) => {
  count += 1;
  return { tag: `ОП-${count}`, house: demo.home.building, ...more };
};
const created = async (url: string, payload: object): Promise<number> => {
  const { status, body } = await writer.post(url, payload);
  expect([status, body]).toEqual([201, expect.any(Object)]);
  return Number(body.id);
};
const shown = async (url: string, id: number) => (await writer.get(`${url}/${id}`)).body;
async function uploaded(by = writer, name = 'план.png'): Promise<number> {
  const files = [{ field: 'attachments', name, bytes: name.endsWith('.png') ? await picture() : Buffer.from('план') }];
  const { list } = await by.call('POST', { url: '/api/authorized/attachments/', files });
  return Number(list[0]?.id);
}
/** Status and messages of a refusal, by wire names. */
const refusal = ({ status, body: { request_id: _, ...messages } }: Answer) => [status, messages];
const found = async (filter: object) =>
  (await writer.get(`${ITEMS}?filter=${encodeURIComponent(JSON.stringify(filter))}`)).list.map(({ id }) => Number(id));

describe('a signature', () => {
  test('is dated by the server, whatever is sent, and keeps its date while it stays', async () => {
    const signed = { drawing: DRAWING, name: 'Котова А. И.' };
    const id = await created(ITEMS, item({ received: { ...signed, at: '2001-01-01T00:00:00.000Z' } }));
    const first = { ...signed, at: '2026-11-28T12:00:00.000Z' };
    expect(await shown(ITEMS, id)).toMatchObject({ received: first });
    moment += 3_600_000;
    // Fields that are not sent stay.
    const put = (received?: unknown) => writer.put(`${ITEMS}/${id}`, { received });
    // Sent back with another date, or with none: nobody has signed anew.
    for (const same of [{ ...first, at: null }, { ...first, at: '2001-01-01T00:00:00.000Z' }, signed])
      expect((await put(same)).body).toMatchObject({ received: first });
    expect((await put()).body).toMatchObject({ received: first });
    const again = { drawing: null, name: 'Ежов П. С.' };
    expect((await put(again)).body).toMatchObject({ received: { ...again, at: '2026-11-28T13:00:00.000Z' } });
    const { results } = (await writer.get(`${ITEMS}/${id}/history/`)).body as unknown as {
      results: { changes: { field: string; before: unknown; after: unknown }[] }[];
    };
    // A change that the history shows; what was sent unchanged is none.
    expect(results.flatMap(({ changes }) => changes.filter(({ field }) => field === 'received')).at(0)).toMatchObject({
      before: first,
      after: { ...again, at: '2026-11-28T13:00:00.000Z' },
    });
    expect((await put(null)).body).toMatchObject({ received: null });
  });

  test('a move asks for it, and a record that is brought back has it with its date', async () => {
    const id = await created(ITEMS, item());
    const move = (values: object) => writer.post(`${ITEMS}/${id}/move/`, { move: 'place', values });
    const unsigned = await move({});
    expect(refusal(unsigned)).toEqual([400, { received: expect.any(Array) }]);
    moment += 60_000;
    expect((await move({ received: { drawing: DRAWING } })).status).toBe(200);
    const received = { drawing: DRAWING, name: null, at: '2026-11-28T12:01:00.000Z' };
    expect(await shown(ITEMS, id)).toMatchObject({ stage: 'placed', received });
    expect((await writer.remove(`${ITEMS}/${id}`)).status).toBe(200);
    expect((await writer.post(`${ITEMS}/${id}/restore/`, {})).body).toMatchObject({ received });
  });

  test.each<[unknown, string]>([
    ['M1 1', 'это не подпись: нужна роспись или имя того, кто подписал'],
    [{ drawing: 'M1 1"/><script>alert(1)</script>' }, 'это не подпись: нужна роспись или имя того, кто подписал'],
    [{ drawing: '<svg onload=alert(1)>' }, 'это не подпись: нужна роспись или имя того, кто подписал'],
    [{ drawing: `M1 1l${'1 0 -1 0 '.repeat(5_000)}1 1` }, 'это не подпись: нужна роспись или имя того, кто подписал'],
    [{ drawing: DRAWING, svg: '<svg/>' }, 'это не подпись: нужна роспись или имя того, кто подписал'],
  ])('%# is refused', async (received, sentence) => {
    expect(refusal(await writer.post(ITEMS, item({ received })))).toEqual([400, { received: [sentence] }]);
  });

  test('is found by whether it is there, also where it is longer than an index holds', async () => {
    // Points without a pattern: PostgreSQL compresses a value before it asks whether an index holds it.
    const next = chance(1);
    const points = Array.from({ length: 800 }, (): Point => [next() * SHEET.width, next() * SHEET.height]);
    const long = formatStrokes([points]);
    expect(long.length).toBeGreaterThan(5_000);
    const with_ = await created(ITEMS, item({ received: { drawing: long } }));
    const without = await created(ITEMS, item());
    expect(await found({ received: true })).toEqual(expect.arrayContaining([with_]));
    expect(await found({ received: true })).not.toContain(without);
    expect(await found({ received: false })).toContain(without);
    expect(await found({ received: false })).not.toContain(with_);
    const wrong = await writer.get(`${ITEMS}?filter=${encodeURIComponent('{"received":"M1"}')}`);
    expect(wrong.status).toBe(400);
  });

  test('is never given to several records at once', async () => {
    const ids = [await created(ITEMS, item()), await created(ITEMS, item())];
    const { status } = await writer.post(`${ITEMS}/bulk/`, {
      do: 'change',
      ids,
      values: { received: { name: 'Котова' } },
    });
    expect(status).toBe(400);
    expect(await shown(ITEMS, ids[0] ?? 0)).toMatchObject({ received: null });
  });
});

describe('a point on a plan', () => {
  const plan = async (by = writer) => {
    const file = await uploaded(by);
    return { file, id: await created(PLANS, { title: `Этаж ${file}`, house: demo.home.building, pictures: [file] }) };
  };
  const elsewhere = [
    400,
    { place: ['картинки с этой точкой здесь больше нет: поставьте точку заново или уберите её'] },
  ];

  test('stands on a picture of the record that is referred to, and on no other', async () => {
    const [one, other] = [await plan(), await plan()];
    const place = { file: one.file, x: 0.25, y: 0.75 };
    const id = await created(ITEMS, item({ plan: one.id, place }));
    expect(await shown(ITEMS, id)).toMatchObject({ place });
    for (const wrong of [
      { ...place, file: other.file },
      { ...place, file: 2_000_000_000 },
    ]) {
      expect(refusal(await writer.put(`${ITEMS}/${id}`, { place: wrong }))).toEqual(elsewhere);
    }
    // Another plan needs another point.
    expect(refusal(await writer.put(`${ITEMS}/${id}`, { plan: other.id }))).toEqual(elsewhere);
    const moved = await writer.put(`${ITEMS}/${id}`, { plan: other.id, place: { ...place, file: other.file } });
    expect(moved.status).toBe(200);
    expect(await found({ place: true })).toContain(id);
    const without = await writer.post(ITEMS, item({ place }));
    expect(refusal(without)).toEqual([400, { place: expect.any(Array) }]);
  });

  test('stays where it was when its picture is replaced, and the record can still be changed', async () => {
    const { file, id: planId } = await plan();
    const id = await created(ITEMS, item({ plan: planId, place: { file, x: 0.5, y: 0.5 } }));
    await writer.put(`${PLANS}/${planId}`, { pictures: [await uploaded()] });
    const { record_version: _, ...record } = await shown(ITEMS, id);
    const { status, body } = await writer.put(`${ITEMS}/${id}`, { ...record, plan: planId, until: '2027-01-01' });
    expect([status, body]).toEqual([200, expect.objectContaining({ place: { file, x: 0.5, y: 0.5 } })]);
    expect(refusal(await writer.put(`${ITEMS}/${id}`, { place: { file, x: 0.6, y: 0.5 } }))).toEqual(elsewhere);
  });

  test('cannot be put on a plan of a closed section', async () => {
    const { file, id: planId } = await plan();
    const stranger = await newPerson(app, { levels: { extinguishers: 'write', 'floor-plans': 'denied' } });
    const id = await created(ITEMS, item({ plan: planId }));
    const refused = await stranger.put(`${ITEMS}/${id}`, { place: { file, x: 0.5, y: 0.5 } });
    expect(refusal(refused)).toEqual(elsewhere);
  });

  test('stands on a picture of the record itself, which cannot go while the point stays', async () => {
    const [file, text] = [await uploaded(), await uploaded(writer, 'план.txt')];
    const place = { file, x: 0, y: 1 };
    const id = await created(SPOTS_URL, { title: 'Щит', scheme: [file, text], place });
    expect(refusal(await writer.put(`${SPOTS_URL}/${id}`, { place: { ...place, file: text } }))).toEqual(elsewhere);
    expect(refusal(await writer.put(`${SPOTS_URL}/${id}`, { scheme: [text] }))).toEqual(elsewhere);
    expect(await shown(SPOTS_URL, id)).toMatchObject({ scheme: [{ id: file }, { id: text }] });
    expect((await writer.put(`${SPOTS_URL}/${id}`, { scheme: [text], place: null })).body).toMatchObject({
      place: null,
    });
  });

  test.each([[{ file: 1, x: 2, y: 0 }], [{ file: 1, x: 0 }], ['0.5;0.5'], [[1, 0.5, 0.5]]])(
    '%j is refused',
    async (place) => {
      expect(refusal(await writer.post(SPOTS_URL, { title: 'Щит', place }))).toEqual([
        400,
        { place: ['это не точка на плане'] },
      ]);
    },
  );
});
