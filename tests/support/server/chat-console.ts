import { jest } from '@jest/globals';
import everything, { type Tinode } from 'tinode-sdk';
import WebSocket from 'ws';
import type { ChatClient } from '#console/data/chat/client.ts';
import type { Content } from '#console/data/chat/content.ts';
import type { Conversation } from '#console/data/chat/conversation.ts';
import { LOCAL_FROM, type ShownMessage } from '#console/data/chat/message.ts';

/** Ends a line after so many frames, whichever way they go; null: never. */
let nextLife: () => number | null = () => null;
const online = new Set<() => void>();
const standing = new Set<CutSocket>();

/** From now on lines are cut in the middle, each after as many frames as it is told when it opens. */
export function cutLines(life: () => number | null): void {
  nextLife = life;
}

/** Every line that stands is cut by the next word it carries, and the word is lost. */
export function loseNext(): void {
  for (const socket of standing) socket.left = 0;
}

/** The network: a socket that is cut without a word. */
class CutSocket extends WebSocket {
  left = nextLife() ?? Number.POSITIVE_INFINITY;

  constructor(address: string) {
    super(address);
    // Given up while it is still opening.
    this.on('error', () => undefined);
    this.on('message', () => this.#passed());
    // As a browser that is online again: the SDK's own pauses are two seconds and more (A15).
    standing.add(this);
    this.once('close', () => {
      standing.delete(this);
      for (const again of online) setTimeout(again, 0);
    });
  }

  override send(data: string): void {
    if (this.#passed()) super.send(data);
  }

  #passed(): boolean {
    this.left -= 1;
    if (this.left < 0) this.terminate();
    return this.left >= 0;
  }
}

/** The text of a message. */
const plainText = (content: Content | null): string =>
  (content?.pieces ?? []).map((piece) => ('text' in piece ? piece.text : '')).join('');

/** The chat of a console, with the chat it has open. */
export interface ChatConsole {
  client: ChatClient;
  line: Conversation;
  /** Texts that are shown, in order. */
  shown(): string[];
  /** Own messages that the server has and that are shown. */
  mine(): ShownMessage[];
}

/** Makes a place in which the console's chat runs outside of a browser. @param host of the server */
export async function consolesOf(host: string) {
  const timers: NodeJS.Timeout[] = [];
  const began = globalThis.setInterval;
  Object.assign(globalThis, {
    WebSocket: CutSocket,
    XMLHttpRequest: class {},
    navigator: { onLine: true },
    document: { getElementById: () => null, addEventListener: () => undefined, visibilityState: 'visible' },
    location: { host, protocol: 'http:' },
    addEventListener: (name: string, listener: () => void) => {
      if (name === 'online') online.add(listener);
    },
    setInterval: (work: () => void, pause: number) => {
      const timer = began(work, pause);
      timers.push(timer);
      return timer;
    },
  });
  everything.Tinode.setDatabaseProvider({
    deleteDatabase: () => {
      const request: { onsuccess?: (event: object) => void } = {};
      queueMicrotask(() => request.onsuccess?.({}));
      return request;
    },
  });
  // No page closes here, so nothing has to outlive one in the browser's database.
  jest.unstable_mockModule('#console/data/chat/unsent-messages.ts', () => ({
    keepMessage: async () => true,
    forgetMessage: async () => undefined,
    takeMessages: async () => [],
  }));
  const tokens: string[] = [];
  const opened: Tinode[] = [];
  // Several consoles in one place would share the one session of a browser.
  jest.unstable_mockModule('#console/data/chat/sign-in.ts', () => ({
    ChatSignIn: class {
      readonly #tinode: Tinode;
      readonly #token = tokens.shift() ?? '';

      constructor(tinode: Tinode) {
        this.#tinode = tinode;
        opened.push(tinode);
      }

      enter(): Promise<string> {
        return this.#tinode.loginToken(this.#token).then(
          () => 'in',
          () => 'unreachable',
        );
      }
    },
  }));
  const { ChatClient } = await import('#console/data/chat/client.ts');
  return {
    /** Opens a console and in it the chat with somebody. */
    open(token: string, peer: string): ChatConsole {
      tokens.push(token);
      const client = new ChatClient();
      const line = client.conversation(peer);
      line.open();
      return {
        client,
        line,
        shown: () => line.state.messages.map(({ content }) => plainText(content)),
        mine: () => line.state.messages.filter(({ mine, seq }) => mine && seq < LOCAL_FROM),
      };
    },
    close(): void {
      online.clear();
      for (const timer of timers) clearInterval(timer);
      for (const tinode of opened) tinode.disconnect();
    },
  };
}
