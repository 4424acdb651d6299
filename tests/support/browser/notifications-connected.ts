import type { Page } from 'playwright-core';

/**
 * Resolves when the page's notification socket has received `welcome`. Call it before opening the page: an earlier
 * `welcome` is not seen.
 */
export async function notificationsConnected(page: Page): Promise<void> {
  const socket = await page.waitForEvent('websocket', (opened) => opened.url().includes('/ws/notifications'));
  await socket.waitForEvent('framereceived', ({ payload }) => /welcome/.test(`${payload}`));
}
