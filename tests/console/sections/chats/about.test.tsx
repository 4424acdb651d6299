import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { session } from '#console/data/session/session.ts';
import { chatOf, DARIA } from '#tests/support/console/chat-server.ts';
import { bubbleWith, chatAnswers, choose, openChats, searchInChat } from '#tests/support/console/chat-stage.tsx';
import { delayedReply } from '#tests/support/console/server.ts';

const world = chatOf({ 45: 'Не горит лампа', 47: 'Течёт кран', 49: 'Опять про лифт' });

describe('what is known of the other one', () => {
  test.each([
    ['CHAT-18: deleted', 'deleted', 'Пользователь удалён'],
    ['CHAT-19: blocked', 'blocked', 'Пользователь заблокирован, но ему можно написать'],
    ['CHAT-20: without access', 'no_chat_access', 'У пользователя нет доступа к чату, но ему можно написать'],
  ])('%s is said; who is deleted cannot be written to', async (_what, status, text) => {
    const server = chatAnswers();
    server.answer('GET /api/authorized/profile/', {
      json: { status, position: 'Жилец', first_name: 'Дарья', last_name: 'К' },
    });
    const view = await openChats(world, `/chats?chat_id=${DARIA}`).catch(() => null);
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(server.callsTo('GET /api/authorized/profile/')[0]?.url).toBe(`/api/authorized/profile/?chat_id=${DARIA}`);
    await waitFor(() =>
      expect(screen.queryAllByRole('textbox', { name: 'Сообщение' })).toHaveLength(status === 'deleted' ? 0 : 1),
    );
    view?.unmount();
  });

  test('CHAT-18: nobody is said to be deleted while it is not known yet who it is', async () => {
    const profile = delayedReply({
      json: { status: 'active', position: 'Жилец', first_name: 'Нина', last_name: 'Белова' },
    });
    const server = chatAnswers();
    server.answer('GET /api/authorized/profile/', profile.reply);
    await openChats(world, '/chats?chat_id=usrNinaNinaNina');
    const pane = await screen.findByRole('region', { name: 'Загружаем' });
    expect(within(pane).queryByText('Пользователь удалён')).toBeNull();
    profile.release();
    expect(await screen.findByRole('heading', { name: 'Нина Белова' })).toBeVisible();
  });

  test('CHAT-03: the text of the chat is searched by the server, over what is loaded where it cannot', async () => {
    const server = chatAnswers();
    server.answer('GET /api/crm/chat-messages/', {
      json: { results: [{ seq: 40, from: DARIA, ts: '2026-11-21T10:00:00.000Z', text: 'про воду' }], more: false },
    });
    await openChats(world);
    const box = await searchInChat('воду');
    const found = await screen.findByRole('list', { name: 'Найденные сообщения' });
    expect(within(found).getByRole('button')).toHaveTextContent('про воду');
    expect(decodeURIComponent(server.callsTo('GET /api/crm/chat-messages/').at(-1)?.url ?? '')).toContain(
      'search=воду',
    );
    server.answer('GET /api/crm/chat-messages/', { status: 404, json: {} });
    await userEvent.clear(box);
    await userEvent.type(box, 'лифт');
    await userEvent.click(await screen.findByRole('button', { name: /Опять про лифт/ }));
    expect(screen.queryByRole('searchbox', { name: 'Поиск по сообщениям' })).toBeNull();
  });

  test('CHAT-26: a canned answer knows the flat of who calls himself otherwise in the chat: he is asked for by his name there', async () => {
    const server = chatAnswers();
    await openChats(world);
    await waitFor(() =>
      expect(server.callsTo('GET /api/crm/chat-contacts/').map(({ url }) => url)).toContainEqual(
        expect.stringMatching(new RegExp(`[?&]chat_id=${DARIA}$`)),
      ),
    );
  });

  test('CHAT-03: the head of a chat leads to the card of the flat, for who may see residents', async () => {
    const server = chatAnswers();
    const unit = {
      id: 48,
      label: '48',
      building: { id: 3, street: 'ул. Лесная', number: '12' },
      porch: { id: 7, number: 2 },
    };
    const daria = {
      user: 8,
      chat_id: DARIA,
      kind: 'resident',
      first_name: 'Дарья',
      last_name: 'Калинина',
      avatar: null,
      position: '',
      status: 'active',
      company: null,
      units: [unit],
    };
    server.answer('GET /api/crm/chat-contacts/', { json: { count: 1, number: 1, page_size: 50, results: [daria] } });
    const { router } = await openChats(world);
    await waitFor(() => expect(screen.getByText(/кв\.\s48/)).toBeVisible());
    expect(screen.queryByRole('button', { name: /^Открыть карточку/ })).toBeNull();
    act(() => session.permissions.set({ chats: 'read', tasks: 'write', residents: 'read' }));
    await userEvent.click(await screen.findByRole('button', { name: /^Открыть карточку кв\.\s48/ }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/residents'));
    expect(router.state.location.search).toBe('?buildings_id=3&unit_entry=48&unit=48');
  });

  test('CHAT-26, TASK-61: a request is made of a message in one step, and the message shows the one that was', async () => {
    const server = chatAnswers();
    server.answer('GET /api/crm/tasks/by-message/', { json: [{ seq: 47, task: 71 }] });
    const { router } = await openChats(world);
    const made = await within(await bubbleWith('Течёт кран')).findByRole('link', { name: 'Заявка № 71' });
    expect(made).toHaveAttribute('href', '/tasks?id=71');
    await choose('Не горит лампа', 'Создать заявку');
    await waitFor(() => expect(router.state.location.pathname).toBe('/create-task'));
    expect(router.state.location.state).toEqual({
      prefill: {
        place: { given: { building: 3, porch: 7 } },
        description: 'Не горит лампа',
        source: { message: { topic: DARIA, seq: 45 } },
      },
      from: `/chats?chat_id=${DARIA}&message=45`,
    });
  });
});
