import { onFailure } from '#console/data/failures.ts';
import { makeDataProvider } from '#console/data/providers.ts';
import { session } from '#console/data/session.ts';
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
