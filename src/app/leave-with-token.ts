import { KEYS, session } from '#console/data/session.ts';
import { signInAddress } from '#console/data/token-error.ts';

/** What the browser holds to sign calls with: a look at somebody's console keeps its own beside (view-as.ts). */
const held = (): string => `${session.token.get()} ${localStorage.getItem(KEYS.token)}`;

/**
 * Leaves the page when the token that it began with is another one now: somebody signed out or in in another tab, or this page
 * comes back out of the browser's memory after that. What it shows and remembers is of the person who was.
 */
export function leaveWithToken(): void {
  const own = held();
  let leaving = false;
  const look = () => {
    // Once: setting out again while the page is being left can hold it up for good.
    if (leaving || held() === own) return;
    leaving = true;
    // Nobody is asked whether to stay.
    globalThis.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true });
    if (localStorage.getItem(KEYS.token)) globalThis.location.reload();
    else globalThis.location.assign(signInAddress());
  };
  globalThis.addEventListener('storage', look);
  globalThis.addEventListener('pageshow', (event) => {
    if (!event.persisted) return;
    leaving = false;
    look();
  });
}
