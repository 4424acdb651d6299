import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BuilderDriver, type WantedDefinition } from './builder-driver.ts';
import type { Hands } from './hands.ts';
import type { Stage, Visitor } from './stage.ts';

const EXAMPLES = fileURLToPath(new URL('../../../docs/examples', import.meta.url));
/** Looks for a draft, each after a pause, ms; a draft is kept some time after the last change. */
const LOOKS = 100;
const PAUSE = 100;

/** What a file says, but for where its schema lies: that is another place for each folder. */
function parsed(text: string): WantedDefinition {
  const { $schema: _, ...definition } = JSON.parse(text);
  return definition;
}

/** A section that the documents have. */
export const exampleSection = async (name: string): Promise<WantedDefinition> =>
  parsed(await readFile(join(EXAMPLES, `${name}.json`), 'utf8'));

/** What is kept of a section that is not applied yet, once it is what is waited for; what it was last where it never is. */
export async function draftText(
  { page }: Visitor,
  name: string,
  isAwaited: (text: string) => boolean,
): Promise<string> {
  let text = '';
  for (let looks = 0; looks < LOOKS && !isAwaited(text); looks += 1) {
    await page.waitForTimeout(PAUSE);
    text = await page.evaluate((end) => {
      const key = Object.keys(localStorage).find((one) => one.endsWith(end));
      return key ? JSON.parse(localStorage.getItem(key) ?? '{}').values?.text : '';
    }, `/definitions/${name}`);
  }
  return text;
}

/**
 * Builds a section of the documents from nothing and applies it. On the way all steps are taken back and made again.
 * @param hands what it is done with
 * @param width of the window, CSS pixels
 */
export async function buildsItsFile(stage: Stage, name: string, hands: Hands, width: number): Promise<void> {
  const wanted = await exampleSection(name);
  const visitor = await stage.visitor({ as: 1, browser: { viewport: { width, height: 900 } } });
  // A new section is looked for before it is made.
  visitor.forgive(new RegExp(`404 .*files/${name}\\.json`));
  const driver = new BuilderDriver(visitor, hands);
  await visitor.open('/definitions');
  await driver.begin(wanted);
  const blank = await draftText(visitor, name, (text) => text !== '');
  await driver.build(wanted);
  const isWanted = (text: string) =>
    text !== '' && JSON.stringify(sorted(parsed(text))) === JSON.stringify(sorted(wanted));
  const built = await draftText(visitor, name, isWanted);
  expect(parsed(built)).toEqual(wanted);

  const steps = await driver.stepThrough('undo');
  expect(steps).toBeGreaterThan(Object.keys(wanted.fields).length);
  expect(await draftText(visitor, name, (text) => text === blank)).toBe(blank);
  expect(await driver.stepThrough('redo')).toBe(steps);
  expect(await draftText(visitor, name, (text) => text === built)).toBe(built);

  await driver.apply();
  expect(parsed(await readFile(join(stage.product.resourcesDir, `${name}.json`), 'utf8'))).toEqual(wanted);
}

/** The same with the keys of all objects in one order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, member]) => [key, sorted(member)]));
}
