import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { onTokenError } from '#console/data/http/token-error.ts';
import { session } from '#console/data/session/session.ts';
import { ChatTabs } from '#console/sections/chats/chats-page.tsx';
import { retryComplaints, useUnreadComplaints } from '#console/sections/chats/complaints/complaints.ts';
import ComplaintsTab from '#console/sections/chats/complaints/complaints-tab.tsx';
import type { ComplaintItem, ComplaintType } from '#resources/protocol/chat/complaints.ts';
import { CLOSE } from '#resources/protocol/live.ts';
import { house } from '#tests/support/console/buildings.ts';
import { profileOf } from '#tests/support/console/profiles.ts';
import { rowsInWindow } from '#tests/support/console/rows-in-window.ts';
import { serveAnswers } from '#tests/support/console/server.ts';
import { lastSocket, MadeUpSocket, serveSockets } from '#tests/support/console/sockets.ts';
import { renderOnStage } from '#tests/support/console/stage.tsx';

const BUILDINGS = [3, 4].map((id) => house(id, { number: String(id) }));

function complaint(id: number, type: ComplaintType, change: Partial<ComplaintItem> = {}): ComplaintItem {
  return {
    id,
    type,
    creator: { user: 9, first_name: 'Борис', last_name: `Орлов-${id}`, avatar: null, chat_id: 'usrAbCdEfGhIjK' },
    description: `Обращение ${id}`,
    creation_date: new Date().toISOString(),
    building: { id: 3, street: 'ул. Лесная', number: '3' },
    porch: { id: 31, number: 2 },
    is_read: true,
    task: null,
    ...change,
  };
}
const preview = (counts: Partial<Record<ComplaintType, number>>) => ({
  type: 'preview_complaints',
  results: (['complaint', 'appreciation', 'suggestion'] as const).map((type, index) => ({
    type,
    last_complaint: complaint(90 + index, type, { description: `Последнее: ${type}` }),
    unread_count: counts[type] ?? 0,
  })),
});
const list = (complaint_type: ComplaintType, results: readonly ComplaintItem[]) => ({
  type: 'get_complaints',
  complaint_type,
  results,
});

function Total() {
  return <output>{useUnreadComplaints()}</output>;
}

/** Opens the tab over a socket that stands. */
async function open({ tasks = 'write', ticket = true, path = '/chats?complaints=true' } = {}) {
  serveSockets();
  session.token.set('stored');
  session.permissions.set({ chats: 'read', tasks });
  session.checkedBuildings.set([3]);
  const server = serveAnswers({
    'GET /api/crm/buildings/': { json: BUILDINGS },
    'GET /api/crm/profile/current/': { json: profileOf() },
    'POST /api/authorized/socket-tickets/': ticket
      ? { status: 201, json: { ticket: 'one', expires_in: 30 } }
      : { status: 404, json: { detail: 'нет' } },
  });
  rowsInWindow({ window: 2000, row: 120 });
  const view = renderOnStage(
    <>
      <Total />
      <ChatTabs chosen="complaint" onChosen={() => undefined} />
      <ComplaintsTab />
    </>,
    path,
  );
  await waitFor(() => expect(MadeUpSocket.opened).toHaveLength(1));
  await waitFor(() => expect(server.callsTo('GET /api/crm/buildings/')).toHaveLength(1));
  act(() => lastSocket().open());
  await waitFor(() => expect(lastSocket().sent).toHaveLength(2));
  return { ...view, server, socket: lastSocket() };
}
const say = (message: unknown) => act(() => lastSocket().say(message));
const typeButton = (name: RegExp) => screen.getByRole('button', { name });
const pane = (name: string) => screen.findByRole('region', { name });

afterEach(() => void jest.useRealTimers());

