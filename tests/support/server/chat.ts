import WebSocket from 'ws';
import { CHAT_API_KEY, chatPassAnswer } from '#resources/protocol/chat/chat.ts';
import { issueChatPass, issueChatToken } from '#server/chat/queries/token-queries.ts';
import { Arrivals } from './arrivals.ts';
import { PASSWORD, type TestApp } from './test-app.ts';

/** A frame of the server, as a test looks into it. */
export interface ChatFrame {
  ctrl?: { id?: string; topic?: string; code: number; text: string; ts: string; params?: Record<string, unknown> };
  meta?: Record<string, unknown> & { id?: string; topic?: string };
  data?: { topic: string; from: string; seq: number; ts: string; head?: Record<string, unknown>; content: unknown };
  pres?: Record<string, unknown>;
  info?: Record<string, unknown>;
}

/** A socket that speaks raw frames. */
export interface RawChat {
  socket: WebSocket;
  frames: ChatFrame[];
  /** Code of the close. */
  closed: Promise<number>;
  /** Sends a packet and waits for the first answer with its id. */
  ask(packet: string, fields: Record<string, unknown>, extra?: Record<string, unknown>): Promise<ChatFrame>;
  /** The same, until the answers are over: every frame since, up to a second packet's answer. */
  all(packet: string, fields: Record<string, unknown>): Promise<ChatFrame[]>;
  /** Sends a frame as it is. */
  raw(text: string): void;
  /** The first frame, past or to come, that passes. @throws when the socket closes before */
  next(test: (frame: ChatFrame) => boolean): Promise<ChatFrame>;
  /** Forgets what came so far. */
  clear(): void;
  close(): void;
}

/** The address of the chat on a host. */
export const channels = (host: string, key = CHAT_API_KEY) => `ws://${host}/v0/channels?apikey=${key}`;
export const base64 = (text: string) => Buffer.from(text).toString('base64');

/** Opens a socket, without a word yet. */
export async function openChat(host: string, key = CHAT_API_KEY): Promise<RawChat> {
  const socket = new WebSocket(channels(host, key));
  const arrivals = new Arrivals<ChatFrame>();
  const frames = arrivals.all;
  socket.on('message', (data) => arrivals.hear(JSON.parse(String(data)) as ChatFrame));
  const closed = new Promise<number>((resolve) => {
    socket.on('close', (code) => {
      arrivals.end(code);
      resolve(code);
    });
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve());
    socket.once('unexpected-response', (request, response) => {
      request.destroy();
      reject(new Error(`refused with ${response.statusCode}`));
    });
    socket.once('error', reject);
  });
  let count = 0;
  const next: RawChat['next'] = (test) => arrivals.next(test);
  const ask: RawChat['ask'] = (packet, fields, extra) => {
    count += 1;
    const id = `t${count}`;
    socket.send(JSON.stringify({ [packet]: { id, ...fields }, ...(extra ? { extra } : {}) }));
    return next((frame) => frame.ctrl?.id === id || frame.meta?.id === id);
  };
  return {
    socket,
    frames,
    closed,
    ask,
    all: async (packet, fields) => {
      const before = frames.length;
      await ask(packet, fields);
      // Packets are answered one after the other: this answer comes when the one before is whole.
      const last = await ask('get', { topic: 'me', what: 'cred' });
      return frames.slice(before, frames.indexOf(last));
    },
    raw: (text) => socket.send(text),
    next,
    clear: () => frames.splice(0),
    close: () => socket.terminate(),
  };
}

/** Greets. */
export async function greeted(host: string): Promise<RawChat> {
  const chat = await openChat(host);
  await chat.ask('hi', { ver: '0.25.3', ua: 'test' });
  return chat;
}

/** Somebody who may chat: their names, and a token without the wait for the password's hash. */
export interface Chatter {
  id: number;
  chatId: string;
  phone: string;
  token: string;
}

/** Makes a person ready to chat. */
export async function chatter(app: TestApp, id: number): Promise<Chatter> {
  const db = app.database.kysely;
  const row = await db.selectFrom('users').where('id', '=', id).select(['chat_id', 'phone']).executeTakeFirstOrThrow();
  const { token } = await issueChatToken(db, id, null, app.now());
  return { id, chatId: row.chat_id ?? '', phone: row.phone ?? '', token };
}

/** Signs somebody in over a socket of their own. */
export async function signedIn(host: string, person: Chatter): Promise<RawChat> {
  const chat = await greeted(host);
  const answer = await chat.ask('login', { scheme: 'token', secret: person.token });
  if (answer.ctrl?.code !== 200) throw new Error(`signing in answered ${answer.ctrl?.code} ${answer.ctrl?.text}`);
  return chat;
}

/** Signs in over the wire alone, by the pass that the product gives for a token. @returns the socket, and who that is in the chat */
export async function enteredByPass(address: string, token: string): Promise<{ chat: RawChat; user: string }> {
  const headers = { authorization: `Token ${token}` };
  const pass = await fetch(`${address}/api/authorized/chat-pass/`, { method: 'POST', headers });
  const { login, password } = chatPassAnswer.parse(await pass.json());
  const chat = await openChat(address.replace('http://', ''));
  chat.socket.on('error', () => undefined);
  await chat.ask('hi', { ver: '0.25.3', ua: 'load' });
  const entered = await chat.ask('login', { scheme: 'basic', secret: base64(`${login}:${password}`) });
  return { chat, user: String(entered.ctrl?.params?.user) };
}

/** A pass of somebody, as `login:password`. */
export async function passOf(app: TestApp, person: Chatter): Promise<string> {
  const password = await issueChatPass(app.database.kysely, person.id, null, app.now());
  return `${person.phone.replace(/\D/g, '')}:${password}`;
}

/** The demo account's password as `basic` wants it. */
export const basicSecret = (phone: string, password = PASSWORD) => base64(`${phone.replace(/\D/g, '')}:${password}`);

let made = 0;

/** A resident of their own with these units, active. @returns their id */
export async function newResident(app: TestApp, units: readonly number[], status = 'active' as const): Promise<number> {
  const db = app.database.kysely;
  made += 1;
  const { id } = await db
    .insertInto('users')
    .values({
      role: 'resident',
      phone: `+7952${String(made).padStart(7, '0')}`,
      status,
      first_name: 'Житель',
      last_name: `Чатов${made}`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const rows = units.map((unit_id, index) => ({ user_id: id, unit_id, place: index + 1 }));
  if (rows.length) await db.insertInto('residents_units').values(rows).execute();
  return id;
}
