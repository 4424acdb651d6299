import type { GetListParams } from 'react-admin';
import { onFailure } from '#console/data/http/failures.ts';
import { makeDataProvider } from '#console/data/providers/providers.ts';
import { session } from '#console/data/session/session.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { house } from '#tests/support/console/buildings.ts';
import { crm } from '#tests/support/console/definitions.ts';
import { delayedReply, serveAnswers } from '#tests/support/console/server.ts';

const LIST = { pagination: { page: 1, perPage: 10 }, sort: { field: 'id', order: 'ASC' }, filter: {} } as const;
const list = (change: Partial<GetListParams> = {}): GetListParams => ({ ...LIST, ...change });
const page = (number: number, perPage = 10) => list({ pagination: { page: number, perPage } });
const provide = (resource: Resource) => makeDataProvider([resource]);
const rows = (...ids: number[]) => ids.map((id) => ({ id, label: `Ключ ${id}` }));

const failures: string[] = [];
let stop = (): void => undefined;
beforeEach(() => {
  failures.length = 0;
  stop = onFailure(({ message }) => failures.push(message));
});
afterEach(() => stop());

describe('a list without paging', () => {
  test('CAM-01, API-08: names the checked buildings, joined by commas', async () => {
    const server = serveAnswers({ 'GET /api/crm/keys/': { json: rows(1, 2) } });
    const answer = await provide(crm({ scope: 'buildings_id' })).getList('keys', list({ meta: { buildings: [7, 9] } }));
    expect(server.calls[0]?.url).toBe('/api/crm/keys/?buildings_id=7,9');
    expect(answer).toEqual({ data: rows(1, 2), total: 2 });
  });

  test('SHELL-27: outside of a page the stored choice is taken', async () => {
    session.checkedBuildings.set([4]);
    const server = serveAnswers({
      'GET /api/crm/buildings/': { json: [house(4), house(5)] },
      'GET /api/crm/keys/': { json: [] },
    });
    await provide(crm({ scope: 'buildings_id' })).getList('keys', list());
    expect(server.callsTo('GET /api/crm/keys/')[0]?.url).toBe('/api/crm/keys/?buildings_id=4');
  });

  test('SHELL-29: on a first visit all buildings are taken', async () => {
    const server = serveAnswers({
      'GET /api/crm/buildings/': { json: [house(1), house(2)] },
      'GET /api/crm/keys/': { json: [] },
    });
    await provide(crm({ scope: 'buildings_id' })).getList('keys', list());
    expect(server.callsTo('GET /api/crm/keys/')[0]?.url).toBe('/api/crm/keys/?buildings_id=1,2');
  });

  test('is sorted here, in Russian, the empty ones last', async () => {
    const names = ['Ёлочная, 2', 'Ежевичная, 10', 'Ежевичная, 9', null, 'Яблочная, 1', 'Жасминная, 1'];
    serveAnswers({ 'GET /api/crm/keys/': { json: names.map((label, id) => ({ id, label })) } });
    const ask = (order: 'ASC' | 'DESC') => provide(crm()).getList('keys', list({ sort: { field: 'label', order } }));
    const sorted = ['Ежевичная, 9', 'Ежевичная, 10', 'Ёлочная, 2', 'Жасминная, 1', 'Яблочная, 1'];
    expect((await ask('ASC')).data.map(({ label }) => label)).toEqual([...sorted, null]);
    expect((await ask('DESC')).data.map(({ label }) => label)).toEqual([...sorted.toReversed(), null]);
  });

  test('filters go by their wire names, and the search box as `search`', async () => {
    const server = serveAnswers({ 'GET /api/crm/keys/': { json: [] } });
    await provide(crm()).getList('keys', list({ filter: { place: 'safe', q: 'подвал & чердак' } }));
    const query = new URLSearchParams(server.calls[0]?.url.split('?')[1]);
    expect(Object.fromEntries(query)).toEqual({ kept_in: 'safe', search: 'подвал & чердак' });
  });
});

