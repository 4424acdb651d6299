import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { text } from '#i18n/text.ts';
import { currentDate } from '#resources/clock.ts';
import { serverAddress } from './address.ts';
import { adminRequests } from './admin/local-requests.ts';
import { backupRequests } from './backup/local-requests.ts';
import type { Settings } from './config.ts';
import { connect, type Database } from './db/connect.ts';
import { asStartError } from './definitions/built-in-problems.ts';
import { checkFolders } from './folders.ts';
import { Lifecycle } from './lifecycle.ts';
import { listenForLocalRequests } from './local-requests.ts';
import { prepare } from './prepare.ts';
import { StartError } from './start-error.ts';

/** A running server. */
export interface Running {
  /** URL for a browser on this machine. */
  address: string;
  /** Null with `STAGING_URL`, which needs no database. */
  database: Database | null;
  /** True when `DEMO` is on and the database holds the demo company. */
  demo: boolean;
  /**
   * Graceful stop: reports not ready, serves for `STOP_DELAY` more, closes sockets, waits for running requests (8 s at most),
   * then closes the database and releases the data folder.
   */
  stop(): Promise<void>;
}

/** How long a stop waits for running requests, ms. */
const FINISH_TIMEOUT_MS = 8_000;

/**
 * Starts the product: database, migrations, demo company, routes, port.
 * @param consoleDir the built console; without it only the API is served
 * @param say prints a progress line for the operator
 * @param address URL for the browser, when another server stands in front
 * @throws StartError with a message for the operator; everything opened so far is closed then
 */
export async function serve(
  settings: Settings,
  consoleDir: string | undefined,
  say: (line: string) => void,
  address = serverAddress(settings.host, settings.port),
): Promise<Running> {
  await checkFolders(settings);
  // The routes' code loads while the database opens on another thread.
  const [{ database, demo }, { buildApp }] = await openAndLoad(openAndPrepare(settings, address, say), loadAppCode());
  let app: FastifyInstance | null = null;
  const lifecycle = new Lifecycle();
  try {
    // Routes of the demo stay closed when the database holds a real company.
    app = await buildApp({ settings: { ...settings, demo }, database, consoleDir, log: true, lifecycle });
    const port = await listen(app, settings);
    const stopListening =
      database?.kind === 'embedded'
        ? await listenForCommands(database, { ...settings, port }, say, app.log)
        : async () => undefined;
    const currentAddress = settings.port === 0 ? serverAddress(settings.host, port) : address;
    const stopGracefully = async () => {
      lifecycle.stop();
      await pause(settings.stopDelay);
      await stopListening();
      await stop(app, database);
    };
    return { address: currentAddress, database, demo, stop: stopGracefully };
  } catch (error) {
    await stop(app, database);
    throw error;
  }
}

/**
 * Lets `npm run backup` and `npm run admin` reach the embedded database, which only this process can open. If the socket cannot
 * be opened, the server runs without it.
 * @returns stops listening
 */
async function listenForCommands(
  database: Database,
  settings: Settings,
  say: (line: string) => void,
  log: FastifyInstance['log'],
) {
  const requestHandlers = {
    ...backupRequests(async (path) => {
      const { backUpDatabase } = await import('./backup/commands.ts');
      return backUpDatabase(database, settings, path, currentDate);
    }),
    ...adminRequests(database, settings, currentDate),
  };
  try {
    return await listenForLocalRequests(settings.dataDir, requestHandlers, (error) =>
      log.error({ err: error }, 'local request'),
    );
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    say(error.message);
    return async () => undefined;
  }
}

/** Loads the code of the routes, which reads the built-in definitions. @throws StartError when a definition is wrong */
const loadAppCode = () =>
  import('./app.ts').catch((error: unknown) => {
    throw asStartError(error);
  });

interface OpenResult {
  database: Database | null;
  demo: boolean;
}

async function openAndPrepare(settings: Settings, address: string, say: (line: string) => void): Promise<OpenResult> {
  if (settings.stagingUrl) return { database: null, demo: settings.demo };
  const database = await connect(settings);
  try {
    const holdsDemo = await prepare(database, settings, address, say);
    return { database, demo: settings.demo && holdsDemo };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Waits for both; if either fails, closes the database and throws that failure. */
async function openAndLoad<Other>(opening: Promise<OpenResult>, loading: Promise<Other>) {
  const [openResult, other] = await Promise.allSettled([opening, loading]);
  if (openResult.status === 'rejected') throw openResult.reason;
  if (other.status === 'rejected') {
    await openResult.value.database?.close();
    throw other.reason;
  }
  return [openResult.value, other.value] as const;
}

/** @returns the actual port, also when the settings leave the choice to the system (0) */
async function listen(app: FastifyInstance, { port, host }: Settings): Promise<number> {
  try {
    await app.listen({ port, host });
  } catch (error) {
    const sentence = error instanceof Error && 'code' in error ? LISTEN_ERROR_KEYS[String(error.code)] : undefined;
    if (!sentence) throw error;
    throw new StartError(text(sentence, { port, host }), { cause: error });
  }
  const { port: actualPort } = app.server.address() as AddressInfo;
  return actualPort;
}

const LISTEN_ERROR_KEYS: Record<string, string> = {
  EADDRINUSE: 'start.portBusy',
  EACCES: 'start.portForbidden',
  EADDRNOTAVAIL: 'start.hostUnknown',
  ENOTFOUND: 'start.hostUnknown',
  EAI_AGAIN: 'start.hostUnknown',
};

async function stop(app: FastifyInstance | null, database: Database | null): Promise<void> {
  if (app) {
    const timeoutAbort = new AbortController();
    await Promise.race([
      app.close().finally(() => timeoutAbort.abort()),
      pause(FINISH_TIMEOUT_MS, undefined, { signal: timeoutAbort.signal }).catch(() => undefined),
    ]);
  }
  await database?.close();
}
