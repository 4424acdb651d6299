import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { session } from '#console/data/session/session.ts';
import { JournalPage } from '#console/sections/journal/journal-page.tsx';
import { CompanyPage } from '#console/sections/settings/company-page.tsx';
import { EVERY_ADDITION } from '#resources/language/features.ts';
import type { JournalEntry } from '#resources/protocol/journal/journal.ts';
import { type Reply, serveAnswers, type WireCall } from '#tests/support/console/server.ts';
import { renderOnStage, said } from '#tests/support/console/stage.tsx';

const JOURNAL = 'GET /api/authorized/journal/';
const entry = (id: number, over: Partial<JournalEntry> = {}): JournalEntry => ({
  id,
  at: '2026-03-05T09:12:44.000Z',
  by: { user: 4, name: 'Анна Ким' },
  action: 'update',
  resource: 'cameras',
  record: '7',
  address: null,
  times: 1,
  changes: [{ field: 'name', before: 'Двор', after: 'Ворота' }],
  ...over,
});
const queryOf = ({ url }: WireCall) => Object.fromEntries(new URLSearchParams(url.split('?')[1]));

function open(path: string, answer: Reply | ((call: WireCall) => Reply)) {
  session.token.set('stored');
  const server = serveAnswers({ 'GET /api/crm/buildings/': { json: [] }, [JOURNAL]: answer });
  return { server, ...renderOnStage(<JournalPage />, path) };
}
const rows = async () =>
  within(await screen.findByRole('table'))
    .getAllByRole('row')
    .slice(1);

test('each row says when, who, what, where, and what was changed from what to what; the record is a link', async () => {
  const refused = { action: 'sign-in-failed', resource: 'security', record: null, changes: [], by: null };
  open('/settings/journal', {
    json: { results: [entry(2), entry(1, { ...refused, times: 3, address: '203.0.113.5' })], before: null },
  });
  const [changed, failed] = await rows();
  expect(changed).toHaveTextContent('Анна Ким');
  expect(changed).toHaveTextContent('Изменение');
  expect(changed).toHaveTextContent('Название: Двор → Ворота');
  const link = within(changed as HTMLElement).getByRole('link', { name: 'Камеры, № 7' });
  expect(link).toHaveAttribute('href', '/edit-camera-form?id=7');
  expect(failed).toHaveTextContent('Без входа');
  expect(failed).toHaveTextContent('Неудачный вход');
  expect(failed).toHaveTextContent('3 раза подряд');
  expect(failed).toHaveTextContent('203.0.113.5');
  expect(screen.queryByRole('button', { name: 'Показать ещё' })).toBeNull();
});

test.each([
  ['tasks', { field: 'stage', before: 'created', after: 'in_progress' }, 'Статус: Не назначено → Выполняется'],
  ['tasks', { field: 'resolution', before: null, after: 'resolved' }, 'Итог: Выполнена'],
  ['readings', { field: 'sender_type', before: 'employee', after: null }, /^Кто передал: сотрудник/],
  ['complaints', { field: 'type', before: null, after: 'suggestion' }, 'Вид: идея'],
  ['news', { field: 'type', before: null, after: 'accident' }, /^Тип[^:]*: Авария/],
  ['residents', { field: 'phone', before: null, after: '+79162041538' }, 'Телефон: +7 (916) 204-15-38'],
  ['employees', { field: 'sections.news', before: 'read', after: 'write' }, /Новости: Только просмотр → Создавать/],
  ['security', { field: 'reason', before: null, after: 'wrong-password' }, 'Причина: неверный пароль'],
])('a stored value of %s is told in words: %j', async (resource, change, sentence) => {
  open('/settings/journal', { json: { results: [entry(1, { resource, changes: [change] })], before: null } });
  await screen.findByText(sentence);
});

test('before it is known who one is nothing is refused', () => {
  session.features.set(null);
  open('/settings/journal', { json: { results: [], before: null } });
  expect(screen.queryByText('Для вас доступ закрыт')).toBeNull();
});

