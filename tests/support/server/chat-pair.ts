import { type ChatFrame, type Chatter, chatter, type RawChat, signedIn } from './chat.ts';
import { newPerson } from './people.ts';
import { listen } from './sockets.ts';
import { openTestApp, type TestApp } from './test-app.ts';

/** Numbers of the messages among frames, as they came. */
export const seqs = (frames: readonly ChatFrame[]): number[] => frames.flatMap(({ data }) => (data ? [data.seq] : []));

/** A member of staff of their own who may chat. */
export const colleague = async (app: TestApp): Promise<Chatter> => chatter(app, (await newPerson(app)).id);

/** Sockets that a test opens, and closes together. */
export class OpenedChats {
  readonly #opened: RawChat[] = [];

  async open(host: string, person: Chatter): Promise<RawChat> {
    const chat = await signedIn(host, person);
    this.#opened.push(chat);
    return chat;
  }

  /** Two colleagues attached to their chat; `say` has the first say so much and the other hear it. */
  async pair(app: TestApp, host: string) {
    const [a, b] = [await colleague(app), await colleague(app)];
    const [one, two] = [await this.open(host, a), await this.open(host, b)];
    await one.ask('sub', { topic: b.chatId });
    await two.ask('sub', { topic: a.chatId });
    const say = async (count: number) => {
      for (let at = 1; at <= count; at += 1) await one.ask('pub', { topic: b.chatId, noecho: true, content: `m${at}` });
      await two.next(({ data }) => data?.seq === count);
    };
    const page = async (chat: RawChat, topic: string, data: object) =>
      seqs(await chat.all('get', { topic, what: 'data', data }));
    return { a, b, one, two, say, page };
  }

  /** Ends every socket that was opened. */
  closeAll(): void {
    for (const chat of this.#opened.splice(0)) chat.close();
  }
}

/** Chats for the tests of one file. */
export interface ChatRoom {
  readonly app: TestApp;
  open(person: Chatter): Promise<RawChat>;
  pair(): ReturnType<OpenedChats['pair']>;
}

/** Registers an app that listens for the file it is called in; sockets of a test end with it. */
export function raiseChats(): ChatRoom {
  const chats = new OpenedChats();
  let stands: { app: TestApp; host: string } | undefined;
  const there = () => {
    if (!stands) throw new Error('The chats are set up by beforeAll');
    return stands;
  };
  beforeAll(async () => {
    const app = await openTestApp();
    stands = { app, host: await listen(app) };
  });
  afterEach(() => chats.closeAll());
  afterAll(() => stands?.app.close());
  return {
    get app() {
      return there().app;
    },
    open: (person) => chats.open(there().host, person),
    pair: () => chats.pair(there().app, there().host),
  };
}
