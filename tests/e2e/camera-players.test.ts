// Runs in test:all alone: players of other hosts are seldom touched; cameras themselves are walked in the journeys.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { card, openCameras } from '#tests/support/browser/cameras.ts';
import { raiseStage } from '#tests/support/browser/stage.ts';

const stage = raiseStage();

/** A player that says what it has. */
const PLAYER = `<!doctype html><body><script>
  let stored;
  try { localStorage.setItem('volume', '5'); stored = localStorage.getItem('volume'); } catch (error) { stored = error.name; }
  let parent;
  try { parent = top.document.title; } catch (error) { parent = error.name; }
  document.body.textContent = JSON.stringify([stored, document.referrer, document.fullscreenEnabled, parent]);
</script>`;

/** The host of somebody's cameras. */
let host: Server;
let address = '';
beforeAll(async () => {
  host = createServer(({ url }, answer) => {
    answer.setHeader('content-type', 'text/html');
    if (url === '/closed') answer.setHeader('x-frame-options', 'DENY');
    answer.end(PLAYER);
  }).listen(0, 'localhost');
  await once(host, 'listening');
  const at = host.address();
  // Another origin of the same site: a private window keeps the storage of other sites closed to frames.
  address = `http://localhost:${typeof at === 'object' && at ? at.port : 0}`;
});
afterAll(() => {
  host.closeAllConnections();
  host.close();
});

async function makeCamera(name: string, link: string): Promise<void> {
  const headers = { authorization: `Token ${await stage.token(1)}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ name, link, buildings: [1] });
  const made = await fetch(`${stage.product.address}/api/crm/cameras/`, { method: 'POST', headers, body });
  expect(made.ok).toBe(true);
}

test('CAM-02: a player of another host has its storage, its referrer and the full screen and nothing of the console; a page that refuses frames is a link away', async () => {
  await makeCamera('Чужой плеер', `${address}/player`);
  await makeCamera('Не пускает в рамку', `${address}/closed`);
  const visitor = await openCameras(stage);
  const { page } = visitor;
  const frame = card(visitor, 'Чужой плеер').frameLocator('iframe');
  const said = await frame.getByText(/^\[/).innerText();
  expect(JSON.parse(said)).toEqual(['5', `${stage.product.address}/`, true, 'SecurityError']);

  const closed = card(visitor, 'Не пускает в рамку');
  await closed.getByTitle(/страница камеры не разрешает показывать себя/).waitFor();
  visitor.forgive(/X-Frame-Options|frame/i);
  const opened = page.context().waitForEvent('page');
  await closed.getByRole('link', { name: 'Открыть отдельно Не пускает в рамку' }).click();
  const alone = await opened;
  expect(alone.url()).toBe(`${address}/closed`);
  // The page is told nothing of who opens it.
  expect(JSON.parse(await alone.getByText(/^\[/).innerText())).toEqual(['5', '', true, '']);
  await alone.close();
});

test('CAM-02: on a console with TLS a camera without it says why nothing is shown, and leads to its page', async () => {
  const link = 'http://cam.example.ru/yard';
  await makeCamera('Без шифрования', link);
  const origin = 'https://upravdom.test';
  const context = await stage.browser.newContext({ baseURL: origin, serviceWorkers: 'block', reducedMotion: 'reduce' });
  try {
    // The console as it is behind a proxy with TLS.
    await context.route(`${origin}/**`, async (route) => {
      const url = route.request().url().replace(origin, stage.product.address);
      await route.fulfill({ response: await route.fetch({ url }) });
    });
    await context.routeWebSocket(/./, () => undefined);
    await context.addInitScript((token) => localStorage.setItem('home-moderator', token), await stage.token(1));
    const page = await context.newPage();
    await page.goto('/cameras');
    const shown = page.locator('article', { hasText: 'Без шифрования' });
    await shown.getByText('Камера работает по http: в консоли, открытой по https, браузер её не показывает').waitFor();
    expect(await shown.locator('iframe').count()).toBe(0);
    const away = shown.getByRole('link', { name: 'Открыть отдельно Без шифрования' });
    expect(await away.getAttribute('href')).toBe(link);
  } finally {
    // Code of other pages may still be on its way.
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  }
});
