// Runs on PostgreSQL too: two processes take deliveries at once.
import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from 'node:net';
import { finishAttempt, leaseDue, waitingJobs } from '#server/jobs/job-queries.ts';
import { JobRunner } from '#server/jobs/job-runner.ts';
import { GATHER_MS } from '#server/jobs/start-jobs.ts';
import { RESTORABLE_FOR } from '#server/records/kit/undo.ts';
import { DELIVERY_PAUSES, webhookHandler } from '#server/webhooks/deliver.ts';
import { sweepDeliveryJobs, WEBHOOK_QUEUE, writeAttempt } from '#server/webhooks/delivery-queries.ts';
import { createAddressRules } from '#server/webhooks/networks.ts';
import { postMessage } from '#server/webhooks/post-message.ts';
import { neverByItself, withIntervals, withoutIntervals } from '#tests/support/server/clock.ts';
import { demoPerson, newPerson, type Person } from '#tests/support/server/people.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';
import { untilOneWaits } from '#tests/support/server/waiting.ts';

const WEBHOOKS = '/api/crm/directories/webhooks/';
const MINUTE = 60_000;
const VISITS = {
  name: 'visits',
  section: 'visits',
  icon: 'description',
  words: { one: 'визит', few: 'визита', many: 'визитов', accusative: 'визит', gender: 'm', plural: 'визиты' },
  fields: {
    who: { kind: 'text', label: 'Кто', required: true },
    urgent: { kind: 'checkbox', label: 'Срочно' },
    stage: {
      kind: 'state',
      label: 'Состояние',
      states: [
        { value: 'open', label: 'Ждут' },
        { value: 'in', label: 'Вошёл' },
        { value: 'out', label: 'Ушёл', final: true },
      ],
      moves: [
        { name: 'slip', label: 'Пропустить', from: ['open'], to: 'in' },
        { name: 'enter', label: 'Впустить', from: ['open'], to: 'in' },
        { name: 'leave', label: 'Выпустить', from: ['in'], to: 'out' },
      ],
    },
  },
  notify: [
    { on: 'create', to: { webhook: 'ledger' } },
    { on: 'change', when: 'urgent == true', to: { webhook: 'ledger' } },
    { on: 'move', moves: ['enter'], when: 'stage == "in"', to: { webhook: 'ledger' } },
  ],
  list: { layout: 'table', columns: ['who'] },
  form: [{ fields: ['who', 'urgent'] }],
};

interface Call {
  headers: IncomingHttpHeaders;
  body: string;
}

let clock = Date.parse('2026-11-10T12:00:00Z');
let app: TestApp;
let admin: Person;
let receiver: Server;
let calls: Call[] = [];
/** The receiver's answer: a status, or nothing at all. */
let answer: number | null = 200;
let webhook: number;
let secret: string;
const local = createAddressRules(['127.0.0.1']);
const log = { error: () => undefined, warn: () => undefined };
/** Delivers what is due, as one process does. */
function deliver(addressRules = local): Promise<void> {
  const context = { db: app.database.kysely, now: () => new Date(clock) };
  const runner = new JobRunner({ ...context, log });
  runner.handle(WEBHOOK_QUEUE, webhookHandler(context, addressRules));
  return runner.runDue();
}
// Attempts are made by this file alone.
neverByItself(GATHER_MS);

beforeAll(async () => {
  withoutIntervals();
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      calls.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
      if (answer === null) request.socket.destroy();
      else response.writeHead(answer, answer === 302 ? { location: 'http://127.0.0.1/elsewhere' } : {}).end('ok');
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  app = await openTestApp({ now: () => new Date(clock), definitions: { 'visits.json': VISITS } });
  admin = await demoPerson(app, 1);
  const { port } = receiver.address() as AddressInfo;
  const made = await admin.post(WEBHOOKS, { name: 'ledger', address: `http://127.0.0.1:${port}/hook` });
  expect([made.status, made.text]).toEqual([201, expect.any(String)]);
  webhook = Number(made.body.id);
  secret = String((await admin.post(`${WEBHOOKS}${webhook}/secret/`, {})).body.secret);
});
afterAll(async () => {
  withIntervals();
  await app.close();
  await new Promise((resolve) => receiver.close(resolve));
});
beforeEach(async () => {
  await deliver();
  await app.database.kysely.deleteFrom('webhook_deliveries').execute();
  calls = [];
  answer = 200;
});

