import type { ChatMessage, Tinode, Topic } from 'tinode-sdk';
import { LOCAL_FROM } from '#console/data/chat/message.ts';
import { Outbox } from '#console/data/chat/outbox.ts';

/** A chat that is joined all the time, and whose publishing ends when the test says so. */
function joinedChat() {
  const kept: ChatMessage[] = [];
  const published: { message: ChatMessage; fail(): Promise<void> }[] = [];
  const topic = {
    isSubscribed: () => true,
    messages: () => undefined,
    queuedMessages: (each: (message: ChatMessage) => void) => kept.forEach(each),
    createMessage: (content: string) => {
      const message = { seq: LOCAL_FROM + kept.length, content, ts: new Date() } as unknown as ChatMessage;
      kept.push(message);
      return message;
    },
    publishDraft: (message: ChatMessage) => {
      message._sending = true;
      return new Promise((_, reject) => {
        published.push({
          message,
          fail: async () => {
            message._sending = false;
            message._failed = true;
            reject(new Error('gone'));
            await new Promise((done) => setTimeout(done));
          },
        });
      });
    },
  };
  const outbox = new Outbox(
    {} as Tinode,
    () => topic as unknown as Topic,
    () => undefined,
  );
  return { outbox, published };
}

describe('a message whose line breaks', () => {
  test('CHAT-11: goes out again when its line is given up only after the next one stands', async () => {
    const { outbox, published } = joinedChat();
    outbox.join();
    outbox.send({ text: 'Слесарь придёт в среду' });
    outbox.join();
    expect(published).toHaveLength(1);
    await published[0]?.fail();
    expect(published.map(({ message }) => message.content)).toEqual(Array(2).fill('Слесарь придёт в среду'));
    expect(published[1]?.message.head).toEqual(published[0]?.message.head);
    expect(published[1]?.message._failed).toBe(false);
  });

  test('CHAT-11: stays with its «Повторить» when it failed over the line that stands', async () => {
    const { outbox, published } = joinedChat();
    outbox.join();
    outbox.send({ text: 'Слесарь придёт в среду' });
    await published[0]?.fail();
    expect(published).toHaveLength(1);
    expect(published[0]?.message._failed).toBe(true);
  });
});