describe('complaints in the chat', () => {
  test('COMPL-03, COMPL-05, COMPL-06, COMPL-07, COMPL-15: asks for previews and the list of the checked buildings', async () => {
    const { socket } = await open();
    expect(socket.url).toContain('/ws/complaints?ticket=one');
    expect(socket.sent).toEqual([
      { type: 'receive_preview_complaints', buildings: [3] },
      { type: 'get_complaints', complaint_type: 'complaint', buildings: [3], page_size: 322 },
    ]);
  });

  test('COMPL-04: where the server knows no tickets the token stands in the query', async () => {
    const { socket } = await open({ ticket: false });
    expect(socket.url).toMatch(/\/ws\/complaints\?token=stored$/);
  });

  test('COMPL-01, COMPL-02, COMPL-10: lists the types with their newest and the unread; their sum is the total', async () => {
    await open();
    say(preview({ complaint: 3, suggestion: 2 }));
    expect(typeButton(/^Жалобы/)).toHaveTextContent('Последнее: complaint33 непрочитанных');
    expect(typeButton(/^Идеи/)).toHaveTextContent('Последнее: suggestion22 непрочитанных');
    expect(typeButton(/^Благодарности/)).toHaveTextContent(/Последнее: appreciation$/);
    expect(typeButton(/^Жалобы/)).toHaveAttribute('aria-current', 'true');
    expect(screen.getByRole('status', { name: '' })).toHaveTextContent('5');
    expect(screen.getByRole('tab', { name: /^Жалобы/ })).toHaveAccessibleName('Жалобы 5 непрочитанных');
  });

  test('COMPL-01, COMPL-11: shows who, where, when and what, of the chosen type', async () => {
    const { socket } = await open();
    say(list('complaint', [complaint(1, 'complaint')]));
    const card = await screen.findByRole('article', { name: 'Борис Орлов-1' });
    expect(card).toHaveTextContent('ул. Лесная, 3, подъезд 2');
    expect(card).toHaveTextContent('Обращение 1');
    expect(within(card).getByText(/^\d\d:\d\d$/)).toBeInTheDocument();
    await userEvent.click(typeButton(/^Идеи/));
    expect(socket.sent.at(-1)).toMatchObject({ type: 'get_complaints', complaint_type: 'suggestion' });
    say(list('suggestion', [complaint(2, 'suggestion')]));
    expect(await screen.findByRole('article', { name: 'Борис Орлов-2' })).toBeInTheDocument();
    expect(screen.queryByRole('article', { name: 'Борис Орлов-1' })).toBeNull();
  });

  test('an address of one complaint marks it in the list of its type, until another type is chosen', async () => {
    const { socket } = await open({ path: '/chats?complaints=true&type=suggestion&complaint=2' });
    expect(socket.sent.at(-1)).toMatchObject({ type: 'get_complaints', complaint_type: 'suggestion' });
    say(list('suggestion', [complaint(1, 'suggestion'), complaint(2, 'suggestion')]));
    expect(await screen.findByRole('article', { name: 'Борис Орлов-2' })).toHaveAttribute('aria-current', 'true');
    expect(screen.getByRole('article', { name: 'Борис Орлов-1' })).not.toHaveAttribute('aria-current');
    await userEvent.click(typeButton(/^Благодарности/));
    expect(screen.getByTestId('address')).toHaveTextContent('/chats?complaints=true&type=appreciation');
  });

  test('COMPL-08, COMPL-09: marks what is shown and unread, once; the number falls', async () => {
    const { socket } = await open();
    say(preview({ complaint: 2 }));
    say(
      list(
        'complaint',
        [2, 1].map((id) => complaint(id, 'complaint', { is_read: id !== 2 })),
      ),
    );
    expect(socket.sent.at(-1)).toEqual({ type: 'read_complaints', complaints_list: [2] });
    expect(typeButton(/^Жалобы/)).toHaveTextContent('1 непрочитанное');
    expect(await pane('Жалобы')).toHaveTextContent('2 обращения, 1 новое');
    expect(screen.getByRole('img', { name: 'Новое' })).toBeInTheDocument();
    say(preview({}));
    expect(socket.sent.filter((message) => (message as { type: string }).type === 'read_complaints')).toHaveLength(1);
  });

  test('COMPL-04, COMPL-08: a mark that went out over a breaking line goes out once more when it is back', async () => {
    const { socket } = await open();
    const unread = list('complaint', [complaint(2, 'complaint', { is_read: false })]);
    say(preview({ complaint: 1 }));
    say(unread);
    expect(socket.sent.at(-1)).toEqual({ type: 'read_complaints', complaints_list: [2] });
    act(() => socket.end(1006));
    act(() => retryComplaints());
    await waitFor(() => expect(MadeUpSocket.opened).toHaveLength(2));
    act(() => lastSocket().open());
    say(preview({ complaint: 1 }));
    say(unread);
    expect(lastSocket().sent).toContainEqual({ type: 'read_complaints', complaints_list: [2] });
  });

  test('COMPL-12: one that arrives is shown first, counted once, and read where it is looked at', async () => {
    const { socket } = await open();
    say(preview({}));
    say(list('complaint', [complaint(1, 'complaint')]));
    say({ type: 'new_complaint', complaint: complaint(5, 'complaint', { is_read: false }) });
    const cards = await screen.findAllByRole('article');
    expect(cards.map((card) => card.getAttribute('aria-label'))).toEqual(['Борис Орлов-5', 'Борис Орлов-1']);
    expect(socket.sent.at(-1)).toEqual({ type: 'read_complaints', complaints_list: [5] });
    const idea = { type: 'new_complaint', complaint: complaint(6, 'suggestion', { is_read: false }) };
    say(idea);
    say(idea);
    expect(typeButton(/^Идеи/)).toHaveTextContent('Обращение 611 непрочитанное');
    expect(typeButton(/^Жалобы/)).not.toHaveTextContent('непрочитанн');
  });

  test('COMPL-13, COMPL-14: receive_new_complaint changes nothing, an unknown type is only logged', async () => {
    const logged = jest.spyOn(console, 'info').mockImplementation(() => undefined);
    const { container } = await open();
    say(preview({ complaint: 1 }));
    const before = container.innerHTML;
    say({ type: 'receive_new_complaint', complaint: complaint(7, 'complaint') });
    expect(logged).not.toHaveBeenCalled();
    say({ type: 'toString' });
    say({ type: 'gift' });
    expect(logged.mock.calls.map(String)).toEqual(['/ws/complaints: toString', '/ws/complaints: gift']);
    expect(container.innerHTML).toBe(before);
    logged.mockRestore();
  });

  test('COMPL-16: other buildings are asked for anew; an answer for the old ones is passed over; none asks nothing', async () => {
    const { socket } = await open();
    act(() => session.checkedBuildings.set([4]));
    expect(socket.sent.slice(2)).toEqual([
      { type: 'receive_preview_complaints', buildings: [4] },
      { type: 'get_complaints', complaint_type: 'complaint', buildings: [4], page_size: 322 },
    ]);
    say(list('complaint', [complaint(1, 'complaint')]));
    expect(screen.queryByRole('article')).toBeNull();
    say(list('complaint', [complaint(2, 'complaint')]));
    expect(await screen.findByRole('article', { name: 'Борис Орлов-2' })).toBeInTheDocument();
  });

  test('COMPL-17: an empty list says so', async () => {
    await open();
    say(list('complaint', []));
    expect(await screen.findByRole('heading', { name: 'Нет результатов' })).toBeInTheDocument();
  });

  test('COMPL-04: after a break it says so, comes back and asks anew; a dead token leads out', async () => {
    jest.useFakeTimers();
    const user = { out: 0 };
    onTokenError(() => {
      user.out += 1;
    });
    const { server } = await open();
    await act(async () => lastSocket().end(1006));
    expect(screen.getByText(/^Нет связи/)).toBeInTheDocument();
    await act(() => jest.advanceTimersByTimeAsync(2_000));
    expect(MadeUpSocket.opened).toHaveLength(2);
    act(() => lastSocket().open());
    expect(lastSocket().sent).toMatchObject([{ type: 'receive_preview_complaints' }, { type: 'get_complaints' }]);
    expect(screen.queryByText(/^Нет связи/)).toBeNull();
    server.answer('GET /api/crm/profile/current/', { status: 401, json: { detail: 'нет' } });
    await act(async () => lastSocket().end(CLOSE.signedOut));
    expect(user.out).toBe(1);
  });

  test('COMPL-11: a request is made of it in one step, once; without the right it is greyed with the reason', async () => {
    const { router, unmount } = await open();
    const made = complaint(2, 'complaint', { task: 12 });
    say(list('complaint', [complaint(1, 'complaint'), made]));
    const second = await screen.findByRole('article', { name: 'Борис Орлов-2' });
    expect(within(second).getByRole('link', { name: 'Заявка № 12' })).toHaveAttribute('href', '/tasks?id=12');
    await userEvent.click(screen.getByRole('button', { name: 'Создать заявку' }));
    expect(router.state.location.pathname).toBe('/create-task');
    expect(router.state.location.state).toEqual({
      prefill: {
        place: { given: { building: 3, porch: 31 } },
        description: 'Обращение 1',
        source: { complaint: 1 },
      },
      from: expect.stringMatching(/^\/chats\?complaints=true/),
    });
    unmount();
    await open({ tasks: 'read' });
    say(list('complaint', [complaint(1, 'complaint')]));
    expect(await screen.findByRole('button', { name: /Создать заявку/ })).toHaveAttribute('aria-disabled', 'true');
  });
});
