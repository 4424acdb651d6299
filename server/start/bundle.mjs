import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('bundle-process.mjs', import.meta.url));

/**
 * Bundles a part of the product in a process of its own: what the bundler takes, a gigabyte for the console, would stay with the
 * server that is started afterwards.
 * @param {'console' | 'server'} part
 * @param {URL} folder it is written into
 * @throws when it fails; why was printed
 */
export async function bundle(part, folder) {
  // Without the flags of this process: they are for what it runs itself.
  const child = fork(PROGRAM, [part, fileURLToPath(folder)], { execArgv: [] });
  const [code, signal] = await once(child, 'exit');
  if (code !== 0) throw new Error(`The bundler has ended with ${signal ?? code}`);
}
