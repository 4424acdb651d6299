import { eraseLastSeen } from '#console/data/offline/last-seen-store.ts';
import { chosenFirstPage } from '#console/data/session/first-page.ts';
import { session } from '#console/data/session/session.ts';
import { breakOff } from './break-off.ts';
import { beginCalls } from './first-calls.ts';
import { fetchEntry, prefetchConsole, readBuilt, runConsole, runPart } from './load-console.ts';
import { chooseStart, landingAddress } from './screen.ts';
import { wireSignIn } from './sign-in-form.ts';
import { followTheme } from './theme-mode.ts';

/** Sets the texts in Inter: `fonts.css` looks at `data-fonts`. */
function setFonts(): void {
  document.documentElement.dataset.fonts = '';
}

/**
 * On a first visit a font of the system of the same width stands in, so that 100 KB of fonts do not come before the code. Once
 * the service worker keeps the fonts, Inter is there before the first text.
 * @param first settles when what the page is opened for has come
 */
function followFonts(first: Promise<unknown>): void {
  const areKept = 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;
  if (areKept) setFonts();
  else first.then(setFonts, setFonts);
}

/**
 * The script that stands in `index.html`: before the first paint it chooses theme and screen, then it either
 * runs the console, whose first calls begin at once, or brings the sign-in form to life.
 */
const page = document.documentElement;
const built = readBuilt();

function openConsole(): void {
  page.dataset.screen = 'console';
  const { pathname: path, search } = location;
  // Over HTTP/1.1 six files come at a time: the large ones first, the small ones of the page after the calls.
  fetchEntry(built);
  beginCalls(path + search, built);
  const running = runConsole(built, path);
  followFonts(running);
  running.catch(breakOff);
}

/** The small pages around signing in, in the frame of the sign-in page. */
function openAccess(): void {
  page.dataset.screen = 'access';
  const run = (): void => {
    nameProduct();
    const running = runPart(built.access);
    followFonts(running);
    running.catch(breakOff);
  };
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', run);
  else run();
}

/** Puts the installation's own name where the build wrote the product's (ERR-03). */
function nameProduct(): void {
  const name = document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content;
  const brand = document.getElementById('product');
  const form = document.getElementById('sign-in-form');
  if (!name || name === built.product || !brand || !form) return;
  brand.textContent = name;
  document.title = document.title.replace(built.product, name);
  form.dataset.failed = form.dataset.failed?.replace(built.product, name);
}

function openSignIn(): void {
  page.dataset.screen = 'sign-in';
  eraseLastSeen();
  followFonts(new Promise((resolve) => addEventListener('load', resolve)));
  let prefetched = false;
  const prefetch = (): void => {
    if (prefetched) return;
    prefetched = true;
    prefetchConsole(built, landingAddress(location.search));
  };
  const wire = (): void => {
    nameProduct();
    wireSignIn({
      loadPhoneCheck: () => import(/* @vite-ignore */ built.phoneCheck),
      onTyping: prefetch,
      onSignedIn: (login) => {
        const firstPage = chosenFirstPage(login);
        const landing = landingAddress(location.search, firstPage ?? undefined);
        // As the router keeps it: the page that was chosen once leads on where it is closed by now.
        history.replaceState(landing === firstPage ? { usr: { isChosen: true } } : null, '', landing);
        openConsole();
      },
      onSecondStep: () => {
        history.replaceState(null, '', `/second-step${location.search}`);
        openAccess();
      },
    });
    // A person reading before they type gets it fetched meanwhile as well.
    addEventListener('load', () => setTimeout(prefetch, 1500));
  };
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', wire);
  else wire();
}

followTheme();
const start = chooseStart(location.pathname, location.search, session.token.get() !== null);
if (start.address) history.replaceState(null, '', start.address);
if (start.screen === 'console') openConsole();
else if (start.screen === 'access') openAccess();
else openSignIn();
