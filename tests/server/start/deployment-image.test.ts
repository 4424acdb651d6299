// Runs in test:all alone: it copies all that the image holds and starts the product there, half a minute.
import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { startBriefProduct } from '#tests/support/product.ts';
import { dockerStages } from '#tests/support/server/dockerfile.ts';

const ROOT = new URL('../../../', import.meta.url).pathname;

/** Files of a folder but of its packages, where a cache lies that may be missing. */
const filesOf = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name !== 'node_modules')
    .flatMap((name) => [name, ...(name.includes('.') ? [] : readdirSync(join(folder, name), { recursive: true }))]);

test('of what the last stage of the Dockerfile holds, and no package for development, the product runs and writes nowhere else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'upravdom-image-'));
  const dataDir = join(folder, 'data');
  const app = join(folder, 'app');
  await mkdir(join(app, 'node_modules'), { recursive: true });
  // Builds what is missing, as any start does.
  await (await startBriefProduct({ env: { DEMO: 'off' } })).stop();
  const run = (await dockerStages())[1];
  const copied = run?.lines.filter(({ word }) => word === 'COPY').map(({ rest }) => rest.split(' ')) ?? [];
  for (const [stage, from = ''] of copied) {
    expect(stage).toBe('--from=build');
    const path = from.replace('/app/', '');
    if (path !== 'node_modules') await cp(join(ROOT, path), join(app, path), { recursive: true });
  }
  const { packages } = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean }>;
  };
  for (const [path, { dev }] of Object.entries(packages)) {
    if (!/^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) || dev || !existsSync(join(ROOT, path))) continue;
    await mkdir(dirname(join(app, path)), { recursive: true });
    await symlink(join(ROOT, path), join(app, path));
  }
  const before = filesOf(app);
  const product = await startBriefProduct({
    dataDir,
    env: { DEMO: 'off', NODE_ENV: 'production' },
    program: join(app, 'dist/server/main.js'),
  });
  const ready = await fetch(`${product.address}/health/ready`);
  expect([ready.status, await ready.json()]).toEqual([200, expect.objectContaining({ status: 'ok' })]);
  expect((await fetch(`${product.address}/auth`, { headers: { accept: 'text/html' } })).status).toBe(200);
  // Its own check of health, with the port that was found.
  const [, check = ''] =
    /^CMD (\[.*\])$/.exec(
      run?.lines.find(({ word }) => word === 'HEALTHCHECK')?.rest.replace(/^.*?CMD/, 'CMD') ?? '',
    ) ?? [];
  const [command = '', ...args] = JSON.parse(check) as string[];
  const env = { ...process.env, PORT: new URL(product.address).port };
  await promisify(execFile)(command, args, { env });
  await product.stop();
  await expect(promisify(execFile)(command, args, { env })).rejects.toMatchObject({ code: 1 });
  expect(filesOf(app)).toEqual(before);
  await rm(folder, { recursive: true, force: true });
});
