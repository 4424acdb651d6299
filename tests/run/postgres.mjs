import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installPackages, mayInstallPackages } from './chromium.mjs';

const DEBIAN = '/usr/lib/postgresql';

/** The folder with initdb and postgres: Debian's newest, or that of `pg_config` on PATH. */
export function findPostgres() {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const debian = versions.map((version) => join(DEBIAN, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')));
  if (debian) return debian;
  try {
    const bin = execFileSync('pg_config', ['--bindir'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
    return existsSync(join(bin, 'initdb')) ? bin : undefined;
  } catch {
    return undefined;
  }
}

/** The same, with Debian's package installed when there is none and this process may install one. */
export function ensurePostgres() {
  const found = findPostgres();
  if (found || !mayInstallPackages()) return found;
  installPackages('postgresql');
  return findPostgres();
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

/** The user PostgreSQL runs as, for it refuses root: `postgres` of Debian's package, else nobody. */
function runner() {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    try {
      const of = (flag) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }));
      return { uid: of('-u'), gid: of('-g') };
    } catch {
      // Not on this machine: the next name.
    }
  }
  return undefined;
}

/** Another program may take a free port before PostgreSQL does: then the next one is tried. */
const TRIES = 5;

/** The server on a port, a free one if none is given, once it takes connections. @throws with what it said when it does not start */
async function serve(bin, data, { folder, options, hear, port: wanted }) {
  for (let tried = 1; ; tried += 1) {
    const port = wanted ?? (await freePort());
    const settings = {
      port,
      unix_socket_directories: folder,
      listen_addresses: '127.0.0.1',
      fsync: 'off',
      max_connections: 200,
    };
    const server = spawn(
      join(bin, 'postgres'),
      ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      { ...options, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    if (hear) server.stderr.on('data', (text) => hear(String(text)));
    let said = '';
    const ended = new Promise((resolve) => server.once('close', resolve));
    const up = await new Promise((resolve) => {
      server.stderr.on('data', (text) => {
        said = `${said}${text}`.slice(-4000);
        if (/ready to accept (read-only )?connections/.test(said)) resolve(true);
      });
      ended.then(() => resolve(false));
    });
    if (up) return { server, port, ended };
    if (tried === TRIES || !said.includes('could not bind')) throw new Error(`PostgreSQL did not start:\n${said}`);
  }
}

/** A folder of a server, and how its programs are run there. */
function makeFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'upravdom-postgres-'));
  const user = runner();
  if (user) chownSync(folder, user.uid, user.gid);
  const options = { ...user, cwd: folder, env: { ...process.env, HOME: folder, LC_ALL: 'C.UTF-8' } };
  return { folder, data: join(folder, 'data'), options };
}

/**
 * A PostgreSQL of our own for the time of a run: a private port, a folder that is thrown away, no password.
 * @param {string} bin folder with its programs
 * @param {(text: string) => void} [hear] told everything that it logs
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>} `url` is that of a superuser's database
 */
export async function startPostgres(bin, hear) {
  const { folder, data, options } = makeFolder();
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'upravdom', '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
    ...options,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const { server, port, ended } = await serve(bin, data, { folder, options, hear });
  return {
    url: `postgres://upravdom@127.0.0.1:${port}/postgres`,
    stop: async () => {
      server.kill('SIGINT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * A streaming replica of a server that `startPostgres` has started.
 * @param {string} bin folder with its programs
 * @param {string} primary address of the server
 * @returns {Promise<{ port: number, stop: () => Promise<void>, start: () => Promise<void>, remove: () => Promise<void> }>}
 *   `start` starts it again at the same port after `stop`
 */
export async function startStandby(bin, primary) {
  const { folder, data, options } = makeFolder();
  const copy = [
    '-d',
    primary,
    '-D',
    data,
    '--write-recovery-conf',
    '--wal-method=stream',
    '--checkpoint=fast',
    '--no-sync',
  ];
  execFileSync(join(bin, 'pg_basebackup'), copy, { ...options, stdio: ['ignore', 'ignore', 'inherit'] });
  let running = await serve(bin, data, { folder, options });
  const { port } = running;
  const stop = async () => {
    running.server.kill('SIGINT');
    await running.ended;
  };
  return {
    port,
    stop,
    start: async () => {
      running = await serve(bin, data, { folder, options, port });
    },
    remove: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