const deliveries = async () =>
  (await admin.get(`${WEBHOOKS}${webhook}/deliveries/`)).body.deliveries as unknown as object[];
const ping = () => admin.post(`${WEBHOOKS}${webhook}/ping/`, {});

test('a new record is sent as it is kept, signed as Standard Webhooks are', async () => {
  const made = await admin.post('/api/records/visits', { who: 'Мастер' });
  expect(made.status).toBe(201);
  await deliver();
  expect(calls).toHaveLength(1);
  const [{ headers, body }] = calls as [Call];
  expect(JSON.parse(body)).toEqual({
    type: 'visits.create',
    timestamp: new Date(clock).toISOString(),
    data: {
      section: 'visits',
      id: made.body.id,
      values: { who: 'Мастер', stage: 'open' },
      buildings: null,
      by: admin.id,
    },
  });
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
  expect(headers['webhook-timestamp']).toBe(String(clock / 1000));
  expect(await deliveries()).toEqual([
    expect.objectContaining({ event: 'visits.create', state: 'delivered', status: 200 }),
  ]);
});

test('a change is sent where the condition of the rule is true', async () => {
  const { body } = await admin.post('/api/records/visits', { who: 'Мастер' });
  await deliver();
  calls = [];
  await admin.call('PUT', { url: `/api/records/visits/${body.id}`, body: { who: 'Слесарь' } });
  await admin.call('PUT', { url: `/api/records/visits/${body.id}`, body: { urgent: true } });
  await deliver();
  expect(calls.map((call) => JSON.parse(call.body).data.values)).toEqual([
    { who: 'Слесарь', urgent: true, stage: 'open' },
  ]);
});

test('a move that is taken back is told as a change: by rules about changes, and by those that told of the move', async () => {
  const { body } = await admin.post('/api/records/visits', { who: 'Мастер' });
  const url = `/api/records/visits/${body.id}/move/`;
  const told = async () => {
    calls = [];
    await deliver();
    return calls.map((call) => JSON.parse(call.body)).map(({ type, data }) => [type, data.values.stage, data.move]);
  };
  await told();
  await admin.post(url, { move: 'enter' });
  expect(await told()).toEqual([['visits.move', 'in', 'enter']]);
  // Another move leads the same way and stands before it; the log does not say which of them was made.
  expect((await admin.post(`${url}undo/`)).status).toBe(200);
  expect(await told()).toEqual([['visits.change', 'open', undefined]]);
  await admin.post(url, { move: 'enter' });
  await told();
  // No rule told of this one.
  await admin.post(url, { move: 'leave' });
  expect((await admin.post(`${url}undo/`)).status).toBe(200);
  expect(await told()).toEqual([]);
  await admin.put(`/api/records/visits/${body.id}`, { urgent: true });
  await told();
  await admin.post(url, { move: 'leave' });
  await admin.post(`${url}undo/`);
  expect(await told()).toEqual([['visits.change', 'in', undefined]]);
});

