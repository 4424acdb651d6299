import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { ServerContext } from '#server/context.ts';
import { chatApiKey } from '../key.ts';
import { issueChatPass } from '../queries/token-queries.ts';
import { publicProfile } from './authenticator.ts';
import { connectTinode, isAccountGone, TinodeError } from './client.ts';
import {
  nextPeople,
  selectTinodePerson,
  storeSentDigest,
  type TinodePerson,
  tagsFor,
  unlinkTinodeAccount,
} from './queries.ts';
import { sendStates } from './states.ts';

/** Interval of checks for new or changed people, ms. */
const CHECK_INTERVAL_MS = 600_000;
/**
 * Delay after a failed run, ms; doubled after each further failure. Runs fail until the Tinode server has started, which needs us
 * to be up first (B6).
 */
const RETRY_DELAY_MS = 15_000;
const BATCH = 200;
/** After so many failures in a row the fault is the server's, and the run is aborted. */
const MAX_FAILURES = 5;

/**
 * Creates accounts on a Tinode server before people log in, and updates their names and tags (B5 (b)): each person is logged in
 * briefly with a pass that only our `auth` accepts. Suspended people are signed out. Runs only with `CHAT_URL` and
 * `CHAT_AUTH_SECRET`.
 */
export function provisionTinode(app: FastifyInstance, context: ServerContext, retryDelayMs = RETRY_DELAY_MS): void {
  const { chatUrl, chatAuthSecret } = context.settings;
  if (!chatUrl || !chatAuthSecret) return;
  let running: Promise<void> | null = null;
  let isStopped = false;
  let retry: NodeJS.Timeout | undefined;
  let retryPauseMs = retryDelayMs;
  const onRefused = (error: unknown, user: number) =>
    app.log.error({ err: error, user }, 'the Tinode server could not be told of somebody');
  const startRun = () => {
    running ??= provisionPeople(context, chatUrl, onRefused, () => isStopped)
      .then(() => {
        retryPauseMs = retryDelayMs;
      })
      .catch((error: unknown) => {
        app.log.error({ err: error }, 'the Tinode server could not be told of everybody');
        clearTimeout(retry);
        if (!isStopped) retry = setTimeout(startRun, retryPauseMs).unref();
        retryPauseMs = Math.min(retryPauseMs * 2, CHECK_INTERVAL_MS);
      })
      .finally(() => {
        running = null;
      });
  };
  // Suspended people are signed out at once. Runs are chained, so that a change during a run is not missed.
  let stateUpdates: Promise<unknown> = Promise.resolve();
  const stop = context.bus.subscribe('access-changed', () => {
    stateUpdates = stateUpdates
      .then(() => (isStopped ? 0 : sendStates(context, chatUrl, onRefused)))
      .catch((error: unknown) => app.log.error({ err: error }, 'the Tinode server could not be told of a state'));
  });
  const timer = setInterval(startRun, CHECK_INTERVAL_MS);
  timer.unref();
  app.addHook('onListen', async () => startRun());
  app.addHook('preClose', async () => {
    isStopped = true;
    stop();
    clearInterval(timer);
    clearTimeout(retry);
    await running;
    await stateUpdates;
  });
}

/**
 * Sends all new and changed people to the Tinode server, unless another process is doing so.
 * @param onRefused called for each refused person; the others are still sent
 * @returns how many people were updated
 * @throws when the server cannot be reached or refuses several in a row
 */
export async function provisionPeople(
  context: ServerContext,
  chatUrl: string,
  onRefused: (error: unknown, user: number) => void,
  isStopped: () => boolean = () => false,
): Promise<number> {
  const states = await sendStates(context, chatUrl, onRefused);
  const people = await context.database.tryWithLock('look', () => sendPeople(context, chatUrl, onRefused, isStopped));
  return states + (people ?? 0);
}

async function sendPeople(
  context: ServerContext,
  chatUrl: string,
  onRefused: (error: unknown, user: number) => void,
  isStopped: () => boolean,
): Promise<number> {
  let sentCount = 0;
  let lastId = 0;
  let failures = 0;
  for (;;) {
    const batch = await nextPeople(context.db, lastId, BATCH);
    for (const person of batch) {
      if (isStopped()) return sentCount;
      lastId = person.id;
      if (person.uid && person.told === profileDigest(person)) continue;
      try {
        await provisionPerson(context, chatUrl, person);
        sentCount += 1;
        failures = 0;
      } catch (error) {
        failures += 1;
        if (!(error instanceof TinodeError) || failures >= MAX_FAILURES) throw error;
        onRefused(error, person.id);
      }
    }
    if (batch.length < BATCH) return sentCount;
  }
}

const profileDigest = (person: TinodePerson) =>
  createHash('sha256')
    .update(JSON.stringify([publicProfile(person), tagsFor(person)]))
    .digest('base64url');

/** Updates one person; creates a new account if theirs no longer exists on the server. */
async function provisionPerson(context: ServerContext, chatUrl: string, person: TinodePerson): Promise<void> {
  try {
    await logInAs(context, chatUrl, person);
  } catch (error) {
    const { uid } = person;
    if (!uid || !isAccountGone(error)) throw error;
    await context.db.transaction().execute((trx) => unlinkTinodeAccount(trx, uid));
    await logInAs(context, chatUrl, { ...person, uid: null });
  }
}

async function logInAs(context: ServerContext, chatUrl: string, person: TinodePerson): Promise<void> {
  const { db, now } = context;
  const password = await issueChatPass(db, person.id, null, now());
  const login = (person.phone ?? '').replace(/\D/g, '');
  const tinode = await connectTinode(chatUrl, chatApiKey(context));
  try {
    await tinode.request('hi', { ver: '0.25.3', ua: 'provisioning' });
    const secret = Buffer.from(`${login}:${password}`).toString('base64');
    await tinode.request('login', { scheme: 'basic', secret });
    // An existing account may have an old name; a new one got the current name from our `auth` answer.
    if (person.uid) {
      await tinode.request('sub', { topic: 'me' });
      // Tinode does not store tags that only extend the stored ones (A6), so add a prefixed tag that differs every time.
      const tags = [
        ...tagsFor(person),
        `rev:${createHash('sha256').update(profileDigest(person)).digest('hex').slice(0, 12)}`,
      ];
      await tinode.request('set', { topic: 'me', desc: { public: publicProfile(person) }, tags });
    }
  } finally {
    tinode.close();
  }
  const updated = await selectTinodePerson(db, person.id);
  if (updated.uid) await storeSentDigest(db, person.id, profileDigest(updated));
}
