import { ChatClient } from '#console/data/chat/client.ts';
import { CLOSE } from '#resources/protocol/live.ts';
import { ChatSocket, chatOf, chatSocket, serveChat } from '#tests/support/console/chat-server.ts';
import { stopClock } from '#tests/support/console/clock.ts';

jest.mock('#console/data/chat/sign-in.ts', () => ({
  // It takes longer than these connections last.
  ChatSignIn: class {
    enter = () => new Promise(() => undefined);
  },
}));

test('CHAT-11: a connection closed for being over a limit is opened again after pauses that grow, though the server greets each', async () => {
  stopClock();
  serveChat(chatOf());
  new ChatClient();
  const pauses: number[] = [];
  for (const code of [CLOSE.tooFast, CLOSE.tooSlow, CLOSE.tooMany, CLOSE.tooBig]) {
    await jest.advanceTimersByTimeAsync(50);
    expect(chatSocket().of('hi')).toHaveLength(1);
    const before = ChatSocket.opened.length;
    const began = Date.now();
    chatSocket().close(code);
    while (ChatSocket.opened.length === before) await jest.advanceTimersByTimeAsync(50);
    pauses.push(Date.now() - began);
  }
  expect(pauses.every((pause, at) => pause >= 750 * 2 ** at && pause <= 1_300 * 2 ** at)).toBe(true);
  jest.useRealTimers();
});
