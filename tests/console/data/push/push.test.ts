import { getToken, isSupported, onMessage } from '@firebase/messaging';
import { waitFor } from '@testing-library/react';
import { onFailure } from '#console/data/http/failures.ts';
import type { Notice } from '#console/data/live/notice.ts';
import { endPush } from '#console/data/push/end-push.ts';
import { startPush } from '#console/data/push/push.ts';
import { session } from '#console/data/session/session.ts';
import { type MadeUpServer, serveAnswers } from '#tests/support/console/server.ts';

jest.mock('@firebase/app', () => ({ initializeApp: jest.fn(() => ({})) }));
jest.mock('@firebase/messaging', () => ({
  isSupported: jest.fn(),
  getMessaging: jest.fn(() => ({})),
  getToken: jest.fn(),
  onMessage: jest.fn(),
}));
jest.mock(
  '../../../../src/data/push/push-worker.ts?worker&url',
  () => ({ __esModule: true, default: '/assets/push-worker.js' }),
  {
    virtual: true,
  },
);

const DEVICES = 'POST /api/authorized/devices/';
const CONFIG = { apiKey: 'a', projectId: 'p', senderId: 's', appId: 'i', vapidKey: 'v' };

let server: MadeUpServer;
let notices: Notice[];
let alerts: string[];
let stopAlerts: () => void;
const register = jest.fn(async (_address: string): Promise<unknown> => ({ active: {} }));
let pages: EventTarget;
let clicked: string[];
const settle = () => new Promise((resolve) => setTimeout(resolve, 50));

function configure(config: object | null) {
  document.head.innerHTML = config
    ? `<script type="application/json" id="push">${JSON.stringify(config)}</script>`
    : '';
}

function allow(permission: NotificationPermission) {
  Object.assign(globalThis, { Notification: { permission }, PushManager: class {} });
}

beforeEach(() => {
  [notices, alerts, clicked] = [[], [], []];
  pages = new EventTarget();
  stopAlerts = onFailure(({ message }) => alerts.push(message));
  session.token.set('stored');
  Object.defineProperty(navigator, 'serviceWorker', {
    value: Object.assign(pages, { register }),
    configurable: true,
  });
  register.mockClear();
  jest.mocked(isSupported).mockResolvedValue(true);
  jest.mocked(getToken).mockReset().mockResolvedValue('device-1');
  jest
    .mocked(onMessage)
    .mockReset()
    .mockReturnValue(() => undefined);
  configure(CONFIG);
  allow('granted');
  server = serveAnswers({ [DEVICES]: { status: 201, json: { registration_id: 'device-1', type: 'web' } } });
});
afterEach(() => {
  stopAlerts();
  configure(null);
});

/** @param token with which the server is told of the browser; null when it is not */
const start = async (token: string | null = 'device-1') => {
  const stop = startPush(
    (notice) => notices.push(notice),
    (address) => clicked.push(address),
  );
  if (token === null) await settle();
  else await waitFor(() => expect(session.firebaseToken.get()).toBe(token));
  return stop;
};

