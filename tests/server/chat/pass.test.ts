import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTls } from 'node:https';
import { type AddressInfo, createServer as createSilent, type Server } from 'node:net';
import fastifyWebsocket from '@fastify/websocket';
import { fastify } from 'fastify';
import WebSocket, { WebSocketServer } from 'ws';
import { proxyChat } from '#server/chat/tinode/pass.ts';
import { refuseUndeclared } from '#server/http/route.ts';
import { ConnectionLimits } from '#server/live/connection-limits.ts';
import { makeCertificate } from '#tests/support/certificate.ts';

const DAY = 86_400_000;
const MIB = 1_048_576;
const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

/** @returns the port of a server that listens from now to the end of the tests */
async function listening(server: Server): Promise<number> {
  const sockets = new Set<{ destroy(): void }>();
  for (const event of ['connection', 'secureConnection'])
    server.on(event, (socket: { destroy(): void }) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

/** The console's server as far as it passes the chat on. @returns its host */
async function console_(chatUrl: string, times: { pingEvery?: number; patience?: number } = {}): Promise<string> {
  const app = fastify();
  refuseUndeclared(app);
  await app.register(fastifyWebsocket);
  await proxyChat(
    app,
    chatUrl,
    new ConnectionLimits({ socketsPerAddress: 100, demo: true }),
    times.pingEvery,
    times.patience,
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
  closing.push(() => app.close());
  return `127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

/** How a socket of the chat ends by itself. */
const codeOf = (host: string, options = {}) =>
  new Promise<number>((resolve, reject) => {
    const socket = new WebSocket(`ws://${host}/v0/channels?apikey=k`, options);
    socket.on('close', resolve);
    socket.on('error', reject);
  });

test('CHAT-26: a server whose certificate nobody trusts, or that has run out, gets neither socket nor file', async () => {
  const now = Date.now();
  let reached = 0;
  for (const until of [now + 30 * DAY, now - DAY]) {
    const server = createTls(makeCertificate(new Date(now - 60 * DAY), new Date(until)), (_, response) => {
      reached += 1;
      response.end('file');
    });
    server.on('upgrade', (_, socket) => {
      reached += 1;
      socket.destroy();
    });
    const host = await console_(`https://127.0.0.1:${await listening(server)}`);
    expect((await fetch(`http://${host}/v0/file/s/x.png`)).status).toBe(502);
    expect(await codeOf(host)).toBe(1013);
  }
  expect(reached).toBe(0);
});

test('CHAT-26: a server that takes the connection and says nothing is given up', async () => {
  const host = await console_(`http://127.0.0.1:${await listening(createSilent())}`, { patience: 100 });
  expect(await codeOf(host)).toBe(1013);
});

test('CHAT-26: a browser that is gone without a word is let go, its socket at the far end too', async () => {
  const server = createServer();
  const far = new WebSocketServer({ server });
  const left = new Promise((resolve) => far.on('connection', (socket) => socket.on('close', resolve)));
  const host = await console_(`http://127.0.0.1:${await listening(server)}`, { pingEvery: 50 });
  // Answers no ping, as one whose network is gone.
  expect(await codeOf(host, { autoPong: false })).toBe(1006);
  await left;
});

test('CHAT-26: files go through whole, of more than 8 MiB too; whether one is too large the far server says', async () => {
  const sizes: number[] = [];
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    let size = 0;
    for await (const chunk of request) size += (chunk as Buffer).length;
    sizes.push(size);
    const code = size > 8 * MIB ? 413 : 200;
    response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify({ ctrl: { code } }));
  });
  const host = await console_(`http://127.0.0.1:${await listening(server)}/`);
  const answers: unknown[] = [];
  for (const size of [8 * MIB, 8 * MIB + 1]) {
    const headers = { 'content-type': 'application/octet-stream' };
    const answer = await fetch(`http://${host}/v0/file/u/`, { method: 'POST', headers, body: Buffer.alloc(size) });
    answers.push([answer.status, await answer.json()]);
  }
  expect(sizes).toEqual([8 * MIB, 8 * MIB + 1]);
  expect(answers).toEqual([
    [200, { ctrl: { code: 200 } }],
    [413, { ctrl: { code: 413 } }],
  ]);
});
