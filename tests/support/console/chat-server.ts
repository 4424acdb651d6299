import { act } from '@testing-library/react';
import { Tinode } from 'tinode-sdk';

type Packet = Record<string, Record<string, unknown>>;
/** What a made-up chat answers to a packet: frames, in order. */
export type ChatReplier = (kind: string, body: Record<string, unknown>) => Packet[];

/** The chat's socket that stands in the network's place; the test is its server. */
export class ChatSocket {
  static opened: ChatSocket[] = [];
  static answer: ChatReplier = () => [];
  static readonly OPEN = 1;
  readonly OPEN = 1;
  readyState = 0;
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onerror: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  readonly sent: Packet[] = [];
  readonly url: string;

  constructor(url: string) {
    this.url = url;
    ChatSocket.opened.push(this);
    setTimeout(() => {
      this.readyState = 1;
      this.onopen?.();
    }, 0);
  }

  send(text: string): void {
    if (text === '1') return;
    const packet = JSON.parse(text) as Packet;
    this.sent.push(packet);
    for (const [kind, body] of Object.entries(packet)) {
      if (kind === 'extra') continue;
      const frames = ChatSocket.answer(kind, body);
      setTimeout(
        () =>
          act(() => {
            for (const frame of frames) this.say(frame);
          }),
        0,
      );
    }
  }

  say(frame: Packet): void {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }

  close(): void {
    this.readyState = 3;
    this.onclose?.();
  }

  /** Packets of one kind that were sent. */
  of(kind: string): Record<string, unknown>[] {
    return this.sent.flatMap((packet) => (packet[kind] ? [packet[kind]] : []));
  }
}

const NOW = '2026-11-21T10:00:00.000Z';
export const ME = 'usrMeMeMeMeMeM';
export const DARIA = 'usrDariaDariaD';
export const OLGA = 'usrOlgaOlgaOlg';

/** A message of Daria's. */
export const message = (seq: number, content: unknown, from = DARIA, head?: object) => ({
  data: { topic: DARIA, from, ts: NOW, seq, content, ...(head ? { head } : {}) },
});

const both = { want: 'JRWPAD', given: 'JRWPASD', mode: 'JRWPAD' };
const DARIA_CONTACT = {
  topic: DARIA,
  updated: NOW,
  touched: NOW,
  online: true,
  seq: 60,
  read: 58,
  recv: 60,
  acs: both,
  public: { fn: 'Дарья Калинина' },
  trusted: { tags: ['resident', 'building_3', 'porch_7'] },
};
const OLGA_CONTACT = {
  topic: OLGA,
  updated: NOW,
  touched: '2026-11-20T10:00:00.000Z',
  seq: 4,
  read: 4,
  recv: 4,
  acs: both,
  public: { fn: 'Ольга Трофимова' },
  trusted: { staff: true, tags: ['company_1'], position: 'Диспетчер' },
};

/** A chat with a resident of house 3 and a colleague; what is said is numbers, or what the test gives. */
export function chatOf(contents: Readonly<Record<number, unknown>> = {}): ChatReplier {
  let seq = 60;
  const history = (before: number, limit: number) =>
    Array.from({ length: Math.min(limit, before - 1) }, (_, index) => {
      const number = before - 1 - index;
      return message(number, contents[number] ?? `Сообщение ${number}`, number % 2 ? DARIA : ME);
    });
  return (kind, body) => {
    const { id, topic } = body as { id: string; topic: string };
    const ctrl = (code: number, params?: object) => ({
      ctrl: { id, topic, code, text: 'ok', ts: NOW, ...(params ? { params } : {}) },
    });
    const meta = (part: object) => ({ meta: { id, topic, ts: NOW, ...part } });
    const get = (body.get ?? body) as { what?: string; data?: { before?: number; limit?: number } };
    if (kind === 'hi') return [ctrl(201, { ver: '0.25', maxFileUploadSize: 8_388_608, msgDelAge: 600 })];
    if (kind === 'login') {
      return [ctrl(200, { user: ME, authlvl: 'auth', token: 'dG9rZW4=', expires: '2030-01-01T00:00:00.000Z' })];
    }
    if (kind === 'pub') {
      seq += 1;
      return [ctrl(202, { seq })];
    }
    if (kind === 'del') return [ctrl(200, { del: 1 })];
    if (kind === 'sub' && topic === 'me') {
      return [ctrl(200), meta({ desc: { acs: { mode: 'JPS' } } }), meta({ sub: [DARIA_CONTACT, OLGA_CONTACT] })];
    }
    if (topic === 'fnd') return [ctrl(kind === 'get' ? 204 : 200, { what: 'sub' })];
    const page = history(get.data?.before ?? 61, get.data?.limit ?? 24);
    const end = ctrl(page.length ? 208 : 204, { what: 'data', count: page.length });
    if (kind === 'sub') {
      const sub = [
        { user: ME, updated: NOW, acs: both, read: 58, recv: 60 },
        { user: DARIA, updated: NOW, acs: both, read: 60, recv: 60, public: { fn: 'Дарья Калинина' } },
      ];
      return [ctrl(200), meta({ desc: DARIA_CONTACT }), meta({ sub }), ...page, end];
    }
    return kind === 'get' ? [...page, end] : [ctrl(200)];
  };
}

/** Puts the made-up chat in the network's place. */
export function serveChat(answer: ChatReplier): void {
  ChatSocket.opened = [];
  ChatSocket.answer = answer;
  Tinode.setNetworkProviders(ChatSocket, class {});
  Tinode.setDatabaseProvider({
    deleteDatabase: () => {
      const request: { onsuccess?: (event: object) => void } = {};
      queueMicrotask(() => request.onsuccess?.({}));
      return request;
    },
  });
}

/** The socket that was opened last. */
export function chatSocket(): ChatSocket {
  const socket = ChatSocket.opened.at(-1);
  if (!socket) throw new Error('The chat opened no socket');
  return socket;
}
