// Runs in test:all alone: looks at every page in both themes.
import { readFileSync } from 'node:fs';
import { CHAT, LOOKED_AT, OWN_SECTION } from '#tests/support/browser/looked-at-pages.ts';
import { ALL, openAnew, picture, THEMES } from '#tests/support/browser/looking.ts';
import {
  breaksApart,
  bringLongTexts,
  fillEveryField,
  hidesColumns,
  LONG,
  sticksOut,
  zoomsIn,
} from '#tests/support/browser/overflow.ts';
import { raiseStage, seriousFindings, type Visitor } from '#tests/support/browser/stage.ts';
import { enteredByPass } from '#tests/support/server/chat.ts';

const EXAMPLE = JSON.parse(
  readFileSync(new URL(`../../docs/examples/${OWN_SECTION}.json`, import.meta.url), 'utf8'),
) as object;
const stage = raiseStage({ definitions: { [`${OWN_SECTION}.json`]: EXAMPLE } });
/** Name of the administrator's chat with a colleague, for the administrator. */
let chatName = '';

async function call<Answer>(path: string, body?: object): Promise<Answer> {
  const headers = { authorization: `Token ${await stage.token(1)}`, 'content-type': 'application/json' };
  const sent = body ? { method: 'POST', body: JSON.stringify(body) } : {};
  const answer = await fetch(`${stage.product.address}${path}`, { headers, ...sent });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

/** Two write long messages to each other, and a lift is to be inspected. */
beforeAll(async () => {
  const [one, other] = await Promise.all(
    [1, 2].map(async (account) => enteredByPass(stage.product.address, await stage.token(account))),
  );
  if (!one || !other) throw new Error('Nobody is in the chat');
  for (const [{ chat }, topic] of [
    [one, other.user],
    [other, one.user],
  ] as const) {
    await chat.ask('sub', { topic });
    for (const content of LONG) await chat.ask('pub', { topic, content });
  }
  for (const { chat } of [one, other]) chat.close();
  chatName = other.user;
  const { user } = await call<{ user: number }>('/api/crm/profile/current/');
  const [house] = await call<{ id: number }[]>('/api/crm/buildings/');
  const inspection = { lift: 'Лифт 7', house: house?.id, due: '2036-05-01', inspector: user };
  expect(await call(`/api/records/${OWN_SECTION}`, inspection)).toMatchObject({ id: 1 });
});

/** Widths of the issue, and what a browser of 1440x900 has at 200 %. Colours and controls are looked at where `theme` stands. */
const ROOMS = (
  [
    { width: 390, height: 844, theme: 'light', always: true },
    { width: 900, height: 900, always: true },
    { width: 1280, height: 800, always: true },
    { width: 1366, height: 768, always: false },
    { width: 1440, height: 900, theme: 'dark', always: true },
    { width: 720, height: 450, always: false },
  ] as const satisfies readonly Room[]
).filter(({ always }) => ALL || always);

/** Width from which a page is laid out for a screen of its own, px. */
const PHONE = 859;

interface Room {
  width: number;
  height: number;
  theme?: 'light' | 'dark';
  /** `npm test` looks at it too. */
  always: boolean;
}

/** Lists of which every column stands in sight from this width on, px, however long the texts are. */
const WHOLE = new Map([
  ['/tasks?view=list&period=month', 1440],
  ['/readings', 1280],
]);

/** Flaws of an open page at one theme and width. */
async function flaws({ page }: Visitor, path: string, { theme, width }: Room): Promise<string[]> {
  const found = await page.evaluate(sticksOut);
  found.push(...(await page.evaluate(breaksApart)));
  if (!/Управдом/.test(await page.title())) found.push(`is titled ${await page.title()}`);
  if (width >= (WHOLE.get(path) ?? Infinity)) found.push(...(await page.evaluate(hidesColumns)));
  if (width < PHONE) found.push(...(await page.evaluate(zoomsIn)));
  const headings = await page.locator('h1:visible').count();
  if (headings !== 1) found.push(`has ${headings} headings`);
  if (theme) found.push(...(await seriousFindings(page)));
  return found;
}

/** Puts the open page into a room. */
async function moveInto({ page }: Visitor, { width, height, theme = 'light' }: Room): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  // The browser tells the page of another theme with its next frame.
  await page.locator(`html[data-theme=${theme}]`).waitFor({ state: 'attached' });
  await page.locator('h1:visible').first().waitFor();
}

/** Opens a browser as an account, at a width at which nothing is hidden. */
const come = (as: number | null) =>
  stage.visitor({
    ...(as === null ? {} : { as }),
    browser: { viewport: { width: 1440, height: 900 }, colorScheme: 'light', reducedMotion: 'reduce' },
  });

describe('every page, with 300 characters, one long word and emoji in every text and every text field', () => {
  test.each(LOOKED_AT)(
    'for %s: at no width sticks anything out or is a control cut off, it follows the theme, and axe finds nothing serious',
    async (_who, as, paths) => {
      const visitor = await come(as);
      const { page } = visitor;
      await bringLongTexts(page);
      const found: string[] = [];
      for (const path of paths) {
        await openAnew(visitor, path.replace(CHAT, chatName));
        for (const room of ROOMS) {
          await moveInto(visitor, room);
          found.push(...(await flaws(visitor, path, room)).map((flaw) => `${path}, ${room.width}: ${flaw}`));
          if (ALL) await picture(visitor, `long ${path} ${room.width}`);
        }
        if (await page.evaluate(fillEveryField, LONG)) {
          for (const room of ROOMS.filter(({ theme }: Room) => ALL || theme)) {
            await moveInto(visitor, room);
            found.push(...(await page.evaluate(sticksOut)).map((flaw) => `${path}, filled in, ${room.width}: ${flaw}`));
            if (ALL) await picture(visitor, `filled ${path} ${room.width}`);
          }
        }
        await moveInto(visitor, { width: 1440, height: 900, always: true });
      }
      expect(found).toEqual([]);
    },
    900_000,
  );
});

if (ALL) {
  describe('every page as it is', () => {
    test.each(LOOKED_AT)(
      'for %s: the same in both themes',
      async (_who, as, paths) => {
        const visitor = await come(as);
        const found: string[] = [];
        for (const path of paths) {
          await openAnew(visitor, path.replace(CHAT, chatName));
          for (const room of ROOMS) {
            for (const theme of THEMES) {
              const view = { ...room, theme };
              await moveInto(visitor, view);
              found.push(
                ...(await flaws(visitor, path, view)).map((flaw) => `${path}, ${theme}, ${room.width}: ${flaw}`),
              );
              await picture(visitor, `looks ${path} ${theme} ${room.width}`);
            }
          }
          await moveInto(visitor, { width: 1440, height: 900, always: true });
        }
        expect(found).toEqual([]);
      },
      900_000,
    );
  });
}
