import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Building } from '#console/data/buildings/building-list.ts';
import { BUILDINGS_KEY } from '#console/data/buildings/buildings.ts';
import { onFailure } from '#console/data/http/failures.ts';
import { session } from '#console/data/session/session.ts';
import { edit, level, PUT, save, sentEmployee, step } from '#tests/support/console/employee-form.tsx';
import { ADD, EDIT, EMPLOYEES, employee, LIST, levels, office } from '#tests/support/console/employees.ts';
import { openSection } from '#tests/support/console/engine-stage.tsx';
import { reasonOf } from '#tests/support/console/reason.ts';
import { delayedReply } from '#tests/support/console/server.ts';
import { takeComplaints } from '#tests/support/console/setup.ts';
import { said } from '#tests/support/console/stage.tsx';

const told: string[] = [];
let stop = (): void => undefined;
beforeEach(() => {
  told.length = 0;
  stop = onFailure(({ message }) => told.push(message));
});
afterEach(() => stop());

describe('the add form', () => {
  test('EMP-17 EMP-18 EMP-20 EMP-21 shows the personal step alone; the others wait for it and say so', async () => {
    office();
    openSection(EMPLOYEES, ADD);
    expect(await screen.findByRole('heading', { name: 'Какие данные у нового сотрудника?' })).toBeVisible();
    const steps = within(screen.getByRole('navigation', { name: 'Шаги' })).getAllByRole('button');
    expect(steps.map(({ textContent }) => textContent)).toEqual(['1Личные данные', '2Разделы', '3Объекты', '4Услуги']);
    expect(steps.map((button) => button.getAttribute('aria-disabled'))).toEqual([null, 'true', 'true', 'true']);
    for (const closed of steps.slice(1)) {
      expect(closed).toHaveAccessibleDescription('чтобы продолжить, заполните личные данные');
    }
    expect(screen.queryByRole('switch')).toBeNull();
    expect(screen.getByRole('link', { name: 'Вернуться к списку' })).toHaveAttribute('href', LIST);
    expect(screen.getByRole('button', { name: 'Добавить сотрудника' })).toBeVisible();
  });

  test('EMP-19 EMP-47 without the services feature there is no fourth step', async () => {
    office();
    session.features.set({ services: false });
    openSection(EMPLOYEES, ADD);
    await screen.findByRole('heading', { name: 'Какие данные у нового сотрудника?' });
    expect(screen.queryByRole('button', { name: /Услуги/ })).toBeNull();
    expect(screen.getByRole('button', { name: /Объекты/ })).toBeVisible();
  });

  test('EMP-22 EMP-23 says what is missing and sends nothing', async () => {
    const server = office();
    openSection(EMPLOYEES, ADD);
    await userEvent.click(await screen.findByRole('button', { name: 'Добавить сотрудника' }));
    expect(await screen.findAllByText('должно содержать от 1 до 60 символов')).toHaveLength(2);
    expect(screen.getByText('выберите пол')).toBeVisible();
    expect(screen.getByText('выберите организацию')).toBeVisible();
    expect(screen.getAllByText('обязательное поле').length).toBeGreaterThan(0);
    await userEvent.type(screen.getByLabelText('Телефон'), '123');
    await userEvent.tab();
    expect(await screen.findByText('введите корректный номер')).toBeVisible();
    expect(server.calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  test('EMP-24 EMP-25 EMP-26 EMP-27 sends the six fields and goes on to edit with screen=service', async () => {
    const POST = 'POST /api/crm/employee/';
    const server = office({ [POST]: { status: 201, json: { params: { user: 7, status: 'created' } } } });
    const { where } = openSection(EMPLOYEES, ADD);
    await userEvent.type(await screen.findByLabelText('Имя'), ' Ринат ');
    await userEvent.type(screen.getByLabelText('Фамилия'), 'Сафин');
    await userEvent.click(screen.getByRole('radio', { name: 'Мужской' }));
    await userEvent.type(screen.getByLabelText('Должность'), 'Мастер');
    const options = await screen.findByRole('option', { name: 'УК «Северный дом» (головная)' });
    expect(options).toBeVisible();
    await userEvent.selectOptions(screen.getByLabelText('Организация'), 'Север-Сервис (дочерняя)');
    await userEvent.type(screen.getByLabelText('Телефон'), '9263184470');
    await userEvent.click(screen.getByRole('button', { name: 'Добавить сотрудника' }));
    await waitFor(() => expect(where()).toBe(`${EDIT}?id=7&screen=service`));
    expect(await said('Сотрудник добавлен, приглашение отправлено')).toBeVisible();
    expect(server.callsTo(POST).map(({ body }) => body)).toEqual([
      {
        first_name: 'Ринат',
        last_name: 'Сафин',
        gender: 'male',
        position: 'Мастер',
        company: 2,
        phone_number: '+79263184470',
      },
    ]);
  });

  test('EMP-48 a phone that is taken is told at the field', async () => {
    office({ 'POST /api/crm/employee/': { status: 400, json: { phone_number: ['уже занято'] } } });
    openSection(EMPLOYEES, ADD);
    await userEvent.type(await screen.findByLabelText('Имя'), 'Ринат');
    await userEvent.type(screen.getByLabelText('Фамилия'), 'Сафин');
    await userEvent.click(screen.getByRole('radio', { name: 'Мужской' }));
    await userEvent.type(screen.getByLabelText('Должность'), 'Мастер');
    await screen.findByRole('option', { name: /головная/ });
    await userEvent.selectOptions(screen.getByLabelText('Организация'), '1');
    await userEvent.type(screen.getByLabelText('Телефон'), '9263184470');
    await userEvent.click(screen.getByRole('button', { name: 'Добавить сотрудника' }));
    expect(await screen.findByText('уже занято')).toBeVisible();
    expect(takeComplaints()).toHaveLength(1);
  });
});

describe('objects', () => {
  test('EMP-42 EMP-43 PERM-24 what the manager does not hold is greyed and sent back as it was', async () => {
    const { server } = await edit();
    const building = (id: number) => within(document.querySelector(`[data-building="${id}"]`) as HTMLElement);
    expect(await screen.findByText('2 из 2')).toBeVisible();
    expect(building(5).getByText('1 из 2')).toBeVisible();
    const foreign = building(5).getByRole('checkbox', { name: 'Подъезд 2' });
    expect(reasonOf(foreign)).toBe('Нет доступа к подъезду. Открыть или закрыть можно только то, что открыто вам');
    await userEvent.click(foreign);
    expect(building(5).getByRole('checkbox', { name: 'Подъезд 2' })).toBeChecked();
    expect(building(9).getByText('Нет доступа к объекту')).toBeVisible();
    for (const box of building(9).getAllByRole('checkbox')) {
      expect(reasonOf(box)).toMatch(/^Нет доступа/);
      await userEvent.click(box);
    }
    await userEvent.click(building(3).getByRole('checkbox', { name: 'Подъезд 1' }));
    await userEvent.click(building(5).getByRole('checkbox', { name: 'Подъезд 1' }));
    expect((await sentEmployee(server)).porches).toEqual([32, 51, 52, 91]);
  });

  test('EMP-42 EMP-43 an entrance that is taken from the manager meanwhile is not sent, nor what a draft has of it', async () => {
    const first = await edit();
    const porch = () =>
      within(document.querySelector('[data-building="5"]') as HTMLElement).getByRole('checkbox', { name: 'Подъезд 1' });
    const take = ({ queryClient }: typeof first) =>
      act(async () =>
        queryClient.setQueryData<Building[]>(BUILDINGS_KEY, (all = []) => all.filter(({ id }) => id === 3)),
      );
    await screen.findByText('2 из 2');
    await userEvent.click(porch());
    await take(first);
    expect((await sentEmployee(first.server)).porches).toEqual([31, 32, 52, 91]);
    first.unmount();

    const second = await edit();
    await screen.findByText('2 из 2');
    await userEvent.click(porch());
    second.unmount();
    const third = await edit();
    await screen.findByText('2 из 2');
    await take(third);
    await userEvent.click(screen.getByRole('button', { name: 'Восстановить' }));
    expect((await sentEmployee(third.server)).porches).toEqual([31, 32, 52, 91]);
  });
});

describe('opening', () => {
  test('EMP-28 screen=service leads to Sections while Services is closed', async () => {
    await edit({}, `${EDIT}?id=7&screen=service`);
    await waitFor(() => expect(step('2 Разделы')).toHaveAttribute('aria-current', 'step'));
  });

  test('EMP-28 and to Services for a performer', async () => {
    await edit({ sections: levels({ tasks: 'performer' }) as never }, `${EDIT}?id=7&screen=service`);
    await waitFor(() => expect(step('4 Услуги')).toHaveAttribute('aria-current', 'step'));
  });

  test('EMP-30 a click marks a step', async () => {
    Element.prototype.scrollIntoView = () => undefined;
    await edit();
    await userEvent.click(step('3 Объекты'));
    expect(step('3 Объекты')).toHaveAttribute('aria-current', 'step');
  });

  test.each([
    ['the wheel', (area: Element) => fireEvent.wheel(area)],
    ['a finger', (area: Element) => fireEvent.touchMove(area)],
    ['a key', (area: Element) => fireEvent.keyDown(area, { key: 'PageUp' })],
    ['the scroll bar', (area: Element) => fireEvent.pointerDown(area)],
  ])(
    'EMP-30 the step that was gone to stays marked until the person scrolls by himself, by %s',
    async (_way, byHand) => {
      Element.prototype.scrollIntoView = () => undefined;
      await edit();
      await userEvent.click(step('3 Объекты'));
      const area = screen.getByRole('navigation', { name: 'Шаги' }).closest('[data-page] > div') as Element;
      fireEvent.pointerDown(screen.getByLabelText('Имя'));
      fireEvent.scroll(area);
      expect(step('3 Объекты')).toHaveAttribute('aria-current', 'step');
      byHand(area);
      fireEvent.scroll(area);
      expect(step('1 Личные данные')).toHaveAttribute('aria-current', 'step');
    },
  );

  test('PERM-13 PERM-21 with employees=read the form opens and cannot be sent', async () => {
    const { server } = await edit({}, `${EDIT}?id=7`, { employees: 'read' });
    const button = screen.getByRole('button', { name: 'Сохранить настройки' });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(button).toHaveAccessibleDescription(/Сотрудники/);
    await userEvent.click(button);
    expect(server.callsTo(PUT)).toEqual([]);
  });

  test('the second of two managers is told and keeps what he typed', async () => {
    const server = office({
      [PUT]: {
        status: 409,
        json: { detail: 'Пока вы редактировали, сотрудника изменил кто-то другой', code: 'employee_changed' },
      },
    });
    const { where } = openSection(EMPLOYEES, `${EDIT}?id=7`);
    await userEvent.type(await screen.findByLabelText('Должность'), ' смены');
    await save();
    await waitFor(() => expect(takeComplaints()).toHaveLength(1));
    expect(told).toEqual(['Пока вы редактировали, сотрудника изменил кто-то другой']);
    expect(server.callsTo(PUT).map(({ body }) => body)).toEqual([
      expect.objectContaining({ version: 'v4', position: 'Диспетчер смены' }),
    ]);
    expect(where()).toBe(`${EDIT}?id=7`);
    expect(screen.getByLabelText('Должность')).toHaveValue('Диспетчер смены');
  });

  test('the second of two managers takes his draft up again: what the first one gave and took meanwhile stays so', async () => {
    const first = employee({ sections: levels({ tasks: 'write', residents: 'read', cameras: 'read' }) as never });
    const server = office({
      'GET /api/crm/employee/7/': { json: first },
      [PUT]: { status: 409, json: { detail: 'Сотрудника изменил кто-то другой', code: 'employee_changed' } },
    });
    const { router, queryClient } = openSection(EMPLOYEES, `${EDIT}?id=7`);
    await screen.findByRole('group', { name: 'Доступ к разделам' });
    await userEvent.type(screen.getByLabelText('Должность'), ' смены');
    await userEvent.click(level('residents', 'Добавлять и редактировать'));
    await userEvent.click(level('cameras', 'Добавлять и редактировать'));
    await save();
    await waitFor(() => expect(takeComplaints()).toHaveLength(1));
    expect(server.callsTo(PUT)).toHaveLength(1);

    // The other one took requests and the second building away, and gave cameras as a draft of this one would too.
    const taken = levels({ residents: 'read', readings: 'read', cameras: 'denied' }) as never;
    const arriving = delayedReply({ json: { ...first, sections: taken, porches: [], version: 'v5' } });
    server.answer('GET /api/crm/employee/7/', arriving.reply);
    server.answer(PUT, { json: { params: { user: 7, status: 'active', version: 'v6' } } });
    await act(() => router.navigate(LIST));
    await waitFor(() => expect(queryClient.getQueryCache().findAll({ queryKey: ['employees', 'getOne'] })).toEqual([]));
    await act(() => router.navigate(`${EDIT}?id=7`));
    await screen.findByRole('heading', { name: 'Укажите данные сотрудника' });
    // Nothing is offered on top of what is not known yet.
    expect(screen.queryByRole('button', { name: 'Восстановить' })).toBeNull();
    arriving.release();
    await userEvent.click(await screen.findByRole('button', { name: 'Восстановить' }));
    expect(screen.getByText(/правка оставлена: Разделы \(Камеры\)/)).toBeVisible();
    await save();
    await waitFor(() => expect(server.callsTo(PUT)).toHaveLength(2));
    expect(server.callsTo(PUT)[1]?.body).toMatchObject({
      version: 'v5',
      position: 'Диспетчер смены',
      sections: { tasks: 'denied', residents: 'write', readings: 'read', cameras: 'denied' },
      porches: [31, 32],
    });
    expect(await said('Данные и права сотрудника сохранены')).toBeVisible();
  });
});
