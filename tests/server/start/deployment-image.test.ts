// Runs in test:all alone: it installs the packages and builds as the image is built, three minutes.
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { startBriefProduct } from '#tests/support/product.ts';
import { type DockerStage, dockerStages } from '#tests/support/server/dockerfile.ts';

const ROOT = new URL('../../../', import.meta.url).pathname;

/** Time limit of two installations of all packages and two builds on a busy machine, ms. */
const PATIENCE = 15 * 60_000;

/** Files of a folder but of its packages, where a cache lies that may be missing. */
const filesOf = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name !== 'node_modules')
    .flatMap((name) => [name, ...(name.includes('.') ? [] : readdirSync(join(folder, name), { recursive: true }))]);

/** Follows a stage's COPY and RUN lines in a folder that stands for `/app`. @param from where it copies from */
async function runStage({ lines }: DockerStage, app: string, from: (path: string) => string): Promise<void> {
  await mkdir(app, { recursive: true });
  for (const { word, rest } of lines) {
    if (word === 'COPY') {
      const paths = rest.split(' ').filter((path) => !path.startsWith('--'));
      const target = join(app, paths.pop() ?? '');
      for (const path of paths) {
        const isFolder = (await stat(from(path))).isDirectory();
        await cp(from(path), isFolder ? target : join(target, basename(path)), {
          recursive: true,
          verbatimSymlinks: true,
        });
      }
    }
    // The folders of the data lie outside the application: the test gives the product one of its own.
    if (word === 'RUN' && !rest.startsWith('mkdir -p /data'))
      await promisify(execFile)('sh', ['-ec', rest], { cwd: app });
  }
}

test(
  'of what the stages of the Dockerfile build, the product runs and writes nowhere else',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'upravdom-image-'));
    const dataDir = join(folder, 'data');
    const [built, app] = [join(folder, 'build'), join(folder, 'app')];
    const [build, run] = await dockerStages();
    if (!build || !run) throw new Error('The Dockerfile has two stages');
    await runStage(build, built, (path) => join(ROOT, path));
    for (const { rest } of run.lines.filter(({ word }) => word === 'COPY'))
      expect(rest).toMatch(/^--from=build \/app\//);
    await runStage(run, app, (path) => join(built, path.replace('/app/', '')));
    await rm(built, { recursive: true });
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
        run.lines.find(({ word }) => word === 'HEALTHCHECK')?.rest.replace(/^.*?CMD/, 'CMD') ?? '',
      ) ?? [];
    const [command = '', ...args] = JSON.parse(check) as string[];
    const env = { ...process.env, PORT: new URL(product.address).port };
    await promisify(execFile)(command, args, { env });
    await product.stop();
    await expect(promisify(execFile)(command, args, { env })).rejects.toMatchObject({ code: 1 });
    expect(filesOf(app)).toEqual(before);
    await rm(folder, { recursive: true, force: true });
  },
  PATIENCE,
);
