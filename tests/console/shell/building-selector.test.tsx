import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { onFailure } from '#console/data/http/failures.ts';
import { session } from '#console/data/session/session.ts';
import { BuildingSelector } from '#console/shell/building-selector/building-selector.tsx';
import { house } from '#tests/support/console/buildings.ts';
import { type MadeUpServer, serveAnswers } from '#tests/support/console/server.ts';
import { renderOnStage } from '#tests/support/console/stage.tsx';

const LIST = 'GET /api/crm/buildings/';
const GROVE = { id: 1, name: 'Роща' };
const BUILDINGS = [
  house(3, { complex: GROVE }),
  house(5, { street: 'ул. Садовая', number: '7к2' }),
  house(8, { number: '14', complex: GROVE }),
];

let server: MadeUpServer;
beforeEach(() => {
  session.token.set('stored');
  server = serveAnswers({ [LIST]: { json: BUILDINGS } });
});

const trigger = () => screen.findByRole('button', { name: /^Выбор домов/ });
async function open() {
  await userEvent.click(await trigger());
  return screen.findByRole('dialog', { name: 'Выбор домов' });
}
const box = (name: string) => screen.getByRole('checkbox', { name });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const closed = () => expect(screen.queryByRole('dialog')).toBeNull();

describe('the building selector', () => {
  test('SHELL-21: asks for the buildings once there is a token', async () => {
    session.token.set(null);
    renderOnStage(<BuildingSelector />);
    expect(server.calls).toHaveLength(0);
    act(() => session.token.set('stored'));
    expect(await trigger()).toBeVisible();
    expect(server.callsTo(LIST)).toHaveLength(1);
  });

  test('SHELL-22: shows the houses by complex, those without one at the end', async () => {
    renderOnStage(<BuildingSelector />);
    const dialog = await open();
    const groups = within(dialog).getAllByRole('group');
    expect(groups.map((group) => group.getAttribute('aria-label'))).toEqual(['Роща', 'Без комплекса']);
    const names = groups.map((group) =>
      within(group)
        .getAllByRole('checkbox')
        .slice(1)
        .map((item) => (item as HTMLInputElement).value),
    );
    expect(names).toEqual([['3', '8'], ['5']]);
  });

  test('SHELL-23: a house is called by street and number, its value is the id as text', async () => {
    renderOnStage(<BuildingSelector />);
    await open();
    expect(box('ул. Лесная, 12')).toHaveAttribute('value', '3');
    expect(box('ул. Садовая, 7к2')).toHaveAttribute('value', '5');
  });

  test('SHELL-24: is closed, and open', async () => {
    renderOnStage(<BuildingSelector />);
    expect(await trigger()).toHaveAttribute('aria-expanded', 'false');
    closed();
    await open();
    expect(await screen.findByRole('button', { name: /^Выбор домов/, hidden: true })).toHaveAttribute(
      'aria-expanded',
      'true',
    );
  });

  test('SHELL-25, SHELL-27: «Применить» stores what is ticked', async () => {
    renderOnStage(<BuildingSelector />);
    await open();
    await userEvent.click(box('ул. Лесная, 14'));
    expect(session.checkedBuildings.get()).toBeNull();
    await press('Применить');
    closed();
    expect(JSON.parse(localStorage.getItem('checked-buildings') ?? '')).toEqual([3, 5]);
    expect(await trigger()).toHaveTextContent('ул. Лесная, 12+1');
  });

  test('SHELL-26: «Отменить» brings back what is stored', async () => {
    session.checkedBuildings.set([5]);
    renderOnStage(<BuildingSelector />);
    await open();
    await userEvent.click(box('ул. Лесная, 12'));
    await press('Отменить');
    closed();
    expect(session.checkedBuildings.get()).toEqual([5]);
    await open();
    expect(box('ул. Лесная, 12')).not.toBeChecked();
    expect(box('ул. Садовая, 7к2')).toBeChecked();
  });

  test('SHELL-27: what was stored by an earlier visit is ticked', async () => {
    session.checkedBuildings.set([8]);
    renderOnStage(<BuildingSelector />);
    expect(await trigger()).toHaveTextContent('ул. Лесная, 14');
    await open();
    expect(box('ул. Лесная, 14')).toBeChecked();
    expect(box('ул. Лесная, 12')).not.toBeChecked();
  });

  test('SHELL-28: «Выбрать все» is ticked exactly when every house is', async () => {
    renderOnStage(<BuildingSelector />);
    await open();
    expect(box('Выбрать все')).toBeChecked();
    await userEvent.click(box('ул. Лесная, 14'));
    expect(box('Выбрать все')).not.toBeChecked();
    expect(box('Выбрать все')).toBePartiallyChecked();
    expect(box('Роща')).toBePartiallyChecked();
    await userEvent.click(box('Роща'));
    expect(box('ул. Лесная, 14')).toBeChecked();
    expect(box('Выбрать все')).toBeChecked();
  });

  test('SHELL-29: on a first visit all are chosen, and ids that are gone are let go', async () => {
    renderOnStage(<BuildingSelector />);
    expect(await trigger()).toHaveTextContent('Все объекты');
    act(() => session.checkedBuildings.set([5, 99]));
    await open();
    expect(box('ул. Садовая, 7к2')).toBeChecked();
    expect(box('ул. Лесная, 12')).not.toBeChecked();
    expect(screen.getByText('выбрано 1 из 3')).toBeVisible();
  });

  test('SHELL-29: nothing ticked cannot be applied', async () => {
    renderOnStage(<BuildingSelector />);
    await open();
    await userEvent.click(box('Выбрать все'));
    expect(box('ул. Лесная, 12')).not.toBeChecked();
    const apply = screen.getByRole('button', { name: 'Применить' });
    expect(apply).toHaveAttribute('aria-disabled', 'true');
    expect(screen.getByText('отметьте хотя бы один')).toBeVisible();
    await userEvent.click(apply);
    expect(screen.getByRole('dialog')).toBeVisible();
    expect(session.checkedBuildings.get()).toBeNull();
  });

  test('SHELL-30: where every building is shown it is greyed and says so', async () => {
    renderOnStage(<BuildingSelector disabled />);
    const button = await trigger();
    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(button).toHaveAccessibleDescription('Здесь показаны все объекты');
    await userEvent.click(button);
    closed();
  });

  test('SHELL-31: a list that does not come is told by the alert, and here in short', async () => {
    const told = jest.fn();
    const stop = onFailure(told);
    server.answer(LIST, { status: 500, json: {} });
    renderOnStage(<BuildingSelector />);
    expect(await screen.findByText('Список не загрузился')).toBeVisible();
    expect(told).toHaveBeenCalledTimes(1);
    await userEvent.click(await trigger());
    closed();
    stop();
  });

  test('SHELL-32, SHELL-33: a search for what is not there, and a list with nothing in it', async () => {
    renderOnStage(<BuildingSelector />);
    await open();
    await userEvent.type(screen.getByRole('searchbox'), 'ktcyfz 14');
    expect(screen.queryByRole('checkbox', { name: 'ул. Лесная, 12' })).toBeNull();
    expect(box('ул. Лесная, 14')).toBeVisible();
    await userEvent.type(screen.getByRole('searchbox'), 'ы');
    expect(screen.getByText('Нет совпадений')).toBeVisible();
  });

  test('SHELL-33: a person without a building has nothing to choose from', async () => {
    server.answer(LIST, { json: [] });
    renderOnStage(<BuildingSelector />);
    expect(await screen.findByText('Нет объектов')).toBeVisible();
    await open();
    expect(screen.getByText('Нет элементов для выбора')).toBeVisible();
  });
});