test.each([
  ['a refusal', 500],
  ['a redirect, which is not followed', 302],
  ['a connection that breaks', null],
] as const)('%s is tried again under the same id, later each time, and given up in the end', async (_what, status) => {
  answer = status;
  await ping();
  for (const pause of DELIVERY_PAUSES) {
    await deliver();
    const [delivery] = await deliveries();
    expect(delivery).toMatchObject({ state: 'waiting', next: new Date(clock + pause).toISOString(), status });
    // Not a moment before.
    clock += pause - 1;
    const before = calls.length;
    await deliver();
    expect(calls).toHaveLength(before);
    clock += 1;
  }
  await deliver();
  expect(await deliveries()).toEqual([
    expect.objectContaining({ state: 'givenUp', next: null, attempts: DELIVERY_PAUSES.length + 1 }),
  ]);
  expect(calls).toHaveLength(DELIVERY_PAUSES.length + 1);
  expect(new Set(calls.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
});

test('a receiver that changes the protocol, or never answers, is left by the attempt', async () => {
  const odd = createTcpServer((socket) => {
    socket.once('data', () =>
      socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
    );
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => odd.listen(0, '127.0.0.1', resolve));
  const silent = createTcpServer((socket) => void socket.on('error', () => undefined));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const post = (server: TcpServer, patience?: number) => {
    const { port } = server.address() as AddressInfo;
    return postMessage({ address: `http://127.0.0.1:${port}/`, headers: {}, body: '{}' }, local, patience);
  };
  expect(await post(odd)).toEqual({ failure: 'broken' });
  expect(await post(silent, 50)).toEqual({ failure: 'late' });
  odd.close();
  silent.close();
});

test('what was given up is sent once more when an administrator wants it', async () => {
  answer = 500;
  await ping();
  await deliver();
  const [{ id }] = (await deliveries()) as [{ id: number }];
  answer = 204;
  const resent = await admin.post(`${WEBHOOKS}${webhook}/deliveries/${id}/resend/`, {});
  expect(resent.status).toBe(200);
  await deliver();
  expect(await deliveries()).toEqual([expect.objectContaining({ state: 'delivered', attempts: 1, status: 204 })]);
});

test('a message that is sent again while an attempt at it is settled waits for that, and is sent again', async () => {
  await ping();
  const [{ id }] = (await deliveries()) as [{ id: number }];
  const { kysely } = app.database;
  const lane = { queue: WEBHOOK_QUEUE, lane: String(webhook) };
  const until = new Date(clock + MINUTE);
  const [job] = await leaseDue(kysely, lane, { now: new Date(clock), until, limit: 1 });
  if (!job) throw new Error('Nothing is due');
  const { resending } = await kysely.transaction().execute(async (trx) => {
    await finishAttempt(trx, job, until, { dueAt: null, attempts: 1 });
    const call = admin.post(`${WEBHOOKS}${webhook}/deliveries/${id}/resend/`, {});
    await untilOneWaits(kysely);
    await writeAttempt(trx, { id, attempts: 1 }, { outcome: { status: 200 }, delivered: new Date(clock) });
    // Wrapped: a bare promise would be waited for within the transaction, which it waits for.
    return { resending: call };
  });
  expect((await resending).status).toBe(200);
  expect(await deliveries()).toEqual([expect.objectContaining({ state: 'waiting', attempts: 0 })]);
  await deliver();
  expect(calls).toHaveLength(1);
});

test('what a deleted webhook was to be sent waits while it can be brought back, and is forgotten then', async () => {
  const { kysely } = app.database;
  const address = 'https://archive.example/';
  const other = `${WEBHOOKS}${(await admin.post(WEBHOOKS, { name: 'archive', address })).body.id}/`;
  const waiting = async () => (await waitingJobs(kysely, new Date(clock))).map((queue) => queue.waiting);
  const sweep = () => sweepDeliveryJobs(kysely, new Date(clock));
  await admin.post(`${other}ping/`, {});
  await ping();
  await sweep();
  expect(await waiting()).toEqual([2]);
  expect((await admin.remove(other)).status).toBe(200);
  await sweep();
  expect(await waiting()).toEqual([2]);
  clock += RESTORABLE_FOR;
  await sweep();
  expect(await waiting()).toEqual([1]);
});

test('nothing is sent while a webhook is paused, and all of it afterwards', async () => {
  await admin.call('PUT', { url: `${WEBHOOKS}${webhook}/`, body: { paused: true } });
  await ping();
  await deliver();
  expect(calls).toEqual([]);
  await admin.call('PUT', { url: `${WEBHOOKS}${webhook}/`, body: { paused: false } });
  await deliver();
  expect(calls).toHaveLength(1);
});

test('administrators are told of rules that name a webhook which is not there', async () => {
  const notes = async (by = admin) => (await by.get('/resources/definitions/')).body.notes;
  const rename = (name: string) => admin.call('PUT', { url: `${WEBHOOKS}${webhook}/`, body: { name } });
  expect(await notes()).toEqual([]);
  await rename('archive');
  expect(await notes()).toEqual([
    {
      file: 'visits.json',
      name: 'visits',
      title: 'Визиты',
      notes: [expect.stringMatching(/вебхук «ledger», которого нет/)],
    },
  ]);
  expect(await notes(await newPerson(app, { levels: 'write', sections: ['visits'] }))).toBeUndefined();
  await rename('ledger');
  expect(await notes()).toEqual([]);
});

test('closed networks are refused, also by name, and so is a call without TLS', async () => {
  const { port } = receiver.address() as AddressInfo;
  const address = async (text: string) => {
    await app.database.kysely.deleteFrom('webhook_deliveries').execute();
    await admin.call('PUT', { url: `${WEBHOOKS}${webhook}/`, body: { address: text } });
    await ping();
    await deliver(createAddressRules([]));
    const [delivery] = await deliveries();
    return (delivery as { failure: string }).failure;
  };
  expect(await address(`https://127.0.0.1:${port}/`)).toBe('closedNetwork');
  expect(await address(`https://localhost:${port}/`)).toBe('closedNetwork');
  expect(await address(`https://[::ffff:127.0.0.1]:${port}/`)).toBe('closedNetwork');
  expect(await address(`https://0x7f.1:${port}/`)).toBe('closedNetwork');
  expect(await address('https://169.254.169.254/latest/meta-data')).toBe('closedNetwork');
  expect(await address('https://10.1.2.3/')).toBe('closedNetwork');
  expect(await address('http://93.184.216.34/')).toBe('notEncrypted');
  expect(calls).toEqual([]);
  await admin.call('PUT', { url: `${WEBHOOKS}${webhook}/`, body: { address: `http://localhost:${port}/hook` } });
  await app.database.kysely
    .updateTable('jobs')
    .set({ due_at: new Date(clock) })
    .execute();
  await deliver(createAddressRules(['127.0.0.0/8', '::1']));
  expect(calls).toHaveLength(1);
});

test('two processes send each message once; what one took and never sent is sent by another a minute later', async () => {
  for (let count = 0; count < 12; count += 1) await ping();
  const lane = { queue: WEBHOOK_QUEUE, lane: String(webhook) };
  const until = new Date(clock + MINUTE);
  const lost = await leaseDue(app.database.kysely, lane, { now: new Date(clock), until, limit: 4 });
  expect(lost).toHaveLength(4);
  await Promise.all([deliver(), deliver()]);
  expect(calls).toHaveLength(12 - lost.length);
  clock += MINUTE;
  await Promise.all([deliver(), deliver()]);
  expect(calls).toHaveLength(12);
  expect(new Set(calls.map(({ headers }) => headers['webhook-id'])).size).toBe(12);
});

test('the key is shown once, is another one each time, and stands in no other answer', async () => {
  const next = String((await admin.post(`${WEBHOOKS}${webhook}/secret/`, {})).body.secret);
  expect(next).toMatch(/^whsec_[\w+/]{43}=$/);
  expect(next).not.toBe(secret);
  const list = await admin.get(WEBHOOKS);
  expect(list.text).not.toContain('whsec_');
  secret = next;
});