describe('a list paged by number', () => {
  test('is sorted by the server where it can, by the name of the field in the definition', async () => {
    const server = serveAnswers({ 'GET /api/crm/keys/': { json: { count: 0, results: [] } } });
    const sort = { field: 'place', order: 'DESC' } as const;
    await provide(crm({ paging: 'page', sort: 'sort' })).getList('keys', list({ sort }));
    const query = new URLSearchParams(server.calls[0]?.url.split('?')[1]);
    expect(query.get('sort')).toBe('-place');
  });

  test('is asked for in its own order where a widget wants one that the list does not have', async () => {
    const server = serveAnswers({ 'GET /api/crm/keys/': { json: { count: 0, results: [] } } });
    await provide(crm({ paging: 'page', sort: 'sort' })).getList(
      'keys',
      list({ sort: { field: 'id', order: 'DESC' } }),
    );
    expect(server.calls[0]?.url).not.toContain('sort=');
  });

  test('EMP-02: is searched in all of its pages where the server does not search', async () => {
    session.features.set({});
    const labels = ['Ёлка', 'Берёза', 'Ель', 'Яблоня', 'Белая ёлка'];
    const server = serveAnswers({
      'GET /api/crm/keys/': ({ url }) => {
        // A server that gives fewer than it was asked for.
        const from = (Number(new URLSearchParams(url.split('?')[1]).get('page')) - 1) * 2;
        const results = labels.map((label, id) => ({ id, label })).slice(from, from + 2);
        return { json: { count: labels.length, results } };
      },
    });
    const resource = crm({ paging: 'page', sort: 'sort' });
    const provider = provide({ ...resource, list: { ...resource.list, search: ['label'] } });
    const search = (perPage: number, number = 1) =>
      provider.getList('keys', {
        filter: { q: 'елк' },
        sort: { field: 'label', order: 'DESC' },
        pagination: { page: number, perPage },
      });
    const [first, second] = [
      { id: 0, label: 'Ёлка' },
      { id: 4, label: 'Белая ёлка' },
    ];
    expect(await search(10)).toEqual({ data: [first, second], total: 2 });
    expect(server.calls.map(({ url }) => url)).toEqual(
      [1, 2, 3].map((number) => `/api/crm/keys/?page=${number}&page_size=10`),
    );
    expect(await search(1, 2)).toEqual({ data: [second], total: 2 });
  });

  test('asks by page and page_size and reads count and results', async () => {
    const server = serveAnswers({ 'GET /api/crm/keys/': { json: { count: 41, results: rows(1) } } });
    const answer = await provide(crm({ paging: 'page' })).getList('keys', page(3, 25));
    expect(server.calls[0]?.url).toBe('/api/crm/keys/?page=3&page_size=25');
    expect(answer).toMatchObject({ total: 41, data: rows(1) });
  });

  test('a page beyond the end leads to the last one, without an alert', async () => {
    const server = serveAnswers({
      'GET /api/crm/keys/': ({ url }) => {
        const number = Number(new URLSearchParams(url.split('?')[1]).get('page'));
        return number > 3
          ? { status: 404, json: { detail: 'Неправильная страница' } }
          : { json: { count: 21, results: rows(number) } };
      },
    });
    const answer = await provide(crm({ paging: 'page' })).getList('keys', page(7));
    expect(answer).toMatchObject({ total: 21, data: rows(3) });
    expect(server.calls.map(({ url }) => url.match(/page=(\d)/)?.[1])).toEqual(['7', '1', '3']);
    expect(failures).toEqual([]);
  });

  test('ERR-11: a first page that is not there is a failure like any other', async () => {
    serveAnswers({ 'GET /api/crm/keys/': { status: 404, json: { detail: 'Нет' } } });
    await expect(provide(crm({ paging: 'page' })).getList('keys', page(1))).rejects.toMatchObject({ status: 404 });
    expect(failures).toEqual(['Нет']);
  });
});

