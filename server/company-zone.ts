import type { FastifyInstance } from 'fastify';
import type { Settings } from './config.ts';
import type { Db } from './db/tables.ts';
import type { Bus } from './live/bus.ts';
import type { Topics } from './live/topics.ts';
import { findInstallation } from './sections/setup/queries.ts';

/**
 * Keeps the time zone of the settings to the one that was chosen when the company was opened, in every process, unless
 * `TIME_ZONE` says otherwise.
 * @param settings changed in place, so its users have to read the zone each time
 */
export async function followCompanyZone(
  app: FastifyInstance,
  { db, bus, settings }: { db: Db; bus: Bus<Topics>; settings: Settings },
): Promise<void> {
  if (settings.isTimeZoneGiven) return;
  const take = (timeZone: string | null | undefined) => {
    if (timeZone) settings.timeZone = timeZone;
  };
  const look = async () => take((await findInstallation(db))?.time_zone);
  const stops = [
    bus.subscribe('time-zone', ({ timeZone }) => take(timeZone)),
    // It may have been chosen while the connection was lost.
    bus.onGap(() => void look().catch((error: unknown) => app.log.error({ err: error }, 'the time zone is not known'))),
  ];
  app.addHook('onClose', async () => {
    for (const stop of stops) stop();
  });
  await look();
}
