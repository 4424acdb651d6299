import { spawn } from 'node:child_process';
import { createServer as createProbe } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { ROOT } from './root.mjs';

/** Paths that the backend answers; all others are the console's, served by vite from its sources. */
const BACKEND = '^/(api|ws|v0|dev|demo|health|metrics|resources/definitions)(/|\\?|$)';

/**
 * The product with hot reload: vite serves the console from its sources and passes the backend's paths on to the
 * server, which runs beside it and starts again when a file of its own changes.
 */
export async function runDev() {
  const port = Number(process.env.PORT || 8080);
  const host = process.env.HOST || '127.0.0.1';
  const backend = await freePort();
  const target = `http://127.0.0.1:${backend}`;
  const vite = await createServer({
    root: fileURLToPath(ROOT),
    clearScreen: false,
    server: {
      port,
      host,
      strictPort: true,
      proxy: { [BACKEND]: { target, ws: true } },
      watch: { ignored: ['**/dist/**', '**/data/**', '**/.cache/**', '**/coverage/**', '**/server/**', '**/tests/**'] },
    },
  });
  await vite.listen();
  const [address = `http://localhost:${port}/`] = vite.resolvedUrls?.local ?? [];
  const tsx = fileURLToPath(import.meta.resolve('tsx/cli'));
  const main = fileURLToPath(new URL('server/main.ts', ROOT));
  const server = spawn(process.execPath, [tsx, 'watch', '--clear-screen=false', main, `--address=${address}`], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PORT: String(backend), HOST: '127.0.0.1' },
  });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  const stop = async (signal) => {
    server.kill(signal);
    await Promise.all([ended, vite.close()]);
    process.exit(0);
  };
  process.once('SIGINT', () => stop('SIGINT'));
  process.once('SIGTERM', () => stop('SIGTERM'));
}

/** A port without a listener at the moment. */
function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createProbe().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
