import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { session } from '#console/data/session/session.ts';
import { edit, level, PUT, row, save, sentEmployee, step, toggle } from '#tests/support/console/employee-form.tsx';
import { EDIT, EMPLOYEES, employee, LIST, levels, office } from '#tests/support/console/employees.ts';
import { openSection } from '#tests/support/console/engine-stage.tsx';
import { reasonOf } from '#tests/support/console/reason.ts';

describe('sections', () => {
  test('EMP-29 EMP-45 EMP-46 what was not touched goes back as it came, with version, and leads to the list', async () => {
    const { server, where } = await edit();
    expect(await sentEmployee(server)).toEqual({
      first_name: 'Ольга',
      last_name: 'Трофимова',
      gender: 'female',
      position: 'Диспетчер',
      company: 2,
      phone_number: '+79263184470',
      sections: levels({ news: 'write', tasks: 'write', chats: 'read', residents: 'read' }),
      porches: [31, 32, 52, 91],
      services: [],
      version: 'v4',
    });
    await waitFor(() => expect(where()).toBe(LIST));
  });

  test('EMP-45 without the feature no services are sent', async () => {
    session.features.set({ services: false });
    const server = office();
    session.features.set({ services: false });
    openSection(EMPLOYEES, `${EDIT}?id=7`);
    await screen.findByRole('group', { name: 'Доступ к разделам' });
    expect(Object.keys(await sentEmployee(server))).not.toContain('services');
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
      expect((await sentEmployee(server)).sections[section]).toBe('denied');
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
    const { sections } = await sentEmployee(server);
    expect([sections.employees, sections.buildings]).toEqual(['denied', 'read']);
  });

  test('EMP-36 with both hidden the switch is off', async () => {
    const { server } = await edit({ sections: levels({ buildings: 'read' }) as never });
    expect(toggle('employees')).toBeChecked();
    await userEvent.click(level('employees', 'Скрыть', 'Объекты'));
    expect(toggle('employees')).not.toBeChecked();
    expect((await sentEmployee(server)).sections).toMatchObject({ employees: 'denied', buildings: 'denied' });
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
    expect(reasonOf(level('tasks', 'Быть исполнителем'))).toMatch(/^Нет права «Заявки: .+»\. Дать или забрать/);
    expect(reasonOf(toggle('tasks'))).toMatch(/^Нет права «Заявки: .+»/);
    expect(reasonOf(toggle('residents'))).toMatch(/^Нет права «Резиденты: .+»/);
    expect(reasonOf(toggle('cameras'))).toBeNull();
    expect(reasonOf(level('news', 'Только просмотр'))).toBeNull();
    const was = (toggle('tasks') as HTMLInputElement).checked;
    await userEvent.click(toggle('tasks'));
    expect(toggle('tasks')).toHaveProperty('checked', was);
  });
});

describe('PERM-23 a manager who only performs requests himself', () => {
  const may_give = { ...employee().may_give, tasks: ['denied', 'performer'] } as never;

  test('PERM-23 gives performer and hidden, and is told why no more', async () => {
    await edit({ sections: levels({ news: 'read' }) as never, may_give });
    await userEvent.click(toggle('tasks'));
    for (const label of ['Только просмотр', 'Создавать и редактировать']) {
      expect(reasonOf(level('tasks', label))).toBe(
        `Нет права «Заявки: ${label}». Дать или забрать можно только то право, которое есть у вас`,
      );
    }
    for (const label of ['Скрыть', 'Быть исполнителем']) expect(reasonOf(level('tasks', label))).toBeNull();
  });

  test('PERM-23 takes nothing from who has more', async () => {
    await edit({ may_give: { ...employee().may_give, tasks: [] } as never });
    expect(reasonOf(toggle('tasks'))).toMatch(/^Нет права «Заявки: Создавать и редактировать»/);
    expect(reasonOf(level('tasks', 'Быть исполнителем'))).toMatch(/^Нет права «Заявки: Создавать и редактировать»/);
  });

  test('PERM-23 an administrator with the same level gives everything', async () => {
    await edit();
    const all = ['Скрыть', 'Только просмотр', 'Создавать и редактировать', 'Быть исполнителем'];
    expect(all.map((label) => reasonOf(level('tasks', label)))).toEqual([null, null, null, null]);
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
    expect((await sentEmployee(server)).services).toEqual([2]);
  });
});
