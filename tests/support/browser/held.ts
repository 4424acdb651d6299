import type { Page } from 'playwright-core';

/** Holds back what a page asks for at addresses of a pattern. @returns what lets it all go on */
export async function holdBack(page: Page, pattern: string): Promise<() => void> {
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(pattern, async (route) => {
    await gate;
    await route.continue();
  });
  return release;
}
