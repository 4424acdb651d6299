import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { I18nContextProvider } from 'react-admin';
import { areaTabs, buildSections } from '#console/app/sections.ts';
import { makeI18nProvider } from '#console/data/providers/providers.ts';
import { session } from '#console/data/session/session.ts';
import { MenuContext } from '#console/shell/menu/menu-sections.ts';
import { SearchButton, SearchHost } from '#console/shell/search/search-host.tsx';
import { AreaTabsContext } from '#console/shell/settings-area.tsx';
import { BUILT_IN } from '#resources/built-in.ts';
import type { FoundItem } from '#resources/protocol/search/everything.ts';
import { HOUSES } from '#tests/support/console/engine-stage.tsx';
import { suggested, TYPED } from '#tests/support/console/residents.ts';
import { type Reply, serveAnswers } from '#tests/support/console/server.ts';
import { renderOnStage } from '#tests/support/console/stage.tsx';

const FLAT: FoundItem = {
  kind: 'flat',
  id: 54,
  resource: null,
  title: '',
  detail: '',
  place: { building: 3, street: 'ул. Лесная', number: '12', complex: 'ЖК «Роща»' },
  unit: { id: 54, unit_type: 'flat', label: '48' },
  phone_number: null,
  chat: null,
  stage: null,
  resolution: null,
  score: 96,
};
const EVERYTHING = 'GET /api/crm/search/everything/';
const CAMERAS = {
  json: [{ id: 9, name: 'Лесной двор', link: 'https://cam.example.org', buildings: [3], is_all_buildings: true }],
};
const FAILED = 'Поиск не ответил. Повторите через минуту';
const FORBIDDEN = { status: 404, json: { detail: 'Нет такой заявки' } };

function open(everything: boolean, cameras: Reply = CAMERAS) {
  session.token.set('stored');
  session.permissions.set({ residents: 'read', tasks: 'write', cameras: 'read' });
  session.features.set(everything ? { everything: true } : {});
  const server = serveAnswers({
    'GET /api/crm/buildings/': { json: HOUSES.map((one) => ({ ...one, is_all_porches: true })) },
    ...(everything
      ? { [EVERYTHING]: { json: { search_str: 'лесная 12 48', results: [FLAT] } } }
      : {
          [TYPED]: { json: suggested() },
          'GET /api/crm/cameras/': cameras,
          'GET /api/crm/tasks/48/': FORBIDDEN,
        }),
  });
  const view = renderOnStage(
    <>
      <SearchButton rail={false} />
      <SearchHost />
    </>,
  );
  return { ...view, server };
}

const box = () => screen.findByRole('combobox', { name: 'Поиск по всем разделам' });

