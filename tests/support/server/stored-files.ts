import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Answer, TestApp } from './test-app.ts';

/** How many files lie in the app's store. */
export async function stored(app: TestApp): Promise<number> {
  const entries = await readdir(join(app.dataDir, 'files'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).length;
}

/** How many uploads its database knows. */
export async function uploads(app: TestApp): Promise<number> {
  return (await app.database.kysely.selectFrom('files').select('id').where('kind', '=', 'attachment').execute()).length;
}

/** An upload that is refused with a sentence in Russian and leaves nothing behind, neither a row nor bytes. */
export async function refusedUpload(
  app: TestApp,
  send: () => Promise<Answer>,
  statuses: readonly number[],
): Promise<Answer> {
  const before = [await uploads(app), await stored(app)];
  const given = await send();
  expect(statuses).toContain(given.status);
  expect(given.text).toMatch(/[а-яё]/i);
  expect([await uploads(app), await stored(app)]).toEqual(before);
  return given;
}
