import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { text } from '#i18n/text.ts';
import {
  type ClaimedInvitation,
  claimInvitation,
  claimInvitations,
  finishInvitation,
  isInvited,
  postponeInvitation,
} from '#server/access/invitations.ts';
import type { ServerContext } from '#server/context.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiError } from '#server/http/errors.ts';
import { selectHeadCompanyName } from './queries.ts';

/**
 * SMS text for an invited resident: the inviting company, and how to sign in. The same for single invitations and imports
 * (residents.md).
 */
export async function residentInvitation(db: Db): Promise<string> {
  return text('sms.residentInvitation', { company: (await selectHeadCompanyName(db)) ?? text('sms.company') });
}

const MINUTE = 60_000;
/** Invitations claimed and sent at once; few enough to finish before their claim expires. */
const BATCH_SIZE = 10;
/** Pause between batches, ms, so that a list of thousands neither floods the gateway nor slows down people at work. */
const BATCH_PAUSE_MS = 100;
const CLAIM_MS = 5 * MINUTE;
/** Maximum number of pauses that sending waits for running imports. */
const MAX_HELD_PAUSES = 600;
/** Delay after each failed attempt, ms; after the last one the invitation is given up. */
export const INVITATION_RETRY_DELAYS = [MINUTE, 10 * MINUTE, 60 * MINUTE, 6 * 60 * MINUTE] as const;

type Deps = Pick<ServerContext, 'db' | 'sms' | 'now'>;
type Log = Pick<FastifyBaseLogger, 'warn'>;

/** Sends queued invitations (`queueInvitation`). */
export interface Invitations {
  /**
   * Sends the invitation of a person after the commit, unless it is being sent or was sent already.
   * @returns whether it was sent; if not, it is retried in the background
   */
  deliver: (user: number, log: Log) => Promise<boolean>;
  /** Sends queued invitations in the background; call it after queueing new ones. */
  start: () => void;
  /** Runs work during which sending pauses: a list of thousands is stored first, its messages are not urgent. */
  after: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

/**
 * Sends SMS invitations in batches after the response, or by the request that creates one. They are queued in the database:
 * invitations left by a dead process are sent by another, and each by only one process.
 */
export function createInvitations(app: FastifyInstance, deps: Deps): Invitations {
  /** Running sends by person, so that a repeated request gets the result of the first. */
  const runningByPerson = new Map<number, Promise<void>>();
  const track = (user: number, work: () => Promise<void>): Promise<void> => {
    const ownPromise = work().finally(() => {
      if (runningByPerson.get(user) === ownPromise) runningByPerson.delete(user);
    });
    runningByPerson.set(user, ownPromise);
    return ownPromise;
  };
  let currentRun: Promise<void> | null = null;
  let [isRequested, isClosed] = [false, false];
  let runningImports = 0;
  const waitForImports = async () => {
    for (let pauses = 0; runningImports > 0 && pauses < MAX_HELD_PAUSES && !isClosed; pauses += 1)
      await wait(BATCH_PAUSE_MS);
  };
  /** @returns false when none is due */
  const sendBatch = async (): Promise<boolean> => {
    const claimed = await claimInvitations(deps.db, BATCH_SIZE, deps.now(), claimEnd(deps));
    await Promise.all(
      claimed.map((invitation) => track(invitation.user, () => sendInvitation(deps, invitation, app.log))),
    );
    return claimed.length > 0;
  };
  const sendAll = async () => {
    while (isRequested && !isClosed) {
      isRequested = false;
      await waitForImports();
      while (!isClosed && (await sendBatch())) {
        await wait(BATCH_PAUSE_MS);
        await waitForImports();
      }
    }
  };
  const startSending = () => {
    isRequested = true;
    currentRun ??= sendAll()
      .catch((error: unknown) => app.log.error({ err: error }, 'invitations could not be sent'))
      .finally(() => {
        currentRun = null;
      });
  };
  const timer = setInterval(startSending, MINUTE);
  timer.unref();
  app.addHook('onReady', async () => startSending());
  app.addHook('onClose', async () => {
    isClosed = true;
    clearInterval(timer);
    await currentRun;
  });
  return {
    deliver: async (user, log) => {
      await runningByPerson.get(user);
      await track(user, async () => {
        const claimed = await claimInvitation(deps.db, user, deps.now(), claimEnd(deps));
        if (claimed) await sendInvitation(deps, claimed, log);
      });
      return isInvited(deps.db, user);
    },
    start: startSending,
    after: async (task) => {
      runningImports += 1;
      try {
        return await task();
      } finally {
        runningImports -= 1;
      }
    },
  };
}

const claimEnd = ({ now }: Deps) => new Date(now().getTime() + CLAIM_MS);

/** Sends a claimed invitation. All attempts use one key, so that the gateway does not send it twice. */
async function sendInvitation({ db, sms, now }: Deps, claimed: ClaimedInvitation, log: Log): Promise<void> {
  const { user, key, message, phone, status, open, tries } = claimed;
  // Active people need no invitation, and an expired link is useless.
  if (status === 'active' || (message !== null && !open)) return finishInvitation(db, claimed, false, now());
  try {
    // A suspended or deleted person may be allowed in again later, so retry.
    if (phone === null || status !== 'created') throw new ApiError('not_found');
    await sms.send(phone, message ?? (await residentInvitation(db)), key);
    return await finishInvitation(db, claimed, true, now());
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const pause = INVITATION_RETRY_DELAYS[tries];
    log.warn({ err: error, user, again: pause !== undefined }, 'an invitation was not sent');
    if (pause === undefined) await finishInvitation(db, claimed, false, now());
    else await postponeInvitation(db, claimed, new Date(now().getTime() + pause));
  }
}
