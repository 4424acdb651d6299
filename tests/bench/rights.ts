import WebSocket from 'ws';
import { type Product, signIn, startProduct } from '#tests/support/product.ts';
import { type Figure, percentile } from './figures.ts';

const CHANGES = 40;
/** The trainee of the demo company; the administrator gives and takes their rights. */
const LEARNER = 10;
const PATH = `/api/crm/employee/${LEARNER}/`;

async function call({ address }: Product, token: string, method: string, path: string, body?: object) {
  const answer = await fetch(`${address}${path}`, {
    method,
    headers: { Authorization: `Token ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Record<string, unknown>;
}

/** From the call that changes rights to the moment the open console of the employee has the new ones, ms. */
async function once(product: Product, own: string, change: () => Promise<unknown>): Promise<number> {
  const socket = new WebSocket(`${product.address.replace('http', 'ws')}/ws/notifications?token=${own}`);
  const closed = new Promise((resolve, reject) => {
    socket.once('close', resolve);
    socket.once('error', reject);
  });
  await new Promise((resolve) => socket.once('message', resolve));
  const began = performance.now();
  await change();
  await closed;
  await call(product, own, 'GET', '/api/crm/permissions/');
  return performance.now() - began;
}

/** A change of rights until the employee's open console knows: every one of them, not the quickest. */
export async function rights(): Promise<Figure[]> {
  const product = await startProduct({ env: { DEMO_SIZE: 'yard' } });
  try {
    const [chief, own] = [await signIn(product, 1), await signIn(product, LEARNER)];
    const one = await call(product, chief, 'GET', PATH);
    const { id: company } = one.company as { id: number };
    const base = { ...one, company, porches: undefined, services: undefined, version: undefined };
    const times: number[] = [];
    for (let at = 0; at < CHANGES; at += 1) {
      const sections = { cameras: at % 2 ? 'read' : 'write' };
      times.push(await once(product, own, () => call(product, chief, 'PUT', PATH, { ...base, sections })));
    }
    const what = `${CHANGES} changes of rights until the open console has them`;
    return [
      { name: `${what}: median`, value: percentile(times, 50), unit: 'ms' },
      { name: `${what}: the slowest`, value: Math.max(...times), unit: 'ms', target: 1_000 },
    ];
  } finally {
    await product.stop();
  }
}