describe('a list paged by the next link', () => {
  test.each([
    'http://inner-host:9000/api/crm/keys/?after=2&page_size=20',
    '/api/crm/keys/?after=2&page_size=20',
    '?after=2&page_size=20',
  ])('API-09: follows the address of the answer, on this server whatever host it names: %s', async (next) => {
    const server = serveAnswers({
      'GET /api/crm/keys/': ({ url }) =>
        url.includes('after=')
          ? { json: { count: 3, next: null, previous: 'x', results: rows(3) } }
          : { json: { count: 3, next, results: rows(1, 2) } },
    });
    const provider = provide(crm({ paging: 'next', pageSize: 20 }));
    const first = await provider.getList('keys', page(1));
    expect(server.calls[0]?.url).toBe('/api/crm/keys/?page_size=20');
    expect(first).toMatchObject({ data: rows(1, 2), pageInfo: { hasNextPage: true, hasPreviousPage: false } });
    const second = await provider.getList('keys', page(2));
    expect(server.calls[1]?.url).toBe('/api/crm/keys/?after=2&page_size=20');
    expect(second).toMatchObject({ data: rows(3), pageInfo: { hasNextPage: false } });
    expect(await provider.getList('keys', page(3))).toMatchObject({ data: [] });
    expect(server.calls).toHaveLength(2);
  });

  test('the links of one choice of buildings are not those of another', async () => {
    const server = serveAnswers({
      'GET /api/crm/keys/': ({ url }) => ({
        json: { next: url.includes('from') ? null : `${url}&from=1`, results: rows(1) },
      }),
    });
    const provider = provide(crm({ paging: 'next', scope: 'buildings_id' }));
    const ask = (buildings: number[], number: number) =>
      provider.getList('keys', { ...page(number), meta: { buildings } });
    await ask([1], 1);
    await ask([2], 1);
    await ask([1], 2);
    expect(server.calls.at(-1)?.url).toContain('buildings_id=1');
  });

  test('a look asks for as many as it wants, leaves the pages of the list alone, and shows no alert', async () => {
    const server = serveAnswers({
      'GET /api/crm/keys/': ({ url }) => ({ json: { next: `/api/crm/keys/?after=${url.length}`, results: rows(1) } }),
    });
    const provider = provide(crm({ paging: 'next', pageSize: 20 }));
    const look = () => provider.getList('keys', { ...page(1, 1), meta: { glance: true } });
    await provider.getList('keys', page(1));
    await look();
    await provider.getList('keys', page(2));
    expect(server.calls.map(({ url }) => url.split('?')[1])).toEqual(['page_size=20', 'page_size=1', 'after=27']);
    server.answer('GET /api/crm/keys/', { status: 500, json: { error: 'Склад закрыт' } });
    await expect(look()).rejects.toMatchObject({ status: 500 });
    expect(failures).toEqual([]);
  });
});

describe('a list paged by a cursor', () => {
  test('CONST-04: asks for 30, then for 10 from the last order', async () => {
    const batch = (from: number, count: number) =>
      Array.from({ length: count }, (_, at) => ({ id: from + at, order: (from + at) / 8 }));
    const server = serveAnswers({
      'GET /api/crm/keys/': ({ url }) => ({ json: url.includes('from_order') ? batch(30, 4) : batch(0, 30) }),
    });
    const provider = provide(crm({ paging: 'cursor', cursor: 'order' }));
    expect(await provider.getList('keys', page(1))).toMatchObject({ pageInfo: { hasNextPage: true } });
    expect(await provider.getList('keys', page(2))).toMatchObject({ pageInfo: { hasNextPage: false } });
    expect(server.calls.map(({ url }) => url)).toEqual([
      '/api/crm/keys/?count=30',
      '/api/crm/keys/?count=10&from_order=3.625',
    ]);
  });
});

