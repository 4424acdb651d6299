// Runs in test:all alone: it cuts sockets for ten seconds and more.

import { chatter } from '#tests/support/server/chat.ts';
import { type ChatConsole, consolesOf, cutLines, loseNext } from '#tests/support/server/chat-console.ts';
import { until } from '#tests/support/server/chat-sdk.ts';
import { newPerson } from '#tests/support/server/people.ts';
import { chance as chanceOf } from '#tests/support/server/seeded-random.ts';
import { listen } from '#tests/support/server/sockets.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

/** Messages of each of the two. */
const EACH = 160;
/** Most messages of one that may wait when they write the next. */
const AHEAD = 30;
/** Lines that are cut, of both together, each after so many frames at most. */
const CUTS = { lines: 8, frames: 110 } as const;

let app: TestApp;
let consoles: Awaited<ReturnType<typeof consolesOf>>;
beforeAll(async () => {
  app = await openTestApp();
  consoles = await consolesOf(await listen(app));
});
afterAll(async () => {
  consoles.close();
  await app.close();
});

test(`CHAT-11 CHAT-26: two consoles whose lines are cut ${EACH} messages long show every message once, in one order, read`, async () => {
  const one = await chatter(app, (await newPerson(app)).id);
  const two = await chatter(app, (await newPerson(app)).id);
  const chance = chanceOf(5);
  let cuts = 0;
  cutLines(() => {
    if (cuts >= CUTS.lines) return null;
    cuts += 1;
    return Math.floor(chance() * CUTS.frames);
  });
  const both: ChatConsole[] = [consoles.open(one.token, two.chatId), consoles.open(two.token, one.chatId)];
  await until(() => both.every(({ line }) => line.state.attached));
  for (let at = 0; at < EACH; at += 1) {
    for (const [who, { line }] of both.entries()) line.send({ text: `${who} ${at}` });
    await until(() => both.every(({ mine }) => at - mine().length < AHEAD));
  }
  await until(() => both.every(({ mine }) => mine().length === EACH));
  expect(cuts).toBe(CUTS.lines);
  await until(() => both.every(({ line }) => line.state.last === 2 * EACH && line.state.attached));

  // Told over a connection that breaks with it, it is told again over the next.
  loseNext();
  for (const { line } of both) line.read();
  const isRead = ({ mine }: ChatConsole) => mine().length === EACH && mine().every(({ state }) => state === 'read');
  await until(() => both.every(isRead));

  const stored = await app.database.kysely
    .selectFrom('chat_messages')
    .where('sender_id', 'in', [one.id, two.id])
    .orderBy('seq')
    .select(['seq', 'content'])
    .execute();
  expect(stored.map(({ seq }) => seq)).toEqual(Array.from({ length: 2 * EACH }, (_, at) => at + 1));
  const texts = stored.map(({ content }) => String(content));
  for (const who of [0, 1])
    expect(texts.filter((text) => text.startsWith(`${who} `))).toEqual(
      Array.from({ length: EACH }, (_, at) => `${who} ${at}`),
    );
  for (const { shown } of both) expect(shown()).toEqual(texts);

  // A person who opens it now pages up to the first; no old page takes a tick back.
  const later = consoles.open(one.token, two.chatId);
  await until(() => later.line.state.messages.length > 0 && !later.line.state.loading);
  while (!later.line.state.atStart) await later.line.loadEarlier();
  expect(later.shown()).toEqual(texts);
  expect(isRead(later)).toBe(true);
});
