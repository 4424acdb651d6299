import type { Locator, Page } from 'playwright-core';
import { KIND_NAMES } from '#resources/language/kinds/registry.ts';
import { getKind } from '#resources/language/payload.ts';

/** How a field of a kind is filled in a form, and how what it holds is read there. */
export interface Filling {
  /** Uses the input as a person does. @returns what lists and cards then show of it; '' for a sign or a number */
  fill(page: Page, label: string): Promise<string>;
  /** The value that the input shows. */
  held(page: Page, label: string): Promise<string>;
}

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Waits until nothing of a form is on its way to the server: before, it would not be sent. */
export const uploaded = (page: Page) => page.waitForFunction(() => !document.querySelector('[role=progressbar]'));

const box = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const group = (page: Page, label: string) => page.getByRole('group', { name: label, exact: true });
const textIn = (input: Locator) => input.inputValue();
const heldText: Filling['held'] = (page, label) => textIn(box(page, label));

/** A box that is typed into key by key. */
const typed = (keys: string, shown: string): Filling => ({
  fill: async (page, label) => {
    await box(page, label).pressSequentially(keys);
    return shown;
  },
  held: heldText,
});

/** A date, whose parts are typed one after the other. */
const dated = (keys: readonly string[], shown: string): Filling => ({
  fill: async (page, label) => {
    await box(page, label).click();
    await page.keyboard.press('Home');
    for (const key of keys) await page.keyboard.type(key);
    return shown;
  },
  held: heldText,
});

/** The first of what a search box offers. */
const offered = (part: string): Filling => ({
  fill: async (page, label) => {
    await box(page, label).click();
    if (part) await box(page, label).pressSequentially(part);
    await page.locator('[role=listbox] [role=option]').first().click();
    return '';
  },
  held: heldText,
});

/** The first tick or option of a group, or the one that is named. */
const ticked = (role: 'checkbox' | 'radio', name?: string, shown = ''): Filling => {
  const one = (page: Page, label: string) =>
    group(page, label)
      .getByRole(role, name === undefined ? {} : { name, exact: true })
      .first();
  return {
    fill: async (page, label) => {
      await one(page, label).check();
      return shown;
    },
    held: async (page, label) => ((await one(page, label).isChecked()) ? 'ticked' : 'not ticked'),
  };
};

