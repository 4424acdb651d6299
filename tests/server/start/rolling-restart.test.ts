// Runs on PostgreSQL too: two processes of one database.
// Runs in test:all alone: restarts whole products one after the other.
import { Agent, createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import WebSocket from 'ws';
import { type Product, signIn, startBriefProduct } from '#tests/support/product.ts';
import { ownDatabase } from '#tests/support/server/own-database.ts';

const onPostgres = Boolean(process.env.TEST_DATABASE_URL);
/** Between two looks of the balancer whether a process is ready, ms. */
const LOOK_MS = 100;
const STOP_DELAY = '2';

/**
 * A balancer as they all are: it asks each process whether it is ready, sends calls to one that is, keeps connections, and tries
 * the next process only where nothing was sent yet.
 */
class Balancer {
  readonly #server: Server;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #looks: NodeJS.Timeout;
  #processes: { address: string; isReady: boolean; answered: number }[] = [];
  #turn = 0;

  constructor() {
    this.#server = createServer((call, answer) => {
      const parts: Buffer[] = [];
      call.on('data', (part: Buffer) => parts.push(part));
      call.on('end', () => this.#pass(call, Buffer.concat(parts), answer, 5));
    });
    this.#looks = setInterval(() => {
      for (const each of this.#processes) {
        fetch(`${each.address}/health/ready`).then(
          ({ status }) => {
            each.isReady = status === 200;
          },
          () => {
            each.isReady = false;
          },
        );
      }
    }, LOOK_MS);
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  add({ address }: Product): void {
    this.#processes.push({ address, isReady: false, answered: 0 });
  }

  /** Waits until a process is in use, or is not. */
  async until({ address }: Product, isReady: boolean): Promise<void> {
    while (this.#processes.find((each) => each.address === address)?.isReady !== isReady) await pause(20);
  }

  answeredBy({ address }: Product): number {
    return this.#processes.find((each) => each.address === address)?.answered ?? 0;
  }

  async close(): Promise<void> {
    clearInterval(this.#looks);
    this.#agent.destroy();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #pass(call: IncomingMessage, body: Buffer, answer: ServerResponse, tries: number): void {
    const ready = this.#processes.filter((each) => each.isReady);
    const chosen = ready[this.#turn++ % Math.max(1, ready.length)];
    if (!chosen || tries === 0) return void answer.writeHead(502).end('nobody is ready');
    const passed = request(`${chosen.address}${call.url}`, {
      method: call.method ?? 'GET',
      headers: { ...call.headers, host: new URL(chosen.address).host },
      agent: this.#agent,
    });
    passed.on('response', (given) => {
      chosen.answered += 1;
      answer.writeHead(given.statusCode ?? 500, given.headers);
      given.pipe(answer);
    });
    passed.on('error', (error: NodeJS.ErrnoException) => {
      // Refused: nothing was sent. All else may have been done, and is a failure.
      if (error.code === 'ECONNREFUSED') this.#pass(call, body, answer, tries - 1);
      else answer.writeHead(502).end(String(error));
    });
    passed.end(body);
  }
}

/** People at work: they read and write without a break, and note what was not answered as it should be. */
function work(address: string, token: string) {
  const failures: string[] = [];
  let [calls, written, over] = [0, 0, false];
  const headers = { authorization: `Token ${token}`, 'content-type': 'application/json' };
  const one = async (n: number) => {
    while (!over) {
      const isWriting = calls % 4 === 0;
      calls += 1;
      try {
        const response = isWriting
          ? await fetch(`${address}/api/crm/cameras/`, {
              method: 'POST',
              headers,
              body: JSON.stringify({ name: `Двор ${n} ${calls}`, link: 'https://example.org/', buildings: [1] }),
            })
          : await fetch(`${address}/api/crm/buildings/`, { headers });
        const text = await response.text();
        if (!response.ok) failures.push(`${response.status} ${text}`);
        else if (isWriting) written += 1;
      } catch (error) {
        failures.push(String(error));
      }
    }
  };
  const all = Promise.all(Array.from({ length: 6 }, (_, n) => one(n)));
  return {
    stop: async () => {
      over = true;
      await all;
      return { failures, calls, written };
    },
  };
}

test('two processes of one database are replaced one after the other under load, and no call fails', async () => {
  // The embedded database has one process: there is nothing to replace it with (`README.md`).
  if (!onPostgres) return expect(await ownDatabase()).toEqual({});
  const env = { ...(await ownDatabase()), STOP_DELAY };
  const balancer = new Balancer();
  const address = await balancer.listen();
  const pair = [await startBriefProduct({ env }), await startBriefProduct({ env })];
  for (const each of pair) {
    balancer.add(each);
    await balancer.until(each, true);
  }
  const working = work(address, await signIn({ address }, 1));
  for (const at of [0, 1]) {
    const old = pair[at] as Product;
    while (balancer.answeredBy(old) < 20) await pause(20);
    await old.stop();
    await balancer.until(old, false);
    const fresh = await startBriefProduct({ env });
    balancer.add(fresh);
    await balancer.until(fresh, true);
    pair[at] = fresh;
    while (balancer.answeredBy(fresh) < 20) await pause(20);
  }
  const { failures, calls, written } = await working.stop();
  await Promise.all(pair.map((each) => each.stop()));
  await balancer.close();
  expect(failures).toEqual([]);
  expect([calls, written].every((count) => count > 20)).toBe(true);
});

test('a process that is asked to stop says so first, answers what comes meanwhile, and lets its sockets go', async () => {
  const product = await startBriefProduct({ env: { ...(await ownDatabase()), STOP_DELAY } });
  const token = await signIn(product, 1);
  const socket = new WebSocket(`${product.address.replace('http', 'ws')}/ws/notifications?token=${token}`);
  await new Promise((resolve) => socket.once('open', resolve));
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  const ended = product.stop();
  const ready = async () => (await fetch(`${product.address}/health/ready`)).status;
  while ((await ready()) !== 503);
  expect((await fetch(`${product.address}/health/live`)).status).toBe(200);
  const headers = { authorization: `Token ${token}` };
  const answer = await fetch(`${product.address}/api/crm/buildings/`, { headers });
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
  expect(socket.readyState).toBe(socket.OPEN);
  expect(await closed).toBe(1012);
  await ended;
  expect(product.process.exitCode).toBe(0);
});
