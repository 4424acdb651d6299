import type { Page } from 'playwright-core';
import type { Section } from './level-table.ts';

/** A control of a page that takes a right, found by role and name. */
export interface Control {
  role: 'link' | 'button' | 'textbox' | 'menuitem';
  name: RegExp;
  /** The section it follows, where that is not its page's. */
  section?: Section;
  /** Seeing that section is enough. */
  see?: true;
  /** Greyed at every level until the form is filled in. */
  disabledUntilFilled?: true;
  /** The reason shown where the level is no hindrance. */
  message?: string;
  /** Changes a request, which a performer leaves alone while another one works on it (`resources/rules/requests/rights.ts`). */
  actsOnRequest?: true;
}

/** A page, written down by hand (PERM-05…21). */
export interface LevelPage {
  section: Section;
  address: string;
  /** `form`: open at every level, but what it loads of a closed section does not come; `free`: open whatever the level is. */
  open?: 'form' | 'free';
  /** Its tab in the settings, closed where the section is denied. */
  tab?: string;
  controls: readonly Control[];
  /** Works at every level: a way in that asks for no right (PERM-18). */
  always?: Control;
  /** Controls that appear once something is pressed or searched for; `before` does that, `after` closes it again. */
  inside?: readonly Control[];
  before?: (page: Page) => Promise<void>;
  after?: (page: Page) => Promise<void>;
  /** A text shown only to people who may change the section, beside one that all who see it get. */
  only?: readonly [beside: string, only: string];
}

/** Records of the demo company that pages are opened with. */
export interface Known {
  news: number;
  /** A request that nobody has taken, and one that somebody else works on, of the trainee's kind of work. */
  task: number;
  taken: number;
  /** A chat. */
  chat: string;
}

const act: Control = { role: 'button', name: /^Действия: / };
const button = (name: RegExp, more: Partial<Control> = {}): Control => ({ role: 'button', name, ...more });
const link = (name: RegExp, more: Partial<Control> = {}): Control => ({ role: 'link', name, ...more });
const item = (name: RegExp, more: Partial<Control> = {}): Control => ({ role: 'menuitem', name, ...more });

/** Closes a menu or a dialog. */
const close = async (page: Page) => {
  await page.keyboard.press('Escape');
  await page.locator('[role=menu], [role=dialog]').first().waitFor({ state: 'detached' });
};
const openMenu = (within: string) => async (page: Page) => {
  await page
    .locator(within)
    .getByRole('button', { name: /^Действия/ })
    .first()
    .click();
  await page.getByRole('menu').waitFor();
};
/** The search of residents is kept from one look to the next. */
const findResident = async (page: Page) => {
  const card = page.getByRole('complementary').getByRole('listitem').first();
  const box = page.getByRole('combobox', { name: 'Поиск резидентов' });
  await box.waitFor();
  if (await page.getByRole('button', { name: 'Очистить поиск' }).count()) return card.waitFor();
  await box.fill('Калинина');
  await page
    .getByRole('option', { name: /Калинина/ })
    .first()
    .click();
  await page.getByRole('button', { name: /^кв\./ }).first().click();
  await card.waitFor();
};
const openAnswers = async (page: Page) => {
  await page.getByRole('textbox', { name: 'Сообщение' }).fill('/');
  await page.getByRole('button', { name: 'Настроить ответы' }).click();
  await page.getByRole('dialog').waitFor();
};

const actsOnRequest = { actsOnRequest: true } as const;
/** Controls that change a request in progress or comment on it. */
const DETAILS: readonly Control[] = [
  button(/^Завершить$/, actsOnRequest),
  button(/^Отменить заявку$/, actsOnRequest),
  button(/^Сменить исполнителя$/, actsOnRequest),
  button(/^(Сменить|Задать) срок$/, actsOnRequest),
  { role: 'textbox', name: /^Комментарий$/ },
  button(/^Отправить$/, { disabledUntilFilled: true }),
];

/** Pages of employees and buildings, which no record of the test decides about. */
const SETTINGS_PAGES: readonly LevelPage[] = [
  {
    section: 'employees',
    address: '/settings/employees-permissions?id=3',
    tab: 'Сотрудники',
    controls: [
      link(/Добавить сотрудника/),
      act,
      button(/^Посмотреть глазами сотрудника/),
      link(/Написать сообщение/, { section: 'chats' }),
    ],
  },
  {
    section: 'employees',
    address: '/settings/add-employee',
    open: 'form',
    controls: [button(/^Добавить сотрудника$/)],
  },
  { section: 'employees', address: '/settings/edit-employee?id=3', controls: [button(/^Сохранить настройки$/)] },
  {
    section: 'buildings',
    address: '/settings/buildings?id=1',
    tab: 'Объекты',
    controls: [
      link(/числа месяца/),
      link(/камер/),
      link(/^Изменить настройки$|^Редактировать$/),
      link(/Кто что может/, { section: 'employees', see: true }),
    ],
  },
  { section: 'buildings', address: '/settings/objects-form?id=1', controls: [button(/^Сохранить изменения$/)] },
  {
    section: 'buildings',
    address: '/settings/meters-readings-form?id=1',
    controls: [button(/^Сохранить настройки$/)],
  },
  {
    section: 'buildings',
    address: '/profile',
    open: 'free',
    controls: [],
    only: ['section:has(h2:has-text("Мои объекты")) li', 'section a[href^="/settings/buildings?id="]'],
  },
];

