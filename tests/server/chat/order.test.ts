// Runs on PostgreSQL too: sequences under concurrency.

import { type ChatFrame, type Chatter, chatter, type RawChat, signedIn } from '#tests/support/server/chat.ts';
import { newPerson } from '#tests/support/server/people.ts';
import { chance } from '#tests/support/server/seeded-random.ts';
import { listen } from '#tests/support/server/sockets.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

/** Messages of each of the two. */
const EACH = 800;
/** Sent before the answers are looked at. */
const BURST = 40;
/** About one burst in so many ends in a cut line. */
const CUT_IN = 8;

let app: TestApp;
let host = '';
beforeAll(async () => {
  app = await openTestApp();
  host = await listen(app);
});
afterAll(() => app.close());

/** Waits for something, not for ever. */
async function until(done: () => boolean): Promise<void> {
  for (let turn = 0; !done(); turn += 1) {
    if (turn > 3_000) throw new Error('It never came');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/**
 * A client as A15 describes one: after a cut it signs in, joins with what it has not got, and sends again whatever nobody has
 * confirmed, under the name it had; what the server took before or still takes over the dead line is there once.
 */
class Talker {
  readonly got: { seq: number; from: string; content: unknown }[] = [];
  readonly #self: Chatter;
  readonly #peer: string;
  readonly #unsent: string[];
  readonly #chance: () => number;
  #chat: RawChat | null = null;
  cuts = 0;
  /** Ticks of the other one. */
  read = 0;
  recv = 0;

  constructor(self: Chatter, peer: string, seed: number) {
    this.#self = self;
    this.#peer = peer;
    this.#chance = chance(seed);
    this.#unsent = Array.from({ length: EACH }, (_, at) => `${self.chatId} ${at}`);
  }

  get last(): number {
    return this.got.at(-1)?.seq ?? 0;
  }

  async connect(): Promise<RawChat> {
    const chat = await signedIn(host, this.#self);
    this.#chat = chat;
    chat.socket.on('message', (data) => this.#hear(JSON.parse(String(data)) as ChatFrame));
    await chat.ask('sub', { topic: this.#peer, get: { what: 'desc sub' } });
    // History comes by a hundred from the newest on: what is missing is asked for from below.
    for (;;) {
      const since = this.last + 1;
      const answer = await chat.ask('get', {
        topic: this.#peer,
        what: 'data',
        data: { ranges: [{ low: since, hi: since + 100 }], limit: 100 },
      });
      if (answer.ctrl?.code === 204) break;
    }
    return chat;
  }

  async talk(): Promise<void> {
    let chat = await this.connect();
    while (this.#unsent.length) {
      const burst = this.#unsent.slice(0, BURST);
      const cut = this.#chance() < 1 / CUT_IN;
      const answers = burst.map((content) =>
        chat.ask('pub', { topic: this.#peer, head: { 'x-id': content.replace(' ', '-') }, content }),
      );
      if (cut) {
        this.cuts += 1;
        // Somewhere in the middle: some are taken, some answers are lost, some messages never arrive.
        await answers[Math.floor(this.#chance() * BURST)];
        chat.socket.terminate();
        await chat.closed;
        chat = await this.connect();
        continue;
      }
      for (const answer of await Promise.all(answers)) expect(answer.ctrl?.code).toBe(202);
      this.#unsent.splice(0, burst.length);
      chat.raw(JSON.stringify({ note: { topic: this.#peer, what: 'read', seq: this.last } }));
    }
  }

  /** Waits for the rest, marks it as read, and leaves. */
  async finish(total: number): Promise<void> {
    await until(() => this.last >= total);
    this.#chat?.raw(JSON.stringify({ note: { topic: this.#peer, what: 'read', seq: total } }));
    await until(() => this.read >= total);
    this.#chat?.close();
  }

  readonly #early = new Map<number, { seq: number; from: string; content: unknown }>();

  /** Keeps messages in order: of a page they come newest first, and live ones may come before it. */
  #hear({ data, info }: ChatFrame): void {
    if (info?.what === 'read') this.read = Number(info.seq);
    if (info?.what === 'recv') this.recv = Number(info.seq);
    if (!data) return;
    // The author of a message has read what came before.
    if (data.from === this.#peer) this.read = Math.max(this.read, data.seq);
    if (data.seq <= this.last || this.#early.has(data.seq)) {
      const known = this.got[data.seq - 1] ?? this.#early.get(data.seq);
      // The same number never means another message.
      expect(known?.content).toBe(data.content);
      return;
    }
    this.#early.set(data.seq, data);
    for (let next = this.#early.get(this.last + 1); next; next = this.#early.get(this.last + 1)) {
      this.#early.delete(next.seq);
      this.got.push({ seq: next.seq, from: next.from, content: next.content });
    }
  }
}

test(`CHAT-11 CHAT-26: two who write ${EACH} messages each over lines that break get every message once, in order`, async () => {
  const staff = await chatter(app, (await newPerson(app)).id);
  const colleague = await chatter(app, (await newPerson(app)).id);
  const [one, two] = [new Talker(staff, colleague.chatId, 7), new Talker(colleague, staff.chatId, 11)];
  await Promise.all([one.talk(), two.talk()]);
  const total = 2 * EACH;
  await Promise.all([one.finish(total), two.finish(total)]);
  expect(one.cuts + two.cuts).toBeGreaterThan(4);
  for (const { got } of [one, two]) {
    expect(got.map(({ seq }) => seq)).toEqual(Array.from({ length: total }, (_, at) => at + 1));
    for (const { chatId } of [staff, colleague]) {
      const said = got.filter(({ from }) => from === chatId).map(({ content }) => content);
      expect(said).toEqual(Array.from({ length: EACH }, (_, at) => `${chatId} ${at}`));
    }
  }
  expect(one.got).toEqual(two.got);
  const db = app.database.kysely;
  const marks = await db
    .selectFrom('chat_subscriptions')
    .where('user_id', 'in', [staff.id, colleague.id])
    .select(['read_seq', 'recv_seq'])
    .execute();
  expect(marks).toEqual([
    { read_seq: total, recv_seq: total },
    { read_seq: total, recv_seq: total },
  ]);
}, 600_000);
