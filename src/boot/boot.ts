import { eraseLastSeen } from '#console/data/offline/last-seen-store.ts';
import { chosenFirstPage } from '#console/data/session/first-page.ts';
import { session } from '#console/data/session/session.ts';
import { startFirstCalls } from './first-calls.ts';
import { fetchEntry, prefetchConsole, readBuildManifest, runConsole, runScreen } from './load-console.ts';
import { showLoadFailure } from './load-failure.ts';
import { chooseInitialScreen, landingAddress } from './screen.ts';
import { wireSignIn } from './sign-in-form.ts';
import { followTheme } from './theme-mode.ts';

/** Switches the text to Inter: `fonts.css` looks at `data-fonts`. */
function setFonts(): void {
  document.documentElement.dataset.fonts = '';
}

/**
 * On a first visit a system font of the same width is used, so that 100 KB of fonts are not downloaded before the code. Once the
 * service worker has the fonts in its cache, Inter is used from the first paint.
 * @param pageLoaded settles when the code of the page has loaded
 */
function followFonts(pageLoaded: Promise<unknown>): void {
  const areFontsCached = 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;
  if (areFontsCached) setFonts();
  else pageLoaded.then(setFonts, setFonts);
}

/**
 * The script inlined in `index.html`: before the first paint it sets theme and screen, then either starts the console with its
 * first calls or wires the sign-in form.
 */
const documentRoot = document.documentElement;
const manifest = readBuildManifest();

function openConsole(): void {
  documentRoot.dataset.screen = 'console';
  const { pathname: path, search } = location;
  // HTTP/1.1 loads six files at a time: the large ones are requested first, the small files of the page after the calls.
  fetchEntry(manifest);
  startFirstCalls(path + search, manifest);
  const running = runConsole(manifest, path);
  followFonts(running);
  running.catch(showLoadFailure);
}

/** Opens the small pages around signing in (second step, registration …) in the layout of the sign-in page. */
function openAccess(): void {
  documentRoot.dataset.screen = 'access';
  const openWhenReady = (): void => {
    applyProductName();
    const running = runScreen(manifest.access);
    followFonts(running);
    running.catch(showLoadFailure);
  };
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', openWhenReady);
  else openWhenReady();
}

/** Replaces the default product name, written by the build, with the name of this installation (ERR-03). */
function applyProductName(): void {
  const name = document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content;
  const brand = document.getElementById('product');
  const form = document.getElementById('sign-in-form');
  if (!name || name === manifest.product || !brand || !form) return;
  brand.textContent = name;
  document.title = document.title.replace(manifest.product, name);
  form.dataset.failed = form.dataset.failed?.replace(manifest.product, name);
}

function openSignIn(): void {
  documentRoot.dataset.screen = 'sign-in';
  eraseLastSeen();
  followFonts(new Promise((resolve) => addEventListener('load', resolve)));
  let isPrefetched = false;
  const prefetch = (): void => {
    if (isPrefetched) return;
    isPrefetched = true;
    prefetchConsole(manifest, landingAddress(location.search));
  };
  const wire = (): void => {
    applyProductName();
    wireSignIn({
      loadPhoneCheck: () => import(/* @vite-ignore */ manifest.phoneCheck),
      onTyping: prefetch,
      onSignedIn: (login) => {
        const firstPage = chosenFirstPage(login);
        const landing = landingAddress(location.search, firstPage ?? undefined);
        // In the form in which the router stores state: `isChosen` lets the page redirect if the person may no longer open it.
        history.replaceState(landing === firstPage ? { usr: { isChosen: true } } : null, '', landing);
        openConsole();
      },
      onSecondStep: () => {
        history.replaceState(null, '', `/second-step${location.search}`);
        openAccess();
      },
    });
    // Prefetches also when the person does not type at once.
    addEventListener('load', () => setTimeout(prefetch, 1500));
  };
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', wire);
  else wire();
}

followTheme();
const initialScreen = chooseInitialScreen(location.pathname, location.search, session.token.get() !== null);
if (initialScreen.address) history.replaceState(null, '', initialScreen.address);
if (initialScreen.screen === 'console') openConsole();
else if (initialScreen.screen === 'access') openAccess();
else openSignIn();
