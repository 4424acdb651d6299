import { randomUUID } from 'node:crypto';
import fastifyMultipart from '@fastify/multipart';
import fastifyWebsocket from '@fastify/websocket';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { text } from '#i18n/text.ts';
import { currentDate } from '#resources/clock.ts';
import { BYTES } from '#resources/limits.ts';
import { guard, readerIfSignedIn } from './access/guard.ts';
import { startBackups } from './backup/schedule.ts';
import { createChat } from './chat/create-chat.ts';
import { tinodeAuthenticator } from './chat/tinode/authenticator.ts';
import { passChat } from './chat/tinode/pass.ts';
import { provisionTinode } from './chat/tinode/provision.ts';
import type { Settings } from './config.ts';
import type { ServerContext } from './context.ts';
import { createContext } from './create-context.ts';
import type { Database } from './db/connect.ts';
import { hasPeople } from './db/people.ts';
import { openStore } from './files/open-store.ts';
import type { FileStore } from './files/store.ts';
import { answerClientError, answerError, answerErrors } from './http/answer-errors.ts';
import { readJson, readRestOfBody } from './http/body.ts';
import { composeTexts } from './http/composed.ts';
import { boundConnections } from './http/connections.ts';
import { followPage, Page, serveConsole } from './http/console-files.ts';
import { describeRoutes, serveDescription } from './http/documentation.ts';
import { limitCalls } from './http/limits.ts';
import { LOG, logAnswers } from './http/log.ts';
import { passThrough } from './http/pass-through.ts';
import { refuseUnderPressure } from './http/pressure.ts';
import { refuseUndeclared } from './http/route.ts';
import { secure, securityText } from './http/security.ts';
import type { UploadBounds } from './http/upload-rates.ts';
import { refuseLongQueries, refuseUnstorable } from './http/validation.ts';
import { startJobs } from './jobs/start-jobs.ts';
import { drainConnections, Lifecycle } from './lifecycle.ts';
import { ConnectionLimits, type LimitTable, MESSAGE_MAX } from './live/connection-limits.ts';
import { notificationsSocket } from './live/notifications.ts';
import { refuseStraySockets } from './live/socket-route.ts';
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
import { setUpRoutes } from './sections/setup/routes.ts';
import { SECTIONS } from './sections.ts';

/** Dependencies of the app. */
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
  /** Bounds of one person's uploads; tests set smaller ones. */
  uploadBounds?: UploadBounds;
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
    // For clients sending a byte a second; a large file over a poor connection gets through.
    requestTimeout: 300_000,
    // A proxy of ours tells the client's address; no other address is trusted.
    trustProxy: [...settings.trustedProxies],
    forceCloseConnections: 'idle',
    // A call that comes over an open connection while we close is answered like any other.
    return503OnClosing: false,
    frameworkErrors: answerError,
    clientErrorHandler: answerClientError,
  });
  boundConnections(app.server, settings);
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
  const now = deps.now ?? currentDate;

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
    const bounds = deps.uploadBounds && { uploadBounds: deps.uploadBounds };
    const given = { settings, database, files, catalogue, limits, metrics, lifecycle, now, ...bounds };
    const context = await createContext(app, given);
    readJson(app);
    // Before the guard: a socket that the guard refuses is only closed when the plug-in has seen it first.
    await app.register(fastifyWebsocket, { options: { maxPayload: MESSAGE_MAX } });
    await limitCalls(app, settings.demo);
    guard(app, context.guard);
    refuseLongQueries(app);
    composeTexts(app);
    refuseUnstorable(app);
    await app.register(fastifyMultipart, { throwFileSizeLimit: false, limits: MULTIPART });
    refuseStraySockets(app);
    for (const section of SECTIONS) section(app, context);
    if (!(await hasPeople(database.kysely))) setUpRoutes(app, context);
    supervise(app, { settings, database, files, lifecycle }, metrics);
    versionRoute(app, database.kysely);
    metrics.watch(database, { limits, settings, now, replica: context.replica });
    notificationsSocket(app, context);
    if (settings.chatUrl) await passChat(app, settings.chatUrl, context.limits);
    else createChat(app, context);
    tinodeAuthenticator(app, context);
    provisionTinode(app, context);
    await serveDescription(app, {
      productName: settings.productName,
      complete: (document, reader) => withSections(document, catalogue.generics, reader),
      readerOf: (request) => readerIfSignedIn(request, context.guard),
    });
    await startWork(app, context);
  } else {
    throw new Error('A database is needed without STAGING_URL');
  }
  if (settings.securityContact) securityText(app, settings.securityContact, now);
  await serveConsole(app, deps.consoleDir, page);
  return app;
}

/** Begins what the process does by itself. Call it once all sections are there. */
async function startWork(app: FastifyInstance, context: ServerContext): Promise<void> {
  await startJobs(app, context);
  startMaintenance(app, context);
  startBackups(app, context);
}

/** Routes for supervisors, balancers and Prometheus. */
function supervise(app: FastifyInstance, deps: CheckDeps & { settings: Settings }, metrics: Metrics): void {
  healthRoute(app, deps.database);
  probeRoutes(app, deps);
  metricsRoute(app, metrics, deps.settings);
}

/** One byte over the largest file: the handler sees that it is too large and says so in its own words. */
const MULTIPART = { fileSize: BYTES.attachment + 1, files: 10, fields: 20, fieldSize: BYTES.json, headerPairs: 100 };
