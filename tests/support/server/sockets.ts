import type { AddressInfo } from 'node:net';
import WebSocket from 'ws';
import type { TestApp } from './test-app.ts';

/** A socket of a test: what it was told, and how it ended. */
export interface TestSocket {
  socket: WebSocket;
  messages: Record<string, unknown>[];
  /** Code of the close and how long after `open` was over it came, ms. */
  closed: Promise<{ code: number; at: number }>;
  /** Resolves with the first message that passes the test. */
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
  const messages: Record<string, unknown>[] = [];
  const waiting: {
    test: (message: Record<string, unknown>) => boolean;
    resolve: (message: Record<string, unknown>) => void;
  }[] = [];
  socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as Record<string, unknown>;
    messages.push(message);
    for (const wait of [...waiting]) {
      if (!wait.test(message)) continue;
      waiting.splice(waiting.indexOf(wait), 1);
      wait.resolve(message);
    }
  });
  const closed = new Promise<{ code: number; at: number }>((resolve) => {
    socket.on('close', (code) => resolve({ code, at: performance.now() }));
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve());
    socket.once('unexpected-response', (request, response) => {
      request.destroy();
      reject(new Error(`refused with ${response.statusCode}`));
    });
    socket.once('error', reject);
  });
  return {
    socket,
    messages,
    closed,
    next: (test) => {
      const found = messages.find(test);
      if (found) return Promise.resolve(found);
      return new Promise((resolve) => waiting.push({ test, resolve }));
    },
  };
}
