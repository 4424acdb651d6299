import { fieldSentences, onFailure } from '#console/data/http/failures.ts';
import { makeDataProvider } from '#console/data/providers/providers.ts';
import { fieldErrors } from '#console/data/providers/wire.ts';
import { session } from '#console/data/session/session.ts';
import { madeUp } from '#tests/support/console/definitions.ts';
import { serveAnswers } from '#tests/support/console/server.ts';

const SCOPED = madeUp({
  building: 'house',
  fields: {
    label: { kind: 'text', label: 'Что открывает', required: true },
    house: { kind: 'building', label: 'Дом', required: true },
  },
  list: { layout: 'table', columns: ['label', 'house'] },
  form: [{ fields: ['label', 'house'] }],
});
const LIST = {
  pagination: { page: 2, perPage: 10 },
  sort: { field: 'label', order: 'DESC' },
  filter: { place: 'safe' },
} as const;

describe('a section that another server keeps in this dialect', () => {
  const foreign = madeUp({
    api: { dialect: 'simple-rest', path: '/api/foreign/keys/', paging: 'none', update: 'PATCH' },
  });

  test('is spoken to with the final slash and by the method that its definition names', async () => {
    const server = serveAnswers({
      'GET /api/foreign/keys/4/': { json: { id: 4, label: 'Подвал' } },
      'PATCH /api/foreign/keys/4/': { json: { id: 4, label: 'Чердак' } },
      'POST /api/foreign/keys/': { status: 201, json: { id: 5 } },
      'DELETE /api/foreign/keys/4/': { json: {} },
    });
    const provider = makeDataProvider([foreign]);
    const { data } = await provider.getOne('keys', { id: 4 });
    await provider.update('keys', { id: 4, data: { label: 'Чердак' }, previousData: data });
    await provider.create('keys', { data: { label: 'Сарай' } });
    await provider.delete('keys', { id: 4, previousData: data });
    expect(server.calls.map(({ method }) => method)).toEqual(['GET', 'PATCH', 'POST', 'DELETE']);
  });

  test('a whole list that counts nothing is sorted and paged here', async () => {
    const all = Array.from({ length: 23 }, (_, at) => ({ id: at + 1, label: `Ключ ${at + 1}` }));
    const server = serveAnswers({ 'GET /api/foreign/keys/': { json: all } });
    const answer = await makeDataProvider([foreign]).getList('keys', { ...LIST, filter: {} });
    expect(server.calls[0]?.url).toMatch(/^\/api\/foreign\/keys\/\?/);
    expect(answer.total).toBe(23);
    expect(answer.data.map(({ label }) => label)[0]).toBe('Ключ 13');
    expect(answer.data).toHaveLength(10);
  });
});

describe('a section without an API of its own', () => {
  test('is listed by range, with sort and filter as ra-data-simple-rest says them', async () => {
    session.token.set('stored');
    const server = serveAnswers({
      'GET /api/records/keys': {
        json: [{ id: 11, label: 'Чердак' }],
        headers: { 'content-range': 'records 10-19/23' },
      },
    });
    const answer = await makeDataProvider([madeUp()]).getList('keys', LIST);
    const query = new URLSearchParams(server.calls[0]?.url.split('?')[1]);
    expect(JSON.parse(query.get('sort') ?? '')).toEqual(['label', 'DESC']);
    expect(JSON.parse(query.get('range') ?? '')).toEqual([10, 19]);
    expect(JSON.parse(query.get('filter') ?? '')).toEqual({ kept_in: 'safe' });
    expect(query.has('buildings_id')).toBe(false);
    expect(server.calls[0]?.headers).toMatchObject({ authorization: 'Token stored' });
    expect(answer).toEqual({ data: [{ id: 11, label: 'Чердак' }], total: 23 });
  });

  test('SHELL-25: tied to buildings, it names the checked ones', async () => {
    const server = serveAnswers({
      'GET /api/records/keys': { json: [], headers: { 'content-range': 'records 0-0/0' } },
    });
    await makeDataProvider([SCOPED]).getList('keys', { ...LIST, meta: { buildings: [3, 5] } });
    expect(server.calls[0]?.url).toContain('buildings_id=3,5');
  });

  test('is created, read, changed and deleted under its own name', async () => {
    const server = serveAnswers({
      'POST /api/records/keys': { status: 201, json: { id: 4, label: 'Подвал' } },
      'GET /api/records/keys/4': { json: { id: 4, label: 'Подвал' } },
      'PUT /api/records/keys/4': { json: { id: 4, label: 'Чердак' } },
      'DELETE /api/records/keys/4': { json: { id: 4 } },
    });
    const provider = makeDataProvider([madeUp()]);
    expect((await provider.create('keys', { data: { label: 'Подвал' } })).data).toMatchObject({
      id: 4,
      label: 'Подвал',
    });
    expect((await provider.getOne('keys', { id: 4 })).data).toEqual({ id: 4, label: 'Подвал' });
    const saved = await provider.update('keys', { id: 4, data: { label: 'Чердак' }, previousData: { id: 4 } });
    expect(saved.data).toMatchObject({ id: 4, label: 'Чердак' });
    await provider.delete('keys', { id: 4, previousData: { id: 4 } });
    expect(server.calls.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST /api/records/keys',
      'GET /api/records/keys/4',
      'PUT /api/records/keys/4',
      'DELETE /api/records/keys/4',
    ]);
    expect(server.calls[0]?.body).toEqual({ label: 'Подвал' });
    expect(server.calls[2]?.body).toEqual({ label: 'Чердак' });
  });

  test('API-21: a 400 is laid onto the form’s fields', async () => {
    const shown: string[] = [];
    const stop = onFailure(({ message }) => shown.push(message));
    serveAnswers({ 'POST /api/records/keys': { status: 400, json: { label: ['уже занято'] } } });
    await expect(makeDataProvider([madeUp()]).create('keys', { data: { label: 'x' } })).rejects.toMatchObject({
      body: { errors: { label: 'уже занято' } },
    });
    stop();
    expect(shown).toEqual([]);
  });
});

describe('what a refusal says of fields', () => {
  const refusal = { status: ['выберите статус'], label: ['слишком мало'], code: 'bad', request_id: 'r1' };

  test('G-38: a field called as what stands beside fields keeps its message', () => {
    const passes = madeUp({
      fields: {
        label: { kind: 'text', label: 'Гость' },
        status: { kind: 'choice', label: 'Статус', required: true, options: [{ value: 'new', label: 'Заказан' }] },
        code: { kind: 'text', label: 'Код' },
      },
      list: { layout: 'table', columns: ['label'] },
      form: [{ fields: ['label', 'status', 'code'] }],
    });
    const errors = { label: 'слишком мало', status: 'выберите статус' };
    expect(fieldErrors(passes, refusal)).toEqual({ errors, rest: null });
    expect(fieldErrors(passes, { ...refusal, status: 400 })).toEqual({ errors: { label: 'слишком мало' }, rest: null });
    expect(fieldSentences(refusal)).toBe('выберите статус\nслишком мало');
  });

  test('without such a field it is no message', () => {
    expect(fieldErrors(madeUp(), refusal)).toEqual({ errors: { label: 'слишком мало' }, rest: null });
  });
});
