import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A gateway of a test. */
export interface SmsGateway {
  /** `127.0.0.1:port` */
  address: string;
  asked: { path: string; headers: IncomingHttpHeaders; body: string }[];
  /** Its next status, 200 when there is none; 0 = no answer at all, until it is let go. */
  answers: number[];
  /** Waits until it was asked so often. */
  wasAsked(times: number): Promise<void>;
  /** Answers with 200 what was not answered. */
  letGo(): void;
  /** Forgets what it was asked. */
  clear(): void;
}

/** Opens one for a test file. */
export function openSmsGateway(): SmsGateway {
  let held: (() => void)[] = [];
  const gateway: SmsGateway = {
    address: '',
    asked: [],
    answers: [],
    wasAsked: async (times) => {
      while (gateway.asked.length < times) await pause(5);
    },
    letGo: () => {
      for (const answer of held) answer();
      held = [];
    },
    clear: () => {
      gateway.asked = [];
      gateway.answers = [];
      held = [];
    },
  };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      gateway.asked.push({ path: request.url ?? '', headers: request.headers, body });
      const status = gateway.answers.shift() ?? 200;
      if (status === 302) response.setHeader('location', '/elsewhere');
      if (status) response.writeHead(status).end();
      else held.push(() => response.writeHead(200).end());
    });
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    gateway.address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(gateway.clear);
  return gateway;
}
