import { randomUUID } from 'node:crypto';
import fastifyMultipart from '@fastify/multipart';
import fastifyWebsocket from '@fastify/websocket';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { text } from '#i18n/text.ts';
import { BYTES } from '#resources/limits.ts';
import { guard, readerIfSignedIn } from './access/guard.ts';
import { createChat } from './chat/create-chat.ts';
import { tinodeAuthenticator } from './chat/tinode/authenticator.ts';
import { passChat } from './chat/tinode/pass.ts';
import { provisionTinode } from './chat/tinode/provision.ts';
import type { Settings } from './config.ts';
import { createContext } from './create-context.ts';
import type { Database } from './db/connect.ts';
import { hasPeople } from './db/people.ts';
import type { Db } from './db/tables.ts';
import { openStore } from './files/open-store.ts';
import type { FileStore } from './files/store.ts';
import { answerClientError, answerError, answerErrors } from './http/answer-errors.ts';
import { acceptEmptyJson } from './http/body.ts';
import { followPage, Page, serveConsole } from './http/console-files.ts';
import { describeRoutes, serveDescription } from './http/documentation.ts';
import { limitCalls } from './http/limits.ts';
import { LOG, logAnswers } from './http/log.ts';
import { passThrough } from './http/pass-through.ts';
import { refuseUnderPressure } from './http/pressure.ts';
import { readRestOfBody } from './http/rest-of-body.ts';
import { refuseUndeclared } from './http/route.ts';
import { secure } from './http/security.ts';
import { securityText } from './http/security-txt.ts';
import { refuseUnstorable } from './http/validation.ts';
import { drainConnections, Lifecycle } from './lifecycle.ts';
import type { Bus } from './live/bus.ts';
import { ConnectionLimits, type LimitTable, MESSAGE_MAX } from './live/connection-limits.ts';
import { notificationsSocket } from './live/notifications.ts';
import { refuseStraySockets } from './live/socket-route.ts';
import type { Topics } from './live/topics.ts';
import { startMaintenance } from './maintenance.ts';
import { Metrics } from './metrics/metrics.ts';
import { metricsRoute } from './metrics/routes.ts';
import { Catalogue } from './records/catalogue.ts';
import { withSections } from './records/openapi.ts';
import { openDefinitionsRoutes } from './sections/definitions/routes.ts';
import { schemaRoute } from './sections/definitions/schema-route.ts';
import type { CheckDeps } from './sections/health/checks.ts';
import { healthRoute, probeRoutes } from './sections/health/routes.ts';
import { versionRoute } from './sections/health/version-route.ts';
import { installationOf } from './sections/setup/queries.ts';
import { setUpRoutes } from './sections/setup/routes.ts';
import { SECTIONS } from './sections.ts';

/**
 * Keeps the time zone of the settings to the one that was chosen when the company was opened, in every process, unless
 * `TIME_ZONE` says otherwise.
 * @param settings changed in place: whoever holds them asks for the zone each time
 */
