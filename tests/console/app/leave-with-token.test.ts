import { leaveOnTokenChange } from '#console/app/start.tsx';
import { request } from '#console/data/http/http.ts';
import { setSessionReplaced } from '#console/data/http/token-error.ts';
import { KEYS, onSessionChange, VIEW_KEY } from '#console/data/session/session.ts';
import { PROFILE_PATH } from '#resources/protocol/paths/access.ts';
import { delayedReply, serveAnswers } from '#tests/support/console/server.ts';
import { takeComplaints } from '#tests/support/console/setup.ts';

/** Whether the page was left since the last look: jsdom goes nowhere and complains of it. */
const isLeft = () => takeComplaints().some((complaint) => /navigation/i.test(complaint));
const told = (key: string | null) => dispatchEvent(new StorageEvent('storage', { key }));
const shown = (persisted: boolean) => dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));

beforeEach(() => {
  setSessionReplaced(false);
  sessionStorage.clear();
  localStorage.setItem(KEYS.token, 'anna');
});

test('AUTH-77: a page is left when its person signed out in another tab, once, and when it comes back again', () => {
  const ask = (event: Event) => event.preventDefault();
  addEventListener('beforeunload', ask);
  const asks = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
  leaveOnTokenChange();
  told(KEYS.checkedBuildings);
  told(KEYS.token);
  expect([isLeft(), asks()]).toEqual([false, true]);
  localStorage.removeItem(KEYS.token);
  told(KEYS.token);
  expect(isLeft()).toBe(true);
  // Told of the next one's token while it goes already, it does not set out for a second time: that would hold it up.
  localStorage.setItem(KEYS.token, 'boris');
  told(KEYS.token);
  // A page that asks before it is left goes as well.
  expect([isLeft(), asks()]).toEqual([false, false]);
  shown(true);
  expect(isLeft()).toBe(true);
  removeEventListener('beforeunload', ask);
});

test('AUTH-77: a page is left when somebody else has signed in before it is told', () => {
  leaveOnTokenChange();
  localStorage.setItem(KEYS.token, 'boris');
  told(KEYS.token);
  expect(isLeft()).toBe(true);
});

test('AUTH-77: a page that comes back out of the browser’s memory is left when another one is signed in by then', () => {
  leaveOnTokenChange();
  told(KEYS.token);
  shown(true);
  expect(isLeft()).toBe(false);
  localStorage.setItem(KEYS.token, 'boris');
  shown(false);
  expect(isLeft()).toBe(false);
  shown(true);
  expect(isLeft()).toBe(true);
});

test('AUTH-77: a look at somebody’s console that has ended does not go on with the token of who looked', () => {
  sessionStorage.setItem(VIEW_KEY, '{}');
  sessionStorage.setItem(KEYS.token, 'viewed');
  leaveOnTokenChange();
  takeComplaints();
  sessionStorage.clear();
  shown(true);
  expect(isLeft()).toBe(true);
});

test('AUTH-77: a page that is left asks nothing more, and a refusal that is still on its way signs nobody out', async () => {
  const refusal = delayedReply({ status: 401, json: { detail: 'Недопустимый токен.' } });
  const server = serveAnswers({ [`GET ${PROFILE_PATH}`]: refusal.reply });
  // The page's parts of the session are there before the console has started.
  const stop = onSessionChange(() => void request('/api/authorized/notifications/'));
  leaveOnTokenChange();
  void request(PROFILE_PATH);
  localStorage.removeItem(KEYS.token);
  told(KEYS.token);
  localStorage.setItem(KEYS.token, 'boris');
  told(KEYS.token);
  refusal.release();
  await new Promise((done) => setTimeout(done, 50));
  stop();
  expect(server.calls.map(({ url }) => url)).toEqual([PROFILE_PATH]);
  expect(localStorage.getItem(KEYS.token)).toBe('boris');
  expect(isLeft()).toBe(true);
});
