import type { AddressInfo } from 'node:net';
import { fastify } from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';
import { base64 } from './chat.ts';

/** As much of a Tinode server as is needed: it asks our authenticator as the recorded calls do, and counts what it was told. */
export async function openTinode() {
  const said: Record<string, unknown>[] = [];
  const server = fastify();
  server.all('/v0/file/s/x.png', async () => 'file of Tinode');
  const sockets = new WebSocketServer({ noServer: true });
  server.server.on('upgrade', (request, socket, head) => {
    sockets.handleUpgrade(request, socket, head, (opened) => serve(opened));
  });
  let ask: (endpoint: string, body: object) => Promise<Record<string, unknown>> = async () => ({});
  const made = new Map<string, string>();
  let refuse: (name: string, fields: Record<string, unknown>) => number | null = () => null;
  const serve = (socket: WebSocket) => {
    socket.on('message', async (data) => {
      const frame = JSON.parse(String(data)) as Record<string, Record<string, unknown>>;
      said.push(frame);
      const [name = ''] = Object.keys(frame);
      const id = frame[name]?.id;
      const refusal = refuse(name, frame[name] ?? {});
      let code = refusal ?? 200;
      if (name === 'login' && refusal === null) {
        const secret = String(frame[name]?.secret);
        const answer = await ask('auth', { endpoint: 'auth', name: 'basic', secret, addr: '203.0.113.7:51234' });
        code = answer.err ? 401 : 200;
        if (answer.newacc) {
          const uid = base64(`uid${made.size}xxxxx`).slice(0, 11);
          const rec = { uid, authlvl: 'auth', features: 'V', State: 'ok' };
          await ask('link', { endpoint: 'link', name: 'basic', secret, rec });
          made.set(uid, secret);
        }
      }
      socket.send(JSON.stringify({ ctrl: { id, code, text: 'x' } }));
    });
  };
  await server.listen({ port: 0, host: '127.0.0.1' });
  const address = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  return {
    address,
    said,
    made,
    answerBy: (by: typeof ask) => {
      ask = by;
    },
    refuseBy: (by: typeof refuse) => {
      refuse = by;
    },
    close: async () => {
      for (const client of sockets.clients) client.terminate();
      await server.close();
    },
  };
}
