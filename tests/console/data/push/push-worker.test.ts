import { onBackgroundMessage } from '@firebase/messaging/sw';

jest.mock('@firebase/app', () => ({ initializeApp: jest.fn(() => ({})) }));
jest.mock('@firebase/messaging/sw', () => ({ getMessaging: jest.fn(() => ({})), onBackgroundMessage: jest.fn() }));

const DATA = { id: '5', message: 'Нет воды', ref: '9', sent_by: 'Анна', subtype: 'accident', type: 'news' };
const showNotification = jest.fn();
const window = { focus: jest.fn(), postMessage: jest.fn() };
const openWindow = jest.fn();
let windows: object[] = [];

type Handler = (payload: object) => Promise<void>;
let onMessage: Handler;
beforeAll(async () => {
  const clients = { matchAll: async () => windows, openWindow };
  Object.assign(self, { registration: { showNotification }, clients });
  await import('#console/data/push/push-worker.ts');
  onMessage = jest.mocked(onBackgroundMessage).mock.calls[0]?.[1] as Handler;
});
beforeEach(() => jest.clearAllMocks());

/** A click on a notification of the system, and all that follows from it. */
async function click(data: unknown) {
  const work: Promise<unknown>[] = [];
  const notification = { data, close: jest.fn() };
  self.dispatchEvent(
    Object.assign(new Event('notificationclick'), {
      notification,
      waitUntil: (promise: Promise<unknown>) => work.push(promise),
    }),
  );
  await Promise.all(work);
  return notification;
}

describe('the service worker of push', () => {
  test('NOTIF-02: what comes while no window is in front is shown by the system, in words of the console', async () => {
    await onMessage({ data: DATA });
    expect(showNotification).toHaveBeenCalledWith('Анна: новое объявление', {
      body: 'Нет воды',
      tag: '5',
      data: { link: '/news' },
    });
  });

  test('NOTIF-02: what is none of ours, and what the library shows by itself, is not shown', async () => {
    await onMessage({ data: { hello: 'x' } });
    await onMessage({ data: DATA, notification: { title: 'x' } });
    expect(showNotification).not.toHaveBeenCalled();
  });

  test('NOTIF-03: a click brings the window to the front and asks it to go there', async () => {
    windows = [window];
    const notification = await click({ link: '/news' });
    expect(notification.close).toHaveBeenCalled();
    expect(window.focus).toHaveBeenCalled();
    expect(window.postMessage).toHaveBeenCalledWith({ type: 'push-click', link: '/news' });
    expect(openWindow).not.toHaveBeenCalled();
  });

  test('NOTIF-03: without a window one is opened there', async () => {
    windows = [];
    await click({ link: '/tasks' });
    expect(openWindow).toHaveBeenCalledWith('/tasks');
  });
});
