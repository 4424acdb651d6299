import { getToken, isSupported, onMessage } from '@firebase/messaging';
import { onFailure } from '#console/data/failures.ts';
import type { Notice } from '#console/data/notice.ts';
import { startPush } from '#console/data/push.ts';
import { session } from '#console/data/session.ts';
import { type MadeUpServer, serveAnswers } from '#tests/support/console/server.ts';

jest.mock('@firebase/app', () => ({ initializeApp: jest.fn(() => ({})) }));
jest.mock('@firebase/messaging', () => ({
  isSupported: jest.fn(),
  getMessaging: jest.fn(() => ({})),
  getToken: jest.fn(),
  onMessage: jest.fn(),
}));
jest.mock('../../src/data/push-worker.ts?worker&url', () => ({ __esModule: true, default: '/assets/push-worker.js' }), {
  virtual: true,
});

const DEVICES = 'POST /api/authorized/devices/';
const CONFIG = { apiKey: 'a', projectId: 'p', senderId: 's', appId: 'i', vapidKey: 'v' };

let server: MadeUpServer;
let notices: Notice[];
let alerts: string[];
let stopAlerts: () => void;
const register = jest.fn(async (_address: string) => ({}));
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
  [notices, alerts] = [[], []];
  stopAlerts = onFailure(({ message }) => alerts.push(message));
  session.token.set('stored');
  Object.defineProperty(navigator, 'serviceWorker', { value: { register }, configurable: true });
  register.mockClear();
  jest.mocked(isSupported).mockResolvedValue(true);
  jest.mocked(getToken).mockReset().mockResolvedValue('device-1');
  jest
    .mocked(onMessage)
    .mockReset()
    .mockReturnValue(() => undefined);
  configure(CONFIG);
  allow('granted');
  server = serveAnswers({ [DEVICES]: { status: 201, json: {} } });
});
afterEach(() => {
  stopAlerts();
  configure(null);
});

const start = async () => {
  const stop = startPush((notice) => notices.push(notice));
  await settle();
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
    await start();
    expect(server.calls).toEqual([]);
    expect(alerts).toEqual([]);
    expect(session.firebaseToken.get()).toBeNull();
  });

  test('SHELL-41: a server that fails is not told of, and nothing is kept', async () => {
    server.answer(DEVICES, { status: 500, json: { detail: 'x' } });
    await start();
    expect(server.callsTo(DEVICES)).toHaveLength(1);
    expect(alerts).toEqual([]);
    expect(session.firebaseToken.get()).toBeNull();
  });

  test('SHELL-41: a cloud that refuses is not told of', async () => {
    jest.mocked(getToken).mockRejectedValue(new Error('messaging/permission-blocked'));
    await start();
    expect(server.calls).toEqual([]);
    expect(alerts).toEqual([]);
  });

  test('who has not been asked yet is asked at the first click', async () => {
    allow('default');
    await start();
    expect(getToken).not.toHaveBeenCalled();
    expect(server.calls).toEqual([]);
    window.dispatchEvent(new Event('pointerup'));
    await settle();
    expect(server.callsTo(DEVICES)).toHaveLength(1);
  });

  test('NOTIF-02: what comes while the console is in front goes the way of every notification', async () => {
    await start();
    const [, listener] = jest.mocked(onMessage).mock.calls[0] ?? [];
    const data = { id: '7', message: 'm', ref: '3', sent_by: 'Анна', type: 'camera', subtype: 'create' };
    if (typeof listener === 'function') listener({ data } as never);
    expect(notices).toEqual([{ id: '7', message: 'm', ref: '3', sentBy: 'Анна', type: 'camera', subtype: 'create' }]);
  });

  test('NOTIF-02: it listens no more when it is stopped', async () => {
    const unsubscribe = jest.fn();
    jest.mocked(onMessage).mockReturnValue(unsubscribe);
    const stop = await start();
    stop();
    expect(unsubscribe).toHaveBeenCalled();
  });
});
