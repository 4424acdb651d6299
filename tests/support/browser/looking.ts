import { join } from 'node:path';
import { ARTIFACTS, type Visitor } from './stage.ts';

/** `npm run test:looks`: every view, and a picture of each page in tests/artifacts to look at. */
export const ALL = process.env.LOOKS === 'all';

export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Opens a page after an empty one: calls that the page before had on their way count for the next one with the driver, which would never come to rest. */
export async function openAnew(visitor: Visitor, path: string): Promise<void> {
  await visitor.page.goto('about:blank');
  await visitor.open(path);
  await settle(visitor);
}

async function settle({ page }: Visitor): Promise<void> {
  await page.locator('h1:visible').first().waitFor();
  await page.waitForLoadState('networkidle');
}

export async function picture({ page }: Visitor, name: string): Promise<void> {
  await page.screenshot({ path: join(ARTIFACTS, `${name.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}.png`) });
}
