import { cleanupOutdatedCaches, matchPrecache, precache } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';

/** The parts of the service worker API used here; the project is typed for pages. */
interface Worker {
  clients: { claim(): Promise<void> };
  registration: { navigationPreload?: { enable(): Promise<void> } };
  addEventListener(type: 'activate', listener: (event: { waitUntil(work: Promise<unknown>): void }) => void): void;
}
interface Manifest {
  /** Inserted by the build: the files with a revision hash of each. */
  __WB_MANIFEST: Parameters<typeof precache>[0];
}
interface Navigation {
  preloadResponse?: Promise<Response | undefined>;
}

/**
 * The service worker of the console: caches its code, fonts and pictures, so that the console opens without a network. API calls,
 * uploads and sockets never pass through it. The worker of a new release waits until all pages of the old one are closed, so that
 * a page always finds the code it was built with.
 */
const worker = self as unknown as Worker;

/** Cache key of `index.html`, which is served at every address of the console. */
const PAGE = '/';
/** Paths that are not pages of the console, as on the server (`server/http/console-files.ts`). */
const NON_PAGE_PATH = /^\/(api|ws|v0|dev|demo|assets|resources)(\/|$)/;
const isPage = (path: string) => !NON_PAGE_PATH.test(path) && !path.slice(path.lastIndexOf('/')).includes('.');
/** Statuses with which a proxy answers when the server is down. */
const GATEWAY_ERRORS = new Set([502, 503, 504]);

// The build searches for this exact name.
precache((self as unknown as Manifest).__WB_MANIFEST);
cleanupOutdatedCaches();

worker.addEventListener('activate', (event) => {
  // Lets the browser fetch the page while the worker is still starting.
  const enablingPreload = worker.registration.navigationPreload?.enable();
  // Also controls the page that registered it, in case the network fails before the next load.
  event.waitUntil(Promise.all([enablingPreload, worker.clients.claim()]));
});

// The page is fetched from the server when it can be reached, so that it is always of the newest release.
registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && isPage(url.pathname),
  async ({ request, event }) => {
    const cachedPage = await matchPrecache(PAGE);
    try {
      const answer = (await (event as Navigation).preloadResponse) ?? (await fetch(request));
      return cachedPage && GATEWAY_ERRORS.has(answer.status) ? cachedPage : answer;
    } catch (error) {
      if (cachedPage) return cachedPage;
      throw error;
    }
  },
);

// The names of these files contain a hash of their content, so a cached file equals that of the server.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && /^\/(assets\/|favicon|icon-)/.test(url.pathname),
  async ({ request }) => (await matchPrecache(request)) ?? fetch(request),
);
