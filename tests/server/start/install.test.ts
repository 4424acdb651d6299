import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installMissing } from '#server/start/install.mjs';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'upravdom-install-'));
  await mkdir(join(folder, 'packages'));
  await writeFile(join(folder, 'packages/precious.js'), '');
  await mkdir(join(folder, 'project'));
  await writeFile(join(folder, 'project/package-lock.json'), '{}');
  await symlink(join(folder, 'packages'), join(folder, 'project/node_modules'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const install = () => installMissing(pathToFileURL(`${join(folder, 'project')}/`));

describe('packages in a folder that the project only points at', () => {
  test('are not emptied to make room for others: the start stops and says what to do', () => {
    expect(install).toThrow('уберите ссылку node_modules');
    expect(existsSync(join(folder, 'packages/precious.js'))).toBe(true);
  });

  test('serve when they are those of the lockfile', async () => {
    await writeFile(join(folder, 'packages/.package-lock.json'), '{}');
    await utimes(join(folder, 'packages/.package-lock.json'), new Date(), new Date(Date.now() + 10_000));
    expect(install).not.toThrow();
    expect(existsSync(join(folder, 'packages/precious.js'))).toBe(true);
  });
});
