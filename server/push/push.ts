import { Backlog } from '#server/live/backlog.ts';
import type { DeliveryDeps } from '#server/live/delivery.ts';
import { findAllowedSessions, notificationsById, serializeNotification } from '#server/live/queries.ts';
import type { Push } from './firebase.ts';
import { claimForPush, deleteDevices, selectDevices, selectSessionsWithDevices } from './queries.ts';

/**
 * Sends published notifications to the cloud, for the browsers of people who may see them at that moment. Among all processes of
 * a database exactly one sends each notification. Notifications are looked up one after another but sent without waiting for each
 * other (concurrency is limited in `firebase.ts`).
 * @returns stops it
 */
export function startPushDelivery(deps: DeliveryDeps, push: Push, onError: (error: unknown) => void): () => void {
  /** Ids claimed by this process whose recipients have not been looked up yet, because of a failed query. */
  const claimed = new Set<number>();
  const pushOne = async (id: number) => {
    if (!claimed.has(id) && !(await claimForPush(deps.db, id, deps.now()))) return;
    claimed.add(id);
    await sendToBrowsers(deps, push, id, onError);
    claimed.delete(id);
  };
  const backlog = new Backlog<number>({
    send: async (ids) => {
      for (const id of ids) await pushOne(id);
    },
    onError,
    giveUp: () => claimed.clear(),
  });
  const unsubscribe = deps.bus.subscribe('notification', ({ id }) => backlog.push(id));
  return () => {
    unsubscribe();
    backlog.clear();
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
  const rightsContext = { now: now(), extraSections: extraSections(), services };
  const recipients = await findAllowedSessions(db, row, await selectSessionsWithDevices(db), rightsContext);
  const devices = await selectDevices(
    db,
    recipients.map(({ session }) => session),
  );
  const notification = serializeNotification(row);
  for (const { id: device, registration_id } of devices) {
    push(registration_id, notification)
      .then((outcome) => (outcome === 'gone' ? deleteDevices(db, [device]) : undefined))
      .catch(onError);
  }
}
