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
import { hearLocalRequests } from './local-requests.ts';
import { prepare } from './prepare.ts';
import { StartError } from './start-error.ts';

/** A product that listens. */
export interface Running {
  /** Where it answers, for a browser on this machine. */
  address: string;
  /** Null with `STAGING_URL`, where no database is opened. */
  database: Database | null;
  /** Whether the demo company is in it and `DEMO` is on. */
  demo: boolean;
  /** Says that it is not ready, takes calls for `STOP_DELAY` more, closes sockets, lets running calls finish (some seconds at most), closes the database, frees the data folder. */
  stop(): Promise<void>;
}

/** Time for running calls to finish in when the product stops. */
const FINISH_MS = 8_000;

/**
 * Starts the product: database, migrations, demo company, routes, port.
 * @param consoleDir the built console; without it the API answers alone
 * @param say tells the operator what takes time
 * @param address where the browser finds it, when something stands in front
 * @throws StartError with a sentence when something outside is in the way or a built-in definition is wrong; nothing stays
 * open then
 */
export async function serve(
  settings: Settings,
  consoleDir: string | undefined,
  say: (line: string) => void,
  address = serverAddress(settings.host, settings.port),
): Promise<Running> {
  await checkFolders(settings);
  // The code of the routes loads while the database opens on its own thread.
  const [{ database, demo }, { buildApp }] = await both(opened(settings, address, say), appCode());
  let app: FastifyInstance | null = null;
  const lifecycle = new Lifecycle();
  try {
    // Routes that are open in a demonstration are closed to a company of one's own.
    app = await buildApp({ settings: { ...settings, demo }, database, consoleDir, log: true, lifecycle });
    const port = await listen(app, settings);
    const stopHearing =
      database?.kind === 'embedded'
        ? await hearCommands(database, { ...settings, port }, say, app.log)
        : async () => undefined;
    const currentAddress = settings.port === 0 ? serverAddress(settings.host, port) : address;
    const leave = async () => {
      lifecycle.stop();
      await pause(settings.stopDelay);
      await stopHearing();
      await stop(app, database);
    };
    return { address: currentAddress, database, demo, stop: leave };
  } catch (error) {
    await stop(app, database);
    throw error;
  }
}

/**
 * Lets `npm run backup` and `npm run admin` reach the database that this process alone can read; where they cannot be heard the
 * product works without. @returns how to stop
 */
async function hearCommands(
  database: Database,
  settings: Settings,
  say: (line: string) => void,
  log: FastifyInstance['log'],
) {
  const work = {
    ...backupRequests(async (path) => {
      const { backUpDatabase } = await import('./backup/commands.ts');
      return backUpDatabase(database, settings, path, currentDate);
    }),
    ...adminRequests(database, settings, currentDate),
  };
  try {
    return await hearLocalRequests(settings.dataDir, work, (error) => log.error({ err: error }, 'local request'));
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    say(error.message);
    return async () => undefined;
  }
}

/** The code of the routes, which reads the built-in definitions. @throws StartError when one of them is wrong */
const appCode = () =>
  import('./app.ts').catch((error: unknown) => {
    throw asStartError(error);
  });

/** The database as it was opened. */
interface Opened {
  database: Database | null;
  demo: boolean;
}

async function opened(settings: Settings, address: string, say: (line: string) => void): Promise<Opened> {
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

/** Both, or the failure of the first, and nothing left open by the other. */
async function both<Other>(opening: Promise<Opened>, loading: Promise<Other>) {
  const [openResult, other] = await Promise.allSettled([opening, loading]);
  if (openResult.status === 'rejected') throw openResult.reason;
  if (other.status === 'rejected') {
    await openResult.value.database?.close();
    throw other.reason;
  }
  return [openResult.value, other.value] as const;
}

/** @returns the port, also when the settings leave it to the system */
async function listen(app: FastifyInstance, { port, host }: Settings): Promise<number> {
  try {
    await app.listen({ port, host });
  } catch (error) {
    const sentence = error instanceof Error && 'code' in error ? REFUSED[String(error.code)] : undefined;
    if (!sentence) throw error;
    throw new StartError(text(sentence, { port, host }), { cause: error });
  }
  const { port: ours } = app.server.address() as AddressInfo;
  return ours;
}

const REFUSED: Record<string, string> = {
  EADDRINUSE: 'start.portBusy',
  EACCES: 'start.portForbidden',
  EADDRNOTAVAIL: 'start.hostUnknown',
  ENOTFOUND: 'start.hostUnknown',
  EAI_AGAIN: 'start.hostUnknown',
};

async function stop(app: FastifyInstance | null, database: Database | null): Promise<void> {
  if (app) {
    const late = new AbortController();
    await Promise.race([
      app.close().finally(() => late.abort()),
      pause(FINISH_MS, undefined, { signal: late.signal }).catch(() => undefined),
    ]);
  }
  await database?.close();
}
