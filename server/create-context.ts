import type { FastifyInstance } from 'fastify';
import { capitalise } from '#resources/language/words.ts';
import { followCallers } from './access/caller.ts';
import { noteRefusals, SecurityLog } from './access/security-log.ts';
import { followCompanyZone } from './company-zone.ts';
import type { ServerContext } from './context.ts';
import { Replica } from './db/replica.ts';
import { type UploadBounds, UploadLimits } from './http/upload-rates.ts';
import { JobRunner } from './jobs/job-runner.ts';
import { createBus } from './live/bus.ts';
import { Delivery, type DeliveryDeps } from './live/delivery.ts';
import { Sockets } from './live/sockets.ts';
import type { Topics } from './live/topics.ts';
import { firebasePush } from './push/firebase.ts';
import { followWithPush } from './push/push.ts';
import { FILE_CHANGED } from './records/definition-versions.ts';
import { APPLIED, checkBy } from './records/in-force.ts';
import { ComputedRecords } from './records/settle-computed.ts';
import { keepIndexes } from './records/settle-indexes.ts';
import { repeatWork } from './repeated-work.ts';
import { inviteLater } from './sms/invitations.ts';
import { makeSms } from './sms/sms.ts';

/** Builds the `ServerContext`: bus, sockets, guard, SMS, push. Everything is closed with the app. */
export async function createContext(
  app: FastifyInstance,
  options: Pick<
    ServerContext,
    'settings' | 'database' | 'files' | 'catalogue' | 'limits' | 'metrics' | 'lifecycle' | 'now'
  > & {
    uploadBounds?: UploadBounds;
  },
): Promise<ServerContext> {
  const { settings, database, catalogue, now } = options;
  const db = database.kysely;
  const replica = openReplica(app, settings, db);
  const heavyReads = replica?.reads ?? db;
  const bus = await createBus<Topics>(database, (error) =>
    app.log.error({ err: error }, 'a listener of the bus failed'),
  );
  const sockets = new Sockets(bus);
  // Before the server stops listening: an open socket would keep it from closing.
  app.addHook('preClose', async () => sockets.stop());
  app.addHook('onClose', () => bus.close());
  // Before definitions come into force: auto-numbers use the year in the company's time zone.
  await followCompanyZone(app, { db, bus, settings });
  catalogue.storeIn(database, now);
  await catalogue.checkBy(checkBy(db, () => settings.timeZone));
  const onRefreshError = (error: unknown) => app.log.error({ err: error }, 'definitions cannot be read');
  const stopAppliedListener = await database.listen(APPLIED, () => void catalogue.refresh().catch(onRefreshError));
  app.addHook('onClose', () => stopAppliedListener());
  const refresh = () => void catalogue.refresh().catch(onRefreshError);
  const stopFileListener = await database.listen(FILE_CHANGED, refresh, refresh);
  app.addHook('onClose', () => stopFileListener());
  const guard: ServerContext['guard'] = {
    db,
    now,
    sessions: settings.sessions,
    extraSections: () => catalogue.extraSections,
    definition: (name) => {
      const found = catalogue.generic(name) ?? catalogue.formerly(name);
      return found && { section: found.section, title: capitalise(found.words.plural) };
    },
  };
  const deps: DeliveryDeps = {
    db,
    bus,
    now,
    extraSections: guard.extraSections,
    services: settings.featureServices,
  };
  const delivery = new Delivery(deps, (error) => app.log.error({ err: error }, 'notifications cannot be sent'));
  app.addHook('onClose', async () => delivery.stop());
  const indexes = keepIndexes(
    database,
    () => catalogue.generics,
    (error) => app.log.error({ err: error }, 'indexes of added sections cannot be made'),
  );
  void indexes.settle();
  catalogue.subscribe(() => void indexes.settle());
  app.addHook('onClose', () => indexes.close());
  const computed = new ComputedRecords(
    database,
    () => catalogue.generics,
    (error) => app.log.error({ err: error }, 'values of added sections cannot be computed'),
  );
  void computed.settle();
  catalogue.subscribe(() => void computed.settle());
  app.addHook('onClose', () => computed.close());
  catalogue.subscribe(() => delivery.tellAll({ type: 'definitions-changed' }));
  startCloudPush(app, options.settings, deps);
  const sms = makeSms(options.settings, db, app.log);
  const invitations = inviteLater(app, { db, sms, now });
  const jobs = new JobRunner({ db, now, log: app.log });
  const security = new SecurityLog(db, now, app.log);
  noteRefusals(app, security);
  followCallers(app);
  options.limits.noteTo(security);
  const uploads = new UploadLimits(settings.demo, options.uploadBounds);
  return {
    ...options,
    db,
    heavyReads,
    replica,
    bus,
    uploads,
    sockets,
    delivery,
    guard,
    security,
    sms,
    invitations,
    jobs,
  };
}

/** How often it is looked whether the replica is fit, ms. */
const REPLICA_LOOK_MS = 2_000;

/** The replica, where one is configured. It is left aside until the first look has found it fit. */
function openReplica(
  app: FastifyInstance,
  { databaseReplicaUrl: url, databaseReplicaMaxLag: maxLag }: ServerContext['settings'],
  primary: ServerContext['db'],
): Replica | null {
  if (!url) return null;
  const replica = new Replica({ url, primary, maxLag, log: app.log });
  app.addHook('onClose', () => replica.close());
  const work = () => replica.look();
  repeatWork(app, { every: REPLICA_LOOK_MS, work, failed: 'the replica cannot be looked at' })();
  return replica;
}

/** Starts cloud push if it is configured. */
function startCloudPush(app: FastifyInstance, { firebase }: ServerContext['settings'], deps: DeliveryDeps): void {
  if (!firebase) return;
  const failed = (error: unknown) => app.log.error({ err: error }, 'a push message failed');
  const stop = followWithPush(deps, firebasePush(firebase, deps.now, failed), failed);
  app.addHook('preClose', async () => stop());
}