async function followCompanyZone(
  app: FastifyInstance,
  { db, bus, settings }: { db: Db; bus: Bus<Topics>; settings: Settings },
): Promise<void> {
  if (settings.isTimeZoneGiven) return;
  const take = (timeZone: string | null | undefined) => {
    if (timeZone) settings.timeZone = timeZone;
  };
  const look = async () => take((await installationOf(db))?.time_zone);
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

/** What the app is made of. */
export interface AppDeps {
  settings: Settings;
  /** Migrated. Null only with `STAGING_URL`. */
  database: Database | null;
  /** True: to standard output; left out or false: nowhere. */
  log?: FastifyBaseLogger | boolean;
  /** The present moment; tests set it. */
  now?: () => Date;
  /** The built console; left out: the API alone. */
  consoleDir?: string;
  /** How long the staging server may be silent, ms; tests set it. */
  patience?: number;
  /** Where uploads lie; left out: where the settings say. */
  files?: FileStore;
  /** Bounds of sockets; tests set smaller ones. */
  limits?: LimitTable;
  /** Told when the process is going to stop. */
  lifecycle?: Lifecycle;
}

/**
 * Builds the product as one Fastify app, not yet listening: console, API, sockets. `close()` ends its sockets and timers;
 * the database is the caller's to close.
 * @throws Error when a route declares no access
 */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { database, log = false, lifecycle = new Lifecycle() } = deps;
  // A copy: the time zone is taken from the database (`followCompanyZone`).
  const settings = { ...deps.settings };
  const app = fastify({
    ...(typeof log === 'boolean' ? { logger: log ? LOG : false } : { loggerInstance: log }),
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BYTES.json,
    // For whoever sends a byte a second; a large file over a poor connection gets through.
    requestTimeout: 300_000,
    // A proxy of ours tells the client's address; nobody else is believed.
    trustProxy: [...settings.trustedProxies],
    forceCloseConnections: 'idle',
    // A call that comes over an open connection while we close is answered like any other.
    return503OnClosing: false,
    frameworkErrors: answerError,
    clientErrorHandler: answerClientError,
  });
  refuseUndeclared(app);
  answerErrors(app);
  readRestOfBody(app);
  if (log) logAnswers(app);
  const metrics = new Metrics();
  metrics.follow(app);
  drainConnections(app, lifecycle);
  await refuseUnderPressure(app, settings.maxEventLoopDelay);
  const page = await Page.open(deps.consoleDir, settings);
  if (page) followPage(app, page);
  await secure(app, { page, staging: Boolean(settings.stagingUrl), firebase: Boolean(settings.firebase) });
  const catalogue = await Catalogue.open(settings.resourcesDir);
  catalogue.subscribe(() => app.log.info({ problems: catalogue.problems }, 'definitions were read again'));
  await catalogue.follow((error) => app.log.error({ err: error }, 'definitions cannot be read'));
  for (const { file, problems } of catalogue.problems)
    app.log.error({ file, problems }, text('definitions.leftOut', { file }));
  app.addHook('onClose', () => catalogue.close());
  await describeRoutes(app, settings.productName);

  if (settings.stagingUrl) {
    const { stagingUrl, stagingFiles: files, chatUrl } = settings;
    await passThrough(app, { stagingUrl, files, chatUrl, patience: deps.patience });
    if (settings.chatUrl) await passChat(app, settings.chatUrl, null);
    openDefinitionsRoutes(app, { catalogue, stagingUrl: settings.stagingUrl });
    schemaRoute(app);
    supervise(app, { settings, database: null, files: null, lifecycle }, metrics);
  } else if (database) {
    const files = deps.files ?? openStore(settings);
    const limits = new ConnectionLimits(settings, deps.limits);
    const now = deps.now ?? (() => new Date());
    const building = await createContext(app, { settings, database, files, catalogue, limits, metrics, now });
    acceptEmptyJson(app);
    // Before the guard: a socket that the guard refuses is only closed when the plug-in has seen it first.
    await app.register(fastifyWebsocket, { options: { maxPayload: MESSAGE_MAX } });
    await followCompanyZone(app, building);
    await limitCalls(app, settings.demo);
    guard(app, building.guard);
    refuseUnstorable(app);
    await app.register(fastifyMultipart, { throwFileSizeLimit: false, limits: MULTIPART });
    refuseStraySockets(app);
    for (const section of SECTIONS) section(app, building);
    if (!(await hasPeople(database.kysely))) setUpRoutes(app, building);
    supervise(app, { settings, database, files, lifecycle }, metrics);
    versionRoute(app, database.kysely);
    metrics.watch(database, limits);
    notificationsSocket(app, building);
    if (settings.chatUrl) await passChat(app, settings.chatUrl, building.limits);
    else createChat(app, building);
    tinodeAuthenticator(app, building);
    provisionTinode(app, building);
    await serveDescription(app, {
      productName: settings.productName,
      complete: (document) => withSections(document, catalogue.generics),
      readerOf: (request) => readerIfSignedIn(request, building.guard),
    });
    startMaintenance(app, building);
  } else {
    throw new Error('A database is needed without STAGING_URL');
  }
  if (settings.securityContact) securityText(app, settings.securityContact, deps.now ?? (() => new Date()));
  await serveConsole(app, deps.consoleDir, page);
  return app;
}

/** What supervisors, balancers and Prometheus ask for. */
function supervise(app: FastifyInstance, deps: CheckDeps & { settings: Settings }, metrics: Metrics): void {
  healthRoute(app, deps.database);
  probeRoutes(app, deps);
  metricsRoute(app, metrics, deps.settings);
}

/** One byte over the largest file: the handler sees that it is too large and says so in its own words. */
const MULTIPART = { fileSize: BYTES.attachment + 1, files: 10, fields: 20, fieldSize: BYTES.json, headerPairs: 100 };
