import WebSocket from 'ws';
import * as z from 'zod';
import { trimEnd } from '#resources/trim-end.ts';

/** How long an answer may take, ms. */
const PATIENCE = 10_000;

const answer = z.object({
  ctrl: z.object({ id: z.string().optional(), code: z.number(), text: z.string() }).optional(),
});

/** A packet that a Tinode server has refused, or not answered (503). */
export class TinodeRefusal extends Error {
  readonly code: number;
  constructor(code: number, text: string, packet: string) {
    super(`The Tinode server answered ${code} ${text} to ${packet}`);
    this.name = 'TinodeRefusal';
    this.code = code;
  }
}

/** Whether an account that was known is there no more: the server's database was made anew. */
export const isAccountGone = (error: unknown): boolean => error instanceof TinodeRefusal && error.code === 404;

/** A session with a Tinode server. */
export interface TinodeSession {
  /** Sends a packet. @throws TinodeRefusal when it is refused (code from 400) or not answered */
  ask(packet: string, fields: Record<string, unknown>): Promise<void>;
  close(): void;
}

/** The address of its socket. */
export function socketUrl(chatUrl: string, key: string): string {
  return `${trimEnd(chatUrl.replace(/^http/, 'ws'), '/')}/v0/channels?apikey=${encodeURIComponent(key)}`;
}

/** Opens a session. @throws when the server cannot be reached */
export async function openTinode(chatUrl: string, key: string): Promise<TinodeSession> {
  const socket = new WebSocket(socketUrl(chatUrl, key), { handshakeTimeout: PATIENCE });
  const waiting = new Map<string, (code: number, text: string) => void>();
  const end = (reason: string) => {
    for (const settle of waiting.values()) settle(503, reason);
    waiting.clear();
  };
  socket.on('message', (data) => {
    const { ctrl } = answer.catch({}).parse(JSON.parse(String(data)));
    if (!ctrl?.id) return;
    waiting.get(ctrl.id)?.(ctrl.code, ctrl.text);
    waiting.delete(ctrl.id);
  });
  socket.on('close', () => end('the connection broke'));
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve());
    socket.once('error', reject);
  });
  socket.on('error', (error) => end(error.message));
  let count = 0;
  return {
    ask: (packet, fields) =>
      new Promise((resolve, reject) => {
        count += 1;
        const id = String(count);
        const late = setTimeout(() => end('no answer in time'), PATIENCE);
        waiting.set(id, (code, text) => {
          clearTimeout(late);
          if (code < 400) resolve();
          else reject(new TinodeRefusal(code, text, packet));
        });
        socket.send(JSON.stringify({ [packet]: { id, ...fields } }));
      }),
    close: () => socket.close(),
  };
}
