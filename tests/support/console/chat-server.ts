import { act } from '@testing-library/react';
import { Tinode } from 'tinode-sdk';

type Packet = Record<string, Record<string, unknown>>;
/** The answer of a made-up chat to a packet: frames, in order. */
export type ChatReplier = (kind: string, body: Record<string, unknown>) => Packet[];

/** The chat's socket that stands in the network's place; the test is its server. */
export class ChatSocket {
  static opened: ChatSocket[] = [];
  static answer: ChatReplier = () => [];
  static readonly OPEN = 1;
  readonly OPEN = 1;
  readyState = 0;
  mute = false;
  /** Whether probes are answered, as not every server does. */
  knowsProbe = true;
  /** Probes that were answered. */
  probes = 0;
  onopen: (() => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  onerror: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  readonly sent: Packet[] = [];
  readonly url: string;

  constructor(url: string) {
    this.url = url;
    ChatSocket.opened.push(this);
    setTimeout(() => {
      // Closed before it was open: it never opens.
      if (this.readyState !== 0) return;
      this.readyState = 1;
      this.onopen?.();
    }, 0);
  }

  send(text: string): void {
    // The line is dead and nobody knows: what is sent goes nowhere.
    if (this.mute) return;
    if (text === '1') {
      if (!this.knowsProbe) return;
      setTimeout(() => {
        this.probes += 1;
        if (!this.mute) this.onmessage?.({ data: '0' });
      }, 0);
      return;
    }
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
    // Nothing comes over a dead line either, also what was on its way.
    if (this.mute) return;
    this.onmessage?.({ data: JSON.stringify(frame) });
  }

  /** @param code as the other end names it */
  close(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }

  /** Packets of one kind that were sent. */
  of(kind: string): Record<string, unknown>[] {
    return this.sent.flatMap((packet) => (packet[kind] ? [packet[kind]] : []));
  }
}

/** An upload as the SDK makes one; the test says how it goes on. */
export class ChatUpload {
  static begun: ChatUpload[] = [];
  readonly upload: { onprogress?: (event: object) => void } = {};
  status = 0;
  statusText = '';
  response = '';
  onload: (() => void) | null = null;
  onerror: ((error: unknown) => void) | null = null;
  onabort: (() => void) | null = null;
  aborted = false;
  readonly readyState = 1;
  sent: FormData | null = null;

  readonly open = () => undefined;
  readonly setRequestHeader = () => undefined;

  send(form: FormData): void {
    this.sent = form;
    ChatUpload.begun.push(this);
  }

  abort(): void {
    this.aborted = true;
    this.onabort?.();
  }

  /** Tells how far it is, 0 to 1. */
  progress(share: number): void {
    act(() => this.upload.onprogress?.({ lengthComputable: true, loaded: share * 100, total: 100 }));
  }

