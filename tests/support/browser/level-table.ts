import type { Locator, Page } from 'playwright-core';
import { LEVELS, type Level, OFFERED, SECTIONS } from '#resources/language/access.ts';

/** A control of a page that takes a right to change, found by role and name. */
type Control = readonly [role: 'link' | 'button', name: RegExp];

/** A page of a section, written down by hand (A§6, B§6, PERM-05…20). */
export interface LevelPage {
  section: string;
  /** As refusals call it. */
  title: string;
  /** What changing it is called. */
  right: string;
  address: string;
  /** Its entry in the menu, or its tab in the settings; both go where the section is denied. */
  entry: string;
  /** Open whatever the level is. */
  open?: true;
  /** Greyed below `write`. */
  controls: readonly Control[];
}

const CHANGING = 'добавление и редактирование';

/** Every page that the level of a section decides about. */
const LEVEL_PAGES: readonly LevelPage[] = [
  {
    section: 'news',
    title: 'Новости',
    right: 'создание и редактирование',
    address: '/news',
    entry: 'Новости',
    open: true,
    controls: [
      ['link', /Написать объявление/],
      ['button', /^Действия: /],
    ],
  },
  {
    section: 'tasks',
    title: 'Заявки',
    right: 'создание и редактирование',
    address: '/tasks',
    entry: 'Заявки',
    controls: [['link', /Создать новую заявку/]],
  },
  {
    section: 'residents',
    title: 'Резиденты',
    right: CHANGING,
    address: '/residents',
    entry: 'Резиденты',
    controls: [['link', /Пригласить новых/]],
  },
  {
    section: 'readings',
    title: 'Показания',
    right: CHANGING,
    address: '/readings',
    entry: 'Показания',
    controls: [
      ['link', /Добавить показания/],
      ['button', /^Обход$/],
    ],
  },
  {
    section: 'cameras',
    title: 'Камеры',
    right: CHANGING,
    address: '/cameras',
    entry: 'Камеры',
    controls: [
      ['link', /Добавить камеру/],
      ['button', /^Действия: /],
    ],
  },
  {
    section: 'employees',
    title: 'Сотрудники',
    right: CHANGING,
    address: '/settings/employees-permissions?id=3',
    entry: 'Сотрудники',
    controls: [
      ['link', /Добавить сотрудника/],
      ['button', /^Действия: /],
    ],
  },
  {
    section: 'buildings',
    title: 'Объекты',
    right: CHANGING,
    address: '/settings/buildings?id=1',
    entry: 'Объекты',
    controls: [['link', /числа месяца/]],
  },
];

/** The steps that somebody is led through: from next to nothing to everything, and on. */
export const STEPS = ['denied', 'read', 'write', 'performer'] as const;
export type Step = (typeof STEPS)[number];

/** Every section at a level, or at the nearest one that the employee form offers below it. */
export function levelsAt(step: Step): Record<string, string> {
  const nearest = (offered: readonly Level[]) =>
    offered.findLast((level) => LEVELS.indexOf(level) <= LEVELS.indexOf(step)) ?? offered[0] ?? 'denied';
  return Object.fromEntries(SECTIONS.map((section) => [section, nearest(OFFERED[section])]));
}

/** The entries of the menu at a step, in order. */
export function menuAt(step: Step): string[] {
  return step === 'denied'
    ? ['Новости', 'Настройки']
    : ['Новости', 'Заявки', 'Общение', 'Резиденты', 'Показания', 'Камеры', 'Настройки'];
}

/** The pages that a step is looked at on: there are performers of requests alone. */
export const pagesAt = (step: Step): readonly LevelPage[] =>
  step === 'performer' ? LEVEL_PAGES.filter(({ section }) => section === 'tasks') : LEVEL_PAGES;

/** What a control of a page says at a step: why it is greyed, or nothing. */
export function reasonAt(step: Step, { title, right }: LevelPage): string {
  const may = step === 'write' || step === 'performer';
  return may ? '' : `Нет права «${title}: ${right}». Вам доступен просмотр`;
}

/** Of what a control is described by, what is about rights. */
function rightsOf(control: Locator): Promise<string> {
  return control.evaluate((element) => {
    const said = document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent ?? '';
    return /^(Нет права|Пока неизвестно)/.test(said) ? said : '';
  });
}

/**
 * Waits until a control says what is wanted about rights, and is greyed when that is something.
 * @returns what it says in the end
 */
export async function settledReason(page: Page, [role, name]: Control, wanted: string): Promise<string> {
  const control = page.getByRole(role, { name }).first();
  await control.waitFor();
  for (let look = 0; look < 400; look += 1) {
    const said = await rightsOf(control);
    const greyed = (await control.getAttribute('aria-disabled')) === 'true';
    if (said === wanted && (greyed || wanted === '')) break;
    await page.waitForTimeout(50);
  }
  return rightsOf(control);
}
