import type { FastifyInstance } from 'fastify';
import { capitalise } from '#resources/language/words.ts';
import { trackCallerAddress } from './access/caller.ts';
import { recordRefusals, SecurityLog } from './access/security-log.ts';
import { followCompanyZone } from './company-zone.ts';
import type { ServerContext } from './context.ts';
import { Replica } from './db/replica.ts';
import { type UploadLimitOptions, UploadLimits } from './http/upload-rates.ts';
import { JobRunner } from './jobs/job-runner.ts';
import { createBus } from './live/bus.ts';
import { Delivery, type DeliveryDeps } from './live/delivery.ts';
import { Sockets } from './live/sockets.ts';
import type { Topics } from './live/topics.ts';
import { createFirebasePush } from './push/firebase.ts';
import { startPushDelivery } from './push/push.ts';
import { ComputedRecords } from './records/computed-records.ts';
import { FILE_CHANGED } from './records/definition-versions.ts';
import { APPLIED_CHANNEL, createInForceCheck } from './records/in-force.ts';
import { createIndexRunner } from './records/settle-indexes.ts';
import { repeatWork } from './repeated-work.ts';
import { createInvitations } from './sms/invitations.ts';
import { createSms } from './sms/sms.ts';

/** Builds the `ServerContext`: bus, sockets, guard, SMS, push. All of it is closed with the app. */
export async function createContext(
  app: FastifyInstance,
  options: Pick<
    ServerContext,
    'settings' | 'database' | 'files' | 'catalogue' | 'limits' | 'metrics' | 'lifecycle' | 'now'
  > & {
    uploadBounds?: UploadLimitOptions;
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
  // Before the server stops listening, because an open socket would keep it from closing.
  app.addHook('preClose', async () => sockets.stop());
  app.addHook('onClose', () => bus.close());
  // Before definitions are activated: auto-numbers use the year in the company's time zone.
  await followCompanyZone(app, { db, bus, settings });
  catalogue.syncWith(database, now);
  await catalogue.setInForceCheck(createInForceCheck(db, () => settings.timeZone));
  const onRefreshError = (error: unknown) => app.log.error({ err: error }, 'definitions cannot be read');
  const stopAppliedListener = await database.listen(
    APPLIED_CHANNEL,
    () => void catalogue.refresh().catch(onRefreshError),
  );
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
      const match = catalogue.generic(name) ?? catalogue.findByFormerName(name);
      return match && { section: match.section, title: capitalise(match.words.plural) };
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
  const indexes = createIndexRunner(
    database,
    () => catalogue.generics,
    (error) => app.log.error({ err: error }, 'indexes of added sections cannot be made'),
  );
  void indexes.runRound();
  catalogue.subscribe(() => void indexes.runRound());
  app.addHook('onClose', () => indexes.close());
  const computed = new ComputedRecords(
    database,
    () => catalogue.generics,
    (error) => app.log.error({ err: error }, 'values of added sections cannot be computed'),
  );
  void computed.runRound();
  catalogue.subscribe(() => void computed.runRound());
  app.addHook('onClose', () => computed.close());
  catalogue.subscribe(() => delivery.sendToAll({ type: 'definitions-changed' }));
  startCloudPush(app, options.settings, deps);
  const sms = createSms(options.settings, db, app.log);
  const invitations = createInvitations(app, { db, sms, now });
  const jobs = new JobRunner({ db, now, log: app.log });
  const security = new SecurityLog(db, now, app.log);
  recordRefusals(app, security);
  trackCallerAddress(app);
  options.limits.reportTo(security);
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

/** Interval between health checks of the replica, ms. */
const REPLICA_CHECK_MS = 2_000;

/** Opens the read replica, if configured; it is not used until the first health check passes. */
function openReplica(
  app: FastifyInstance,
  { databaseReplicaUrl: url, databaseReplicaMaxLag: maxLag }: ServerContext['settings'],
  primary: ServerContext['db'],
): Replica | null {
  if (!url) return null;
  const replica = new Replica({ url, primary, maxLag, log: app.log });
  app.addHook('onClose', () => replica.close());
  const work = () => replica.checkHealth();
  repeatWork(app, { intervalMs: REPLICA_CHECK_MS, work, failureMessage: 'the replica cannot be looked at' })();
  return replica;
}

/** Starts cloud push if it is configured. */
function startCloudPush(app: FastifyInstance, { firebase }: ServerContext['settings'], deps: DeliveryDeps): void {
  if (!firebase) return;
  const onPushError = (error: unknown) => app.log.error({ err: error }, 'a push message failed');
  const stop = startPushDelivery(deps, createFirebasePush(firebase, deps.now, onPushError), onPushError);
  app.addHook('preClose', async () => stop());
}
