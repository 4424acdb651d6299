import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger, FastifyInstance, LightMyRequestResponse } from 'fastify';
import { buildApp } from '#server/app.ts';
import { readSettings, type Settings } from '#server/config.ts';
import type { Database } from '#server/db/connect.ts';
import type { FileStore } from '#server/files/store.ts';
import type { ExampleCall, Method } from '#server/http/declaration.ts';
import type { UploadLimitOptions } from '#server/http/upload-rates.ts';
import type { LimitTable } from '#server/live/connection-limits.ts';
import { createTestDatabase } from '#tests/support/server/test-database.ts';
import { EXTRA_DEFINITIONS } from './definitions.ts';
import { multipart } from './multipart.ts';

declare global {
  /** The embedded engine's code, compiled once a jest worker by its environment. */
  var embeddedEngine: WebAssembly.Module | undefined;
}

/** JSON that a test looks into; what it finds there it compares and nothing more. */
export interface Json {
  readonly [key: string]: Json | undefined;
}

/** The parts of an answer that tests look at. */
export interface Answer {
  status: number;
  /** The answer as it came. */
  text: string;
  /** Parsed JSON; empty when there is none. */
  body: Json;
  /** The same where it is a list; empty when it is none. */
  list: Json[];
  headers: LightMyRequestResponse['headers'];
  bytes: Buffer;
}

/** One app of a test file: its own database with the demo company in it, its own data folder. */
export interface TestApp {
  app: FastifyInstance;
  database: Database;
  dataDir: string;
  /** The present moment, as the app sees it. */
  now(): Date;
  /** Makes a call with this token, or with none. */
  call(
    method: Method | 'HEAD' | 'OPTIONS',
    call: string | ExampleCall,
    token?: string | null,
    headers?: object,
  ): Promise<Answer>;
  close(): Promise<void>;
}

/** Settings that a test may change. */
export interface TestAppOptions {
  /** A function is asked once the database is there. */
  settings?: Partial<Settings> | ((database: Database) => Promise<Partial<Settings>>);
  /** Definitions of the installation by file name; `EXTRA_DEFINITIONS` when left out. */
  definitions?: Readonly<Record<string, unknown>>;
  /** Empty tables instead of the demo company. */
  empty?: boolean;
  log?: FastifyBaseLogger;
  /** The clock of the app, whose day when it is opened the demo company is dated by. */
  now?: () => Date;
  consoleDir?: string;
  /** Where uploads lie; in the data folder when left out. */
  files?: FileStore;
  /** Smaller bounds of sockets. */
  limits?: LimitTable;
  /** Smaller bounds of one person's uploads. */
  uploadBounds?: UploadLimitOptions;
}

/** The name of the demo company's password. */
export const PASSWORD = 'Demo2026!';

/** Phone of the demo account NN on the wire. */
export function phoneOf(account: number): string {
  return `+790000000${String(account).padStart(2, '0')}`;
}

/** Opens an app for one test file. With `TEST_DATABASE_URL` it stands on PostgreSQL, else on the embedded database. */
export async function openTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const postgresUrl = process.env.TEST_DATABASE_URL;
  const made = await createTestDatabase({
    ...(options.empty ? {} : { demo: 'yard' as const }),
    ...(options.now ? { today: options.now() } : {}),
    ...(postgresUrl ? { postgresUrl } : { compiled: globalThis.embeddedEngine }),
  });
  const resourcesDir = join(made.dataDir, 'resources');
  await mkdir(resourcesDir, { recursive: true });
  for (const [name, definition] of Object.entries(options.definitions ?? EXTRA_DEFINITIONS)) {
    await writeFile(join(resourcesDir, name), typeof definition === 'string' ? definition : JSON.stringify(definition));
  }
  const settings: Settings = {
    ...readSettings({ DATA_DIR: made.dataDir, RESOURCES_DIR: resourcesDir, DEMO: 'on', DEMO_SIZE: 'yard' }),
    // On a busy machine the event loop of a test is late.
    maxEventLoopDelay: 0,
    ...(typeof options.settings === 'function' ? await options.settings(made.database) : options.settings),
  };
  const app = await buildApp({
    settings,
    database: made.database,
    log: options.log ?? false,
    ...(options.now ? { now: options.now } : {}),
    ...(options.consoleDir ? { consoleDir: options.consoleDir } : {}),
    ...(options.files ? { files: options.files } : {}),
    ...(options.limits ? { limits: options.limits } : {}),
    ...(options.uploadBounds ? { uploadBounds: options.uploadBounds } : {}),
  });
  await app.ready();
  return {
    app,
    database: made.database,
    dataDir: made.dataDir,
    now: options.now ?? (() => new Date()),
    call: (method, call, token = null, headers = {}) => inject(app, method, call, token, headers),
    close: async () => {
      await app.close();
      await made.close();
    },
  };
}

async function inject(
  app: FastifyInstance,
  method: Method | 'HEAD' | 'OPTIONS',
  what: string | ExampleCall,
  token: string | null,
  headers: object,
): Promise<Answer> {
  const call: ExampleCall = typeof what === 'string' ? { url: what } : what;
  const form = call.files || call.fields ? multipart(call) : null;
  const payload = form ? form.body : call.body === undefined ? undefined : JSON.stringify(call.body);
  const response = await app.inject({
    method,
    url: call.url,
    headers: {
      ...(payload === undefined ? {} : { 'content-type': form ? form.type : 'application/json' }),
      ...(token ? { authorization: `Token ${token}` } : {}),
      ...headers,
    },
    ...(payload === undefined ? {} : { payload }),
  });
  const isJson = String(response.headers['content-type']).includes('json');
  const body: unknown = isJson && response.payload ? JSON.parse(response.payload) : {};
  return {
    status: response.statusCode,
    text: response.payload,
    body: body as Json,
    list: Array.isArray(body) ? body : [],
    headers: response.headers,
    bytes: response.rawPayload,
  };
}
