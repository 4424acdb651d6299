import { utimesSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { FolderWatcher } from '#server/records/folder-watcher.ts';

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
  const follower = new FolderWatcher(
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

test('a file in the place of the folder is reported as a change, and a folder made again is followed', async () => {
  const folder = join(root, 'definitions');
  await mkdir(folder);
  let changes = 0;
  const follower = new FolderWatcher(
    folder,
    () => {
      changes += 1;
    },
    (error) => {
      throw error;
    },
  );
  await follower.ready;
  await rm(folder, { recursive: true });
  await writeFile(folder, '');
  while (changes === 0) await pause(20);
  await rm(folder);
  await mkdir(folder);
  await writeFile(join(folder, 'keys.json'), 'one');
  const before = changes;
  while (changes === before) await pause(20);
  await follower.close();
});

test('a change that the watcher does not tell of is found all the same, once', async () => {
  const file = join(root, 'keys.json');
  const written = new Date('2026-05-05T12:00:00Z');
  const read = new Date('2026-05-05T12:01:00Z');
  await writeFile(file, 'one');
  utimesSync(file, written, written);
  let changes = 0;
  const follower = new FolderWatcher(
    root,
    () => {
      changes += 1;
    },
    (error) => {
      throw error;
    },
  );
  await follower.ready;
  // The watcher takes it for a mere reading: the file has the time of its last change, and a later one of its last reading.
  writeFileSync(file, 'two');
  utimesSync(file, read, written);
  while (changes === 0) await pause(20);
  await pause(2_500);
  expect(changes).toBe(1);
  await follower.close();
});
