import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type BrowserContext, chromium } from 'playwright-core';
import { findChromium } from '#tests/run/chromium.mjs';
import { FLAGS } from './stage.ts';

const LISTENING = /^DevTools listening on (ws:\S+)/;

/** A browser whose tabs hide one another. */
export interface Tabs {
  /** Its tabs are pages of this. */
  context: BrowserContext;
  close(): Promise<void>;
}

/** Starts a browser whose background tabs know that they are hidden; the browser of the stage tells every page that it is visible. */
export async function openTabs(): Promise<Tabs> {
  const program = await findChromium();
  if (!program) throw new Error('No Chromium for the tests');
  const profile = await mkdtemp(join(tmpdir(), 'upravdom-tabs-'));
  const flags = [...FLAGS, '--headless', '--remote-debugging-port=0', `--user-data-dir=${profile}`];
  const started = spawn(program, [...flags, 'about:blank'], { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(started, 'exit');
  const stop = async () => {
    started.kill();
    await ended;
    await rm(profile, { recursive: true, force: true, maxRetries: 3 });
  };
  try {
    const browser = await chromium.connectOverCDP(await addressOf(started.stderr), { noDefaults: true });
    const [context] = browser.contexts();
    if (!context) throw new Error('The browser has no profile');
    return { context, close: () => browser.close().finally(stop) };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Where it says that it can be spoken to. */
async function addressOf(said: NodeJS.ReadableStream): Promise<string> {
  const lines: string[] = [];
  for await (const line of createInterface({ input: said })) {
    const address = LISTENING.exec(line)?.[1];
    if (address) {
      // The later output is read as well, or the process would block on a full pipe.
      said.resume();
      return address;
    }
    lines.push(line);
  }
  throw new Error(`The browser did not start: ${lines.join(' ')}`);
}
