/**
 * `npm start`, `npm run dev`, `npm run build`: installs and builds whatever is missing, then runs the product. Plain JavaScript
 * with Node's own modules only, because it runs before anything is installed.
 */
import { readFileSync } from 'node:fs';
import { preparation } from '../i18n/ru/preparation.mjs';
import { buildConsole } from './start/console-build.mjs';
import { installMissing } from './start/install.mjs';
import { endWithParent } from './start/parent.mjs';
import { ROOT } from './start/root.mjs';
import { buildServer, SERVER } from './start/server-build.mjs';
import { Unprepared } from './start/unprepared.mjs';

const RUN = {
  start: async () => {
    await buildConsole();
    await buildServer();
    // In this process: one start of Node instead of two, and signals reach the server directly.
    await import(SERVER.href);
  },
  dev: async () => {
    const { runDev } = await import('./start/dev.mjs');
    await runDev();
  },
  build: async () => {
    await buildConsole({ anew: true });
    await buildServer({ anew: true });
  },
};

function checkNode() {
  const { engines } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8'));
  const needed = engines.node.replace('>=', '');
  const [major = 0, minor = 0] = needed.split('.').map(Number);
  const [ours = 0, oursMinor = 0] = process.versions.node.split('.').map(Number);
  if (ours < major || (ours === major && oursMinor < minor)) {
    throw new Unprepared(preparation.node(needed, process.versions.node));
  }
}

const command = process.argv[2] ?? 'start';
try {
  checkNode();
  const run = RUN[command];
  if (!run) throw new Unprepared(preparation.unknownCommand(command));
  endWithParent();
  installMissing();
  await run();
} catch (error) {
  if (!(error instanceof Unprepared)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
