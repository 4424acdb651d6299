// Runs on PostgreSQL too: kills.
// Runs in test:all alone: kills the product while it delivers.
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Product, signIn, startBriefProduct } from '#tests/support/product.ts';
import { ownDatabase } from '#tests/support/server/own-database.ts';

const WEBHOOKS = '/api/crm/directories/webhooks/';
/** Not more than the list of deliveries shows. */
const COUNT = 40;
/** Deliveries of one webhook that a process has on their way at one time: they wait a minute longer for another one. */
const LEASED = 4;
/** How long the receiver takes for each, ms. */
const SLOW = 30;

/** Makes a call of an administrator. */
async function call(
  { address }: Product,
  token: string,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: object,
): Promise<Record<string, unknown>> {
  const response = await fetch(`${address}${path}`, {
    method,
    headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  expect([path, response.ok]).toEqual([path, true]);
  return (await response.json()) as Record<string, unknown>;
}

test('killed while it delivers, a process leaves what it had not taken to the next one, and nothing is sent twice', async () => {
  const ids: string[] = [];
  const receiver = createServer((request, response) => {
    ids.push(String(request.headers['webhook-id']));
    request.resume();
    setTimeout(() => response.end('ok'), SLOW);
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const dataDir = await mkdtemp(join(tmpdir(), 'upravdom-jobs-'));
  const database = await ownDatabase();
  const env = { ...database, WEBHOOK_NETWORKS: '127.0.0.1' };
  const isShared = Boolean(database.DATABASE_URL);
  const first = await startBriefProduct({ dataDir, env });
  const token = await signIn(first, 1);
  const { port } = receiver.address() as AddressInfo;
  const hook = { name: 'ledger', address: `http://127.0.0.1:${port}/` };
  const path = `${WEBHOOKS}${(await call(first, token, 'POST', WEBHOOKS, hook)).id}/`;
  await call(first, token, 'PUT', path, { paused: true });
  for (let count = 0; count < COUNT; count += 1) await call(first, token, 'POST', `${path}ping/`, {});
  // On PostgreSQL another process is there already; the embedded database is opened by the next one.
  const other = isShared ? await startBriefProduct({ env }) : null;
  await call(first, token, 'PUT', path, { paused: false });
  while (ids.length < COUNT / 4) await pause(1);
  await first.kill();
  const second = other ?? (await startBriefProduct({ dataDir, env }));
  const waiting = async () => {
    const { deliveries } = await call(second, token, 'GET', `${path}deliveries/`);
    return (deliveries as { state: string }[]).filter(({ state }) => state !== 'delivered').length;
  };
  while ((await waiting()) > LEASED) await pause(50);
  expect(new Set(ids).size).toBe(ids.length);
  await second.stop();
  receiver.close();
  await rm(dataDir, { recursive: true, force: true });
}, 120_000);
