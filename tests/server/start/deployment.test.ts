import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse, parseDocument } from 'yaml';
import { readSettings, type Settings } from '#server/config.ts';
import { FIREBASE_VARIABLES } from '#server/config-push.ts';
import { SETTINGS } from '#server/config-rules.ts';
import { EXIT } from '#server/exit-codes.ts';
import { dockerStages } from '#tests/support/server/dockerfile.ts';

const ROOT = new URL('../../../', import.meta.url).pathname;
const file = (path: string) => readFile(join(ROOT, path), 'utf8');
const NAMES = [...Object.keys(SETTINGS), ...FIREBASE_VARIABLES];
/** Of `.env.example`, for `compose.yaml` and not for the console. */
const OF_COMPOSE = ['SITE_ADDRESS', 'POSTGRES_PASSWORD', 'STORAGE_PASSWORD', 'UPRAVDOM_VERSION'];

/** Names and values of a file of settings, commented out or not. */
const settingsIn = (text: string) =>
  [...text.matchAll(/^#? ?([A-Z][A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value] as const);

describe('the settings', () => {
  test('stand in .env.example, each once and no others', async () => {
    const named = settingsIn(await file('.env.example')).map(([name]) => name);
    expect([...named].sort()).toEqual([...NAMES, ...OF_COMPOSE].sort());
  });

  test('stand there with their defaults, or with an example that is taken', async () => {
    const given = settingsIn(await file('.env.example')).filter(([name, value]) => value && !OF_COMPOSE.includes(name));
    const read = readSettings(Object.fromEntries(given));
    const none = readSettings({});
    const of = (settings: object): Record<string, unknown> => {
      const { backups, ...others } = settings as Settings;
      return {
        ...others,
        ...Object.fromEntries(Object.entries(backups).map(([key, value]) => [`backups.${key}`, value])),
      };
    };
    const wrong = Object.keys(of(none)).filter((key) => {
      // The last says no more than that `TIME_ZONE` is there.
      const unset = of(none)[key] === undefined || key === 'demo' || key === 'isTimeZoneGiven';
      return !unset && JSON.stringify(of(read)[key]) !== JSON.stringify(of(none)[key]);
    });
    expect(wrong).toEqual([]);
  });

  test('stand in the table of docs/integrator.md', async () => {
    const table = (await file('docs/integrator.md')).split('## Behind a proxy')[0] ?? '';
    const named = [...table.matchAll(/^\| (`.*?) \|/gm)].flatMap(
      ([, cell = '']) => cell.match(/[A-Z][A-Z_]+\*?/g) ?? [],
    );
    const missing = NAMES.filter(
      (name) => !named.includes(name) && !(name.startsWith('FIREBASE_') && named.includes('FIREBASE_*')),
    );
    expect(missing).toEqual([]);
    expect(named.filter((name) => !name.endsWith('*') && !NAMES.includes(name))).toEqual([]);
  });

  test('exit codes stand in docs/integrator.md', async () => {
    const table = (await file('docs/integrator.md')).split('How `npm start` ends:')[1]?.split('## ')[0] ?? '';
    const told = [...table.matchAll(/^\| (\d+) \|/gm)].map(([, code]) => Number(code));
    expect(told).toEqual(Object.values(EXIT).sort((a, b) => a - b));
  });
});

interface Service {
  image?: string;
  read_only?: boolean;
  cap_drop?: string[];
  environment?: Record<string, string>;
  volumes?: string[];
  ports?: string[];
  depends_on?: string[] | Record<string, { condition: string }>;
  healthcheck?: object;
  env_file?: { path: string }[];
}

describe('compose.yaml', () => {
  let text = '';
  let services: Record<string, Service> = {};
  let volumes: Record<string, unknown> = {};
  beforeAll(async () => {
    text = await file('compose.yaml');
    const document = parseDocument(text, { merge: true });
    expect([...document.errors, ...document.warnings]).toEqual([]);
    ({ services, volumes } = parse(text, { merge: true }) as { services: typeof services; volumes: typeof volumes });
  });
  const consoles = () => Object.entries(services).filter(([name]) => name.startsWith('console-'));

  test('runs the console twice, without rights, on a file system that is read only', () => {
    expect(consoles()).toHaveLength(2);
    for (const [, service] of consoles()) {
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
      expect(service.ports).toBeUndefined();
    }
    expect(Object.keys(services).filter((name) => services[name]?.ports)).toEqual(['caddy']);
  });

  test('gives the console settings that it knows and takes', () => {
    for (const [, { environment = {} }] of consoles()) {
      expect(Object.keys(environment).filter((name) => !NAMES.includes(name))).toEqual([]);
      const filled = Object.entries(environment).map(([name, value]) => [
        name,
        value.replace(/\$\{[^}]+\}/g, 'example'),
      ]);
      const settings = readSettings(Object.fromEntries(filled));
      expect(settings).toMatchObject({ demo: false, stopDelay: 8_000, publicUrl: 'https://example' });
    }
  });

  test('takes from .env only what .env.example names', async () => {
    const known = settingsIn(await file('.env.example')).map(([name]) => name);
    const used = [...text.matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name);
    expect(used.filter((name) => !known.includes(name))).toEqual([]);
  });

  test('names images by version, and only services and volumes that are there', () => {
    for (const [name, { image = '', depends_on = [], volumes: mounts = [] }] of Object.entries(services)) {
      if (!name.startsWith('console-')) expect(image).toMatch(/:(?!latest).*\d/);
      for (const other of Array.isArray(depends_on) ? depends_on : Object.keys(depends_on)) {
        expect(services).toHaveProperty(other);
        if (!Array.isArray(depends_on) && depends_on[other]?.condition === 'service_healthy')
          expect(services[other]?.healthcheck).toBeDefined();
      }
      for (const mount of mounts) {
        const [from = ''] = mount.split(':');
        if (from.startsWith('./')) expect([from, existsSync(join(ROOT, from))]).toEqual([from, true]);
        else expect(Object.keys(volumes)).toContain(from);
      }
    }
    const upstreams = services.caddy?.environment?.UPSTREAMS?.split(' ').map((one) => one.replace(/:8080$/, ''));
    expect(upstreams).toEqual(consoles().map(([name]) => name));
  });

  test('a process has longer to stop than it takes', () => {
    const grace = Number(/stop_grace_period: (\d+)s/.exec(text)?.[1]);
    const delay = Number(/STOP_DELAY: "(\d+)"/.exec(text)?.[1]);
    // Calls get eight seconds to finish in, and the embedded database ten to close.
    expect(grace).toBeGreaterThan(delay + 18);
  });
});

describe('the Dockerfile', () => {
  test('copies what there is and what .dockerignore lets in, and runs as nobody of importance', async () => {
    const [build, run, ...more] = await dockerStages();
    expect(more).toEqual([]);
    const let_in = (await file('.dockerignore'))
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));
    const sources = build?.lines
      .filter(({ word }) => word === 'COPY')
      .flatMap(({ rest }) => rest.split(' ').slice(0, -1));
    expect(sources?.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    expect([...(sources ?? [])].sort()).toEqual([...let_in].sort());
    const last = (word: string) => run?.lines.filter((line) => line.word === word).at(-1)?.rest;
    expect(last('USER')).toBe('node');
    expect(JSON.parse(last('CMD') ?? '')).toEqual(['node', 'dist/server/main.js']);
    const env = Object.fromEntries((last('ENV') ?? '').split(' ').map((pair) => pair.split('=') as [string, string]));
    expect(readSettings(env)).toMatchObject({ host: '0.0.0.0', port: 8080, dataDir: '/data' });
  });
});

describe('the systemd unit', () => {
  test('runs the built server without rights, and does not start again what cannot start', async () => {
    const lines = (await file('docs/deployment/upravdom.service'))
      .split('\n')
      .filter((line) => line && !line.startsWith('#'));
    const odd = lines.filter((line) => !/^(\[(Unit|Service|Install)\]|[A-Z][A-Za-z]+=.*)$/.test(line));
    expect(odd).toEqual([]);
    const of = (name: string) =>
      lines.filter((line) => line.startsWith(`${name}=`)).map((line) => line.slice(name.length + 1));
    expect(of('ExecStart')).toEqual(['/usr/bin/node dist/server/main.js']);
    expect(of('RestartPreventExitStatus')).toEqual([String(EXIT.schemaNewer)]);
    expect([of('User'), of('NoNewPrivileges'), of('ProtectSystem')]).toEqual([['upravdom'], ['yes'], ['strict']]);
    // Node makes machine code as it runs: with this it would not start.
    expect(of('MemoryDenyWriteExecute')).toEqual([]);
  });
});

describe('the proxies', () => {
  test('let in the largest body there is, pass sockets on, and keep what is inside', async () => {
    const { IMPORT } = await import('#resources/limits.ts');
    const [nginx, caddy] = await Promise.all([file('docs/deployment/nginx.conf'), file('docs/deployment/Caddyfile')]);
    expect(Number(/client_max_body_size (\d+)m;/.exec(nginx)?.[1]) * 1_048_576).toBeGreaterThan(
      IMPORT.submission + 100_000,
    );
    expect(Number(/max_size (\d+)MB/.exec(caddy)?.[1]) * 1_000_000).toBeGreaterThan(IMPORT.submission + 100_000);
    expect(caddy).toMatch(/health_uri \/health\/ready/);
    expect(caddy.match(/\{/g)?.length).toBe(caddy.match(/\}/g)?.length);
    for (const text of [nginx, caddy]) expect(text).toMatch(/metrics/);
  });
});
