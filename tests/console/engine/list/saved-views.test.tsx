import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { session } from '#console/data/session/session.ts';
import { beginView } from '#console/data/session/view-as.ts';
import { isSameView, urlQuery, viewQuery } from '#console/engine/list/saved-views/query.ts';
import { EVERY_ADDITION } from '#resources/language/features.ts';
import type { SavedView } from '#resources/protocol/views/views.ts';
import { madeUp } from '#tests/support/console/definitions.ts';
import { openSection, signedIn } from '#tests/support/console/engine-stage.tsx';
import { asked, stored } from '#tests/support/console/keys.ts';
import type { Reply } from '#tests/support/console/server.ts';
import { said } from '#tests/support/console/stage.tsx';

const GENERIC = 'GET /api/records/keys';
const VIEWS = 'GET /api/authorized/views/';
const KEEP = 'POST /api/authorized/views/';
const SAFE = new URLSearchParams({
  filter: '{"place":"safe"}',
  sort: 'label',
  order: 'ASC',
  page: '1',
  perPage: '50',
}).toString();

const view = (id: number, name: string, over: Partial<SavedView> = {}): SavedView => ({
  id,
  list: 'keys',
  name,
  query: SAFE,
  shared: false,
  own: true,
  by: 'Анна Ким',
  ...over,
});
const kept = (...results: SavedView[]): Reply => ({ json: { results } });

