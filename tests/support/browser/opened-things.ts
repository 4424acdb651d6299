import type { Locator, Page } from 'playwright-core';

/** Something that opens over a page, or beside its list. */
export interface Opening {
  /** Its name in the report of a flaw. */
  name: string;
  /** Steps before it can be opened. */
  before?: (page: Page) => Promise<void>;
  /** The element that has the focus when it is opened, and gets it back. */
  opener: (page: Page) => Locator;
  /** Chosen in the menu that the opener opens. */
  item?: (page: Page) => Locator;
  /** The key that opens it; Enter when left out. */
  key?: string;
  thing: (page: Page) => Locator;
  /** The element that must stay in one row while it is open. */
  inOneRow?: (page: Page) => Locator;
  /**
   * How it is opened for a look on a phone where it does not outlive that the window narrows, or what it was opened by does not:
   * again before the window narrows, or in this way in a narrow one.
   */
  phone?: 'again' | ((page: Page) => Promise<void>);
  /** Things that open over it in turn. */
  within?: readonly Opening[];
}

const dialog = (name: string | RegExp) => (page: Page) => page.getByRole('dialog', { name });
const menu = (page: Page) => page.getByRole('menu');
const card = (page: Page) => page.getByRole('complementary');
/** In the page itself, the first with this name. */
const button = (name: string | RegExp) => (page: Page) => page.locator('#root').getByRole('button', { name }).first();
const inCard = (name: string | RegExp) => (page: Page) => card(page).getByRole('button', { name }).first();
/** Nobody has a menu of their own record. */
const dots: Opening = {
  name: 'the menu of a record',
  opener: (page) => page.locator('#root button[aria-haspopup=menu]:not([aria-disabled=true])').first(),
  thing: menu,
};
const views: Opening = { name: 'views', opener: button('Сохранённые виды'), thing: dialog('Сохранённые виды') };
const sideCard = (opener: Opening['opener'], within: readonly Opening[] = []): Opening => ({
  name: 'the card',
  opener,
  thing: card,
  within,
});
const menuItem = (name: string) => (page: Page) => page.getByRole('menuitem', { name });
const ofGroups = (name: string): Opening => ({
  name,
  opener: button('Группы и настройки чата'),
  item: menuItem(name),
  thing: dialog(name),
});
const message = (page: Page) => page.getByRole('textbox', { name: 'Сообщение' });
/** Opens the chat of a group. */
async function openGroup(page: Page): Promise<void> {
  await button(/Дежурная смена/)(page).click();
  await message(page).waitFor();
}
const firstOfTable = (page: Page) => page.locator('tbody button').first();

/** Pages with what opens on them by the keyboard alone (tests/e2e/looks-opened.test.ts). */
export const OPENED: readonly (readonly [address: string, openings: readonly Opening[]])[] = [
  [
    '/news',
    [
      { name: 'the selector', opener: button(/^Выбор домов/), thing: dialog('Выбор домов') },
      { name: 'the search', opener: button('Найти'), thing: dialog('Поиск по всем разделам') },
      { name: 'the keys', opener: button('Найти'), key: '?', thing: dialog('Клавиши') },
      { name: 'notifications', opener: button(/^Уведомления/), thing: dialog('Уведомления') },
      { name: 'pictures', opener: button(/^Фото 1 из/), thing: (page) => page.getByRole('dialog') },
      dots,
    ],
  ],
  [
    '/tasks?period=month',
    [
      { name: 'services', opener: button('Все услуги'), thing: dialog('Услуги') },
      { name: 'performers', opener: button('Все исполнители'), thing: dialog('Исполнитель') },
      views,
      { name: 'the menu of a card', opener: button(/^Действия с заявкой/), thing: menu },
      {
        name: 'the card',
        opener: (page) => page.locator('[data-stage="created"] [data-card]').first(),
        thing: card,
        inOneRow: (page) => page.locator('main search > div > *'),
        within: [
          { name: 'performers to choose', opener: inCard('Назначить'), thing: dialog('Выберите исполнителя заявки') },
          { name: 'the reason', opener: inCard('Отменить заявку'), thing: dialog('Укажите причину отмены') },
          {
            name: 'the edited request',
            opener: inCard(/^Действия с заявкой/),
            item: menuItem('Изменить заявку'),
            thing: dialog('Изменить заявку'),
          },
        ],
      },
    ],
  ],
  [
    '/tasks?period=month&view=list',
    [
      { name: 'columns', opener: button('Столбцы'), thing: dialog('Столбцы') },
      {
        name: 'one reason for many',
        before: (page) =>
          page
            .getByRole('checkbox', { name: /^Выбрать: / })
            .first()
            .check(),
        opener: button('Отменить заявки'),
        phone: 'again',
        thing: dialog('Укажите причину отмены'),
      },
    ],
  ],
  ['/create-task', [{ name: 'templates', opener: button('Шаблоны'), thing: dialog('Шаблоны заявок') }]],
  [
    '/create-news-form',
    [
      {
        name: 'the preview of what is planned',
        before: (page) => page.getByRole('radio', { name: 'В назначенное время' }).check(),
        opener: button('Посмотреть, как увидят жители'),
        thing: dialog('Так объявление увидят жители'),
      },
    ],
  ],
  [
    '/chats',
    [
      { name: 'the menu of groups', opener: button('Группы и настройки чата'), thing: menu },
      ofGroups('Создать группу'),
      ofGroups('Фото в чате'),
      {
        name: 'a group',
        before: openGroup,
        opener: button('Участники и настройки группы'),
        phone: 'again',
        thing: (page) => page.getByRole('dialog'),
      },
      {
        name: 'answers',
        before: (page) => page.getByRole('button', { name: 'Быстрые ответы', exact: true }).click(),
        opener: button('Настроить ответы'),
        phone: async (page) => {
          await message(page).fill('');
          await message(page).fill('/');
          await page.getByRole('button', { name: 'Настроить ответы' }).click();
        },
        thing: dialog('Быстрые ответы'),
      },
    ],
  ],
  ['/residents?buildings_id=1', [sideCard(button(/^кв\./), [{ ...dots, opener: inCard(/^Действия/) }])]],
  [
    '/readings',
    [
      { name: 'months', opener: button(/^за /), thing: (page) => page.getByRole('dialog') },
      views,
      sideCard(firstOfTable),
    ],
  ],
  [
    '/cameras',
    [
      {
        name: 'a large camera',
        opener: button(/^Увеличить/),
        phone: 'again',
        thing: (page) => page.getByRole('dialog'),
      },
      { ...dots, phone: 'again' },
    ],
  ],
  ['/shift', [{ name: 'the hand-over', opener: button('Сдать смену'), thing: dialog('Сдать смену?') }]],
  ['/settings/employees-permissions', [dots, sideCard(firstOfTable)]],
  ['/settings/buildings', [sideCard(firstOfTable)]],
];
