// Runs in test:all alone: the line of notifications in depth; the component tests have its rules.

import type { WebSocketRoute } from 'playwright-core';
import { KINDS } from '#tests/support/browser/notice-kinds.ts';
import { notificationsConnected } from '#tests/support/browser/notifications-connected.ts';
import { raiseStage, type Visitor } from '#tests/support/browser/stage.ts';
import { until } from '#tests/support/browser/until.ts';

const stage = raiseStage({ motion: true });

const list = ({ page }: Visitor) => page.getByTestId('notices');
const toasts = (visitor: Visitor) => list(visitor).getByRole('listitem');
const height = (visitor: Visitor) => list(visitor).evaluate((element) => element.getBoundingClientRect().height);

/** A browser that refuses to play, and counts how often it was asked to. */
function refuseSound(): void {
  let played = 0;
  HTMLMediaElement.prototype.play = () => {
    played += 1;
    document.documentElement.dataset.played = `${played}`;
    return Promise.reject(new DOMException('play() failed', 'NotAllowedError'));
  };
}

/**
 * Somebody on their profile whose socket the test speaks for.
 * @param deaf in a browser that refuses to play a sound
 */
async function listener({ deaf = false } = {}): Promise<{
  visitor: Visitor;
  tell: (id: number, type?: string, subtype?: string, ref?: string) => void;
}> {
  const visitor = await stage.visitor({ as: 6 });
  if (deaf) await visitor.page.addInitScript(refuseSound);
  let socket: WebSocketRoute | undefined;
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  await visitor.page.routeWebSocket(/\/ws\/notifications/, (route) => {
    socket = route;
    route.send(JSON.stringify({ type: 'welcome', user: 6, last: 0 }));
    open();
  });
  await visitor.open('/profile');
  await list(visitor).waitFor({ state: 'attached' });
  // A notification sent before there is a socket would reach nobody.
  await opened;
  const tell = (id: number, type = 'news', subtype = 'info', ref = 'r') => {
    const kind = subtype === 'canceled' ? { subtype: 'done', resolution: 'canceled' } : { subtype };
    const notification = { id, message: `сообщение ${id}`, ref, sent_by: 'Анна', type, ...kind, at: '' };
    socket?.send(JSON.stringify({ type: 'notification', notification }));
  };
  return { visitor, tell };
}

