import { act, waitFor } from '@testing-library/react';
import type { Conversation } from '#console/data/chat/conversation.ts';
import { openChat } from '#console/data/chat/open.ts';
import { ChatSocket, chatOf, chatSocket, DARIA } from '#tests/support/console/chat-server.ts';
import { chatAnswers, openChats } from '#tests/support/console/chat-stage.tsx';

const FIRST_UNREAD = 3;
const LEV = 'usrLevLevLevLe';
const world = chatOf(
  {},
  { more: [{ topic: LEV, seq: FIRST_UNREAD, read: FIRST_UNREAD - 1, public: { fn: 'Лев Зотов' } }] },
);
const left = (topic: string) =>
  chatSocket()
    .of('leave')
    .filter((packet) => packet.topic === topic);

/** Keeps the answers to one kind of packet about a chat back until the test lets them go. */
function holdBack(wanted: string, topic: string): () => void {
  const kept: (() => void)[] = [];
  ChatSocket.answer = (kind, body) => {
    if (kind !== wanted || body.topic !== topic) return world(kind, body);
    const socket = chatSocket();
    kept.push(() => {
      for (const frame of world(kind, body)) act(() => socket.say(frame));
    });
    return [];
  };
  return () => {
    ChatSocket.answer = world;
    for (const answer of kept) answer();
  };
}

/** The page with the chat of Daria, and the chat of Lev that a test opens and leaves. */
async function lev(): Promise<Conversation> {
  chatAnswers();
  await openChats(world);
  const client = await openChat();
  await waitFor(() => expect(client.conversation(DARIA).state.attached).toBe(true));
  return client.conversation(LEV);
}

describe('a chat that is left', () => {
  test('CHAT-26: while it is being joined is let go once it is, and knows what is unread when it is opened again', async () => {
    const line = await lev();
    const answer = holdBack('sub', LEV);
    line.open();
    await waitFor(() => expect(chatSocket().of('sub')).toContainEqual(expect.objectContaining({ topic: LEV })));
    line.close();
    expect(left(LEV)).toEqual([]);
    answer();
    await waitFor(() => expect(left(LEV)).toHaveLength(1));
    await waitFor(() => expect(line.state).toMatchObject({ attached: false, firstUnread: null }));
    line.open();
    await waitFor(() => expect(line.state).toMatchObject({ attached: true, firstUnread: FIRST_UNREAD }));
    line.close();
    await waitFor(() => expect(line.state.attached).toBe(false));
    expect(left(LEV)).toHaveLength(2);
  });

  test('CHAT-26: while something goes out of it is let go once that is through', async () => {
    const line = await lev();
    line.open();
    await waitFor(() => expect(line.state.attached).toBe(true));
    const before = left(LEV).length;
    const answer = holdBack('pub', LEV);
    line.send({ text: 'В пути' });
    await waitFor(() => expect(chatSocket().of('pub')).toContainEqual(expect.objectContaining({ topic: LEV })));
    line.close();
    expect([left(LEV).length, line.state.attached]).toEqual([before, true]);
    answer();
    await waitFor(() => expect(left(LEV)).toHaveLength(before + 1));
    await waitFor(() => expect(line.state.attached).toBe(false));
    expect(line.state.messages.at(-1)).toMatchObject({ state: 'sent' });
  });

  test('CHAT-26: and opened again before what it sends is through stays', async () => {
    const line = await lev();
    line.open();
    await waitFor(() => expect(line.state.attached).toBe(true));
    const before = left(LEV).length;
    const answer = holdBack('pub', LEV);
    line.send({ text: 'Ещё в пути' });
    line.close();
    line.open();
    answer();
    await waitFor(() => expect(line.state.messages.at(-1)).toMatchObject({ state: 'sent' }));
    await new Promise((done) => setTimeout(done, 20));
    expect([left(LEV).length, line.state.attached]).toEqual([before, true]);
    line.close();
    await waitFor(() => expect(line.state.attached).toBe(false));
  });
});
