import { Backlog } from '#server/live/backlog.ts';
import type { DeliveryDeps } from '#server/live/delivery.ts';
import { mayBeTold, notificationsById, wireNotification } from '#server/live/queries.ts';
import type { Push } from './firebase.ts';
import { claim, dropDevices, selectDevices, sessionsWithDevices } from './queries.ts';

/**
 * Hands published notifications to the cloud, for the browsers of their readers at that moment. Of all processes on one
 * database exactly one does it for each notification. Each notification is looked up after the one before it; none
 * waits until another has arrived (how many are on their way at once is the cloud's side's to say, `firebase.ts`).
 * @returns how to stop
 */
export function followWithPush(deps: DeliveryDeps, push: Push, onError: (error: unknown) => void): () => void {
  /** Taken by this process and not yet on their way, when what they need could not be looked up. */
  const claimed = new Set<number>();
  const pushOne = async (id: number) => {
    if (!claimed.has(id) && !(await claim(deps.db, id, deps.now()))) return;
    claimed.add(id);
    await sendToBrowsers(deps, push, id, onError);
    claimed.delete(id);
  };
  const waiting = new Backlog<number>({
    send: async (ids) => {
      for (const id of ids) await pushOne(id);
    },
    onError,
    giveUp: () => claimed.clear(),
  });
  const stop = deps.bus.subscribe('notification', ({ id }) => waiting.push(id));
  return () => {
    stop();
    waiting.clear();
  };
}

async function sendToBrowsers(
  { db, now, extraSections, services }: DeliveryDeps,
  push: Push,
  id: number,
  onError: (error: unknown) => void,
): Promise<void> {
  const [row] = await notificationsById(db, [id]);
  if (!row) return;
  const present = { now: now(), extraSections: extraSections(), services };
  const recipients = await mayBeTold(db, row, await sessionsWithDevices(db), present);
  const devices = await selectDevices(
    db,
    recipients.map(({ session }) => session),
  );
  const notification = wireNotification(row);
  for (const { id: device, registration_id } of devices) {
    push(registration_id, notification)
      .then((outcome) => (outcome === 'gone' ? dropDevices(db, [device]) : undefined))
      .catch(onError);
  }
}
