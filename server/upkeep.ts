import type { FastifyInstance } from 'fastify';
import { sweepAttempts } from './access/attempts.ts';
import { sweepTokens } from './access/tokens.ts';
import { sweepOrphans } from './files/sweep.ts';
import type { House } from './house.ts';
import { sweepNotifications } from './live/queries.ts';
import { purgeRecordFiles } from './records/undo-queries.ts';
import { purgeEmployees } from './sections/employees/undo-queries.ts';
import { sweepRuns } from './sections/import/run-queries.ts';
import { purgeNews } from './sections/news/undo-queries.ts';
import { sweepCodes } from './sections/recovery/queries.ts';
import { purgeResidents } from './sections/residents/undo-queries.ts';
import { sweepOutbox } from './sms/queries.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** How long is kept what nobody asks for any more, ms. */
const KEPT = { attempts: DAY, codes: 2 * DAY, notifications: 7 * DAY, outbox: 30 * DAY, imports: 7 * DAY } as const;

/** What has to be done now and then: dead tokens and unused uploads go. Ends with the app. */
export function upkeep(app: FastifyInstance, { db, files, now, settings, catalogue }: House): void {
  const tidy = async () => {
    const ago = (ms: number) => new Date(now().getTime() - ms);
    await sweepTokens(db, now());
    await sweepAttempts(db, ago(KEPT.attempts));
    await sweepCodes(db, ago(KEPT.codes));
    await sweepNotifications(db, ago(KEPT.notifications));
    // The demo company's invitation stands in the outbox until somebody opens it.
    if (!settings.demo) await sweepOutbox(db, ago(KEPT.outbox));
    await sweepRuns(db, ago(KEPT.imports));
    await purgeNews(db, files, now());
    await purgeResidents(db, now());
    await purgeEmployees(db, now());
    await purgeRecordFiles(db, files, catalogue.generics, now());
    await sweepOrphans(db, files, now());
  };
  const timer = setInterval(() => {
    tidy().catch((error: unknown) => app.log.error({ err: error }, 'tidying up failed'));
  }, HOUR);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
}