test('what is looked for stands in the address and in the call; a name narrows to its person', async () => {
  const { server } = open('/settings/journal?from=2026-03-01', { json: { results: [entry(2)], before: null } });
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Где' }), 'cameras');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Что' }), 'update');
  await userEvent.click(within((await rows())[0] as HTMLElement).getByRole('button', { name: 'Анна Ким' }));
  const wanted = { from: '2026-03-01', resource: 'cameras', action: 'update', user: '4' };
  await waitFor(() => expect(queryOf(server.callsTo(JOURNAL).at(-1) as WireCall)).toEqual(wanted));
  expect(screen.getByTestId('address')).toHaveTextContent(
    '/settings/journal?from=2026-03-01&resource=cameras&action=update&user=4',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Сбросить условия' }));
  await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent(/^\/settings\/journal$/));
});

test('older entries come on demand, after the last one; many changes of one on demand too', async () => {
  const changes = Array.from({ length: 6 }, (_, at) => ({ field: `f${at}`, before: null, after: 'да' }));
  const { server } = open('/settings/journal', (call) =>
    queryOf(call).before === '2'
      ? { json: { results: [entry(1)], before: null } }
      : { json: { results: [entry(2, { changes })], before: 2 } },
  );
  const [first] = await rows();
  expect(first).not.toHaveTextContent('f5');
  await userEvent.click(within(first as HTMLElement).getByRole('button', { name: 'ещё 3' }));
  expect(first).toHaveTextContent('f5: да');
  await userEvent.click(screen.getByRole('button', { name: 'Показать ещё' }));
  await waitFor(async () => expect(await rows()).toHaveLength(2));
  expect(server.callsTo(JOURNAL).map(queryOf)).toEqual([{}, { before: '2' }]);
});

test('an empty one, one that did not come, and one for somebody who may not see it say so', async () => {
  const { server, unmount } = open('/settings/journal', { json: { results: [], before: null } });
  await screen.findByText('Записей нет');
  unmount();
  session.features.set({ ...EVERY_ADDITION, journal: false });
  session.permissions.set({ news: 'read' });
  renderOnStage(<JournalPage />, '/settings/journal');
  await screen.findByText('Для вас доступ закрыт');
  expect(server.callsTo(JOURNAL)).toHaveLength(1);
});

test('all that is looked for is saved as a file, which is noted before, and it is said how many', async () => {
  session.features.set(EVERY_ADDITION);
  const saved: Blob[] = [];
  Object.assign(URL, { createObjectURL: (blob: Blob) => `blob:${saved.push(blob)}`, revokeObjectURL: () => undefined });
  const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const { server } = open('/settings/journal?action=update', (call) =>
    queryOf(call).before
      ? { json: { results: [entry(1)], before: null } }
      : { json: { results: [entry(2)], before: 2 } },
  );
  server.answer('POST /api/authorized/exports/journal/', { status: 204 });
  await rows();
  await userEvent.click(screen.getByRole('button', { name: 'Скачать CSV' }));
  await said('Журнал сохранён в файл. Записей: 2');
  click.mockRestore();
  expect(saved).toHaveLength(1);
  const noted = server.calls.findIndex(({ method }) => method === 'POST');
  const asked = server.callsTo(JOURNAL).map(queryOf);
  expect(asked.slice(-2)).toEqual([{ action: 'update' }, { action: 'update', before: '2' }]);
  expect(noted).toBeLessThan(server.calls.findIndex(({ url }) => url.includes('before=2')));
});

test('the page of the company leads to it only where the server names it', async () => {
  const FIRM = { id: 1, name_full: 'ООО «Дом»', name_short: 'Дом', avatar: null, phones: [], license_on: null };
  session.token.set('stored');
  serveAnswers({ 'GET /api/crm/buildings/': { json: [] }, 'GET /api/crm/settings/company-profile/': { json: FIRM } });
  const { unmount } = renderOnStage(<CompanyPage />, '/settings/company-profile');
  expect(await screen.findByRole('link', { name: 'Журнал' })).toHaveAttribute('href', '/settings/journal');
  unmount();
  session.features.set({});
  renderOnStage(<CompanyPage />, '/settings/company-profile');
  await screen.findByRole('heading', { name: 'Дом' });
  expect(screen.queryByRole('link', { name: 'Журнал' })).toBeNull();
});
