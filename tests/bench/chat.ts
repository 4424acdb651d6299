import { type Chatter, chatter, type RawChat, signedIn } from '#tests/support/server/chat.ts';
import { newPerson } from '#tests/support/server/people.ts';
import { listen } from '#tests/support/server/sockets.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';
import { connectionCost } from './chat-memory.ts';
import { type Figure, median, percentile } from './figures.ts';

const MESSAGES = 100_000;
const CLIENTS = 1_000;
const A_SECOND = 100;
const SECONDS = 10;
const PAGE = 24;

/** Fills a chat of two with messages, as if they had been written. */
async function fill(app: TestApp, one: Chatter, two: Chatter): Promise<void> {
  const db = app.database.kysely;
  const topic = await db
    .selectFrom('chat_topics')
    .where('name', '=', `p2p${Math.min(one.id, two.id)}_${Math.max(one.id, two.id)}`)
    .select('id')
    .executeTakeFirstOrThrow();
  for (let from = 1; from <= MESSAGES; from += 2_000) {
    const rows = Array.from({ length: 2_000 }, (_, at) => ({
      topic_id: topic.id,
      seq: from + at,
      sender_id: at % 2 ? one.id : two.id,
      content: JSON.stringify(`Сообщение ${from + at}`),
      at: new Date(Date.now() - (MESSAGES - from - at) * 1_000),
    }));
    await db.insertInto('chat_messages').values(rows).execute();
  }
  await db.updateTable('chat_topics').set({ seq: MESSAGES }).where('id', '=', topic.id).execute();
}

async function longChat(app: TestApp, host: string): Promise<Figure[]> {
  const [one, two] = [await chatter(app, (await newPerson(app)).id), await chatter(app, (await newPerson(app)).id)];
  const first = await signedIn(host, one);
  await first.ask('sub', { topic: two.chatId });
  await fill(app, one, two);
  first.close();
  const opening: number[] = [];
  const paging: number[] = [];
  for (let round = 0; round < 20; round += 1) {
    const chat = await signedIn(host, one);
    let began = performance.now();
    await chat.all('sub', { topic: two.chatId, get: { what: 'desc sub data del aux', data: { limit: PAGE } } });
    opening.push(performance.now() - began);
    for (let page = 0; page < 5; page += 1) {
      const before = MESSAGES - Math.floor(Math.random() * (MESSAGES - 100));
      began = performance.now();
      await chat.ask('get', { topic: two.chatId, what: 'data', data: { before, limit: PAGE } });
      paging.push(performance.now() - began);
    }
    chat.close();
  }
  return [
    { name: 'Chat of 100,000 messages: opens, p95', value: percentile(opening, 95), unit: 'ms', target: 300 },
    { name: 'Chat of 100,000 messages: a page anywhere, p95', value: percentile(paging, 95), unit: 'ms', target: 300 },
  ];
}

/** A thousand people in pairs; a hundred messages a second among them. */
async function crowd(app: TestApp, host: string): Promise<Figure[]> {
  const people: Chatter[] = [];
  for (let at = 0; at < CLIENTS; at += 1) people.push(await chatter(app, (await newPerson(app, { porches: [] })).id));
  const cost = await connectionCost(host, people);
  const enter = async (at: number): Promise<RawChat> => {
    const person = people[at];
    if (!person) throw new Error('Nobody is there');
    const chat = await signedIn(host, person);
    await chat.ask('sub', { topic: 'me', get: { what: 'sub desc' } });
    await chat.ask('sub', {
      topic: people[at ^ 1]?.chatId ?? '',
      get: { what: 'desc sub data', data: { limit: PAGE } },
    });
    return chat;
  };
  const chats: RawChat[] = [];
  for (const at of people.keys()) chats.push(await enter(at));
  const sent = new Map<string, number>();
  const delays: number[] = [];
  const hear = (chat: RawChat) => {
    chat.socket.on('message', (data) => {
      const { data: message } = JSON.parse(String(data)) as { data?: { content: unknown; topic: string; seq: number } };
      const at = message && sent.get(String(message.content));
      if (!message || at === undefined) return;
      delays.push(performance.now() - at);
      // As a page does: what has come is received and read.
      for (const what of ['recv', 'read']) {
        chat.raw(JSON.stringify({ note: { topic: message.topic, what, seq: message.seq } }));
      }
    });
  };
  for (const chat of chats) hear(chat);
  for (let turn = 0; turn < A_SECOND * SECONDS; turn += 1) {
    const at = (turn * 37) % CLIENTS;
    const content = `m${turn}`;
    sent.set(content, performance.now());
    const pub = { id: content, topic: people[at ^ 1]?.chatId, noecho: true, content };
    chats[at]?.raw(JSON.stringify({ pub }));
    await new Promise((resolve) => setTimeout(resolve, 1_000 / A_SECOND));
  }
  for (let wait = 0; delays.length < sent.size && wait < 300; wait += 1)
    await new Promise((resolve) => setTimeout(resolve, 100));
  if (delays.length < sent.size) throw new Error(`${sent.size - delays.length} messages were not delivered`);
  const back = await storm(chats, people, enter);
  return [
    {
      name: 'All 1,000 clients come back at once while 100 messages a second flow: the last is in',
      value: back,
      unit: 'ms',
    },
    { name: '1,000 clients, 100 messages a second: delivery, median', value: median(delays), unit: 'ms' },
    {
      name: '1,000 clients, 100 messages a second: delivery, p99',
      value: percentile(delays, 99),
      unit: 'ms',
      target: 250,
    },
    ...cost,
  ];
}

/** Every line breaks and everybody comes back at once, while those who are back write on. @returns until the last is in, ms */
async function storm(
  chats: readonly RawChat[],
  people: readonly Chatter[],
  enter: (at: number) => Promise<RawChat>,
): Promise<number> {
  for (const chat of chats) chat.close();
  const began = performance.now();
  const back: (RawChat | undefined)[] = [];
  let turn = 0;
  const flow = setInterval(() => {
    turn += 1;
    const at = (turn * 37) % CLIENTS;
    const pub = { id: `s${turn}`, topic: people[at ^ 1]?.chatId, noecho: true, content: `s${turn}` };
    back[at]?.raw(JSON.stringify({ pub }));
  }, 1_000 / A_SECOND);
  try {
    await Promise.all(
      chats.map(async (_chat, at) => {
        back[at] = await enter(at);
      }),
    );
    return performance.now() - began;
  } finally {
    clearInterval(flow);
    for (const chat of back) chat?.close();
  }
}

/** The chat in the box: a long history, and a crowd. */
export async function chat(): Promise<Figure[]> {
  const app = await openTestApp();
  const host = await listen(app);
  try {
    return [...(await longChat(app, host)), ...(await crowd(app, host))];
  } finally {
    await app.close();
  }
}