async function open({ level = 'write', address = '/keys', views = kept() } = {}) {
  const server = signedIn(level, { [GENERIC]: stored(3), [VIEWS]: views });
  const fields = {
    label: { kind: 'text', label: 'Что открывает' },
    place: {
      kind: 'choice',
      label: 'Где лежит',
      options: [
        { value: 'safe', label: 'Сейф' },
        { value: 'desk', label: 'Стол' },
      ],
      filter: true,
    },
  } as const;
  const page = openSection(madeUp({ fields, list: { layout: 'table', columns: ['label', 'place'] } }), address);
  await userEvent.click(await screen.findByRole('button', { name: 'Сохранённые виды' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Сохранённые виды' }));
  return { server, panel, ...page };
}
const type = (name: string) =>
  fireEvent.change(screen.getByLabelText('Сохранить текущий вид'), { target: { value: name } });

/** Waits until a button that is to be drawn would be: its code comes later than the list. */
const codeIsThere = () =>
  act(async () => {
    await import('#console/engine/list/saved-views/list-views.tsx');
    await new Promise((drawn) => setTimeout(drawn));
  });

test('own views and shared ones of this list are links to it; one leads to what was saved', async () => {
  const shared = view(2, 'Общий', { own: false, shared: true, by: 'Пётр Орлов' });
  const { panel, where, server } = await open({
    views: kept(view(1, 'В сейфе'), shared, view(3, 'Чужой', { list: 'news' })),
  });
  const own = within(await panel.findByRole('region', { name: 'Мои' }));
  expect(own.getAllByRole('link').map((link) => link.textContent)).toEqual(['В сейфе']);
  const theirs = within(panel.getByRole('region', { name: 'Общие' })).getByRole('link', { name: 'Общий' });
  expect(theirs).toHaveAttribute('title', 'Сохранил сотрудник: Пётр Орлов');
  expect(panel.queryByText('Чужой')).toBeNull();
  await userEvent.click(own.getByRole('link'));
  expect(where()).toBe(`/keys?${SAFE}`);
  await waitFor(() => expect(asked(server.callsTo(GENERIC).at(-1), 'filter')).toEqual({ place: 'safe' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('what the list shows now is saved whole under a name, and is marked as the one that is looked at', async () => {
  const { panel, server } = await open({ address: `/keys?${SAFE}` });
  await panel.findByText('Настройте список и сохраните его под своим названием');
  type('В сейфе');
  fireEvent.click(panel.getByRole('checkbox', { name: 'Показывать всем, кому открыт раздел' }));
  server.answer(KEEP, { status: 201, json: { params: view(1, 'В сейфе', { shared: true }) } });
  server.answer(VIEWS, kept(view(1, 'В сейфе', { shared: true })));
  await userEvent.click(panel.getByRole('button', { name: 'Сохранить' }));
  await said('Вид «В сейфе» сохранён');
  const [{ body } = { body: null }] = server.callsTo(KEEP);
  expect(body).toEqual({ list: 'keys', name: 'В сейфе', shared: true, query: expect.any(String) });
  expect(isSameView((body as SavedView).query, SAFE)).toBe(true);
  expect(await panel.findByRole('link', { name: /В сейфе.*виден всем/ })).toHaveAttribute('aria-current', 'page');
});

test('the button says that a view of that name is replaced, whatever its letter case; no name is refused here', async () => {
  const { panel, server } = await open({ views: kept(view(1, 'В сейфе')) });
  await panel.findByRole('link', { name: 'В сейфе' });
  await userEvent.click(panel.getByRole('button', { name: 'Сохранить' }));
  expect(panel.getByRole('alert')).toHaveTextContent('обязательное поле');
  type('в СЕЙФЕ ');
  server.answer(KEEP, { status: 201, json: { params: view(1, 'в СЕЙФЕ') } });
  await userEvent.click(panel.getByRole('button', { name: 'Заменить' }));
  await said('Вид «в СЕЙФЕ» заменён');
  expect(server.callsTo(KEEP)).toHaveLength(1);
});

test('what the server says of a name stands under it', async () => {
  const { panel, server } = await open();
  type('Вид');
  server.answer(KEEP, { status: 400, json: { name: ['слишком много'], code: 'fields' } });
  await userEvent.click(panel.getByRole('button', { name: 'Сохранить' }));
  expect(await panel.findByRole('alert')).toHaveTextContent('слишком много');
});

test('who may only look at the section shares nothing', async () => {
  const { panel } = await open({ level: 'read' });
  expect(panel.getByRole('checkbox', { name: 'Показывать всем, кому открыт раздел' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
});

test('a view is deleted after a question, which says when others lose it too', async () => {
  const { panel, server } = await open({ views: kept(view(1, 'В сейфе', { shared: true })) });
  await userEvent.click(await panel.findByRole('button', { name: 'Удалить вид «В сейфе»' }));
  const question = within(await screen.findByRole('dialog', { name: 'Удалить вид «В сейфе»? Он пропадёт у всех' }));
  server.answer('DELETE /api/authorized/views/:id/', { status: 204 });
  server.answer('DELETE /api/authorized/views/1/', { status: 204 });
  server.answer(VIEWS, kept());
  await userEvent.click(question.getByRole('button', { name: 'Удалить' }));
  await said('Вид «В сейфе» удалён');
  await panel.findByText('Настройте список и сохраните его под своим названием');
});

test('who looks at the console as somebody else has none: they are the own of that person', async () => {
  const { exports: _files, sessions: _list, ...additions } = EVERY_ADDITION;
  beginView({ token: 'look', expires_in: 900, user: 7, name: 'Пётр Орлов' });
  session.features.set(additions);
  signedIn('write', { [GENERIC]: stored(3) });
  openSection(madeUp({ list: { layout: 'table', columns: ['label'], search: ['label'] } }), '/keys');
  await screen.findByText('Ключ 001');
  await codeIsThere();
  expect(screen.queryByRole('button', { name: 'Сохранённые виды' })).toBeNull();
});

test('a server without them is not asked, and offers none', async () => {
  const { exports: _files, sessions: _list, views: _views, ...additions } = EVERY_ADDITION;
  session.features.set(additions);
  signedIn('write', { [GENERIC]: stored(3) });
  openSection(madeUp({ list: { layout: 'table', columns: ['label'], search: ['label'] } }), '/keys');
  await screen.findByText('Ключ 001');
  await codeIsThere();
  expect(screen.queryByRole('button', { name: 'Сохранённые виды' })).toBeNull();
});

test('a query names everything of a list; that of an address leaves the open record and the page out', () => {
  const state = { sort: { field: 'at', order: 'DESC' as const }, perPage: 25 };
  expect(Object.fromEntries(new URLSearchParams(viewQuery(state, { q: 'двор' }, 'name,-at')))).toEqual({
    filter: '{"q":"двор"}',
    sort: 'at',
    order: 'DESC',
    page: '1',
    perPage: '25',
    columns: 'name,-at',
  });
  expect(urlQuery('?view=list&id=7&performer=me&page=2', null)).toBe('view=list&performer=me');
  expect(urlQuery('?view=list&columns=number', 'number,-author')).toBe('view=list&columns=number%2C-author');
  expect(isSameView('a=1&columns=name', 'a=1')).toBe(true);
  expect(isSameView('a=1&columns=name', 'a=1&columns=-name')).toBe(false);
  expect(isSameView('a=1&b=2', 'b=2&a=1')).toBe(true);
  expect(isSameView('a=1', 'a=2')).toBe(false);
});
