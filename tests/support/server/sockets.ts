import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import WebSocket from 'ws';
import { Arrivals } from './arrivals.ts';
import type { TestApp } from './test-app.ts';

/** A socket of a test: what it was told, and how it ended. */
export interface TestSocket {
  socket: WebSocket;
  messages: Record<string, unknown>[];
  /** Code of the close and how long after `open` was over it came, ms. */
  closed: Promise<{ code: number; at: number }>;
  /** Resolves with the first message, past or to come, that passes the test. @throws when the socket closes before */
  next(test: (message: Record<string, unknown>) => boolean): Promise<Record<string, unknown>>;
}

/** Lets the app listen on a free port; sockets cannot be injected. @returns its address, `127.0.0.1:port` */
export async function listen(app: TestApp): Promise<string> {
  await app.app.listen({ port: 0, host: '127.0.0.1' });
  return `127.0.0.1:${(app.app.server.address() as AddressInfo).port}`;
}

/** Opens a socket. @throws with the status when it is refused */
export async function openSocket(
  host: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<TestSocket> {
  const socket = new WebSocket(`ws://${host}${path}`, { headers });
  const arrivals = new Arrivals<Record<string, unknown>>();
  socket.on('message', (data) => arrivals.hear(JSON.parse(String(data)) as Record<string, unknown>));
  const closed = new Promise<{ code: number; at: number }>((resolve) => {
    socket.on('close', (code) => {
      arrivals.end(code);
      resolve({ code, at: performance.now() });
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
  return { socket, messages: arrivals.all, closed, next: (test) => arrivals.next(test) };
}

/** Waits until everything that was sent to a socket so far has come, or it is closed. */
export async function arrived({ socket, closed }: { socket: WebSocket; closed: Promise<unknown> }): Promise<void> {
  if (socket.readyState !== socket.OPEN) return void (await closed);
  const answered = once(socket, 'pong');
  socket.ping();
  await Promise.race([answered, closed]);
}
