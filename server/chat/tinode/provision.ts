import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { ServerContext } from '#server/context.ts';
import { chatApiKey } from '../key.ts';
import { issuePass } from '../queries/token-queries.ts';
import { publicProfile } from './authenticator.ts';
import { isAccountGone, openTinode, TinodeRefusal } from './client.ts';
import { nextPeople, noteTold, selectTinodePerson, type Told, tagsFor, unlink } from './queries.ts';
import { tellStates } from './states.ts';

/** Between two looks for new or changed people, ms. */
const LOOK_EVERY = 600_000;
/** After a look that failed, ms: the server starts after us, for it asks us first (B6). Twice as long after every further one. */
const AGAIN = 15_000;
const BATCH = 200;
/** After so many refused people in a row the trouble is the server's, and the look ends. */
const FAILURES_MAX = 5;

/**
 * Makes the accounts of a Tinode server ahead of their first login, and tells it of other names and tags (B5 (b)): each
 * person is logged in for a moment by a pass that only our `auth` honours. Suspended people are signed out. Runs where
 * `CHAT_URL` and `CHAT_AUTH_SECRET` are set.
 */
export function provisionTinode(app: FastifyInstance, context: ServerContext, retryAfter = AGAIN): void {
  const { chatUrl, chatAuthSecret } = context.settings;
  if (!chatUrl || !chatAuthSecret) return;
  let running: Promise<void> | null = null;
  let stopped = false;
  let retry: NodeJS.Timeout | undefined;
  let pause = retryAfter;
  const failed = (error: unknown, user: number) =>
    app.log.error({ err: error, user }, 'the Tinode server could not be told of somebody');
  const look = () => {
    running ??= provisionAll(context, chatUrl, failed, () => stopped)
      .then(() => {
        pause = retryAfter;
      })
      .catch((error: unknown) => {
        app.log.error({ err: error }, 'the Tinode server could not be told of everybody');
        clearTimeout(retry);
        if (!stopped) retry = setTimeout(look, pause).unref();
        pause = Math.min(pause * 2, LOOK_EVERY);
      })
      .finally(() => {
        running = null;
      });
  };
  // Suspended people leave at once. One after the other, so that a change during a look is not missed.
  let states: Promise<unknown> = Promise.resolve();
  const stop = context.bus.subscribe('access-changed', () => {
    states = states
      .then(() => (stopped ? 0 : tellStates(context, chatUrl, failed)))
      .catch((error: unknown) => app.log.error({ err: error }, 'the Tinode server could not be told of a state'));
  });
  const timer = setInterval(look, LOOK_EVERY);
  timer.unref();
  app.addHook('onListen', async () => look());
  app.addHook('preClose', async () => {
    stopped = true;
    stop();
    clearInterval(timer);
    clearTimeout(retry);
    await running;
    await states;
  });
}

/**
 * Tells the server of all people that it does not know or knows otherwise, unless another process is at it.
 * @param failed called for each refused person; the others follow all the same
 * @returns how many were told of
 * @throws when the server cannot be reached, or refuses many in a row
 */
export async function provisionAll(
  context: ServerContext,
  chatUrl: string,
  failed: (error: unknown, user: number) => void,
  stopped: () => boolean = () => false,
): Promise<number> {
  const states = await tellStates(context, chatUrl, failed);
  const people = await context.database.unlessBusy('look', () => tellPeople(context, chatUrl, failed, stopped));
  return states + (people ?? 0);
}

async function tellPeople(
  context: ServerContext,
  chatUrl: string,
  failed: (error: unknown, user: number) => void,
  stopped: () => boolean,
): Promise<number> {
  let toldCount = 0;
  let after = 0;
  let failures = 0;
  for (;;) {
    const batch = await nextPeople(context.db, after, BATCH);
    for (const person of batch) {
      if (stopped()) return toldCount;
      after = person.id;
      if (person.uid && person.told === profileDigest(person)) continue;
      try {
        await provisionOne(context, chatUrl, person);
        toldCount += 1;
        failures = 0;
      } catch (error) {
        failures += 1;
        if (!(error instanceof TinodeRefusal) || failures >= FAILURES_MAX) throw error;
        failed(error, person.id);
      }
    }
    if (batch.length < BATCH) return toldCount;
  }
}

const profileDigest = (person: Told) =>
  createHash('sha256')
    .update(JSON.stringify([publicProfile(person), tagsFor(person)]))
    .digest('base64url');

/** One person; whose account is there no more gets another. */
async function provisionOne(context: ServerContext, chatUrl: string, person: Told): Promise<void> {
  try {
    await logIn(context, chatUrl, person);
  } catch (error) {
    const { uid } = person;
    if (!uid || !isAccountGone(error)) throw error;
    await context.db.transaction().execute((trx) => unlink(trx, uid));
    await logIn(context, chatUrl, { ...person, uid: null });
  }
}

async function logIn(context: ServerContext, chatUrl: string, person: Told): Promise<void> {
  const { db, now } = context;
  const password = await issuePass(db, person.id, null, now());
  const login = (person.phone ?? '').replace(/\D/g, '');
  const tinode = await openTinode(chatUrl, chatApiKey(context));
  try {
    await tinode.ask('hi', { ver: '0.25.3', ua: 'provisioning' });
    const secret = Buffer.from(`${login}:${password}`).toString('base64');
    await tinode.ask('login', { scheme: 'basic', secret });
    // An account that exists may have an old name; a new one was made with the present name by the answer of `auth`.
    if (person.uid) {
      await tinode.ask('sub', { topic: 'me' });
      // Tags that only add to the plain ones are not stored (A6): one with a prefix, another each time, has them stored.
      const tags = [
        ...tagsFor(person),
        `rev:${createHash('sha256').update(profileDigest(person)).digest('hex').slice(0, 12)}`,
      ];
      await tinode.ask('set', { topic: 'me', desc: { public: publicProfile(person) }, tags });
    }
  } finally {
    tinode.close();
  }
  const after = await selectTinodePerson(db, person.id);
  if (after.uid) await noteTold(db, person.id, profileDigest(after));
}
