import { readBuilt } from '#console/boot/load-console.ts';
import { savesData } from './page-prefetcher.ts';

/** Where the build puts `service-worker.ts`; at the root, so that it is there for every page. */
const WORKER = '/service-worker.js';

/**
 * Has the browser keep the console's code, fonts and pictures, so that it opens without a network. Not where the sources are served
 * as they are, and not where data are saved. Works all the same where the browser refuses.
 */
export async function keepForOffline(): Promise<void> {
  if (!('serviceWorker' in navigator) || !document.getElementById('built') || savesData()) return;
  if (!readBuilt().entry.startsWith('/assets/')) return;
  try {
    await navigator.serviceWorker.register(WORKER);
  } catch (error) {
    // A browser in private mode, or an address without a certificate.
    console.info('The console is not kept for use without a network', error);
  }
}
