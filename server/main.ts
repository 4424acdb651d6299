import { fileURLToPath } from 'node:url';
import { text } from '#i18n/text.ts';
import { readSettings } from './config.ts';
import { isDiskFull } from './db/failures.ts';
import { EXIT } from './exit-codes.ts';
import { serve } from './serve.ts';
import { StartError } from './start-error.ts';
import { startMessage } from './start-message.ts';

/** Entry point: reads settings, starts the server, stops it on SIGINT/SIGTERM. */
try {
  const settings = readSettings(process.env);
  const running = await serve(settings, consoleDir(), (line) => console.log(line), publicAddress());
  endOnSignal(running.stop);
  running.database?.failed.then((error) => {
    console.error(text('start.databaseDied', { reason: error.message }));
    process.exit(EXIT.databaseDied);
  });
  console.log(await startMessage({ ...settings, demo: running.demo }, running.address, running.database));
} catch (error) {
  // A sentence for the operator, or the problems in the built-in definitions; those of an installation's own files stop
  // no start (docs/decisions/2026-11-22-mistakes-that-stop-a-start.md). Any other error is a bug: rethrown.
  if (isDiskFull(error)) console.error(text('start.diskFull', { reason: (error as Error).message }));
  else if (error instanceof StartError) console.error(error.message);
  else throw error;
  process.exit(error instanceof StartError ? error.exitCode : EXIT.failed);
}

/** The console as `npm start` has built it. */
function consoleDir(): string {
  return fileURLToPath(new URL('../dist/console', import.meta.url));
}

/** `--address=…`: where the browser finds it when something stands in front (`npm run dev`). */
function publicAddress(): string | undefined {
  const start = '--address=';
  return process.argv.find((argument) => argument.startsWith(start))?.slice(start.length);
}

function endOnSignal(stop: () => Promise<void>): void {
  let stopping = false;
  const end = () => {
    // A second signal ends at once, like a kill: answered writes are kept, calls under way are cut off.
    if (stopping) process.exit(EXIT.interrupted);
    stopping = true;
    console.log(text('start.stopping'));
    stop().then(
      () => {
        console.log(text('start.stopped'));
        process.exit(EXIT.stopped);
      },
      (error: unknown) => {
        console.error(error);
        process.exit(EXIT.failed);
      },
    );
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
}
