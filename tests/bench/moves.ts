import WebSocket from 'ws';
import {
  PERFORMERS_PATH,
  TASKS_PATH,
  type TaskFrame,
  taskList,
  taskSaved,
} from '#resources/protocol/requests/tasks.ts';
import { TASK_STAGES } from '#resources/rules/requests/constants.ts';
import { ensurePostgres, startPostgres } from '#tests/run/postgres.mjs';
import { type Product, signIn, startProduct } from '#tests/support/product.ts';
import { LocalBoard, makeRandomMoves, type Wire } from '#tests/support/server/local-board.ts';
import { type Figure, percentile } from './figures.ts';

const CLIENTS = 20;
const MOVES = 10_000;
const CARDS = 120;
/** Within so many ms after the last answer every window has to show the same. */
const AGREED = 2_000;

/** The calls of one window. */
function wireOf({ address }: Product, token: string): Wire {
  const headers = { Authorization: `Token ${token}`, 'content-type': 'application/json' };
  const call = async (path: string, init: object = {}) => {
    const answer = await fetch(`${address}${path}`, { headers, ...init });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  return {
    column: async (stage) =>
      taskList.parse(await call(`${TASKS_PATH}?stage=${stage}&count=500&buildings_id=1&services_id=1`)),
    patch: async (id, body) =>
      taskSaved.parse(await call(`${TASKS_PATH}${id}/`, { method: 'PATCH', body: JSON.stringify(body) })),
  };
}

/** A window with its board, which hears of what the others do. */
async function openWindow(product: Product, token: string) {
  const board = new LocalBoard();
  const socket = new WebSocket(`${product.address.replace('http', 'ws')}/ws/notifications?token=${token}`);
  socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as TaskFrame;
    if (message.type === 'task') board.hear(message);
  });
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  const wire = wireOf(product, token);
  await board.load(wire);
  return { board, wire, socket };
}

async function post(product: Product, token: string, path: string, body: object): Promise<void> {
  const headers = { Authorization: `Token ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(`${product.address}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
}

/** 10,000 random moves by twenty windows at once. */
async function storm(product: Product) {
  const token = await signIn(product, 1);
  for (let made = 0; made < CARDS; made += 1) {
    const says = { service: 1, information: { description: `Заявка для переноса ${made}` } };
    await post(product, token, TASKS_PATH, { ...says, target_type: 'building', target: { building: 1 } });
  }
  const headers = { Authorization: `Token ${token}` };
  const able = await fetch(`${product.address}${PERFORMERS_PATH}?building=1&service=1`, { headers });
  const [performer] = (await able.json()) as { user: number }[];
  if (!performer) throw new Error('Nobody may be given a request');
  const windows = await Promise.all(Array.from({ length: CLIENTS }, () => openWindow(product, token)));
  const cards = windows[0]?.board.cards().length;
  const began = performance.now();
  const times = await Promise.all(
    windows.map(({ board, wire }, index) => makeRandomMoves(board, wire, MOVES / CLIENTS, performer.user, index + 1)),
  );
  const ended = performance.now();
  const truth = new LocalBoard();
  await truth.load(wireOf(product, token));
  while (windows.some(({ board }) => String(board) !== String(truth))) {
    if (performance.now() - ended > AGREED) throw new Error(`The windows do not agree after ${AGREED} ms`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const agreed = performance.now() - ended;
  const orders = TASK_STAGES.flatMap((stage) => truth.column(stage).map(({ order }) => `${stage} ${order}`));
  if (new Set(orders).size !== orders.length) throw new Error('Two cards stand at the same place');
  if (truth.cards().length !== cards) throw new Error('A card is lost');
  for (const { socket } of windows) socket.terminate();
  return { p95: percentile(times.flat(), 95), each: (ended - began) / MOVES, agreed };
}

async function stormOn(name: string, env: Readonly<Record<string, string>>): Promise<Figure[]> {
  const product = await startProduct({ env: { DEMO_SIZE: 'yard', ...env } });
  try {
    console.error(`  ${MOVES} moves, ${name}: begun ${new Date().toLocaleTimeString('ru')}`);
    const { p95, each, agreed } = await storm(product);
    console.error(`  ${each.toFixed(1)} ms by move, p95 ${p95.toFixed(0)}, agreed after ${agreed.toFixed(0)} ms`);
    const what = `${MOVES} moves by ${CLIENTS} windows, ${name}`;
    return [
      { name: `${what}: one move, twenty at once, p95`, value: p95, unit: 'ms' },
      { name: `${what}: time by move`, value: each, unit: 'ms' },
      {
        name: `${what}: from the last answer until every window shows the same`,
        value: agreed,
        unit: 'ms',
        target: AGREED,
      },
    ];
  } finally {
    await product.stop();
  }
}

/**
 * Order that holds: random moves at once, on either database.
 * @throws when cards tie or are lost, or windows do not agree in time
 */
export async function moves(): Promise<Figure[]> {
  const figures = await stormOn('embedded', {});
  const bin = ensurePostgres();
  if (!bin) throw new Error('No PostgreSQL: install Debian’s package, or put pg_config on PATH.');
  const postgres = await startPostgres(bin);
  try {
    return [...figures, ...(await stormOn('PostgreSQL', { DATABASE_URL: postgres.url, DEMO: 'on' }))];
  } finally {
    await postgres.stop();
  }
}
