import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('bundle-process.mjs', import.meta.url));

/**
 * Bundles a part of the product in a child process, because the memory of the bundler, a gigabyte for the console, would stay
 * with the server started afterwards.
 * @param {'console' | 'server'} part
 * @param {URL} folder output folder
 * @throws if it fails; the reason is printed
 */
export async function bundle(part, folder) {
  // Without the Node flags of this process.
  const child = fork(PROGRAM, [part, fileURLToPath(folder)], { execArgv: [] });
  const [code, signal] = await once(child, 'exit');
  if (code !== 0) throw new Error(`The bundler has ended with ${signal ?? code}`);
}
