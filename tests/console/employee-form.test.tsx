import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { onFailure } from '#console/data/failures.ts';
import { session } from '#console/data/session.ts';
import { ADD, EDIT, EMPLOYEES, employee, LIST, levels, office } from '#tests/support/console/employees.ts';
import { openSection } from '#tests/support/console/engine-stage.tsx';
import { takeComplaints } from '#tests/support/console/setup.ts';

const told: string[] = [];
let stop = (): void => undefined;
beforeEach(() => {
  told.length = 0;
  stop = onFailure(({ message }) => told.push(message));
});
afterEach(() => stop());

const PUT = 'PUT /api/crm/employee/7/';
const row = (section: string) => document.querySelector(`[data-row="${section}"]`) as HTMLElement;
const toggle = (section: string) => within(row(section)).getByRole('switch');
const level = (section: string, label: string, group?: string) => {
  const place = group ? within(row(section)).getByRole('radiogroup', { name: group }) : row(section);
  return within(place).getByRole('radio', { name: label });
};
const save = () => userEvent.click(screen.getByRole('button', { name: 'Сохранить настройки' }));
const step = (name: string) => within(screen.getByRole('navigation', { name: 'Шаги' })).getByRole('button', { name });

async function edit(given: Parameters<typeof employee>[0] = {}, address = `${EDIT}?id=7`, own?: object) {
  const server = office({ 'GET /api/crm/employee/7/': { json: employee(given) } }, own);
  const view = openSection(EMPLOYEES, address);
  await screen.findByRole('heading', { name: 'Укажите данные сотрудника' });
  await screen.findByRole('group', { name: 'Доступ к разделам' });
  return { server, ...view };
}

/** What the PUT sent. */
async function sent(server: ReturnType<typeof office>) {
  await save();
  await waitFor(() => expect(server.callsTo(PUT)).toHaveLength(1));
  return server.callsTo(PUT)[0]?.body as Record<string, unknown> & { sections: Record<string, string> };
}

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

describe('sections', () => {
  test('EMP-29 EMP-45 EMP-46 what was not touched goes back as it came, with version, and leads to the list', async () => {
    const { server, where } = await edit();
    expect(await sent(server)).toEqual({
      first_name: 'Ольга',
      last_name: 'Трофимова',
      gender: 'female',
      position: 'Диспетчер',
      company: 2,
      phone_number: '+79263184470',
      sections: levels({ news: 'write', tasks: 'write', chats: 'read', residents: 'read' }),
      porches: [31, 32, 52, 91],
      services: [],
      version: 4,
    });
    await waitFor(() => expect(where()).toBe(LIST));
  });

  test('EMP-45 without the feature no services are sent', async () => {
    session.features.set({ services: false });
    const server = office();
    session.features.set({ services: false });
    openSection(EMPLOYEES, `${EDIT}?id=7`);
    await screen.findByRole('group', { name: 'Доступ к разделам' });
    expect(Object.keys(await sent(server))).not.toContain('services');
  });

  test.each(['tasks', 'chats', 'residents', 'readings', 'cameras'])(
    'EMP-34 EMP-37 the switch of %s: off is denied, on asks for a level',
    async (section) => {
      const { server } = await edit({ sections: levels({ [section]: 'read' }) as never });
      await userEvent.click(toggle(section));
      expect(toggle(section)).not.toBeChecked();
      expect(within(row(section)).queryByRole('radio')).toBeNull();
      await userEvent.click(toggle(section));
      await save();
      expect(await within(row(section)).findByText('укажите уровень доступа')).toBeVisible();
      expect(server.callsTo(PUT)).toEqual([]);
      await userEvent.click(toggle(section));
      expect((await sent(server)).sections[section]).toBe('denied');
    },
  );

  test('EMP-35 EMP-36 one switch for employees and buildings: off denies both, buildings must be chosen', async () => {
    const { server } = await edit({ sections: levels({ employees: 'write', buildings: 'read' }) as never });
    expect(within(row('employees')).getByText('Настройки')).toBeVisible();
    await userEvent.click(toggle('employees'));
    await userEvent.click(toggle('employees'));
    await save();
    expect(await within(row('employees')).findByText('укажите уровень доступа')).toBeVisible();
    await userEvent.click(level('employees', 'Только просмотр', 'Объекты'));
    const { sections } = await sent(server);
    expect([sections.employees, sections.buildings]).toEqual(['denied', 'read']);
  });

  test('EMP-36 with both hidden the switch is off', async () => {
    const { server } = await edit({ sections: levels({ buildings: 'read' }) as never });
    expect(toggle('employees')).toBeChecked();
    await userEvent.click(level('employees', 'Скрыть', 'Объекты'));
    expect(toggle('employees')).not.toBeChecked();
    expect((await sent(server)).sections).toMatchObject({ employees: 'denied', buildings: 'denied' });
  });

  test('EMP-38 EMP-39 EMP-40 EMP-41 PERM-26 each section offers its levels by their names', async () => {
    await edit({
      sections: levels({
        news: 'read',
        tasks: 'read',
        chats: 'read',
        residents: 'read',
        readings: 'read',
        cameras: 'read',
        employees: 'read',
        buildings: 'read',
      }) as never,
    });
    const offered = (section: string, group: string) =>
      within(within(row(section)).getByRole('radiogroup', { name: group }))
        .getAllByRole('radio')
        .map((radio) => radio.closest('label')?.textContent);
    expect(within(row('news')).queryByRole('switch')).toBeNull();
    expect(offered('news', 'Новости')).toEqual(['Только просмотр', 'Создавать и редактировать']);
    expect(offered('tasks', 'Заявки')).toEqual([
      'Скрыть',
      'Только просмотр',
      'Создавать и редактировать',
      'Быть исполнителем',
    ]);
    expect(offered('chats', 'Общение')).toEqual(['Скрыть', 'Читать и писать']);
    const others = ['Скрыть', 'Только просмотр', 'Добавлять и редактировать'];
    expect(offered('residents', 'Резиденты')).toEqual(others);
    expect(offered('readings', 'Показания')).toEqual(others);
    expect(offered('cameras', 'Камеры')).toEqual(others);
    expect(offered('employees', 'Сотрудники')).toEqual(others);
    expect(offered('employees', 'Объекты')).toEqual(others);
  });

  test('EMP-39 performer is not offered without the feature', async () => {
    office();
    session.features.set({ services: false });
    openSection(EMPLOYEES, `${EDIT}?id=7`);
    await screen.findByRole('group', { name: 'Доступ к разделам' });
    expect(within(row('tasks')).queryByRole('radio', { name: 'Быть исполнителем' })).toBeNull();
    expect(screen.queryByRole('button', { name: /Услуги/ })).toBeNull();
  });

  test('what the manager lacks himself is greyed, in sections as in levels', async () => {
    await edit({}, `${EDIT}?id=7`, { employees: 'write', tasks: 'read', news: 'write', cameras: 'write' });
    expect(level('tasks', 'Быть исполнителем')).toBeDisabled();
    expect(toggle('tasks')).toBeDisabled();
    expect(toggle('residents')).toBeDisabled();
    expect(toggle('cameras')).toBeEnabled();
    expect(level('news', 'Только просмотр')).toBeEnabled();
  });
});