const FILLINGS: Readonly<Record<string, Filling>> = {
  text: typed('Заполнено рукой', 'Заполнено рукой'),
  'long-text': typed('Первая строка', 'Первая строка'),
  lines: typed('Первый пункт', 'Первый пункт'),
  choice: ticked('radio', 'Использован', 'Использован'),
  phone: typed('9161234567', '+7 (916) 123-45-67'),
  link: typed('https://example.ru/dogovor', 'example.ru/dogovor'),
  checkbox: ticked('checkbox', 'Да', 'Да'),
  number: typed('7,5', '7,5 м²'),
  money: typed('1250,5', '1 250,50'),
  date: dated(['05032036'], '5 марта 2036'),
  month: dated(['март', '2036'], 'март 2036'),
  time: dated(['0930'], '09:30'),
  duration: typed('1:30', '1 ч 30 мин'),
  email: typed('dom@example.ru', 'dom@example.ru'),
  'company-number': typed('7707083893', '7707083893'),
  files: {
    fill: async (page, label) => {
      await group(page, label)
        .locator('input[type=file]')
        .setInputFiles({ name: 'Опись.png', mimeType: 'image/png', buffer: PICTURE });
      await group(page, label).getByText('Опись.png').waitFor();
      await uploaded(page);
      return 'Опись.png';
    },
    held: (page, label) => group(page, label).getByText('Опись.png').innerText(),
  },
  building: offered(''),
  buildings: ticked('checkbox', 'Выбрать все'),
  unit: offered(''),
  reference: offered('а'),
  references: {
    fill: async (page, label) => {
      await box(page, label).fill('а');
      const option = page.locator('[role=listbox] [role=option]').first();
      const name = await option.innerText();
      await option.click();
      return name;
    },
    held: (page, label) => box(page, label).locator('xpath=..').locator('.MuiChip-label').first().innerText(),
  },
  checklist: ticked('checkbox'),
  avatar: {
    fill: async (page, label) => {
      await group(page, label)
        .locator('input[type=file]')
        .setInputFiles({ name: 'Портрет.png', mimeType: 'image/png', buffer: PICTURE });
      await group(page, label).locator('img').waitFor();
      await uploaded(page);
      return '';
    },
    held: async (page, label) => `${await group(page, label).locator('img').count()} picture`,
  },
  level: ticked('radio'),
  'one-of': {
    fill: async (page, label) => {
      await box(page, label).selectOption({ index: 1 });
      return box(page, label).locator('option:checked').innerText();
    },
    held: (page, label) => box(page, label).locator('option:checked').innerText(),
  },
  'some-of': {
    fill: async (page, label) => {
      const chip = group(page, label).getByRole('button').first();
      await chip.click();
      return chip.innerText();
    },
    held: async (page, label) => (await group(page, label).locator('[aria-pressed=true]').allInnerTexts()).join(),
  },
  signature: {
    fill: async (page, label) => {
      await group(page, label).getByRole('button', { name: 'Подписать' }).click();
      const pad = page.getByRole('img', { name: 'Поле для росписи' });
      const { x, y } = (await pad.boundingBox()) ?? { x: 0, y: 0 };
      await page.mouse.move(x + 40, y + 60);
      await page.mouse.down();
      await page.mouse.move(x + 120, y + 20, { steps: 5 });
      await page.mouse.move(x + 160, y + 90, { steps: 5 });
      await page.mouse.up();
      await page.getByLabel('Кто подписывает').fill('Котова А. И.');
      await page.getByRole('button', { name: 'Готово' }).click();
      await group(page, label).locator('svg title').first().waitFor({ state: 'attached' });
      return '';
    },
    held: async (page, label) => `${await group(page, label).locator('svg title').count()} drawing`,
  },
  point: {
    fill: async (page, label) => {
      await group(page, 'План')
        .locator('input[type=file]')
        .setInputFiles({ name: 'План.png', mimeType: 'image/png', buffer: PICTURE });
      await group(page, 'План').getByText('План.png').waitFor();
      await uploaded(page);
      await group(page, label)
        .getByRole('button', { name: 'Место на плане' })
        .click({ position: { x: 9, y: 9 } });
      await group(page, label).getByRole('button', { name: 'Убрать точку' }).waitFor();
      // The card draws the place (signed-records.test.ts).
      return '';
    },
    held: async (page, label) =>
      `${await group(page, label).getByRole('button', { name: 'Убрать точку' }).count()} point`,
  },
  meter: typed('000042', ''),
  moment: dated(['05032036', '1030'], '05.03.2036, 10:30'),
  rows: {
    fill: async (page, label) => {
      const rows = group(page, label);
      await rows.getByRole('button', { name: 'Добавить строку' }).click();
      await rows.getByLabel('Работа', { exact: true }).fill('Замена лампы');
      await rows.getByLabel('Количество', { exact: true }).fill('2');
      await rows.getByLabel('Цена', { exact: true }).fill('150,5');
      await rows.getByLabel('Цена', { exact: true }).blur();
      return '301,00';
    },
    held: (page, label) => group(page, label).locator('dl').innerText(),
  },
};

/** How each kind that the backend in the box keeps, and that a form asks for, is filled. @throws for a kind that has no row here */
export function everyFilling(): [kind: string, Filling][] {
  return KIND_NAMES.filter((kind) => !getKind({ kind }).isShownOnly).map((kind) => {
    const filling = FILLINGS[kind];
    if (!filling) throw new Error(`Nobody said how a field of the kind ${kind} is filled`);
    return [kind, filling];
  });
}
