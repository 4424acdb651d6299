import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A product that runs as a process of its own, as `npm start` runs it. */
export interface Product {
  /** Its address without the final slash. */
  base: string;
  /** Folder its definitions are read from. */
  resourcesDir: string;
  process: ChildProcess;
  /** Ends it as Ctrl+C would and removes its folders. */
  stop(): Promise<void>;
}

/** A first start fills the demo company; nothing longer than this is waited for, ms. */
const PATIENCE = 120_000;

/**
 * Starts the product on a free port with data of its own: the yard demo unless `env` says otherwise.
 * @throws Error with what it printed, when it ends instead of listening
 */
export async function startProduct(env: Record<string, string> = {}): Promise<Product> {
  const folder = mkdtempSync(join(tmpdir(), 'upravdom-'));
  const resourcesDir = mkdtempSync(join(tmpdir(), 'upravdom-resources-'));
  const child = spawn(process.execPath, ['server/start.mjs'], {
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      NODE_ENV: 'production',
      PORT: '0',
      DEMO_SIZE: 'yard',
      DATA_DIR: join(folder, 'data'),
      RESOURCES_DIR: resourcesDir,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const base = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`It does not listen:\n${said}`)), PATIENCE);
    const hear = (chunk: Buffer) => {
      said += chunk.toString();
      const address = /работает: (http:\/\/\S+?)\/?\s/.exec(said)?.[1];
      if (!address) return;
      clearTimeout(timer);
      resolve(address);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', (code) => reject(new Error(`It ended with ${code}:\n${said}`)));
  });
  return {
    base,
    resourcesDir,
    process: child,
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = new Promise((resolve) => child.once('exit', resolve));
        child.kill('SIGTERM');
        await ended;
      }
      for (const dir of [folder, resourcesDir]) rmSync(dir, { recursive: true, force: true });
    },
  };
}
