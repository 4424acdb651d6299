import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import WebSocket, { WebSocketServer } from 'ws';

/** Answers `staging:check` in the place of somebody's server. */
type Answering = (request: IncomingMessage, sent: Buffer, response: ServerResponse) => Promise<void> | void;

/** The fate of a message of the real server to the client; null: the socket is closed instead. */
export type SpoilFrame = (message: string, frame: Record<string, unknown>) => string | null;
const asItIs: SpoilFrame = (message) => message;

/**
 * A server that answers by the test and passes sockets on to the backend in the box.
 * @param frames what every socket said to the backend, gathered
 */
export async function stagingServer(
  {
    upstream,
    answering,
    spoil = asItIs,
    frames = [],
  }: {
    upstream: string;
    answering: Answering;
    spoil?: SpoilFrame | undefined;
    frames?: string[];
  },
  look: (url: string) => Promise<void>,
): Promise<void> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    await answering(request, Buffer.concat(chunks), response);
  });
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket, { url }) => {
    const line = new WebSocket(`${upstream.replace('http', 'ws')}${url}`);
    const waiting: string[] = [];
    line.on('open', () => {
      for (const message of waiting) line.send(message);
    });
    socket.on('message', (data) => {
      const message = String(data);
      frames.push(message);
      if (line.readyState === WebSocket.OPEN) line.send(message);
      else waiting.push(message);
    });
    line.on('message', (data) => {
      const message = String(data);
      const said = spoil(message, JSON.parse(message) as Record<string, unknown>);
      if (said === null) socket.close(1011);
      else socket.send(said);
    });
    line.on('close', () => socket.close());
    socket.on('close', () => line.close());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await look(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    for (const socket of sockets.clients) socket.terminate();
    sockets.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}