test('SHELL-25: Ctrl+K in either layout opens one box, whose first line is gone to by Enter; Esc gives the focus back', async () => {
  const { server } = open(true);
  const button = screen.getByRole('button', { name: 'Найти' });
  act(() => button.focus());
  await userEvent.keyboard('{Control>}[KeyK]{/Control}');
  expect(await box()).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(button).toHaveFocus();
  await userEvent.click(button);
  await userEvent.type(await box(), 'лесная 12 48');
  expect(await screen.findByRole('option', { name: /ул\. Лесная, 12, кв\. 48/u })).toBeVisible();
  expect(server.callsTo(EVERYTHING).length).toBeGreaterThan(0);
  await userEvent.keyboard('{Enter}');
  await waitFor(() =>
    expect(screen.getByTestId('address')).toHaveTextContent('/residents?buildings_id=3&unit_entry=48&unit=54'),
  );
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('SHELL-25: forms that are open to the person are actions, found in the wrong layout too', async () => {
  open(true);
  await userEvent.click(screen.getByRole('button', { name: 'Найти' }));
  await userEvent.type(await box(), 'cjplfnm');
  expect(await screen.findByRole('option', { name: /Создать/u })).toBeVisible();
  expect(screen.queryByRole('option', { name: /Добавить камеру/u })).toBeNull();
});

test('SHELL-25: a server without the addition is asked by the calls of the documents', async () => {
  const { server } = open(false);
  await userEvent.click(screen.getByRole('button', { name: 'Найти' }));
  await userEvent.type(await box(), 'лесн');
  expect(await screen.findByRole('option', { name: /ул\. Лесная, 12/u })).toBeVisible();
  expect(await screen.findByRole('option', { name: /Лесной двор/u })).toBeVisible();
  expect(server.callsTo(EVERYTHING)).toEqual([]);
});

test('SHELL-25: of a server without the addition a refused part is left out, a failure is said', async () => {
  const { unmount } = open(false, { status: 403, json: { detail: 'Нет прав' } });
  await userEvent.click(screen.getByRole('button', { name: 'Найти' }));
  await userEvent.type(await box(), 'лесн');
  expect(await screen.findByRole('option', { name: /ул\. Лесная, 12/u })).toBeVisible();
  expect(screen.queryByText(FAILED)).toBeNull();
  unmount();
  open(false, { status: 500, json: {} });
  await userEvent.click(screen.getByRole('button', { name: 'Найти' }));
  await userEvent.type(await box(), 'лесн');
  expect(await screen.findByText(FAILED)).toBeVisible();
});

const SECTIONS = buildSections([]);
const MENU = SECTIONS.flatMap(({ menu }) => menu ?? []);
const i18n = makeI18nProvider(BUILT_IN);

/** A typed text, and which page or action comes first; null: none of them fits. */
const FIRST: readonly (readonly [typed: string, first: string | null])[] = [
  ['новости', 'Новости'],
  ['yjdjcnb', 'Новости'],
  ['нов', 'Новости'],
  ['объявления', 'Новости'],
  ['заявки', 'Заявки'],
  ['pfzdrb', 'Заявки'],
  ['доска', 'Заявки'],
  ['дежурство', 'Дежурство'],
  ['смена', 'Дежурство'],
  ['общение', 'Общение'],
  ['чат', 'Общение'],
  ['xfn', 'Общение'],
  ['жалобы', 'Общение'],
  ['резиденты', 'Резиденты'],
  ['htpbltyns', 'Резиденты'],
  ['жители', 'Резиденты'],
  ['показания', 'Показания'],
  ['счётчики', 'Показания'],
  ['счетчики', 'Показания'],
  ['камеры', 'Камеры'],
  ['КАМЕРЫ', 'Камеры'],
  ['настройки', 'Настройки'],
  ['сотрудники', 'Сотрудники'],
  ['права', 'Сотрудники'],
  ['кто что может', 'Кто что может в доме'],
  ['объекты', 'Объекты'],
  ['компания', 'Компания'],
  ['журнал', 'Журнал'],
  ['профиль', 'Профиль'],
  ['пароль', 'Профиль'],
  ['создать заявку', 'Создать новую заявку'],
  ['cjplfnm pfzdre', 'Создать новую заявку'],
  ['заявку создать', 'Создать новую заявку'],
  ['новая заявка', 'Создать новую заявку'],
  ['написать объявление', 'Написать объявление'],
  ['новое объявление', 'Написать объявление'],
  ['пригласить', 'Пригласить новых'],
  ['пригласить резидента', 'Пригласить новых'],
  ['импорт резидентов', 'Пригласить новых: списком'],
  ['импорт', 'Пригласить новых: списком'],
  ['загрузить файл', 'Пригласить новых: списком'],
  ['резиденты списком', 'Пригласить новых: списком'],
  ['добавить показания', 'Добавить показания'],
  ['добавить камеру', 'Добавить камеру'],
  ['новая камера', 'Добавить камеру'],
  ['добавить сотрудника', 'Добавить сотрудника'],
  ['лесная', null],
];

test('SHELL-25: pages and actions are found by their words, other words for them, and in the wrong layout', async () => {
  session.token.set('stored');
  const open = { news: 'write', tasks: 'write', residents: 'write', readings: 'write', cameras: 'write' };
  session.permissions.set({ ...open, chats: 'read', employees: 'write', buildings: 'write' });
  session.features.set({ everything: true, journal: true, shift: true, employees: true });
  serveAnswers({
    'GET /api/crm/buildings/': { json: [] },
    [EVERYTHING]: ({ url }) => ({ json: { search_str: new URL(url).searchParams.get('q'), results: [] } }),
  });
  renderOnStage(
    <I18nContextProvider value={i18n}>
      <MenuContext value={MENU}>
        <AreaTabsContext value={areaTabs(SECTIONS)}>
          <SearchButton rail={false} />
          <SearchHost />
        </AreaTabsContext>
      </MenuContext>
    </I18nContextProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Найти' }));
  const input = await box();
  const found = FIRST.map(([typed]) => {
    fireEvent.change(input, { target: { value: typed } });
    return [typed, screen.queryAllByRole('option')[0]?.querySelector('b')?.textContent ?? null];
  });
  expect(found).toEqual(FIRST);
});
