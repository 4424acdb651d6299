import { newPerson, type Person } from '#tests/support/server/people.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

const WORKS = '/api/records/works';

/** Paid works: the price and the contract are asked for only of paid ones, and the price is fixed once they are agreed upon. */
const WORKS_SECTION = {
  name: 'works',
  section: 'works',
  icon: 'build',
  words: { one: 'работа', few: 'работы', many: 'работ', accusative: 'работу', gender: 'f', plural: 'работы' },
  fields: {
    title: { kind: 'text', label: 'Что сделать', required: true },
    paid: { kind: 'checkbox', label: 'Платная' },
    price: { kind: 'money', label: 'Цена', when: 'paid', required: true, readonly: 'stage != "new"' },
    contract: { kind: 'text', label: 'Договор', when: 'price > 1000', wire: 'contract_number' },
    due: { kind: 'date', label: 'Срок', required: 'paid || title.startsWith("Срочно")' },
    stage: {
      kind: 'state',
      label: 'Состояние',
      states: [
        { value: 'new', label: 'Новая' },
        { value: 'agreed', label: 'Согласована' },
        { value: 'done', label: 'Сделана', final: true },
      ],
      moves: [
        { name: 'agree', label: 'Согласовать', from: ['new'], to: 'agreed', asks: [{ field: 'due' }] },
        { name: 'finish', label: 'Закончить', from: ['agreed'], to: 'done', asks: [{ field: 'price' }] },
      ],
    },
  },
  list: { layout: 'table', columns: ['title'], sort: { field: 'title', order: 'ASC' } },
  form: [{ fields: ['title', 'paid', 'price', 'contract', 'due'] }],
};

let app: TestApp;
let writer: Person;
beforeAll(async () => {
  app = await openTestApp({ definitions: { 'works.json': WORKS_SECTION } });
  writer = await newPerson(app, { levels: { works: 'write' } as never });
});
afterAll(() => app.close());

const errors = ({ request_id: _, ...fields }: Record<string, unknown>) => fields;
const work = (change: object = {}) => ({
  title: 'Покрасить забор',
  paid: true,
  price: 200_000,
  contract_number: '7',
  due: '2026-05-04',
  ...change,
});
const UNPAID = { paid: false, price: null, contract_number: null };
const stored = async (id: unknown) => (await writer.get(`${WORKS}/${id}`)).body;
const create = async (change: object = {}) => {
  const { status, body } = await writer.post(WORKS, work(change));
  return { status, errors: errors(body), record: status === 201 ? await stored(body.id) : null };
};

describe('a field that is asked for under a condition', () => {
  test('is kept while the condition is true, and has to be given then', async () => {
    const { record } = await create();
    expect(record).toMatchObject({ paid: true, price: 200_000, contract_number: '7' });
    expect((await create({ price: null, contract_number: null })).errors).toEqual({ price: ['обязательное поле'] });
  });

  test('is empty otherwise, and so is what hangs on it', async () => {
    const { status, record } = await create({ paid: false, price: null, contract_number: '', due: null });
    expect(status).toBe(201);
    expect(record).toMatchObject({ paid: false, price: null, contract_number: null });
  });

  test('takes no value then, which would be lost without a word', async () => {
    const needless = ['при таких значениях остальных полей не заполняется'];
    expect((await create({ paid: false, due: null })).errors).toEqual({ price: needless, contract_number: needless });
    expect((await create({ price: 50_000 })).errors).toEqual({ contract_number: needless });
    const { record } = await create(UNPAID);
    const many = await writer.post(`${WORKS}/bulk/`, { do: 'change', ids: [record?.id], values: { price: 100 } });
    expect(JSON.stringify(many.body)).toContain(needless[0]);
    expect(await stored(record?.id)).toMatchObject({ price: null });
  });

  test('is emptied by the change of another one, also of many records at once', async () => {
    const { record } = await create();
    const { status } = await writer.post(`${WORKS}/bulk/`, {
      do: 'change',
      ids: [record?.id],
      values: { paid: false },
    });
    expect(status).toBe(200);
    expect(await stored(record?.id)).toMatchObject({ paid: false, price: null, contract_number: null });
  });
});

describe('a field that is required under a condition', () => {
  test('has to be given while it is true', async () => {
    expect((await create({ due: null })).errors).toEqual({ due: ['обязательное поле'] });
    expect((await create({ ...UNPAID, title: 'Срочно: забор', due: '' })).errors).toEqual({
      due: ['обязательное поле'],
    });
    expect((await create({ ...UNPAID, due: null })).status).toBe(201);
  });

  test('also in the dialog of a move', async () => {
    const { record } = await create();
    const answer = await writer.post(`${WORKS}/${record?.id}/move/`, { move: 'agree', values: { due: null } });
    expect([answer.status, errors(answer.body)]).toEqual([400, { due: ['обязательное поле'] }]);
  });
});

describe('a field that is fixed under a condition', () => {
  test('is changed before, refused after, and may still be asked for by a move', async () => {
    const { record } = await create();
    const address = `${WORKS}/${record?.id}`;
    expect((await writer.call('PUT', { url: address, body: work({ price: 300_000 }) })).status).toBe(200);
    expect((await writer.post(`${address}/move/`, { move: 'agree', values: { due: '2026-05-05' } })).status).toBe(200);
    const refused = await writer.call('PUT', { url: address, body: work({ price: 400_000 }) });
    expect([refused.status, errors(refused.body)]).toEqual([400, { price: ['сейчас это поле не меняют'] }]);
    // The same value is no change.
    expect((await writer.call('PUT', { url: address, body: work({ price: 300_000, title: 'Ворота' }) })).status).toBe(
      200,
    );
    const finished = await writer.post(`${address}/move/`, { move: 'finish', values: { price: 350_000 } });
    expect(finished.status).toBe(200);
    expect(await stored(record?.id)).toMatchObject({ title: 'Ворота', price: 350_000, stage: 'done' });
  });
});
