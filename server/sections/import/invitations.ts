import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { House } from '#server/house.ts';
import { ApiError } from '#server/http/errors.ts';
import { residentInvitation } from '#server/sms/resident-invitation.ts';
import { claimInvitations, dropInvitations, type Invited, putOff } from './invitation-queries.ts';

const MINUTE = 60_000;
/** Messages on their way at once; all of them are through before the claim on them ends. */
const AT_ONCE = 10;
/** Between two such handfuls, ms: a list of thousands must neither flood a gateway nor slow down who is at work. */
const PAUSE = 100;
const CLAIM = 5 * MINUTE;
/** For so many pauses at the most they give way to lists that are being written down. */
const HELD_BACK = 600;
/** How often one is tried, and how long after each failure, ms. */
const PAUSES = [MINUTE, 10 * MINUTE, 60 * MINUTE, 6 * 60 * MINUTE] as const;

/** Sending invitations in the background. */
export interface Inviting {
  /** Called when there are new ones. */
  start: () => void;
  /** Does work that they wait for: who submits a list of thousands waits for it, they need not be sent this very second. */
  after: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

/**
 * Sends the invitations of imported residents after the answer, a few at a time. They stand in the database until they are
 * sent: what a dead process left is sent by the next one, and by one of several alone.
 */
export function inviteLater(app: FastifyInstance, house: House): Inviting {
  let working: Promise<void> | null = null;
  let [wanted, closed] = [false, false];
  let busy = 0;
  const giveWay = async () => {
    for (let pauses = 0; busy > 0 && pauses < HELD_BACK && !closed; pauses += 1) await wait(PAUSE);
  };
  const work = async () => {
    while (wanted && !closed) {
      wanted = false;
      await giveWay();
      while (!closed && (await sendSome(house, app))) {
        await wait(PAUSE);
        await giveWay();
      }
    }
  };
  const call = () => {
    wanted = true;
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
    closed = true;
    clearInterval(timer);
    await working;
  });
  return {
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

/** @returns false when none is due */
async function sendSome(house: House, app: FastifyInstance): Promise<boolean> {
  const { db } = house;
  const now = house.now();
  const people = await claimInvitations(db, AT_ONCE, now, new Date(now.getTime() + CLAIM));
  if (!people.length) return false;
  const message = await residentInvitation(db);
  await Promise.all(people.map((person) => invite(house, app, person, message)));
  return true;
}

async function invite(
  house: House,
  app: FastifyInstance,
  { user, phone, tries }: Invited,
  message: string,
): Promise<void> {
  const { db, sms } = house;
  try {
    await sms.send(phone, message);
    await dropInvitations(db, [user]);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const pause = PAUSES[tries];
    app.log.warn({ err: error, user, again: pause !== undefined }, 'an invitation was not taken by the gateway');
    if (pause === undefined) await dropInvitations(db, [user]);
    else await putOff(db, user, new Date(house.now().getTime() + pause));
  }
}
