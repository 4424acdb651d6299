import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { setChatTally } from '#console/data/chat/tally.ts';
import { notifyLiveFrame } from '#console/data/live/live-frames.ts';
import { setUnread } from '#console/data/live/notice-centre.ts';
import { session } from '#console/data/session/session.ts';
import Notices from '#console/sections/notifications/notices.tsx';
import { NoticesHost } from '#console/shell/notices/bell.tsx';
import { Page } from '#console/shell/page.tsx';
import { EVERY_ADDITION } from '#resources/language/features.ts';
import type { NoticesAnswer } from '#resources/protocol/notifications.ts';
import { type Reply, serveAnswers, type WireCall } from '#tests/support/console/server.ts';
import { renderOnStage } from '#tests/support/console/stage.tsx';

const NOTICES = 'GET /api/authorized/notifications/';
const READ = 'POST /api/authorized/notifications/read/';
type Item = NoticesAnswer['results'][number];

const hours = (ago: number) => new Date(Date.now() - ago * 3_600_000).toISOString();
const item = (id: number, over: Partial<Item> = {}): Item => ({
  id,
  message: `сообщение ${id}`,
  ref: String(id),
  sent_by: 'Анна Ким',
  type: 'task',
  subtype: 'created',
  at: hours(0),
  is_read: false,
  ...over,
});
const page = (results: Item[], over: Partial<NoticesAnswer> = {}): NoticesAnswer => ({
  results,
  unread: results.filter(({ is_read }) => !is_read).length,
  before: null,
  ...over,
});

function open(answer: Reply | ((call: WireCall) => Reply)) {
  session.token.set('stored');
  session.features.set(EVERY_ADDITION);
  const server = serveAnswers({ 'GET /api/crm/buildings/': { json: [] }, [NOTICES]: answer, [READ]: { status: 204 } });
  const piece = (
    <Page title="Новости" selector="none">
      <NoticesHost />
    </Page>
  );
  return { server, ...renderOnStage(piece, '/news') };
}
const bell = (name: string | RegExp) => screen.findByRole('button', { name });
afterEach(() => setUnread(0));

test('the number of unread ones stands at the bell and in the title of the tab', async () => {
  setUnread(3);
  open({ json: page([]) });
  await bell('Уведомления, непрочитанных: 3');
  expect(document.title).toBe('(3) Новости – Управдом');
  setUnread(0);
  await bell('Уведомления');
  await waitFor(() => expect(document.title).toBe('Новости – Управдом'));
});

test('they stand by day, each the way to what it tells of; opened it is read', async () => {
  const accident = item(2, { type: 'news', subtype: 'accident', at: hours(72), is_read: true });
  const { server } = open({
    json: page([item(3), accident, item(4, { type: 'camera', subtype: 'create', at: hours(72), is_read: true })]),
  });
  await userEvent.click(await bell('Уведомления'));
  const panel = await screen.findByRole('dialog', { name: 'Уведомления' });
  const today = await within(panel).findByRole('region', { name: 'Сегодня' });
  expect(within(panel).getAllByRole('region')).toHaveLength(2);
  expect(within(panel).getByRole('link', { name: /сообщение 2/ })).toHaveAttribute(
    'href',
    '/news?filter=%7B%22id%22%3A2%7D',
  );
  expect(within(panel).getByRole('link', { name: /сообщение 4/ })).toHaveAttribute('href', '/cameras?large=4');
  await userEvent.click(within(today).getByRole('link', { name: /Непрочитанное: .*сообщение 3/ }));
  expect(screen.getByTestId('address')).toHaveTextContent('/tasks?id=3');
  await waitFor(() => expect(server.callsTo(READ).map(({ body }) => body)).toEqual([{ ids: [3] }]));
});

test('one is marked, then all at once, up to the newest that is shown; what follows comes on demand', async () => {
  const { server } = open(({ url }) =>
    url.includes('before=4') ? { json: page([item(1)]) } : { json: page([item(5), item(4)], { before: 4 }) },
  );
  await userEvent.click(await bell('Уведомления'));
  const panel = await screen.findByRole('dialog', { name: 'Уведомления' });
  const marks = () => within(panel).queryAllByRole('button', { name: /^Отметить прочитанным/ });
  await waitFor(() => expect(marks()).toHaveLength(2));
  await userEvent.click(within(panel).getByRole('button', { name: 'Показать ещё' }));
  await within(panel).findByText('сообщение 1');
  await userEvent.click(marks()[0] as HTMLElement);
  await userEvent.click(within(panel).getByRole('button', { name: 'Прочитать все' }));
  await waitFor(() => expect(server.callsTo(READ).map(({ body }) => body)).toEqual([{ ids: [5] }, { until: 5 }]));
});

test('what arrives is counted without another call; what is read in the chat is asked for', async () => {
  session.token.set('stored');
  session.features.set({ notices: true });
  const { callsTo } = serveAnswers({ 'GET /api/crm/buildings/': { json: [] }, [NOTICES]: { json: page([item(1)]) } });
  renderOnStage(
    <Page title="Новости" selector="none">
      <Notices />
    </Page>,
    '/news',
  );
  await bell('Уведомления, непрочитанных: 1');
  act(() => notifyLiveFrame({ type: 'notification', notification: item(2) }));
  await bell('Уведомления, непрочитанных: 2');
  expect(callsTo(NOTICES)).toHaveLength(1);
  act(() => setChatTally({ unread: 2 }));
  act(() => setChatTally({ unread: 1 }));
  await waitFor(() => expect(callsTo(NOTICES)).toHaveLength(2));
  await bell('Уведомления, непрочитанных: 1');
  act(() => setChatTally({ unread: 0 }));
});

test('nothing to tell and a failure have their sentences', async () => {
  let fails = true;
  open(() => (fails ? { status: 500, json: {} } : { json: page([]) }));
  await userEvent.click(await bell('Уведомления'));
  await screen.findByText('Уведомления не загрузились');
  fails = false;
  await userEvent.click(screen.getByRole('button', { name: 'Повторить' }));
  await screen.findByText('Уведомлений нет');
});

test('where the server keeps none there is no bell', async () => {
  session.token.set('stored');
  session.features.set({ ...EVERY_ADDITION, notices: false });
  const { callsTo } = serveAnswers({ 'GET /api/crm/buildings/': { json: [] } });
  renderOnStage(
    <Page title="Новости" selector="none">
      {null}
    </Page>,
    '/news',
  );
  await screen.findByRole('heading', { name: 'Новости' });
  expect(screen.queryByRole('button', { name: /^Уведомления/ })).toBeNull();
  expect(callsTo(NOTICES)).toEqual([]);
});
