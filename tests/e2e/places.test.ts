// Runs in test:all alone: leaves and finds again every page that scrolls.
import { raiseStage, type Visitor } from '#tests/support/browser/stage.ts';

const stage = raiseStage();

/** Pages that scroll, something of each, and the page of the menu that one goes to from there. */
const PAGES = [
  ['/news', 'article', 'Камеры'],
  ['/tasks?period=month', '[data-card]', 'Новости'],
  ['/tasks?period=month&view=list', 'tbody tr', 'Новости'],
  ['/chats', ':text("Дарья Калинина")', 'Новости'],
  ['/residents?floor_entry=1', 'tbody tr', 'Новости'],
  ['/readings', 'tbody tr', 'Новости'],
  ['/cameras', 'article', 'Новости'],
  ['/shift', 'h2:has-text("По домам")', 'Новости'],
  ['/settings/employees-permissions', 'tbody tr', 'Новости'],
  ['/settings/access?id=1', 'tbody th a', 'Новости'],
  ['/settings/journal?from=2020-01-01', 'tbody time', 'Новости'],
  ['/settings/personal-data?text=Калинина&person=1', '#personal-data-name', 'Новости'],
  ['/settings/status', 'h2[data-fine]', 'Новости'],
  ['/profile', 'h2:has-text("Мои объекты")', 'Новости'],
] as const;

/** Scrolls the largest box of the page that scrolls. Runs in the page. @returns where it stands, px; null where nothing scrolls */
function place(to: number | null): number | null {
  const boxes = [...document.querySelectorAll('main, main *')].filter(
    (box) => box.scrollHeight > box.clientHeight + 100 && /auto|scroll/.test(getComputedStyle(box).overflowY),
  );
  const [box] = boxes.toSorted((a, b) => b.clientHeight * b.clientWidth - a.clientHeight * a.clientWidth);
  if (box && to !== null) box.scrollTop = to;
  return box ? Math.round(box.scrollTop) : null;
}

/** Waits until the page stands where it was left. @returns whether it does in time */
async function standsAt({ page }: Visitor, wanted: number | null): Promise<boolean> {
  for (const began = performance.now(); performance.now() - began < 60_000; await page.waitForTimeout(20)) {
    if ((await page.evaluate(place, null)) === wanted) return true;
  }
  return false;
}

/** Fills a page of the journal. */
async function makeEntries(): Promise<void> {
  const headers = { authorization: `Token ${await stage.token(1)}`, 'content-type': 'application/json' };
  for (let made = 1; made <= 12; made += 1) {
    const camera = { name: `Камера ${made}`, link: 'https://example.org/stream', buildings: [1] };
    const body = JSON.stringify(camera);
    const answer = await fetch(`${stage.product.address}/api/crm/cameras/`, { method: 'POST', headers, body });
    expect(answer.status).toBe(201);
  }
}

test('every page that scrolls is found where it was left and showing the same, by the way back and by a reload', async () => {
  const visitor = await stage.visitor({ as: 1, browser: { viewport: { width: 1440, height: 420 } } });
  const { page } = visitor;
  const lost: string[] = [];
  await makeEntries();
  for (const [address, sign, next] of PAGES) {
    const there = page.locator(`main ${sign}`).first();
    const look = async (how: string, at: number | null) => {
      await there.waitFor();
      if (!(await standsAt(visitor, at))) lost.push(`${address} after ${how}`);
      if (visitor.where() !== where) lost.push(`${address} after ${how} is ${visitor.where()}`);
    };
    await visitor.open(address);
    await there.waitFor();
    // Until the page is long enough to be scrolled, and nothing more comes above what is seen.
    let at: number | null = null;
    while (at !== 140) {
      await page.evaluate(place, 140);
      await page.waitForTimeout(500);
      at = await page.evaluate(place, null);
    }
    const where = visitor.where();
    await page.getByRole('link', { name: next, exact: true }).first().click();
    await visitor.arrive(next);
    await page.goBack();
    await look('the way back', at);
    await page.reload();
    await look('a reload', at);
  }
  expect(lost).toEqual([]);
});