  /** Answers it. */
  answer(code: number, url?: string): void {
    this.status = code;
    this.response = JSON.stringify({ ctrl: { code, text: 'x', ts: NOW, ...(url ? { params: { url } } : {}) } });
    act(() => this.onload?.());
  }
}

const NOW = '2026-11-21T10:00:00.000Z';
export const ME = 'usrMeMeMeMeMeM';
export const DARIA = 'usrDariaDariaD';
export const OLGA = 'usrOlgaOlgaOlg';

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

/** Further data of a made-up chat. */
export interface ChatWorld {
  /** Numbers up to which I have read, by chat. */
  read?: Readonly<Record<string, number>>;
  /** Chats besides those of Daria and Olga, as `me` lists them. */
  more?: readonly { topic: string; seq: number; read?: number; public?: object; seen?: object }[];
  /** Messages that replace another one: its number, by theirs. */
  edits?: Readonly<Record<number, number>>;
}

/**
 * A chat with a resident of building 3 and a colleague; what is said is numbers, or what the test gives. It remembers what is
 * published and deleted: one for a test file, as the line to it is.
 */
export function chatOf(
  contents: Readonly<Record<number, unknown>> = {},
  world: ChatWorld = {},
): ChatReplier & { arrive: (topic: string, content: unknown, head?: Record<string, unknown>) => void } {
  const contacts = [DARIA_CONTACT, OLGA_CONTACT, ...(world.more ?? [])].map((contact) => ({
    ...contact,
    read: world.read?.[contact.topic] ?? (contact as { read?: number }).read ?? contact.seq,
  }));
  const said = new Map(
    contacts.map(({ topic, seq }) => [topic, firstMessages(topic, seq, contents, world.edits ?? {})]),
  );
  const lastOf = (topic: string) => said.get(topic)?.at(-1)?.seq ?? 0;
  const gone = new Set<string>();
  const page = (topic: string, { since = 0, before = Number.POSITIVE_INFINITY, limit = 24 }: Window) => {
    const present = (said.get(topic) ?? []).filter(({ seq }) => !gone.has(`${topic} ${seq}`));
    const shown = present.filter(({ seq }) => seq >= since && seq < before).slice(-limit);
    const names = new Set(shown.map(({ seq }) => `:${seq}`));
    const edits = present.filter(({ seq, head }) => seq >= before && names.has(String(head?.replace)));
    return { count: shown.length, frames: [...shown, ...edits].reverse().map((data) => ({ data: { ...data } })) };
  };
  /** The other one writes. */
  const arrive = (topic: string, content: unknown, head?: Record<string, unknown>) => {
    const seq = lastOf(topic) + 1;
    const data = { topic, from: topic, ts: new Date().toISOString(), seq, content, ...(head ? { head } : {}) };
    said.get(topic)?.push(data);
    act(() => chatSocket().say({ data }));
  };
  const answer: ChatReplier = (kind, body) => {
    const { id, topic } = body as { id: string; topic: string };
    const now = new Date().toISOString();
    const ctrl = (code: number, params?: object) => ({
      ctrl: { id, topic, code, text: 'ok', ts: now, ...(params ? { params } : {}) },
    });
    const meta = (part: object) => ({ meta: { id, topic, ts: now, ...part } });
    const get = (body.get ?? body) as { data?: Window };
    const last = lastOf(topic);
    if (kind === 'hi') return [ctrl(201, { ver: '0.25', maxFileUploadSize: 8_388_608, msgDelAge: 600 })];
    if (kind === 'login') {
      return [ctrl(200, { user: ME, authlvl: 'auth', token: 'dG9rZW4=', expires: '2030-01-01T00:00:00.000Z' })];
    }
    if (kind === 'pub') {
      const { head, content } = body;
      said.get(topic)?.push({
        topic,
        from: ME,
        ts: now,
        seq: last + 1,
        content,
        ...(head ? { head: head as Record<string, unknown> } : {}),
      });
      return [ctrl(202, { seq: last + 1 })];
    }
    if (kind === 'del') {
      for (const { low } of (body.delseq ?? []) as { low: number }[]) gone.add(`${topic} ${low}`);
      return [ctrl(200, { del: gone.size })];
    }
    if (kind === 'sub' && topic === 'me') {
      const desc = { acs: { mode: 'JPS' }, public: { fn: 'Анна Лебедева' } };
      return [ctrl(200), meta({ desc }), meta({ sub: contacts })];
    }
    if (topic === 'fnd') return [ctrl(kind === 'get' ? 204 : 200, { what: 'sub' })];
    const { count, frames: messages } = page(topic, get.data ?? {});
    const end = ctrl(count ? 208 : 204, { what: 'data', count });
    const contact = contacts.find((one) => one.topic === topic);
    if (kind === 'sub') {
      const sub = [
        { user: ME, updated: NOW, acs: both, read: contact?.read ?? 0, recv: last },
        { user: topic, updated: NOW, acs: both, read: 0, recv: 0, public: contact?.public },
      ];
      return [ctrl(200), meta({ desc: { ...contact, seq: last } }), meta({ sub }), ...messages, end];
    }
    return kind === 'get' ? [...messages, end] : [ctrl(200)];
  };
  return Object.assign(answer, { arrive });
}

/** A part of a history (A9). */
interface Window {
  since?: number;
  before?: number;
  limit?: number;
}

interface Said {
  topic: string;
  from: string;
  ts: string;
  seq: number;
  content: unknown;
  head?: Record<string, unknown> | undefined;
}

/** The other one writes with odd numbers, I with even ones. */
const firstMessages = (
  topic: string,
  count: number,
  contents: Readonly<Record<number, unknown>>,
  edits: Readonly<Record<number, number>>,
): Said[] =>
  Array.from({ length: count }, (_, at) => {
    const seq = at + 1;
    const head = edits[seq] ? { replace: `:${edits[seq]}` } : undefined;
    const content = contents[seq] ?? `Сообщение ${seq}`;
    return { topic, from: seq % 2 ? topic : ME, ts: NOW, seq, content, ...(head ? { head } : {}) };
  });

/** Puts the made-up chat in the network's place. */
export function serveChat(answer: ChatReplier): void {
  ChatSocket.opened = [];
  ChatSocket.answer = answer;
  ChatUpload.begun = [];
  Object.assign(globalThis, { WebSocket: ChatSocket, XMLHttpRequest: ChatUpload });
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
