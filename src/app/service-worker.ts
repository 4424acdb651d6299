import { cleanupOutdatedCaches, matchPrecache, precache } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';

/** The parts of a service worker that are used here; the project is typed for pages. */
interface Worker {
  clients: { claim(): Promise<void> };
  registration: { navigationPreload?: { enable(): Promise<void> } };
  addEventListener(type: 'activate', listener: (event: { waitUntil(work: Promise<unknown>): void }) => void): void;
}
interface Manifest {
  /** Put in by the build: the files, with what their content is told by. */
  __WB_MANIFEST: Parameters<typeof precache>[0];
}
interface Navigation {
  preloadResponse?: Promise<Response | undefined>;
}

/**
 * The service worker of the console: keeps its code, fonts and pictures, so that the console opens without a network. Answers of
 * the server, uploads and sockets never pass through it. A worker of a newer release waits until no page of the older one is
 * open, so that a page always finds the code it was built with.
 */
const worker = self as unknown as Worker;

/** The page of every address of the console, as it is kept. */
const PAGE = '/';
/** Addresses that are no page of the console, as the server has them (`server/http/console-files.ts`). */
const NO_PAGE = /^\/(api|ws|v0|dev|demo|assets|resources)(\/|$)/;
const isPage = (path: string) => !NO_PAGE.test(path) && !path.slice(path.lastIndexOf('/')).includes('.');
/** Answers of what stands before a server that is not there. */
const NO_SERVER = new Set([502, 503, 504]);

// The build looks for this very name.
precache((self as unknown as Manifest).__WB_MANIFEST);
cleanupOutdatedCaches();

worker.addEventListener('activate', (event) => {
  // The browser asks for the page while the worker still starts.
  const faster = worker.registration.navigationPreload?.enable();
  // The page that has brought the worker needs it as well, if the network goes before the page is loaded again.
  event.waitUntil(Promise.all([faster, worker.clients.claim()]));
});

// The page comes from the server as long as there is one, so that it is always of the newest release.
registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && isPage(url.pathname),
  async ({ request, event }) => {
    const cachedPage = await matchPrecache(PAGE);
    try {
      const answer = (await (event as Navigation).preloadResponse) ?? (await fetch(request));
      return cachedPage && NO_SERVER.has(answer.status) ? cachedPage : answer;
    } catch (error) {
      if (cachedPage) return cachedPage;
      throw error;
    }
  },
);

// Names of these files are made of their content: what is kept is what the server has.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && /^\/(assets\/|favicon|icon-)/.test(url.pathname),
  async ({ request }) => (await matchPrecache(request)) ?? fetch(request),
);
