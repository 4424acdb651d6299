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
  stopOnSignal(running.stop);
  running.database?.failed.then((error) => {
    console.error(text('start.databaseDied', { reason: error.message }));
    process.exit(EXIT.databaseDied);
  });
  console.log(await startMessage({ ...settings, demo: running.demo }, running.address, running.database));
} catch (error) {
  // Prints a sentence for the operator when the operator can act; any other error is a bug and is rethrown. Mistakes in an
  // installation's own definitions never get here (docs/decisions/2026-11-22-mistakes-that-stop-a-start.md).
  if (isDiskFull(error)) console.error(text('start.diskFull', { reason: (error as Error).message }));
  else if (error instanceof StartError) console.error(error.message);
  else throw error;
  process.exit(error instanceof StartError ? error.exitCode : EXIT.failed);
}

/** Folder of the console built by `npm start`. */
function consoleDir(): string {
  return fileURLToPath(new URL('../dist/console', import.meta.url));
}

/** `--address=…`: the URL for the browser when another server stands in front (`npm run dev`). */
function publicAddress(): string | undefined {
  const start = '--address=';
  return process.argv.find((argument) => argument.startsWith(start))?.slice(start.length);
}

function stopOnSignal(stop: () => Promise<void>): void {
  let isStopping = false;
  const onSignal = () => {
    // A second signal exits at once: acknowledged writes are safe, running requests are cut off.
    if (isStopping) process.exit(EXIT.interrupted);
    isStopping = true;
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
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
}
