// Runs in test:all alone: it opens every section anew and waits until no code comes.
import { readdir, readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { BUILT_IN } from '#resources/built-in.ts';
import { raiseStage } from '#tests/support/browser/stage.ts';
import { Weight } from '#tests/support/browser/weight.ts';

const stage = raiseStage();

/** How long code is waited for that does not come, ms; and how long none must come for all to be there. */
const PATIENCE = 90_000;
const STILL = 500;

/** Code of a section: what its page is drawn with, and what comes when one goes on. */
interface Own {
  first: readonly string[];
  later: readonly string[];
}

/** Sections that are no definition: the module that each page is. */
const WRITTEN: Readonly<Record<string, Own>> = {
  '/chats': { first: ['chats-page'], later: [] },
  '/definitions': { first: ['definitions-page'], later: ['builder-page'] },
  '/profile': { first: ['profile-page'], later: [] },
  '/settings': { first: ['settings-root'], later: [] },
  '/settings/company-profile': { first: ['company-page'], later: [] },
  '/settings/journal': { first: ['journal-page'], later: [] },
  '/settings/second-factor': { first: ['policy-page'], later: [] },
  '/settings/status': { first: ['status-page'], later: [] },
  '/shift': { first: ['shift-page'], later: [] },
};

/** The file that each widget of a definition is, by its name. */
async function widgetFiles(): Promise<ReadonlyMap<string, string>> {
  const source = await readFile('src/app/slots.ts', 'utf8');
  const lines = source.matchAll(/'([\w-]+)': lazySlot\(\(\) => import\('#console\/[^']*\/([\w-]+)\.tsx'\)\)/g);
  const files = new Map([...lines].map(([, name = '', file = '']) => [name, file]));
  expect(files.size).toBeGreaterThan(10);
  return files;
}

/** Every widget that a part of a definition names, at whatever depth. */
function widgetsIn(part: unknown, files: ReadonlyMap<string, string>): string[] {
  if (typeof part === 'string') return [files.get(part) ?? []].flat();
  return typeof part === 'object' && part !== null ? Object.values(part).flatMap((one) => widgetsIn(one, files)) : [];
}

/** The own code of each section, by its address: the widgets of its list come first, those of its card and form later. */
async function ownCode(): Promise<Readonly<Record<string, Own>>> {
  const files = await widgetFiles();
  const defined = BUILT_IN.map(({ routes, list, card, form, fields }) => {
    const cells = Object.values(fields).map(({ cell }) => cell);
    const inputs = Object.values(fields).map(({ input }) => input);
    const own = { first: widgetsIn([list, cells], files), later: widgetsIn([card, form, inputs], files) };
    return [routes.list, own] as const;
  });
  return { ...Object.fromEntries(defined), ...WRITTEN };
}

/** The name of the module that a script of the build is. */
const moduleOf = (script: string) => /^(?:\/assets\/)?([\w-]+)-[\w-]{7,8}\.js$/.exec(script)?.[1] ?? '';

test('the code of each section of the menu comes with its first visit and not before; the sign-in page has none of it', async () => {
  const own = await ownCode();
  const modules = new Set(Object.values(own).flatMap(({ first, later }) => [...first, ...later]));
  // Each is a script of its own. What a former build has left lies there too.
  const built = new Set((await readdir('dist/console/assets')).map(moduleOf));
  expect([...modules].filter((module) => !built.has(module))).toEqual([]);
  const visitor = await stage.visitor({ first: true, savesData: true });
  const { page } = visitor;
  const weight = new Weight(page);
  const loaded = () => weight.scripts.map(moduleOf).filter((module) => modules.has(module));
  let known = new Set<string>();
  /** Modules of sections that came since the last look, once those that are waited for are there and nothing more comes. */
  const came = async (awaited: readonly string[]) => {
    const until = Date.now() + PATIENCE;
    for (let count = -1; Date.now() < until; ) {
      if (count === weight.scripts.length && awaited.every((module) => loaded().includes(module))) break;
      count = weight.scripts.length;
      await page.waitForTimeout(STILL);
    }
    const news = loaded().filter((module) => !known.has(module));
    known = new Set(loaded());
    return news.sort();
  };

  await page.goto('/auth');
  await page.waitForLoadState('networkidle');
  expect(await came([])).toEqual([]);
  // While one types the console comes, with the card of the page that a sign-in leads to; the rest is fetched there.
  await page.getByLabel('Телефон').pressSequentially('9000000001');
  await page.getByLabel('Пароль', { exact: true }).fill('Demo2026!');
  expect(await came(['news-card'])).toEqual(['news-card']);
  await page.getByRole('button', { name: 'Войти в систему' }).click();
  await visitor.arrive();
  expect(await came(['story-strip'])).toEqual(['story-strip']);

  const visited = ['/news'];
  const visit = async (navigation: string) => {
    const links = page.getByRole('navigation', { name: navigation, exact: true }).first().getByRole('link');
    const paths = await links.evaluateAll((all) => all.map((one) => new URL((one as HTMLAnchorElement).href).pathname));
    for (const [at, path] of paths.entries()) {
      // The name of the product leads to the first of them.
      if (path === '/' || visited.includes(path)) continue;
      await links.nth(at).click();
      // The area of the settings leads on to a page of it.
      await page.waitForURL(({ pathname }) => pathname.startsWith(path) && pathname !== '/settings');
      const shown = [...new Set([path, new URL(page.url()).pathname])];
      const first = shown.flatMap((one) => own[one]?.first ?? []).sort();
      expect([path, await came(first)]).toEqual([path, first]);
      visited.push(...shown);
    }
  };
  // The own page of the person comes into the menu with who that is.
  await page.locator('nav a[href="/profile"]').first().waitFor();
  await visit('Разделы');
  await page.getByRole('link', { name: 'Настройки', exact: true }).first().click();
  await page.getByRole('navigation', { name: 'Разделы настроек', exact: true }).waitFor();
  await visit('Разделы настроек');
  // No link of a navigation leads to the journal and the state of the server.
  const sections = [
    ...BUILT_IN.flatMap(({ menu, routes }) => (menu ? [routes.list] : [])),
    ...Object.keys(WRITTEN).filter(
      (path) =>
        !['/settings/journal', '/settings/second-factor', '/settings/status', '/settings/personal-data'].includes(path),
    ),
  ];
  expect(visited.sort()).toEqual(sections.sort());
});

/** Waits until the code of all pages has come ahead. They come one after another, the own page of the person last. */
async function allAhead(page: Page, weight: Weight): Promise<void> {
  const ofPerson = await page.evaluate<string[]>(
    () => JSON.parse(document.getElementById('built')?.textContent ?? '').pages['/profile'],
  );
  const scripts = ofPerson.filter((file) => file.endsWith('.js'));
  expect(scripts.map(moduleOf)).toContain('profile-page');
  const until = Date.now() + 2 * PATIENCE;
  while (!scripts.every((file) => weight.scripts.includes(file)) && Date.now() < until)
    await page.waitForTimeout(STILL);
}

test('once the first page stands, the code of the sections that one may see comes by itself, and of no other, no form and no card', async () => {
  const own = await ownCode();
  const here = (paths: readonly string[]) => new Set(paths.flatMap((path) => own[path]?.first ?? []));
  const all = Object.values(own).flatMap(({ first, later }) => [...first, ...later]);
  const open = ['/news', '/profile', '/settings', '/settings/company-profile'];
  for (const [account, paths] of [
    [1, [...Object.keys(WRITTEN), ...BUILT_IN.flatMap(({ menu, routes }) => (menu ? [routes.list] : []))]],
    // Everything is denied to this one.
    [10, open],
  ] as const) {
    const visitor = await stage.visitor({ as: account, first: true });
    const weight = new Weight(visitor.page);
    await visitor.open('/settings/company-profile');
    await visitor.arrive();
    await allAhead(visitor.page, weight);
    const came = new Set(weight.scripts.map(moduleOf).filter((module) => all.includes(module)));
    expect([account, [...came].sort()]).toEqual([account, [...here(paths)].sort()]);
  }
});

test('SHELL-09: what was brought ahead opens without a network', async () => {
  const visitor = await stage.visitor({ as: 1, first: true });
  const { page, context } = visitor;
  const weight = new Weight(page);
  await visitor.open('/cameras');
  await visitor.arrive('Камеры');
  await allAhead(page, weight);
  await context.setOffline(true);
  for (const title of ['Новости', 'Заявки', 'Общение', 'Резиденты', 'Показания', 'Настройки']) {
    await page
      .getByRole('navigation', { name: 'Разделы', exact: true })
      .first()
      .getByRole('link', { name: title })
      .click();
    await visitor.arrive(title);
    // The page that explains a failure has no header.
    await page.locator('#content header h1').waitFor();
  }
  // The chat in the background comes some seconds later, and again when the network is back.
  visitor.forgive(/ERR_INTERNET_DISCONNECTED|WebSocket|assets\/background-/);
});