/** Every page that the level of a section decides about. */
export function levelPages({ news, task, taken, chat }: Known): readonly LevelPage[] {
  return [
    { section: 'news', address: '/news', open: 'free', controls: [link(/Написать объявление/), act] },
    {
      section: 'news',
      address: '/create-news-form',
      open: 'free',
      controls: [button(/Заполните обязательные поля/)],
    },
    {
      section: 'news',
      address: `/edit-news-form?id=${news}`,
      open: 'free',
      controls: [button(/Внести изменения и опубликовать|Заполните обязательные поля/)],
    },
    {
      section: 'tasks',
      address: '/tasks',
      controls: [link(/Создать новую заявку/)],
      before: openMenu(`[data-card-id="${task}"]`),
      inside: [item(/^Переместить в «/)],
      after: close,
      only: ['[data-card-id] [data-card]', '[data-card-id] [data-rfd-drag-handle-draggable-id]'],
    },
    { section: 'tasks', address: `/tasks?id=${taken}`, controls: DETAILS },
    { section: 'tasks', address: '/create-task', open: 'form', controls: [button(/^Создать заявку$/)] },
    {
      section: 'residents',
      address: '/residents',
      controls: [link(/Пригласить новых/)],
      before: findResident,
      inside: [button(/^Пригласить в это помещение$/), act],
    },
    {
      section: 'residents',
      address: '/create-resident-form',
      open: 'form',
      controls: [button(/^Отправить приглашение$/)],
    },
    { section: 'residents', address: '/edit-resident-form?id=8', controls: [button(/^Сохранить изменения$/)] },
    {
      section: 'residents',
      address: '/download-resident-form',
      open: 'form',
      controls: [button(/^Проверить список$/, { disabledUntilFilled: true })],
    },
    {
      section: 'readings',
      address: '/readings',
      controls: [link(/Добавить показания/), button(/^Обход$/)],
    },
    {
      section: 'readings',
      address: '/readings?round=1',
      controls: [link(/Добавить показания/)],
      only: ['table tbody tr', 'table input[aria-label*=", квартира "]'],
    },
    {
      section: 'readings',
      address: '/add-readings',
      open: 'form',
      controls: [button(/^Добавить показания$/, { disabledUntilFilled: true })],
    },
    { section: 'cameras', address: '/cameras', controls: [link(/Добавить камеру/), act] },
    { section: 'cameras', address: '/create-camera-form', open: 'form', controls: [button(/^Добавить камеру$/)] },
    { section: 'cameras', address: '/edit-camera-form?id=1', controls: [button(/^Сохранить изменения$/)] },
    ...SETTINGS_PAGES,
    {
      section: 'chats',
      address: '/chats?complaints=true',
      open: 'free',
      controls: [button(/^Создать заявку$/, { section: 'tasks' })],
    },
    {
      section: 'chats',
      address: `/chats?chat_id=${chat}`,
      open: 'free',
      always: { role: 'textbox', name: /^Сообщение$/ },
      controls: [],
      before: openAnswers,
      inside: [button(/Добавить ответ/, { section: 'employees' })],
      after: close,
    },
  ];
}

/** Pages where rules about single records bind people who may change the section: their own card, a camera of two buildings. */
export const RECORD_PAGES: Readonly<Record<string, readonly LevelPage[]>> = {
  first: [
    {
      section: 'employees',
      address: '/settings/employees-permissions?id=10',
      controls: [
        button(/^Действия: .*Рябинин/, { message: 'Себя заблокировать или удалить нельзя' }),
        button(/^Посмотреть глазами сотрудника/, { message: 'Это вы сами: свою консоль вы уже видите' }),
      ],
    },
  ],
  second: [
    {
      section: 'cameras',
      address: '/cameras',
      controls: [],
      before: openMenu('li:has-text("Двор, ночная"), article:has-text("Двор, ночная")'),
      after: close,
      inside: [
        item(/^Редактировать$/),
        item(/^Удалить$/, { message: 'Относится и к домам, которые вам доступны не целиком, поэтому удалить нельзя' }),
      ],
    },
  ],
};
/** The entrance that is closed at a step: it is of the second building of that camera. */
export const CLOSED_AT: Readonly<Record<string, number>> = { second: 7 };

/** Pages for a performer: every page of requests, and one request that nobody has taken. */
export function performerPages(known: Known): readonly LevelPage[] {
  const free = [button(/^Назначить$/), button(/^Отменить заявку$/), button(/^(Сменить|Задать) срок$/)];
  return [
    ...levelPages(known).filter(({ section }) => section === 'tasks'),
    { section: 'tasks', address: `/tasks?id=${known.task}`, controls: free },
  ];
}