describe('services', () => {
  test('EMP-31 EMP-32 EMP-33 the step opens at once when requests become performer, and says why before', async () => {
    await edit();
    const hint = 'услуги нужны только исполнителям, выберите Разделы → Заявки → Быть исполнителем';
    expect(step('4 Услуги')).toHaveAttribute('aria-disabled', 'true');
    expect(step('4 Услуги')).toHaveAccessibleDescription(hint);
    expect(screen.queryByRole('button', { name: 'Сантехника' })).toBeNull();
    await userEvent.click(level('tasks', 'Быть исполнителем'));
    expect(await screen.findByRole('button', { name: 'Сантехника' })).toBeVisible();
    expect(step('4 Услуги')).not.toHaveAttribute('aria-disabled');
    await userEvent.click(level('tasks', 'Только просмотр'));
    expect(screen.queryByRole('button', { name: 'Сантехника' })).toBeNull();
  });

  test('EMP-44 a performer needs one', async () => {
    const { server } = await edit({ sections: levels({ tasks: 'performer' }) as never });
    await screen.findByRole('button', { name: 'Сантехника' });
    await save();
    expect(await screen.findByText('выберите сервисы для работы по ним в разделе "Заявки"')).toBeVisible();
    expect(server.callsTo(PUT)).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Уборка' }));
    expect((await sent(server)).services).toEqual([2]);
  });
});

describe('objects', () => {
  test('EMP-42 EMP-43 PERM-24 what the manager does not hold is greyed and sent back as it was', async () => {
    const { server } = await edit();
    const house = (id: number) => within(document.querySelector(`[data-house="${id}"]`) as HTMLElement);
    expect(await screen.findByText('2 из 2')).toBeVisible();
    expect(house(5).getByText('1 из 2')).toBeVisible();
    expect(house(5).getByRole('checkbox', { name: 'Подъезд 2' })).toBeDisabled();
    expect(house(5).getByRole('checkbox', { name: 'Подъезд 2' })).toBeChecked();
    expect(house(9).getByText('Нет доступа к объекту')).toBeVisible();
    for (const box of house(9).getAllByRole('checkbox')) expect(box).toBeDisabled();
    await userEvent.click(house(3).getByRole('checkbox', { name: 'Подъезд 1' }));
    await userEvent.click(house(5).getByRole('checkbox', { name: 'Подъезд 1' }));
    expect((await sent(server)).porches).toEqual([32, 51, 52, 91]);
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
    await waitFor(() => expect(server.callsTo(PUT)).toHaveLength(1));
    expect(server.callsTo(PUT)[0]?.body).toMatchObject({ version: 4, position: 'Диспетчер смены' });
    expect(where()).toBe(`${EDIT}?id=7`);
    expect(screen.getByLabelText('Должность')).toHaveValue('Диспетчер смены');
    expect(told).toEqual(['Пока вы редактировали, сотрудника изменил кто-то другой']);
    expect(takeComplaints()).toHaveLength(1);
  });
});
