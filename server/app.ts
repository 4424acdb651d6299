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
import { proxyChat } from './chat/tinode/pass.ts';
import { provisionTinode } from './chat/tinode/provision.ts';
import type { Settings } from './config.ts';
import type { ServerContext } from './context.ts';
import { createContext } from './create-context.ts';
import type { Database } from './db/connect.ts';
import { hasPeople } from './db/people.ts';
import { openStore } from './files/open-store.ts';
import type { FileStore } from './files/store.ts';
import { handleErrors, sendClientError, sendError } from './http/answer-errors.ts';
import { drainRefusedBody, readJson } from './http/body.ts';
import { limitConnections } from './http/connections.ts';
import { ConsolePage, refreshPageOnRequest, serveConsole } from './http/console-files.ts';
import { describeRoutes, serveDescription } from './http/documentation.ts';
import { limitRequests } from './http/limits.ts';
import { LOGGER_OPTIONS, logResponses } from './http/log.ts';
import { normalizeRequests } from './http/normalize-strings.ts';
import { passThrough } from './http/pass-through.ts';
import { refuseUnderPressure } from './http/pressure.ts';
import { refuseUndeclared } from './http/route.ts';
import { securityTextRoute, setSecurityHeaders } from './http/security.ts';
import type { UploadLimitOptions } from './http/upload-rates.ts';
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
import { withSectionPaths } from './records/openapi.ts';
import { openDefinitionsRoutes } from './sections/definitions/routes.ts';
import { schemaRoute } from './sections/definitions/schema-route.ts';
import type { ReadinessDeps } from './sections/health/checks.ts';
import { healthRoute, probeRoutes } from './sections/health/routes.ts';
import { versionRoute } from './sections/health/version-route.ts';
import { setUpRoutes } from './sections/setup/routes.ts';
import { SECTION_ROUTES } from './sections.ts';

/** Dependencies of `buildApp`. */
export interface AppDeps {
  settings: Settings;
  /** Migrated database; null only with `STAGING_URL`. */
  database: Database | null;
  /** True logs to standard output; false or missing logs nothing. */
  log?: FastifyBaseLogger | boolean;
  /** Clock; tests pass their own. */
  now?: () => Date;
  /** Folder of the built console; without it only the API is served. */
  consoleDir?: string;
  /** Timeout of requests to the staging server, ms; tests pass a shorter one. */
  stagingTimeoutMs?: number;
  /** Store of uploads; by default the one from the settings. */
  files?: FileStore;
  /** Limits of socket connections; tests pass smaller ones. */
  limits?: LimitTable;
  /** Upload limits per person; tests pass smaller ones. */
  uploadBounds?: UploadLimitOptions;
  /** Tells the app that the process is stopping. */
  lifecycle?: Lifecycle;
}

