import type { Locator, Page } from 'playwright-core';
import { LEVELS, type Level, OFFERED, SECTIONS } from '#resources/language/access.ts';

/** A control of a page that takes a right to change, found by role and name; of another section where it names one. */
type Control = readonly [role: 'link' | 'button', name: RegExp, section?: string];

/** A page of a section, written down by hand (A§6, B§6, PERM-05…20). */
export interface LevelPage {
  section: string;
  /** As refusals call it. */
  title: string;
  /** What changing it is called. */
  right: string;
  address: string;
  /** Its tab in the settings, closed where the section is denied. */
  tab?: string;
  /** Open whatever the level is. */
  open?: true;
  /** Greyed below `write`. */
  controls: readonly Control[];
  /** Links to records, which below `write` are there as plain lines: their place, and the beginning of their address (PERM-14). */
  links?: readonly [place: string, address: string];
}

const CHANGING = 'добавление и редактирование';

/** Every page that the level of a section decides about. */
const LEVEL_PAGES: readonly LevelPage[] = [
  {
    section: 'news',
    title: 'Новости',
    right: 'создание и редактирование',
    address: '/news',
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
    controls: [['link', /Создать новую заявку/]],
  },
  {
    section: 'residents',
    title: 'Резиденты',
    right: CHANGING,
    address: '/residents',
    controls: [['link', /Пригласить новых/]],
  },
  {
    section: 'readings',
    title: 'Показания',
    right: CHANGING,
    address: '/readings',
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
    tab: 'Сотрудники',
    controls: [
      ['link', /Добавить сотрудника/],
      ['button', /^Действия: /],
      ['button', /^Посмотреть глазами сотрудника/],
      ['link', /Написать сообщение/, 'chats'],
    ],
  },
  {
    section: 'buildings',
    title: 'Объекты',
    right: CHANGING,
    address: '/settings/buildings?id=1',
    tab: 'Объекты',
    controls: [
      ['link', /числа месяца/],
      ['link', /Кто что может/, 'employees'],
    ],
  },
  {
    section: 'buildings',
    title: 'Объекты',
    right: CHANGING,
    address: '/profile',
    open: true,
    controls: [],
    links: ['section:has(h2:has-text("Мои объекты")) li', '/settings/buildings?id='],
  },
];

/** What a control of another section than its page's says where that section is denied, and the level that opens it. */
const OTHERS: Readonly<Record<string, string>> = {
  chats: 'Нет права «Общение: чтение и ответы». Раздел для вас закрыт',
  employees: 'Нет права «Сотрудники: просмотр». Раздел для вас закрыт',
};

/** Sections that the two last steps tell apart: what one of them opens the other one closes. */
const HALF: ReadonlySet<string> = new Set(['tasks', 'residents', 'cameras', 'buildings']);

/** The steps that somebody is led through: from next to nothing to everything, then half of the sections and the other half. */
export const STEPS = ['denied', 'read', 'write', 'performer', 'one half', 'other half'] as const;
export type Step = (typeof STEPS)[number];

function wantedAt(step: Step, section: string): Level {
  if (step === 'one half') return HALF.has(section) ? 'write' : 'denied';
  if (step === 'other half') return HALF.has(section) ? 'denied' : 'write';
  return step;
}

/** Every section at the level of a step, or at the nearest one that the employee form offers below it. */
export function levelsAt(step: Step): Record<string, Level> {
  const nearest = (section: (typeof SECTIONS)[number]) => {
    const wanted = LEVELS.indexOf(wantedAt(step, section));
    return OFFERED[section].findLast((level) => LEVELS.indexOf(level) <= wanted) ?? OFFERED[section][0] ?? 'denied';
  };
  return Object.fromEntries(SECTIONS.map((section) => [section, nearest(section)]));
}

/** The menu in order, each entry with the section that it goes away with. */
const MENU = [
  ['Новости'],
  ['Заявки', 'tasks'],
  ['Общение', 'chats'],
  ['Резиденты', 'residents'],
  ['Показания', 'readings'],
  ['Камеры', 'cameras'],
  ['Настройки'],
] as const;

/** The entries of the menu at a step, in order. */
export const menuAt = (step: Step): string[] =>
  MENU.filter(([, section]) => !section || wantedAt(step, section) !== 'denied').map(([label]) => label);

/** The pages that a step is looked at on: there are performers of requests alone. */
export const pagesAt = (step: Step): readonly LevelPage[] =>
  step === 'performer' ? LEVEL_PAGES.filter(({ section }) => section === 'tasks') : LEVEL_PAGES;

/** Whether the page of a section is open at a step. */
export const isOpenAt = (step: Step, { section, open }: LevelPage): boolean =>
  open === true || wantedAt(step, section) !== 'denied';

const changes = (step: Step, section: string) => ['write', 'performer'].includes(wantedAt(step, section));

/** What a control of a page says at a step: why it is greyed, or nothing. */
export function reasonAt(step: Step, { section, title, right }: LevelPage, [, , other]: Control): string {
  if (other) return wantedAt(step, other) === 'denied' ? (OTHERS[other] ?? '') : '';
  return changes(step, section) ? '' : `Нет права «${title}: ${right}». Вам доступен просмотр`;
}

/** Of what a control is described by, what is about rights. */
function rightsOf(control: Locator): Promise<string> {
  return control.evaluate((element) => {
    const said = document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent ?? '';
    return /^(Нет права|Пока неизвестно)/.test(said) ? said : '';
  });
}

/**
 * Waits until a control says what is wanted about rights, and is greyed when that is something, and only then.
 * @returns what it says in the end, and whether it is greyed
 */
export async function settledReason(
  page: Page,
  [role, name]: Control,
  wanted: string,
): Promise<readonly [said: string, greyed: boolean]> {
  const control = page.getByRole(role, { name }).first();
  await control.waitFor();
  const now = async () => [await rightsOf(control), (await control.getAttribute('aria-disabled')) === 'true'] as const;
  for (let look = 0; look < 400; look += 1) {
    const [said, greyed] = await now();
    if (said === wanted && greyed === (wanted !== '')) break;
    await page.waitForTimeout(50);
  }
  return now();
}

/** Whether the records of a page are links at a step, once their lines are there. */
export async function linkedAt(page: Page, [place, address]: readonly [string, string], step: Step, section: string) {
  const wanted = changes(step, section);
  await page.locator(place).first().waitFor();
  const links = page.locator(`${place} a[href^="${address}"]`);
  for (let look = 0; look < 400 && (await links.count()) > 0 !== wanted; look += 1) await page.waitForTimeout(50);
  return { wanted, linked: (await links.count()) > 0 };
}