describe('cloud push', () => {
  test('SHELL-39, SHELL-40: the browser is registered as «web» and the device token is kept', async () => {
    await start();
    expect(server.callsTo(DEVICES).map(({ body }) => body)).toEqual([{ registration_id: 'device-1', type: 'web' }]);
    expect(localStorage.getItem('firebase-token')).toBe('device-1');
    expect(getToken).toHaveBeenCalledWith(expect.anything(), expect.objectContaining({ vapidKey: 'v' }));
    expect(register).toHaveBeenCalledWith('/assets/push-worker.js?apiKey=a&projectId=p&senderId=s&appId=i');
  });

  test.each([
    ['without a project', () => configure(null)],
    ['without a token', () => session.token.set(null)],
    ['with the permission denied', () => allow('denied')],
    ['in a browser the cloud does not support', () => jest.mocked(isSupported).mockResolvedValue(false)],
  ])('SHELL-39, SHELL-42: %s nothing is called and nothing shown', async (_what, prepare) => {
    prepare();
    await start(null);
    expect(server.calls).toEqual([]);
    expect(alerts).toEqual([]);
    expect(session.firebaseToken.get()).toBeNull();
  });

  test('SHELL-39, SHELL-40: a token that the cloud has renewed is made known at the next visit and takes the place of the old one', async () => {
    const stop = await start();
    stop();
    jest.mocked(getToken).mockResolvedValueOnce('device-2');
    await start('device-2');
    expect(server.callsTo(DEVICES).map(({ body }) => body)).toEqual([
      { registration_id: 'device-1', type: 'web' },
      { registration_id: 'device-2', type: 'web' },
    ]);
    expect(localStorage.getItem('firebase-token')).toBe('device-2');
  });

  test('SHELL-41: a server that fails is not told of, and nothing is kept', async () => {
    server.answer(DEVICES, { status: 500, json: { detail: 'x' } });
    await start(null);
    await waitFor(() => expect(server.callsTo(DEVICES)).toHaveLength(1));
    expect(alerts).toEqual([]);
    expect(session.firebaseToken.get()).toBeNull();
  });

  test('SHELL-41: a cloud that refuses is not told of', async () => {
    jest.mocked(getToken).mockRejectedValue(new Error('messaging/permission-blocked'));
    await start(null);
    expect(server.calls).toEqual([]);
    expect(alerts).toEqual([]);
  });

  test('who has not been asked yet is asked at the first click', async () => {
    allow('default');
    await start(null);
    expect(getToken).not.toHaveBeenCalled();
    expect(server.calls).toEqual([]);
    window.dispatchEvent(new Event('pointerup'));
    await waitFor(() => expect(server.callsTo(DEVICES)).toHaveLength(1));
  });

  test('NOTIF-02: what comes while the console is in front goes the way of every notification', async () => {
    await start();
    const [, listener] = jest.mocked(onMessage).mock.calls[0] ?? [];
    const data = { id: '7', message: 'm', ref: '3', sent_by: 'Анна', type: 'camera', subtype: 'create' };
    if (typeof listener === 'function') listener({ data } as never);
    expect(notices).toEqual([{ id: '7', message: 'm', ref: '3', sentBy: 'Анна', type: 'camera', subtype: 'create' }]);
  });

  test('SHELL-39: the browser is asked for a subscription once its service worker runs, not before', async () => {
    const worker = Object.assign(new EventTarget(), { state: 'installing' });
    register.mockResolvedValueOnce({ active: null, installing: worker });
    await start(null);
    expect(getToken).not.toHaveBeenCalled();
    worker.state = 'activated';
    worker.dispatchEvent(new Event('statechange'));
    await waitFor(() => expect(getToken).toHaveBeenCalledTimes(1));
  });

  test('NOTIF-02: a click on a notification of the system leads to its page, and never out of the console', async () => {
    const stop = await start();
    const say = (data: unknown) => pages.dispatchEvent(new MessageEvent('message', { data }));
    say({ type: 'push-click', link: '/tasks' });
    for (const link of ['https://evil.example', '//evil.example', '/\\evil.example', 7])
      say({ type: 'push-click', link });
    for (const other of [null, 'x', { link: '/news' }, { isFirebaseMessaging: true }]) say(other);
    expect(clicked).toEqual(['/tasks']);
    stop();
    say({ type: 'push-click', link: '/news' });
    expect(clicked).toEqual(['/tasks']);
  });

  test('NOTIF-02: it listens no more when it is stopped', async () => {
    const unsubscribe = jest.fn();
    jest.mocked(onMessage).mockReturnValue(unsubscribe);
    const stop = await start();
    stop();
    expect(unsubscribe).toHaveBeenCalled();
  });

  test('AUTH-78, SHELL-40: whoever signs out takes the subscription of his browser along', async () => {
    await start();
    const unsubscribe = jest.fn(async () => true);
    const unregister = jest.fn(async () => true);
    const registration = { pushManager: { getSubscription: async () => ({ unsubscribe }) }, unregister };
    const ofCode = { pushManager: { getSubscription: async () => null }, unregister: jest.fn() };
    const getRegistrations = async () => [ofCode, registration];
    Object.defineProperty(navigator, 'serviceWorker', { value: { register, getRegistrations }, configurable: true });
    await endPush();
    expect([unsubscribe, unregister].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
    expect(ofCode.unregister).not.toHaveBeenCalled();
    expect(session.firebaseToken.get()).toBeNull();
    await endPush();
    expect(unsubscribe).toHaveBeenCalledTimes(1);
  });

  test('SHELL-41: a browser that will not let go of it is not told of', async () => {
    await start();
    const getRegistrations = () => Promise.reject(new Error('blocked'));
    Object.defineProperty(navigator, 'serviceWorker', { value: { register, getRegistrations }, configurable: true });
    await endPush();
    expect(session.firebaseToken.get()).toBeNull();
    expect(alerts).toEqual([]);
  });
});