/**
 * Builds the whole product as one Fastify app that does not listen yet: console, API, sockets. `close()` ends its sockets and
 * timers; the caller closes the database.
 * @throws Error when a route declares no access
 */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { database, log = false, lifecycle = new Lifecycle() } = deps;
  // A copy, because `followCompanyZone` changes the time zone in place.
  const settings = { ...deps.settings };
  const app = fastify({
    ...(typeof log === 'boolean' ? { logger: log ? LOGGER_OPTIONS : false } : { loggerInstance: log }),
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BYTES.json,
    // Stops clients that send one byte a second, but lets a large file over a slow connection through.
    requestTimeout: 300_000,
    // `X-Forwarded-For` is trusted from these proxies only.
    trustProxy: [...settings.trustedProxies],
    forceCloseConnections: 'idle',
    // While the server closes, requests on open connections are still answered normally.
    return503OnClosing: false,
    frameworkErrors: sendError,
    clientErrorHandler: sendClientError,
  });
  limitConnections(app.server, settings);
  refuseUndeclared(app);
  handleErrors(app);
  drainRefusedBody(app);
  if (log) logResponses(app);
  const metrics = new Metrics();
  metrics.measureRequests(app);
  drainConnections(app, lifecycle);
  await refuseUnderPressure(app, settings.maxEventLoopDelay);
  const page = await ConsolePage.open(deps.consoleDir, settings);
  if (page) refreshPageOnRequest(app, page);
  await setSecurityHeaders(app, { page, staging: Boolean(settings.stagingUrl), firebase: Boolean(settings.firebase) });
  const catalogue = await Catalogue.open(settings.resourcesDir);
  catalogue.subscribe(() => app.log.info({ problems: catalogue.problems }, 'definitions were read again'));
  await catalogue.watch((error) => app.log.error({ err: error }, 'definitions cannot be read'));
  for (const { file, problems } of catalogue.problems)
    app.log.error({ file, problems }, text('definitions.leftOut', { file }));
  app.addHook('onClose', () => catalogue.close());
  await describeRoutes(app, settings.productName);
  const now = deps.now ?? currentDate;

  if (settings.stagingUrl) {
    const { stagingUrl, stagingFiles: files, chatUrl } = settings;
    await passThrough(app, { stagingUrl, files, chatUrl, timeoutMs: deps.stagingTimeoutMs });
    if (settings.chatUrl) await proxyChat(app, settings.chatUrl, null);
    openDefinitionsRoutes(app, { catalogue, stagingUrl: settings.stagingUrl });
    schemaRoute(app);
    supervisionRoutes(app, { settings, database: null, files: null, lifecycle }, metrics);
  } else if (database) {
    const files = deps.files ?? openStore(settings);
    const limits = new ConnectionLimits(settings, deps.limits);
    const uploadOptions = deps.uploadBounds && { uploadBounds: deps.uploadBounds };
    const contextOptions = { settings, database, files, catalogue, limits, metrics, lifecycle, now, ...uploadOptions };
    const context = await createContext(app, contextOptions);
    readJson(app);
    // Before the guard: the plug-in must see a socket first, or a socket refused by the guard is never closed.
    await app.register(fastifyWebsocket, { options: { maxPayload: MESSAGE_MAX } });
    await limitRequests(app, settings.demo);
    guard(app, context.guard);
    refuseLongQueries(app);
    normalizeRequests(app);
    refuseUnstorable(app);
    await app.register(fastifyMultipart, { throwFileSizeLimit: false, limits: MULTIPART });
    refuseStraySockets(app);
    for (const section of SECTION_ROUTES) section(app, context);
    if (!(await hasPeople(database.kysely))) setUpRoutes(app, context);
    supervisionRoutes(app, { settings, database, files, lifecycle }, metrics);
    versionRoute(app, database.kysely);
    metrics.registerGauges(database, { limits, settings, now, replica: context.replica });
    notificationsSocket(app, context);
    if (settings.chatUrl) await proxyChat(app, settings.chatUrl, context.limits);
    else createChat(app, context);
    tinodeAuthenticator(app, context);
    provisionTinode(app, context);
    await serveDescription(app, {
      productName: settings.productName,
      complete: (document, reader) => withSectionPaths(document, catalogue.generics, reader),
      readerOf: (request) => readerIfSignedIn(request, context.guard),
    });
    await startBackgroundWork(app, context);
  } else {
    throw new Error('A database is needed without STAGING_URL');
  }
  if (settings.securityContact) securityTextRoute(app, settings.securityContact, now);
  await serveConsole(app, deps.consoleDir, page);
  return app;
}

/** Starts jobs, maintenance and scheduled backups. Call it after all sections are registered. */
async function startBackgroundWork(app: FastifyInstance, context: ServerContext): Promise<void> {
  await startJobs(app, context);
  startMaintenance(app, context);
  startBackups(app, context);
}

/** Routes for supervisors, balancers and Prometheus. */
function supervisionRoutes(app: FastifyInstance, deps: ReadinessDeps & { settings: Settings }, metrics: Metrics): void {
  healthRoute(app, deps.database);
  probeRoutes(app, deps);
  metricsRoute(app, metrics, deps.settings);
}

/** One byte over the largest file, so that the handler notices a too large file and answers with its own error. */
const MULTIPART = { fileSize: BYTES.attachment + 1, files: 10, fields: 20, fieldSize: BYTES.json, headerPairs: 100 };
