import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { text } from '#i18n/text.ts';
import {
  type Claimed,
  claimInvitation,
  claimInvitations,
  endInvitation,
  isInvited,
  putOff,
} from '#server/access/invitations.ts';
import type { ServerContext } from '#server/context.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiError } from '#server/http/errors.ts';
import { headCompany } from './queries.ts';

/**
 * Text for an invited resident: the company that invites them, and how to sign in. The same for one and for a list
 * (residents.md).
 */
export async function residentInvitation(db: Db): Promise<string> {
  return text('sms.residentInvitation', { company: (await headCompany(db)) ?? text('sms.company') });
}

const MINUTE = 60_000;
/** Messages on their way at once; all of them are through before the claim on them ends. */
const AT_ONCE = 10;
/** Between two such handfuls, ms: a list of thousands must neither flood a gateway nor slow down people at work. */
const PAUSE = 100;
const CLAIM = 5 * MINUTE;
/** For so many pauses at the most they give way to lists that are being written down. */
const HELD_BACK = 600;
/** How long one waits after each failure, ms; after one more it is given up. */
export const PAUSES = [MINUTE, 10 * MINUTE, 60 * MINUTE, 6 * 60 * MINUTE] as const;

type Deps = Pick<ServerContext, 'db' | 'sms' | 'now'>;
type Log = Pick<FastifyBaseLogger, 'warn'>;

/** Sends invitations that were asked for (`askInvitation`). */
export interface Invitations {
  /**
   * Sends the one of a person after the commit, unless that is being done or was done.
   * @returns whether it has gone out; where not, it is tried again by and by
   */
  deliver: (user: number, log: Log) => Promise<boolean>;
  /** Sends in the background; called when there are new ones. */
  start: () => void;
  /**
   * Does work that they wait for: a list of thousands is submitted first, its messages need not be sent this very
   * second.
   */
  after: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

/**
 * Invitations by SMS, sent after the answer a few at a time, or by the call that asks for one. They stand in the database until
 * they are sent: what a dead process left is sent by the next one, and by one of several alone.
 */
export function inviteLater(app: FastifyInstance, deps: Deps): Invitations {
  /** By person, so that a call that is made again meanwhile hears what came of the first. */
  const underWay = new Map<number, Promise<void>>();
  const track = (user: number, work: () => Promise<void>): Promise<void> => {
    const mine = work().finally(() => {
      if (underWay.get(user) === mine) underWay.delete(user);
    });
    underWay.set(user, mine);
    return mine;
  };
  let working: Promise<void> | null = null;
  let [isRequested, isClosed] = [false, false];
  let busy = 0;
  const giveWay = async () => {
    for (let pauses = 0; busy > 0 && pauses < HELD_BACK && !isClosed; pauses += 1) await wait(PAUSE);
  };
  /** @returns false when none is due */
  const sendSome = async (): Promise<boolean> => {
    const claimed = await claimInvitations(deps.db, AT_ONCE, deps.now(), claimEnd(deps));
    await Promise.all(claimed.map((one) => track(one.user, () => sendInvitation(deps, one, app.log))));
    return claimed.length > 0;
  };
  const work = async () => {
    while (isRequested && !isClosed) {
      isRequested = false;
      await giveWay();
      while (!isClosed && (await sendSome())) {
        await wait(PAUSE);
        await giveWay();
      }
    }
  };
  const call = () => {
    isRequested = true;
    working ??= work()
      .catch((error: unknown) => app.log.error({ err: error }, 'invitations could not be sent'))
      .finally(() => {
        working = null;
      });
  };
  const timer = setInterval(call, MINUTE);
  timer.unref();
  app.addHook('onReady', async () => call());
  app.addHook('onClose', async () => {
    isClosed = true;
    clearInterval(timer);
    await working;
  });
  return {
    deliver: async (user, log) => {
      await underWay.get(user);
      await track(user, async () => {
        const claimed = await claimInvitation(deps.db, user, deps.now(), claimEnd(deps));
        if (claimed) await sendInvitation(deps, claimed, log);
      });
      return isInvited(deps.db, user);
    },
    start: call,
    after: async (task) => {
      busy += 1;
      try {
        return await task();
      } finally {
        busy -= 1;
      }
    },
  };
}

const claimEnd = ({ now }: Deps) => new Date(now().getTime() + CLAIM);

/** Sends one that was claimed: all its tries are the same message under one key, so that a gateway that took one takes no other. */
async function sendInvitation({ db, sms, now }: Deps, claimed: Claimed, log: Log): Promise<void> {
  const { user, key, message, phone, status, open, tries } = claimed;
  // An active person needs none, and a link that leads nowhere is of no use.
  if (status === 'active' || (message !== null && !open)) return endInvitation(db, claimed, false, now());
  try {
    // A blocked or deleted person may be let in again.
    if (phone === null || status !== 'created') throw new ApiError('not_found');
    await sms.send(phone, message ?? (await residentInvitation(db)), key);
    return await endInvitation(db, claimed, true, now());
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const pause = PAUSES[tries];
    log.warn({ err: error, user, again: pause !== undefined }, 'an invitation was not sent');
    if (pause === undefined) await endInvitation(db, claimed, false, now());
    else await putOff(db, claimed, new Date(now().getTime() + pause));
  }
}
