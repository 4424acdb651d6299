import type { Page } from 'playwright-core';

/**
 * Comes once the server has greeted the line of notices of a page, which from then on hears what is told. It is asked for
 * before the page is opened: a greeting that has been is not heard again.
 */
export async function greeted(page: Page): Promise<void> {
  const socket = await page.waitForEvent('websocket', (opened) => opened.url().includes('/ws/notifications'));
  await socket.waitForEvent('framereceived', ({ payload }) => /welcome/.test(`${payload}`));
}
