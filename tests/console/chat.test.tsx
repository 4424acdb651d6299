import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { VirtuosoMockContext } from 'react-virtuoso';
import { keepChatSecret } from '#console/data/chat/secret.ts';
import { chatTally } from '#console/data/chat/tally.ts';
import { session } from '#console/data/session.ts';
import { onTokenError } from '#console/data/token-error.ts';
import { ChatsPage } from '#console/sections/chats/chats-page.tsx';
import { ChatSocket, chatOf, chatSocket, DARIA, message, serveChat } from '#tests/support/console/chat-server.ts';
import { serveAnswers } from '#tests/support/console/server.ts';
import { renderOnStage } from '#tests/support/console/stage.tsx';

const HOUSE = {
  id: 3,
  street: 'ул. Лесная',
  number: '12',
  complex: null,
  is_all_porches: false,
  available_porches: [{ id: 7, number: 2 }],
};

const page = (path = '/chats') =>
  renderOnStage(
    <VirtuosoMockContext value={{ viewportHeight: 3_000, itemHeight: 60 }}>
      <ChatsPage />
    </VirtuosoMockContext>,
    path,
  );

// One page, one chat: the client lives as long as this file, as it does in a browser.
test('CHAT-01, CHAT-02, CHAT-04, CHAT-05, CHAT-06, CHAT-07, CHAT-08, CHAT-09, CHAT-10, CHAT-11, CHAT-13, CHAT-14, CHAT-15, CHAT-17, CHAT-19, CHAT-21, CHAT-24, CHAT-28: signs in, lists, opens, talks', async () => {
  const user = userEvent.setup();
  const server = serveAnswers({
    'GET /api/crm/buildings/': { json: [HOUSE] },
    'GET /api/crm/chat-contacts/': { json: { count: 0, number: 1, page_size: 50, results: [] } },
    // The complaints have a line of their own, which another test opens.
    'POST /api/authorized/socket-tickets/': { status: 503, json: {} },
    'GET /api/authorized/profile/': { json: { status: 'blocked', position: '', first_name: 'Дарья', last_name: 'К' } },
  });
  session.token.set('t');
  session.companyId.set('1');
  session.permissions.set({ chats: 'read', tasks: 'write' });
  keepChatSecret({ login: '79001112233', password: 'Секрет:1' });
  const leave = jest.fn();
  onTokenError(leave);
  // jsdom lays nothing out and lacks this one.
  Element.prototype.scrollBy = () => undefined;
  serveChat(chatOf({ 60: { txt: 5 }, 59: 'Когда <b>включат</b>?' }));
  page(`/chats?chat_id=${DARIA}`);

  // By phone digits and password; the token and its end are kept.
  await screen.findByText('Ольга Трофимова');
  const [login] = chatSocket().of('login');
  expect(login).toMatchObject({ scheme: 'basic' });
  const secret = Buffer.from(String(login?.secret), 'base64').toString('utf8');
  expect(secret).toBe('79001112233:Секрет:1');
  expect(session.chatToken.get()).toEqual({ token: 'dG9rZW4=', expires: '2030-01-01T00:00:00.000Z' });
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Все', 'Резиденты', 'Компания', 'Жалобы']);

  // The search goes by the tags of what is open: an entrance, and the company.
  await waitFor(() =>
    expect(chatSocket().of('set')).toContainEqual(
      expect.objectContaining({ topic: 'fnd', desc: { public: 'company_1,porch_7' } }),
    ),
  );
  const contacts = screen.getByRole('complementary', { name: 'Собеседники' });
  const daria = within(contacts).getByRole('button', { name: /Дарья Калинина/ });
  expect(daria).toHaveTextContent('ул. Лесная, 12, подъезд 2');
  expect(daria).toHaveTextContent('непрочитанных сообщений: 2');
  expect(chatTally().unread).toBe(2);

  // 24 messages, the unreadable one said to be so; markup stays text.
  const log = await screen.findByRole('log', { name: 'Сообщения' });
  await waitFor(() => expect(log).toHaveTextContent('некорректное содержимое'));
  const subscribed = chatSocket().of('sub');
  expect(subscribed).toContainEqual(expect.objectContaining({ topic: DARIA, get: expect.anything() }));
  expect(subscribed.find(({ topic }) => topic === DARIA)).toMatchObject({ get: { data: { limit: 24 } } });
  expect(log).toHaveTextContent('Когда <b>включат</b>?');
  expect(log).toHaveTextContent('Новые сообщения');
  expect(await screen.findByText('Пользователь заблокирован, но ему можно написать')).toBeInTheDocument();
  expect(server.callsTo('GET /api/authorized/profile/')[0]?.url).toBe(`/api/authorized/profile/?chat_id=${DARIA}`);

  // What is sent is literal text; its tick comes.
  await user.type(screen.getByRole('textbox', { name: 'Сообщение' }), '*Добрый* день{Enter}');
  await waitFor(() => expect(chatSocket().of('pub')).toHaveLength(1));
  expect(chatSocket().of('pub')[0]).toMatchObject({ topic: DARIA, content: '*Добрый* день', noecho: true });
  await waitFor(() => expect(within(log).getByText('*Добрый* день').closest('[data-seq]')).not.toBeNull());
  await within(log).findByRole('img', { name: 'Отправлено' });

  // What comes in is there at once.
  act(() => chatSocket().say(message(62, 'Спасибо!')));
  await within(log).findByText('Спасибо!');

  // CHAT-03, CHAT-14, CHAT-15, CHAT-17: files are looked at before they go.
  const warned = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  URL.createObjectURL = () => 'blob:preview';
  URL.revokeObjectURL = () => undefined;
  const chooser = screen.getByLabelText('Прикрепить файл');
  await user.upload(chooser, new File(['x'], 'a.webp', { type: 'image/webp' }));
  expect(warned).toHaveBeenLastCalledWith('chat: unknown or invalid image format', 'a.webp');
  const large = new File(['x'], 'b.pdf', { type: 'application/pdf' });
  Object.defineProperty(large, 'size', { value: 9 * 1_048_576 });
  await user.upload(chooser, large);
  expect(warned).toHaveBeenLastCalledWith('chat: file_attachment_too_large', 'b.pdf');
  await user.upload(chooser, new File(['x'], 'c.png', { type: 'image/png' }));
  const thumbnail = screen.getByRole('img', { name: 'c.png' });
  expect([thumbnail.getAttribute('width'), thumbnail.getAttribute('height')]).toEqual(['64', '64']);
  expect(screen.queryByRole('img', { name: 'a.webp' })).toBeNull();
  warned.mockRestore();

  // CHAT-01: the tabs part colleagues from residents.
  await user.click(screen.getByRole('tab', { name: 'Компания' }));
  expect(within(contacts).queryByRole('button', { name: /Дарья/ })).toBeNull();
  expect(within(contacts).getByRole('button', { name: /Ольга/ })).toHaveTextContent('Диспетчер');

  // CHAT-08, CHAT-10, CHAT-11: the line breaks, the chat says so and comes back by the token; no one is signed out.
  act(() => chatSocket().close());
  await screen.findByText('Нет связи с чатом. Подключаемся снова…');
  await user.click(screen.getByRole('button', { name: 'Повторить' }));
  await waitFor(() => expect(chatTally().link).toBe('open'));
  expect(chatSocket().of('login')[0]).toMatchObject({ scheme: 'token', secret: 'dG9rZW4=' });
  expect(leave).not.toHaveBeenCalled();

  // CHAT-09, CHAT-10: refused credentials sign the person out.
  const answer = chatOf();
  ChatSocket.answer = (kind, body) =>
    kind === 'login'
      ? [{ ctrl: { id: body.id, code: 401, text: 'authentication failed', ts: '2026-11-21T10:00:00.000Z' } }]
      : answer(kind, body);
  act(() => chatSocket().close());
  await user.click(await screen.findByRole('button', { name: 'Повторить' }));
  await waitFor(() => expect(leave).toHaveBeenCalled());
  expect([session.token.get(), session.chatToken.get()]).toEqual([null, null]);
}, 60_000);
