import type { WebSocketRoute } from 'playwright-core';
import { raiseStage, type Visitor } from '#tests/support/browser/stage.ts';

const stage = raiseStage();

const list = ({ page }: Visitor) => page.getByTestId('notices');
const toasts = (visitor: Visitor) => list(visitor).getByRole('listitem');
const height = (visitor: Visitor) => list(visitor).evaluate((element) => element.getBoundingClientRect().height);

/** Somebody on his profile whose socket the test speaks for. */
async function listener(): Promise<{ visitor: Visitor; tell: (id: number, type?: string, subtype?: string) => void }> {
  const visitor = await stage.visitor({ as: 6 });
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
  // What is told before there is a socket would be told to nobody.
  await opened;
  const tell = (id: number, type = 'news', subtype = 'info') => {
    const notification = { id, message: `сообщение ${id}`, ref: 'r', sent_by: 'Анна', type, subtype, at: '' };
    socket?.send(JSON.stringify({ type: 'notification', notification }));
  };
  return { visitor, tell };
}

describe('the stack', () => {
  test('NOTIF-20, NOTIF-21, NOTIF-22: heights for 0 to 6 toasts as the browser measures them', async () => {
    const { visitor, tell } = await listener();
    const heights = [await height(visitor)];
    for (let id = 1; id <= 6; id += 1) {
      tell(id);
      await toasts(visitor)
        .nth(id - 1)
        .waitFor();
      heights.push(await height(visitor));
    }
    expect(heights).toEqual([0, 74, 156, 242, 320, 402, 484]);
    for (const box of await Promise.all((await toasts(visitor).all()).map((toast) => toast.boundingBox()))) {
      expect(box?.height).toBeCloseTo(74, 1);
    }
  });

  test('NOTIF-23: collapses 500 ms long after 300 ms', async () => {
    const { visitor, tell } = await listener();
    tell(1);
    tell(2);
    await toasts(visitor).nth(1).waitFor();
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
      .first()
      .getByRole('button', { name: /^Скрыть уведомление/ })
      .click();
    expect(await collapsed.evaluate(({ end }) => end)).toEqual([0.5, 74]);
  });

  test('NOTIF-17: «Скрыть все» clears the stack', async () => {
    const { visitor, tell } = await listener();
    for (let id = 1; id <= 3; id += 1) tell(id);
    await visitor.page.getByRole('button', { name: 'Скрыть все' }).click();
    await toasts(visitor).first().waitFor({ state: 'detached' });
    expect(await toasts(visitor).count()).toBe(0);
  });

  test('NOTIF-06: a toast leads to its page', async () => {
    const { visitor, tell } = await listener();
    tell(1, 'camera', 'create');
    await toasts(visitor).getByRole('link').click();
    await visitor.page.getByRole('heading', { level: 1, name: 'Камеры' }).waitFor();
    expect(visitor.where()).toBe('/cameras');
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
    const greeted = visitor.page
      .waitForEvent('websocket')
      .then((socket) =>
        socket.waitForEvent('framereceived', { predicate: ({ payload }) => /welcome/.test(`${payload}`) }),
      );
    await visitor.open('/profile');
    await greeted;
    const other = await visitor.page.context().newPage();
    const otherGreeted = other
      .waitForEvent('websocket')
      .then((socket) =>
        socket.waitForEvent('framereceived', { predicate: ({ payload }) => /welcome/.test(`${payload}`) }),
      );
    await other.goto(`${stage.product.address}/profile`);
    await otherGreeted;
    await addCamera('Камера у ворот');
    await list(visitor).getByText('Камера у ворот').waitFor();
    await other.getByTestId('notices').getByText('Камера у ворот').waitFor();
    await other.close();
    expect(await toasts(visitor).innerText()).toContain('добавил(а) камеру');
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
    while (greetings < 1) await visitor.page.waitForTimeout(50);
    await real?.close({ code: 1001 });
    await addCamera('Камера за время разрыва');
    await list(visitor).getByText('Камера за время разрыва').waitFor();
    expect(await toasts(visitor).count()).toBe(1);
  });
});
