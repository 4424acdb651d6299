import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const START = fileURLToPath(new URL('../../server/start.mjs', import.meta.url));
/** Longest start on a busy machine, with the demo company to fill in, ms. */
const PATIENCE = 120_000;

/** The product as `npm start` runs it, a process of its own on a free port. */
export interface Product {
  /** `http://localhost:…`, without a final slash. */
  address: string;
  dataDir: string;
  resourcesDir: string;
  process: ChildProcess;
  /** Everything it has said so far. */
  said(): string;
  /** From the start of the process to the line with the address, ms. */
  startedIn: number;
  /** Ends it as the operator does. */
  stop(): Promise<void>;
  /** Ends it as a power switch does. */
  kill(): Promise<void>;
}

/** Options of the product for a test. */
export interface ProductOptions {
  /** A folder to start in again; its own when left out. */
  dataDir?: string;
  env?: Readonly<Record<string, string>>;
  /** Definitions of the installation by file name. */
  definitions?: Readonly<Record<string, object>>;
  /** Folder of the sources that are run; the project's own when left out. */
  root?: string;
  /** A built server to run instead of `npm start`. */
  program?: string;
  /** Options of Node. */
  nodeOptions?: readonly string[];
  /** Told what the process has ended with. */
  onExit?(code: number | null): void;
}

/** Nothing of the shell a test is started from may decide what it sees. */
function environment(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'SystemRoot', 'TEMP', 'TMP'];
  // Of `npm run test:days`: the product has the clock of the test.
  const clock = ['LD_PRELOAD', 'FAKETIME', 'FAKETIME_DONT_FAKE_MONOTONIC'];
  return Object.fromEntries(
    [...kept, ...clock].flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  );
}

/**
 * Starts the product and waits until it listens.
 * @throws with all it said when it ends before that
 */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'upravdom-product-')));
  const resourcesDir = join(dataDir, 'resources');
  await mkdir(resourcesDir, { recursive: true });
  for (const [name, definition] of Object.entries(options.definitions ?? {})) {
    await writeFile(join(resourcesDir, name), JSON.stringify(definition));
  }
  const began = performance.now();
  const child = spawn(
    process.execPath,
    [
      ...(options.nodeOptions ?? []),
      options.program ?? (options.root ? join(options.root, 'server/start.mjs') : START),
    ],
    {
      env: {
        ...environment(),
        PORT: '0',
        DATA_DIR: dataDir,
        RESOURCES_DIR: resourcesDir,
        DEMO: 'on',
        DEMO_SIZE: 'yard',
        // On a busy machine the event loop of a test is late.
        MAX_EVENT_LOOP_DELAY: '0',
        ...options.env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let said = '';
  child.once('exit', (code) => options.onExit?.(code));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const address = await new Promise<string>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`The product did not listen in time:\n${said}`)), PATIENCE);
    const hear = (chunk: Buffer) => {
      said += String(chunk);
      const found = /работает: (http:\/\/[^\s/]+)/.exec(said)?.[1];
      if (!found) return;
      clearTimeout(late);
      resolve(found);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    void ended.then(() => {
      clearTimeout(late);
      reject(new Error(`The product ended before it listened:\n${said}`));
    });
  });
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await ended;
  };
  return {
    address,
    dataDir,
    resourcesDir,
    process: child,
    said: () => said,
    startedIn: performance.now() - began,
    stop: async () => {
      await end('SIGTERM');
      if (!options.dataDir) await rm(dataDir, { recursive: true, force: true });
    },
    kill: () => end('SIGKILL'),
  };
}

/** Options of Node for a process that lives for seconds: it does not spend them on quicker code of the database's engine. */
export const BRIEF: readonly string[] = ['--liftoff-only'];

/** A product that is soon stopped or killed again: it starts in two thirds of the time. @throws as `startProduct` does */
export const startBriefProduct = (options: ProductOptions = {}): Promise<Product> =>
  startProduct({ ...options, nodeOptions: BRIEF });

/** Signs a demo account in over the wire. @returns its token */
export async function signIn(
  product: Pick<Product, 'address'>,
  account: number,
  password = 'Demo2026!',
): Promise<string> {
  const username = `+790000000${String(account).padStart(2, '0')}`;
  const response = await fetch(`${product.address}/api/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  const answer = (await response.json()) as { token?: string };
  if (!answer.token) throw new Error(`Account ${account} was not let in: ${response.status}`);
  return answer.token;
}