describe('one record', () => {
  test('CAM-07: is read by its id and saved by PUT with the body alone', async () => {
    const server = serveAnswers({
      'GET /api/crm/keys/7/': { json: { id: 7, label: 'Чердак' } },
      'PUT /api/crm/keys/7/': { json: { params: { id: 7, label: 'Подвал' } } },
    });
    const provider = provide(crm());
    expect(await provider.getOne('keys', { id: 7 })).toEqual({ data: { id: 7, label: 'Чердак' } });
    const saved = await provider.update('keys', { id: 7, data: { label: 'Подвал' }, previousData: { id: 7 } });
    expect(server.calls[1]).toMatchObject({ method: 'PUT', url: '/api/crm/keys/7/', body: { label: 'Подвал' } });
    expect(saved.data).toMatchObject({ id: 7, label: 'Подвал' });
  });

  test('PATCH names the record in its body too', async () => {
    const server = serveAnswers({ 'PATCH /api/crm/keys/7/': { json: { params: { id: 7 } } } });
    await provide(crm({ update: 'PATCH' })).update('keys', {
      id: 7,
      data: { label: 'Подвал' },
      previousData: { id: 7 },
    });
    expect(server.calls[0]).toMatchObject({ method: 'PATCH', body: { label: 'Подвал', id: 7 } });
  });

  test.each([
    ['params', { params: { id: 12, label: 'Подвал' } }],
    ['data and params', { data: { params: { id: 12, label: 'Подвал' } } }],
    ['nothing around it', { id: 12, label: 'Подвал' }],
    ['data', { data: { id: 12, label: 'Подвал' } }],
  ])('API-06, API-07: a created one is read out of %s', async (_what, json) => {
    const server = serveAnswers({ 'POST /api/crm/keys/': { status: 201, json } });
    const saved = await provide(crm()).create('keys', { data: { label: 'Подвал', copies: 2 } });
    expect(server.calls[0]).toMatchObject({
      method: 'POST',
      url: '/api/crm/keys/',
      body: { label: 'Подвал', copies: 2 },
    });
    expect(saved.data).toEqual({ id: 12, label: 'Подвал', copies: 2 });
  });

  test('several are read once each, however often they are named', async () => {
    const server = serveAnswers({
      'GET /api/crm/keys/1/': { json: { id: 1, label: 'Подвал' } },
      'GET /api/crm/keys/2/': { json: { id: 2, label: 'Чердак' } },
    });
    const { data } = await provide(crm()).getMany('keys', { ids: [1, 2, 1] });
    expect(data.map(({ id }) => id)).toEqual([1, 2]);
    expect(server.calls).toHaveLength(2);
  });

  test('whose id has another name on the wire is found under it', async () => {
    const server = serveAnswers({
      'GET /api/crm/keys/': { json: [{ user: 5, label: 'Щитовая' }] },
      'GET /api/crm/keys/5/': { json: { user: 5, label: 'Щитовая' } },
    });
    const provider = provide(crm({ id: 'user' }));
    expect((await provider.getList('keys', list())).data[0]?.id).toBe(5);
    expect((await provider.getOne('keys', { id: 5 })).data.id).toBe(5);
    expect(server.calls[1]?.url).toBe('/api/crm/keys/5/');
  });

  test('CAM-04: is deleted by DELETE; one that is gone already counts as deleted', async () => {
    const server = serveAnswers({ 'DELETE /api/crm/keys/7/': { status: 204 } });
    const remove = () => provide(crm()).delete('keys', { id: 7, previousData: { id: 7 } });
    expect(await remove()).toEqual({ data: { id: 7 }, isGone: false });
    server.answer('DELETE /api/crm/keys/7/', { status: 404, json: { detail: 'Нет' } });
    expect(await remove()).toEqual({ data: { id: 7 }, isGone: true });
    expect(failures).toEqual([]);
    server.answer('DELETE /api/crm/keys/7/', { status: 403, json: { detail: 'Недостаточно прав' } });
    await expect(remove()).rejects.toMatchObject({ status: 403 });
    expect(failures).toEqual(['Недостаточно прав']);
  });
});

describe('a refused save', () => {
  test('CAM-17: lays the texts onto the fields, by their names in the form, and shows no alert', async () => {
    const json = { label: ['должно быть длиннее'], kept_in: ['выберите из списка'], request_id: 'r' };
    serveAnswers({ 'POST /api/crm/keys/': { status: 400, json } });
    await expect(provide(crm()).create('keys', { data: {} })).rejects.toMatchObject({
      status: 400,
      body: { errors: { label: 'должно быть длиннее', place: 'выберите из списка' } },
    });
    expect(failures).toEqual([]);
  });

  test('CAM-17: tells what belongs to no field in the alert', async () => {
    serveAnswers({ 'POST /api/crm/keys/': { status: 400, json: { label: ['коротко'], quota: ['Больше нельзя'] } } });
    await expect(provide(crm()).create('keys', { data: {} })).rejects.toMatchObject({
      body: { errors: { label: 'коротко' } },
    });
    expect(failures).toEqual(['Больше нельзя']);
  });

  test('PERM-21: shows the sentence of a 403 in the alert', async () => {
    serveAnswers({ 'POST /api/crm/keys/': { status: 403, json: { detail: 'Недостаточно прав: ключи' } } });
    await expect(provide(crm()).create('keys', { data: {} })).rejects.toMatchObject({ status: 403 });
    expect(failures).toEqual(['Недостаточно прав: ключи']);
  });
});

describe('a superseded call', () => {
  test('API-19, ERR-06: is given up, and nothing is shown', async () => {
    const slow = delayedReply({ json: rows(1) });
    const server = serveAnswers({ 'GET /api/crm/keys/': slow.reply });
    const provider = provide(crm());
    expect(provider.supportAbortSignal).toBe(true);
    const control = new AbortController();
    const asked = provider.getList('keys', list({ signal: control.signal }));
    await Promise.resolve();
    control.abort();
    slow.release();
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
    expect(server.calls[0]?.signal?.aborted).toBe(true);
    expect(failures).toEqual([]);
  });
});

test('a name that no definition has is a mistake of ours, said by name', async () => {
  serveAnswers();
  expect(() => provide(crm()).getList('locks', list())).toThrow(/locks/);
});
