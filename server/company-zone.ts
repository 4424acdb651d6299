import type { FastifyInstance } from 'fastify';
import type { Settings } from './config.ts';
import type { Db } from './db/tables.ts';
import type { Bus } from './live/bus.ts';
import type { Topics } from './live/topics.ts';
import { findInstallation } from './sections/setup/queries.ts';

/**
 * Keeps `settings.timeZone` equal to the company's chosen zone, in every process; does nothing when `TIME_ZONE` is set.
 * @param settings changed in place, so callers must read the zone each time instead of keeping a copy
 */
export async function followCompanyZone(
  app: FastifyInstance,
  { db, bus, settings }: { db: Db; bus: Bus<Topics>; settings: Settings },
): Promise<void> {
  if (settings.isTimeZoneGiven) return;
  const applyTimeZone = (timeZone: string | null | undefined) => {
    if (timeZone) settings.timeZone = timeZone;
  };
  const reload = async () => applyTimeZone((await findInstallation(db))?.time_zone);
  const stops = [
    bus.subscribe('time-zone', ({ timeZone }) => applyTimeZone(timeZone)),
    // The zone may have been changed while the bus was disconnected.
    bus.onGap(
      () => void reload().catch((error: unknown) => app.log.error({ err: error }, 'the time zone is not known')),
    ),
  ];
  app.addHook('onClose', async () => {
    for (const stop of stops) stop();
  });
  await reload();
}
