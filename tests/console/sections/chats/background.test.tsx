import { act } from '@testing-library/react';
import { Background } from '#console/app/background.tsx';
import type { ChatClient } from '#console/data/chat/client.ts';
import { openChat } from '#console/data/chat/open.ts';
import { keepChatSecret, takeChatSecret } from '#console/data/chat/secret.ts';
import { session } from '#console/data/session/session.ts';
import { pass, stopClock } from '#tests/support/console/clock.ts';
import { renderOnStage } from '#tests/support/console/stage.tsx';

jest.mock('#console/data/chat/open.ts', () => ({ openChat: jest.fn() }));
jest.mock('#console/sections/notifications/notices.tsx', () => ({ __esModule: true, default: () => null }));

const opening = openChat as jest.MockedFunction<typeof openChat>;

beforeEach(() => {
  stopClock();
  opening.mockReset().mockResolvedValue({} as ChatClient);
  session.token.set('t');
  session.permissions.set({ chats: 'denied' });
  session.features.set({});
});
afterEach(() => {
  takeChatSecret();
  jest.useRealTimers();
});

async function beside(): Promise<number> {
  renderOnStage(<Background />);
  await pass(2_000);
  await act(async () => undefined);
  return opening.mock.calls.length;
}

test('PERM-18: who signs in without the right to the chat is signed in to it, for its address is open to them', async () => {
  keepChatSecret({ login: '79001112233', password: 'Секрет:1' });
  expect(await beside()).toBe(1);
});

test('PERM-18: not where the server gives passes, nor on a page that nobody has signed in on', async () => {
  expect(await beside()).toBe(0);
  keepChatSecret({ login: '79001112233', password: 'Секрет:1' });
  session.features.set({ chat: true });
  expect(await beside()).toBe(0);
});
