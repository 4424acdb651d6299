import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FolderFollower } from '#server/records/folder-follower.ts';

let root = '';
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'upravdom-follow-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

test('a folder that cannot be looked at for a moment is followed on', async () => {
  const parent = join(root, 'parent');
  const folder = join(parent, 'definitions');
  let troubled = (_: unknown): void => undefined;
  let changed = (): void => undefined;
  const trouble = new Promise((resolve) => {
    troubled = resolve;
  });
  const change = new Promise<void>((resolve) => {
    changed = resolve;
  });
  // Its place is under a file: neither there nor missing.
  await writeFile(parent, '');
  const follower = new FolderFollower(
    folder,
    () => changed(),
    (error) => troubled(error),
  );
  await follower.ready;
  expect(await trouble).toMatchObject({ code: 'ENOTDIR' });
  await rm(parent);
  await mkdir(folder, { recursive: true });
  await change;
  await follower.close();
});
