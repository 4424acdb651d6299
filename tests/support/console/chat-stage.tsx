import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { keepChatSecret } from '#console/data/chat/secret.ts';
import { session } from '#console/data/session/session.ts';
import { ChatsPage } from '#console/sections/chats/chats-page.tsx';
import { house } from './buildings.ts';
import { type ChatReplier, ChatSocket, chatSocket, DARIA, serveChat } from './chat-server.ts';
import { rowsInWindow } from './rows-in-window.ts';
import { type MadeUpServer, serveAnswers } from './server.ts';
import { renderOnStage } from './stage.tsx';

/** The building of Daria. */
export const BUILDING = house(3, { is_all_porches: false, available_porches: [{ id: 7, number: 2 }] });

const ACTIVE = { status: 'active', position: '', first_name: 'Дарья', last_name: 'Калинина' };
let served = false;

// The chat's line lives on its own time: what it changes between two steps of a test is no slip of that test.
beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
});

/** The answers of the console's own server around the chat; a test changes those it is about. */
export function chatAnswers(): MadeUpServer {
  return serveAnswers({
    'GET /api/crm/buildings/': { json: [BUILDING] },
    // Whether the server is there is asked after a connection that was dead without a word.
    'GET /api/crm/permissions/': { status: 503, json: {} },
    'GET /api/crm/chat-contacts/': { json: { count: 0, number: 1, page_size: 50, results: [] } },
    // The complaints have a line of their own, which another test opens.
    'POST /api/authorized/socket-tickets/': { status: 503, json: {} },
    'GET /api/crm/chat-messages/last/': { json: { until: 0, results: [] } },
    'GET /api/authorized/profile/': { json: ACTIVE },
    'GET /api/crm/tasks/by-message/': { json: [] },
  });
}

/**
 * Opens the page of the chat, by default with the chat of Daria. The chat's line lives as long as the test file, as it does in a
 * browser; the first call of a file opens it by phone and password.
 */
export async function openChats(answer: ChatReplier, path = `/chats?chat_id=${DARIA}`) {
  session.token.set('t');
  session.userId.set('1');
  session.companyId.set('1');
  session.permissions.set({ chats: 'read', tasks: 'write' });
  // jsdom lays nothing out and lacks these.
  Element.prototype.scrollBy = () => undefined;
  URL.createObjectURL = () => 'blob:preview';
  URL.revokeObjectURL = () => undefined;
  if (served) {
    ChatSocket.answer = answer;
    // As it was kept at the sign-in; between tests the browser forgets.
    session.chatToken.set({ token: 'dG9rZW4=', expires: '2030-01-01T00:00:00.000Z' });
  } else {
    served = true;
    keepChatSecret({ login: '79001112233', password: 'Секрет:1' });
    serveChat(answer);
  }
  // Room for every message of a test: jsdom does not scroll.
  rowsInWindow({ window: 6_000, row: 60 });
  const view = renderOnStage(<ChatsPage />, path);
  await screen.findByRole('tablist', { name: 'Чаты' });
  if (path.includes('chat_id')) await screen.findByRole('textbox', { name: 'Сообщение' });
  return view;
}

/** The messages of the open chat. */
export const chatLog = () => screen.findByRole('log', { name: 'Сообщения' });

/** Presses «Повторить» of the strip that says the connection is down; failed messages have a button of that name, too. */
export async function reconnect(): Promise<void> {
  const strip = await screen.findByText('Нет связи с чатом. Подключаемся снова…');
  const [button] = within(strip.closest<HTMLElement>('[role=status]') ?? strip).getAllByRole('button');
  if (!button) throw new Error('The strip has no button');
  await userEvent.click(button);
}

/** Looks for a text in the open chat. */
export async function searchInChat(text: string): Promise<HTMLElement> {
  await userEvent.click(screen.getByRole('button', { name: 'Поиск по сообщениям' }));
  const box = screen.getByRole('searchbox', { name: 'Поиск по сообщениям' });
  fireEvent.change(box, { target: { value: text } });
  return box;
}

/** The bubble that says something. */
export function bubbleOf(text: string): HTMLElement {
  const bubble = screen.getByText(text).closest<HTMLElement>('[data-seq]');
  if (!bubble) throw new Error(`«${text}» is no message`);
  return bubble;
}

/** The bubble that says something, once it is seen: the list draws it anew and is hidden while it looks for its place. */
export function bubbleWith(text: string): Promise<HTMLElement> {
  return waitFor(() => {
    const bubble = bubbleOf(text);
    expect(bubble).toBeVisible();
    return bubble;
  });
}

/** Where a message is written. */
export const field = () => screen.getByRole('textbox', { name: 'Сообщение' });

/** Messages that went out over the connection that stands. */
export const published = () => chatSocket().of('pub');
export const lastPublished = () => published().at(-1);

/** Writes a message and sends it. */
export async function say(text: string): Promise<void> {
  // Typed at once: letter by letter takes seconds in a list this long.
  fireEvent.change(field(), { target: { value: text } });
  await userEvent.type(field(), '{Enter}');
}

/** Opens the menu of a message; the list shows itself once it has scrolled. */
export async function openMenu(text: string): Promise<void> {
  const dots = await waitFor(async () =>
    within(await bubbleWith(text)).getByRole('button', { name: 'Действия с сообщением' }),
  );
  await userEvent.click(dots);
}

/** Opens the menu of a message and presses one of its items. */
export async function choose(text: string, item: string): Promise<void> {
  await openMenu(text);
  await userEvent.click(await screen.findByRole('menuitem', { name: item }));
}
