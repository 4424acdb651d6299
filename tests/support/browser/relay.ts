import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Stands between browsers and the product, so that a test can take the network away, also from service workers. */
export interface Relay {
  address: string;
  /** While true every call breaks off. */
  cut: boolean;
  /** While true every call is answered as a proxy does whose server is gone. */
  gone: boolean;
  /** Answers given in place of the product's, by the path of the file. */
  instead: Map<string, (theirs: string) => string>;
  stop(): Promise<void>;
}

/** @param target the address of the product */
export async function startRelay(target: string): Promise<Relay> {
  const server = createServer((call, answer) => {
    if (relay.cut) {
      call.socket.destroy();
      return;
    }
    if (relay.gone) {
      answer.writeHead(502, { 'content-type': 'text/html' }).end('<h1>502 Bad Gateway</h1>');
      return;
    }
    const path = (call.url ?? '/').split('?', 1)[0] ?? '/';
    const change = relay.instead.get(path);
    const { 'if-none-match': _tag, 'if-modified-since': _since, ...unconditional } = call.headers;
    const headers = change ? { ...unconditional, 'accept-encoding': 'identity' } : call.headers;
    const sent = request(new URL(call.url ?? '/', target), { method: call.method, headers }, async (theirs) => {
      if (!change) {
        answer.writeHead(theirs.statusCode ?? 502, theirs.headers);
        theirs.pipe(answer);
        return;
      }
      let text = '';
      for await (const part of theirs.setEncoding('utf8')) text += part;
      const { 'content-length': _length, etag: _etag, 'last-modified': _modified, ...rest } = theirs.headers;
      answer.writeHead(theirs.statusCode ?? 502, rest).end(change(text));
    });
    sent.on('error', () => call.socket.destroy());
    call.pipe(sent);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const relay: Relay = {
    address: `http://127.0.0.1:${port}`,
    cut: false,
    gone: false,
    instead: new Map(),
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return relay;
}
