import { spawn } from 'node:child_process';
import { createServer as createProbe } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { ROOT } from './root.mjs';

/** Paths served by the backend; all others belong to the console, served by vite from source. */
const BACKEND_PATHS = '^/(api|ws|v0|dev|demo|health|metrics|resources/definitions)(/|\\?|$)';

/**
 * Runs the product with hot reload: vite serves the console from source and proxies the backend's paths to the server, a child
 * process that restarts when its files change.
 */
export async function runDev() {
  const port = Number(process.env.PORT || 8080);
  const host = process.env.HOST || '127.0.0.1';
  const backendPort = await freePort();
  const target = `http://127.0.0.1:${backendPort}`;
  const vite = await createServer({
    root: fileURLToPath(ROOT),
    clearScreen: false,
    server: {
      port,
      host,
      strictPort: true,
      proxy: { [BACKEND_PATHS]: { target, ws: true } },
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
    env: { ...process.env, PORT: String(backendPort), HOST: '127.0.0.1' },
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

/** Finds a free port. */
function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createProbe().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
