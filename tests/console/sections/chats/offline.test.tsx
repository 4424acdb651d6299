import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ChatClient } from '#console/data/chat/client.ts';
import { type ConversationState, EMPTY_CONVERSATION } from '#console/data/chat/conversation-state.ts';
import { openChat } from '#console/data/chat/open.ts';
import { session } from '#console/data/session/session.ts';
import { ChatsPage } from '#console/sections/chats/chats-page.tsx';
import { DARIA } from '#tests/support/console/chat-server.ts';
import { chatAnswers } from '#tests/support/console/chat-stage.tsx';
import { network } from '#tests/support/console/network.ts';
import { rowsInWindow } from '#tests/support/console/rows-in-window.ts';
import { renderOnStage } from '#tests/support/console/stage.tsx';

jest.mock('#console/data/chat/open.ts', () => ({ openChat: jest.fn() }));

const NO_NETWORK = 'Нет связи с сервером';
const opening = openChat as jest.MockedFunction<typeof openChat>;

/** A chat whose list and messages come when they are told to. */
function madeUpChat() {
  const listeners = new Set<() => void>();
  const follow = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const contacts = {
    people: [],
    typists: new Set(),
    ready: false,
    subscribe: follow,
    onDeletion: () => () => undefined,
    find: () => undefined,
  };
  const line = {
    name: DARIA,
    state: EMPTY_CONVERSATION,
    subscribe: follow,
    open: () => undefined,
    close: () => undefined,
  };
  const client = { contacts, retry: jest.fn(), conversation: () => line };
  const change = (ready: boolean, state: Partial<ConversationState>) => {
    Object.assign(contacts, { ready, people: [] });
    line.state = { ...line.state, ...state };
    for (const listener of [...listeners]) listener();
  };
  return { client: client as unknown as ChatClient, retry: client.retry, change };
}

beforeEach(() => {
  network(true);
  chatAnswers();
  session.token.set('t');
  session.userId.set('1');
  session.permissions.set({ chats: 'read', tasks: 'write' });
});
afterEach(() => network(true));

const open = (path: string) => {
  rowsInWindow({ window: 3_000, row: 60 });
  return renderOnStage(<ChatsPage />, path);
};
const list = () => screen.findByRole('complementary', { name: 'Собеседники' });

test('CHAT-10: the list says that there is no network, though its code did not come either, and comes by itself', async () => {
  const { client, change } = madeUpChat();
  opening.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  opening.mockResolvedValue(client);
  network(false);
  open('/chats');
  expect(await within(await list()).findByText(NO_NETWORK)).toBeVisible();
  expect(opening).toHaveBeenCalledTimes(1);
  network(true);
  await waitFor(() => expect(opening).toHaveBeenCalledTimes(2));
  await waitFor(() => expect(screen.queryByText(NO_NETWORK)).toBeNull());
  change(true, {});
  expect(await screen.findByText('Пока не с кем переписываться')).toBeVisible();
});

test('CHAT-10: list and messages say it while they have nothing, try it when asked to, and come by themselves', async () => {
  const { client, change, retry } = madeUpChat();
  opening.mockResolvedValue(client);
  open(`/chats?chat_id=${DARIA}`);
  await screen.findByRole('textbox', { name: 'Сообщение' });
  expect(screen.queryByText(NO_NETWORK)).toBeNull();
  network(false);
  expect(await screen.findAllByText(NO_NETWORK)).toHaveLength(2);
  expect(screen.getByText('Сообщения загрузятся сами, как только она появится.')).toBeVisible();
  const [, ofMessages] = screen.getAllByRole('button', { name: 'Повторить' });
  if (ofMessages) await userEvent.click(ofMessages);
  expect(retry).toHaveBeenCalledTimes(1);
  network(false);
  expect(await screen.findAllByText(NO_NETWORK)).toHaveLength(2);
  network(true);
  change(true, { ready: true, loading: false });
  expect(await screen.findByText('Сообщений пока нет')).toBeVisible();
  // Loaded messages stay without a network.
  network(false);
  expect(screen.queryByText(NO_NETWORK)).toBeNull();
});
