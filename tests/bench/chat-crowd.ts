/** The clients of `chat-memory.ts`, in a process of their own: the server's memory has nothing of them. */
import { type RawChat, signedIn } from '#tests/support/server/chat.ts';

/** The task of the crowd: where the chat is, whom to sign in, and with whom each of them talks. */
export interface CrowdTask {
  host: string;
  people: readonly { token: string; peer: string }[];
}

/** Sign-ins that are under way at a time. */
const AT_ONCE = 20;

async function gather({ host, people }: CrowdTask): Promise<RawChat[]> {
  const chats: RawChat[] = [];
  const waiting = [...people];
  const enter = async () => {
    for (let person = waiting.pop(); person; person = waiting.pop()) {
      const chat = await signedIn(host, { id: 0, chatId: '', phone: '', token: person.token });
      await chat.ask('sub', { topic: 'me', get: { what: 'sub desc' } });
      await chat.ask('sub', { topic: person.peer, get: { what: 'desc sub data', data: { limit: 24 } } });
      chats.push(chat);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, enter));
  return chats;
}

let chats: RawChat[] = [];
process.on('message', async (task: CrowdTask | 'leave') => {
  if (task === 'leave') {
    for (const chat of chats) chat.close();
    await Promise.all(chats.map(({ closed }) => closed));
    process.send?.('left', () => process.disconnect());
    return;
  }
  chats = await gather(task);
  process.send?.('here');
});
