import type { DeliveryDeps } from '#server/live/delivery.ts';
import { mayBeTold, notificationsById, wireNotification } from '#server/live/queries.ts';
import type { Push } from './firebase.ts';
import { claim, devicesOf, dropDevices, sessionsWithDevices } from './queries.ts';

/** Messages on their way at once. */
const AT_ONCE = 10;

/**
 * Hands published notifications to the cloud, for the browsers of those who may see them at that moment. Of all processes on
 * one database exactly one does it for each notification.
 * @returns how to stop
 */
export function followWithPush(deps: DeliveryDeps, push: Push, onError: (error: unknown) => void): () => void {
  let turn = Promise.resolve();
  return deps.bus.subscribe('notification', ({ id }) => {
    turn = turn.then(() => pushOne(deps, push, id)).catch(onError);
  });
}

async function pushOne({ db, now, extraSections }: DeliveryDeps, push: Push, id: number): Promise<void> {
  if (!(await claim(db, id, now()))) return;
  const [row] = await notificationsById(db, [id]);
  if (!row) return;
  const told = await mayBeTold(db, row, await sessionsWithDevices(db), now(), extraSections());
  const devices = await devicesOf(
    db,
    told.map(({ session }) => session),
  );
  const notification = wireNotification(row);
  const gone: number[] = [];
  const queue = [...devices];
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      if ((await push(next.registration_id, notification)) === 'gone') gone.push(next.id);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  await dropDevices(db, gone);
}