describe('the stack', () => {
  test('NOTIF-08, NOTIF-09, NOTIF-11…18, NOTIF-20…23: heights for 0 to 6 toasts as the browser measures them; one goes, the others stay; all go; words, sign and way of each kind', async () => {
    const { visitor, tell } = await listener();
    const hideAll = visitor.page.getByRole('button', { name: 'Скрыть все' });
    const heights = [await height(visitor)];
    for (let id = 1; id <= 6; id += 1) {
      tell(id);
      await toasts(visitor)
        .nth(id - 1)
        .waitFor();
      heights.push(await height(visitor));
      expect(await hideAll.count()).toBe(id === 1 ? 0 : 1);
    }
    expect(heights).toEqual([0, 74, 156, 242, 320, 402, 484]);
    for (const box of await Promise.all((await toasts(visitor).all()).map((toast) => toast.boundingBox()))) {
      expect(box?.height).toBeCloseTo(74, 1);
    }
    const look = await list(visitor).evaluate((element) => {
      const { transitionProperty, transitionDuration, transitionDelay } = getComputedStyle(element);
      return [transitionProperty, transitionDuration, transitionDelay];
    });
    expect(look).toEqual(['height', '0.5s', '0.3s']);
    // The browser's own account of the collapse, however busy the machine is.
    const collapsed = await list(visitor).evaluateHandle((element) => ({
      end: new Promise<unknown>((resolve) => {
        element.addEventListener('transitionend', (event) => {
          const { propertyName, elapsedTime } = event as TransitionEvent;
          if (propertyName === 'height') resolve([elapsedTime, element.getBoundingClientRect().height]);
        });
      }),
    }));
    await toasts(visitor)
      .nth(1)
      .getByRole('button', { name: /^Скрыть уведомление/ })
      .click();
    expect(await collapsed.evaluate(({ end }) => end)).toEqual([0.5, 402]);
    const left = await toasts(visitor).allInnerTexts();
    expect(left.map((text) => text.at(-1))).toEqual(['1', '3', '4', '5', '6']);
    await hideAll.click();
    await toasts(visitor).first().waitFor({ state: 'detached' });
    expect(await toasts(visitor).count()).toBe(0);

    const kinds = KINDS.map(([kind]) => kind.split(' ') as [string, string, string?]);
    for (const [at, [type, subtype, ref]] of kinds.entries()) tell(at + 11, type, subtype, ref);
    await toasts(visitor)
      .nth(KINDS.length - 1)
      .waitFor();
    const said = await toasts(visitor).evaluateAll((all) =>
      all.map((toast) => [
        toast.querySelector('[data-icon]')?.getAttribute('data-icon'),
        toast.querySelector('a')?.getAttribute('href'),
        toast.textContent,
      ]),
    );
    expect(said).toEqual(KINDS.map(([, icon, href, title], at) => [icon, href, `Анна: ${title}сообщение ${at + 11}`]));
  });

  test('NOTIF-03…08, NOTIF-10, NOTIF-19: a toast leads to its page, and a sound that is refused is no fault', async () => {
    const { visitor, tell } = await listener({ deaf: true });
    const ways = [
      ['news', '/news', 'Новости'],
      ['booklet', '/news', 'Новости'],
      ['task', '/tasks', 'Заявки'],
      ['lottery', '/news', 'Новости'],
      ['camera', '/cameras', 'Камеры'],
      ['complaint', '/chats?complaints=true', 'Общение'],
    ] as const;
    for (const [at, [type, address, title]] of ways.entries()) {
      tell(at + 1, type);
      await toasts(visitor).getByRole('link').click();
      await visitor.arrive(title);
      expect(visitor.visited.at(-1)).toBe(address);
      await toasts(visitor).first().waitFor({ state: 'detached' });
    }
    await visitor.page.waitForFunction((count) => document.documentElement.dataset.played === `${count}`, ways.length);
  });
});

describe('the line to the server', () => {
  const addCamera = async (name: string) => {
    const answer = await fetch(`${stage.product.address}/api/crm/cameras/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Token ${await stage.token(2)}` },
      body: JSON.stringify({ name, link: 'https://example.org/stream', buildings: [1] }),
    });
    expect(answer.status).toBe(201);
  };

  test('NOTIF-01, NOTIF-13: what another one does is told, to all tabs, without a reload', async () => {
    const visitor = await stage.visitor({ as: 6 });
    const listens = notificationsConnected(visitor.page);
    await visitor.open('/profile');
    await listens;
    const other = await visitor.page.context().newPage();
    const otherListens = notificationsConnected(other);
    await other.goto(`${stage.product.address}/profile`);
    await otherListens;
    await addCamera('Камера у ворот');
    await list(visitor).getByText('Камера у ворот').waitFor();
    await other.getByTestId('notices').getByText('Камера у ворот').waitFor();
    await other.close();
    expect(await toasts(visitor).innerText()).toContain('новая камера');
  });

  test('what came during a break is caught up with', async () => {
    const visitor = await stage.visitor({ as: 6 });
    let real: WebSocketRoute | undefined;
    let greetings = 0;
    await visitor.page.routeWebSocket(/\/ws\/notifications/, (route) => {
      real = route;
      const server = route.connectToServer();
      server.onMessage((message) => {
        if (/welcome/.test(String(message))) greetings += 1;
        route.send(message);
      });
    });
    await visitor.open('/profile');
    await until('the socket is greeted', () => greetings >= 1);
    await real?.close({ code: 1001 });
    await addCamera('Камера за время разрыва');
    await list(visitor).getByText('Камера за время разрыва').waitFor();
    expect(await toasts(visitor).count()).toBe(1);
  });
});

