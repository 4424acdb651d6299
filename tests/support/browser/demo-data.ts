import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileExists, templateFolder } from '#server/db/template-cache.ts';
import { startProduct } from '#tests/support/product.ts';

/**
 * Puts into an empty folder what the first start of a product leaves there: the database with the demo company of today, and
 * its files. Filling it takes longer than all else of a start and comes out the same each time, so that it is done once for
 * these sources and copied; first starts have tests of their own (`tests/server/start/start.test.ts`).
 */
export async function layDemoData(dataDir: string): Promise<void> {
  await cp(await furnishedFolder(), dataDir, { recursive: true });
}

/** The folder that is copied, made when it is missing; two that make it at once leave one of them. */
async function furnishedFolder(): Promise<string> {
  const day = new Date().toISOString().slice(0, 10);
  const folder = `${await templateFolder({ demo: 'yard', day })}-product`;
  if (await fileExists(folder)) return folder;
  await mkdir(dirname(folder), { recursive: true });
  const draft = await mkdtemp(`${folder}.`);
  await (await startProduct({ dataDir: draft })).stop();
  await rename(draft, folder).catch(async (error: unknown) => {
    await rm(draft, { recursive: true, force: true });
    if (!(await fileExists(folder))) throw error;
  });
  return folder;
}
