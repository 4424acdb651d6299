import WebSocket from 'ws';
import * as z from 'zod';
import { trimEnd } from '#resources/trim-end.ts';

/** Timeout of the handshake and of each answer, ms. */
const TIMEOUT_MS = 10_000;

const replySchema = z.object({
  ctrl: z.object({ id: z.string().optional(), code: z.number(), text: z.string() }).optional(),
});

/** A packet that the Tinode server refused or did not answer (503). */
export class TinodeError extends Error {
  readonly code: number;
  constructor(code: number, text: string, packet: string) {
    super(`The Tinode server answered ${code} ${text} to ${packet}`);
    this.name = 'TinodeError';
    this.code = code;
  }
}

/** Whether the account no longer exists on the server (404), e.g. after its database was recreated. */
export const isAccountGone = (error: unknown): boolean => error instanceof TinodeError && error.code === 404;

/** An open connection to a Tinode server. */
export interface TinodeSession {
  /** Sends a packet and waits for its `ctrl`. @throws TinodeError when it is refused (code 400 or above) or not answered */
  request(packet: string, fields: Record<string, unknown>): Promise<void>;
  close(): void;
}

/** WebSocket URL of a Tinode server. */
export function socketUrl(chatUrl: string, key: string): string {
  return `${trimEnd(chatUrl.replace(/^http/, 'ws'), '/')}/v0/channels?apikey=${encodeURIComponent(key)}`;
}

/** Connects to a Tinode server. @throws when it cannot be reached */
export async function connectTinode(chatUrl: string, key: string): Promise<TinodeSession> {
  const socket = new WebSocket(socketUrl(chatUrl, key), { handshakeTimeout: TIMEOUT_MS });
  const pending = new Map<string, (code: number, text: string) => void>();
  const rejectPending = (reason: string) => {
    for (const settle of pending.values()) settle(503, reason);
    pending.clear();
  };
  socket.on('message', (data) => {
    const { ctrl } = replySchema.catch({}).parse(JSON.parse(String(data)));
    if (!ctrl?.id) return;
    pending.get(ctrl.id)?.(ctrl.code, ctrl.text);
    pending.delete(ctrl.id);
  });
  socket.on('close', () => rejectPending('the connection broke'));
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve());
    socket.once('error', reject);
  });
  socket.on('error', (error) => rejectPending(error.message));
  let count = 0;
  return {
    request: (packet, fields) =>
      new Promise((resolve, reject) => {
        count += 1;
        const id = String(count);
        const timeout = setTimeout(() => rejectPending('no answer in time'), TIMEOUT_MS);
        pending.set(id, (code, text) => {
          clearTimeout(timeout);
          if (code < 400) resolve();
          else reject(new TinodeError(code, text, packet));
        });
        socket.send(JSON.stringify({ [packet]: { id, ...fields } }));
      }),
    close: () => socket.close(),
  };
}