describe('the line to the cloud', () => {
  const CONFIG = { apiKey: 'a', projectId: 'p', senderId: 's', appId: 'i', vapidKey: 'v' };
  const DEVICES = 'POST /api/authorized/devices/';

  /** A browser that may show notifications, before a page of an installation with or without a push project. */
  async function subscriber(config: object | null): Promise<Visitor> {
    const visitor = await stage.visitor({ as: 6 });
    const { page } = visitor;
    // A headless browser refuses every permission.
    await page.addInitScript(() => {
      Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
    });
    // The boundary to the vendor's library: a cloud that answers at once, and tells what the test says.
    await page.route('**/assets/push-cloud-*.js', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: `export const connectCloud = async ({ vapidKey }) => ({
          token: 'device-of-' + vapidKey,
          listen: (onData) => {
            const hear = ({ detail }) => onData(detail);
            addEventListener('cloud', hear);
            document.documentElement.dataset.cloud = 'listens';
            return () => removeEventListener('cloud', hear);
          },
        });`,
      }),
    );
    // The element that the server writes into the head where a project is configured (tests/server/push/push.test.ts).
    if (config) {
      await page.addInitScript((note) => {
        new MutationObserver((_, observer) => {
          if (!document.head) return;
          observer.disconnect();
          const script = Object.assign(document.createElement('script'), { type: 'application/json', id: 'push' });
          script.textContent = note;
          document.head.append(script);
        }).observe(document, { childList: true, subtree: true });
      }, JSON.stringify(config));
    }
    return visitor;
  }

  test('SHELL-39, SHELL-40, NOTIF-02: the browser is made known once, its token is kept, and what the cloud brings is shown', async () => {
    const visitor = await subscriber(CONFIG);
    const known = visitor.page.waitForRequest('**/api/authorized/devices/');
    await visitor.open('/profile');
    expect((await known).postDataJSON()).toEqual({ registration_id: 'device-of-v', type: 'web' });
    await visitor.page.locator('html[data-cloud=listens]').waitFor({ state: 'attached' });
    expect(await visitor.stored('firebase-token')).toBe('device-of-v');
    expect(visitor.calls.filter((call) => call === DEVICES)).toHaveLength(1);
    await visitor.page.evaluate(() => {
      const detail = { id: '900', message: 'из облака', ref: '3', sent_by: 'Анна', type: 'task', subtype: 'done' };
      dispatchEvent(new CustomEvent('cloud', { detail }));
    });
    await list(visitor).getByText('из облака').waitFor();
    expect(await toasts(visitor).getByRole('link').getAttribute('href')).toBe('/tasks');
  });

  test('ERR-05, SHELL-41: a server that does not take the browser is not told of, and the page works', async () => {
    const visitor = await subscriber(CONFIG);
    await visitor.page.route('**/api/authorized/devices/', (route) =>
      route.fulfill({ status: 500, json: { detail: 'Устройство не записано' } }),
    );
    const refused = visitor.page.waitForResponse('**/api/authorized/devices/');
    await visitor.open('/profile');
    await (await refused).finished();
    await visitor.page.getByRole('link', { name: 'Новости', exact: true }).first().click();
    await visitor.arrive('Новости');
    expect(await visitor.page.getByText('Устройство не записано').count()).toBe(0);
    expect(await visitor.stored('firebase-token')).toBeNull();
    visitor.forgive(/500/);
  });

  test('SHELL-42: without a push project nothing is called and nothing shown', async () => {
    const visitor = await subscriber(null);
    await visitor.open('/profile');
    await visitor.arrive('Профиль');
    await visitor.page.waitForLoadState('networkidle');
    expect(visitor.calls).not.toContain(DEVICES);
    expect(await visitor.page.locator('html[data-cloud]').count()).toBe(0);
    expect(await visitor.page.locator('[role=alert]:visible').count()).toBe(0);
  });
});
