import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { areaTabs, buildSections, sectionFromResource } from '#console/app/sections.ts';
import { settingsHome } from '#console/sections/settings/settings-home.ts';
import { madeUp } from '#tests/support/console/definitions.ts';
import { BUILDING_LIST_CALL, building, openSettings, paged, settingsServer } from '#tests/support/console/settings.tsx';

const COMPANY = 'GET /api/crm/settings/company-profile/';
const FIRM = { id: 1, name_full: 'ООО «Дом»', name_short: 'Дом', avatar: null, phones: [], license_on: null };
const PAGES = {
  [COMPANY]: { json: FIRM },
  [BUILDING_LIST_CALL]: paged([building(3)]),
  'GET /api/crm/employee/': paged([]),
};
const tab = async (name: string) =>
  within(await screen.findByRole('navigation', { name: 'Разделы настроек' })).getByRole('link', { name });

describe('where the settings lead', () => {
  test.each([
    [{ employees: 'read', buildings: 'write' }, '/settings/employees-permissions'],
    [{ employees: 'write', buildings: 'denied' }, '/settings/employees-permissions'],
    [{ employees: 'denied', buildings: 'read' }, '/settings/buildings'],
    [{ employees: 'denied', buildings: 'denied' }, '/settings/company-profile'],
    [{}, '/settings/company-profile'],
  ] as const)('SET-01, SET-02: with %j to %s', (levels, page) => {
    expect(settingsHome(levels)).toBe(page);
  });

  test('SET-01: the address itself leads on', async () => {
    settingsServer({ buildings: 'read' }, PAGES);
    const { where } = openSettings('/settings');
    await waitFor(() => expect(where()).toBe('/settings/buildings'));
  });

  test('SHELL-16, SHELL-10: the menu has «Настройки» for everybody, marked on every page of it', () => {
    const menu = buildSections([]).find(({ name }) => name === 'settings')?.menu;
    expect(menu).toEqual({ path: '/settings', label: 'Настройки', icon: 'settings', within: true });
  });
});

describe('the tab bar', () => {
  test('SET-03, SHELL-20: is «Сотрудники», «Объекты», «Компания», what an installation adds follows', () => {
    const labels = (more: Parameters<typeof buildSections>[0]) =>
      areaTabs(buildSections(more)).flatMap(({ label, aside }) => (aside ? [] : [label]));
    expect(labels([])).toEqual(['Сотрудники', 'Объекты', 'Компания']);
    const added = madeUp({ area: 'settings' });
    expect(labels([added])).toEqual(['Сотрудники', 'Объекты', 'Компания', 'Ключи']);
    expect(sectionFromResource(added).menu).toBeUndefined();
  });

  test('SET-03: stands on each page, which is titled «Настройки», with the page at hand marked', async () => {
    settingsServer({ employees: 'read', buildings: 'read' }, PAGES);
    openSettings('/settings/buildings');
    expect(await screen.findByRole('heading', { level: 1, name: 'Настройки' })).toBeVisible();
    expect(await tab('Объекты')).toHaveAttribute('aria-current', 'page');
    await userEvent.click(await tab('Компания'));
    await waitFor(async () => expect(await tab('Компания')).toHaveAttribute('aria-current', 'page'));
    expect(await tab('Объекты')).not.toHaveAttribute('aria-current');
    expect(await screen.findByRole('heading', { name: 'Дом' })).toBeVisible();
  });

  test('SHELL-17, SHELL-18: a tab without the right to see it is greyed, leads nowhere and says why', async () => {
    settingsServer({ employees: 'denied', buildings: 'denied' }, PAGES);
    const { where } = openSettings('/settings/company-profile');
    for (const name of ['Сотрудники', 'Объекты']) {
      const greyed = await tab(name);
      expect(greyed).toHaveAttribute('aria-disabled', 'true');
      expect(greyed).toHaveAccessibleDescription(`Нет права «${name}: просмотр». Раздел для вас закрыт`);
      await userEvent.click(greyed);
      expect(where()).toBe('/settings/company-profile');
    }
  });

  test.each(['read', 'write'])('SHELL-18, PERM-20: %s is right enough for a tab', async (level) => {
    settingsServer({ employees: level, buildings: level }, PAGES);
    openSettings('/settings/company-profile');
    expect(await tab('Сотрудники')).toHaveAttribute('href', '/settings/employees-permissions');
    expect(await tab('Объекты')).toHaveAttribute('href', '/settings/buildings');
  });

  test('SHELL-19: «Компания» is open to who may see nothing', async () => {
    settingsServer({}, PAGES);
    openSettings('/settings/company-profile');
    expect(await tab('Компания')).toHaveAttribute('href', '/settings/company-profile');
    expect(await tab('Компания')).not.toHaveAttribute('aria-disabled');
  });

  test('SHELL-30: the building selector is greyed on the pages of the settings', async () => {
    settingsServer({ buildings: 'read' }, PAGES);
    openSettings('/settings/buildings');
    const selector = await screen.findByRole('button', { name: /Выбор домов|Все объекты/ });
    expect(selector).toHaveAttribute('aria-disabled', 'true');
    expect(selector).toHaveAccessibleDescription('Здесь показаны все объекты');
  });

  test('SET-04, PERM-13: «Добавить сотрудника» stands with the staff alone, and works with the right to write', async () => {
    settingsServer({ employees: 'write', buildings: 'write' }, PAGES);
    const { router } = openSettings('/settings/employees-permissions');
    const add = (await screen.findAllByRole('link', { name: /Добавить сотрудника/ }))[0];
    expect(add).toHaveAttribute('href', '/settings/add-employee');
    for (const page of ['/settings/buildings', '/settings/meters-readings', '/settings/company-profile']) {
      await act(() => router.navigate(page));
      await waitFor(() => expect(screen.queryByText(/Добавить сотрудника/)).toBeNull());
    }
  });

  test('SET-04: with the right to read it is greyed', async () => {
    settingsServer({ employees: 'read' }, PAGES);
    openSettings('/settings/employees-permissions');
    const [add] = await screen.findAllByText(/Добавить сотрудника/);
    expect(add?.closest('a[href], [aria-disabled]')).toHaveAttribute('aria-disabled', 'true');
  });
});
