import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import EmployeePerson from '#console/sections/employees/employee-person.tsx';
import { EDIT, EMPLOYEES, employee, levels, office } from '#tests/support/console/employees.ts';
import { openSection } from '#tests/support/console/engine-stage.tsx';
import { reasonOf } from '#tests/support/console/reason.ts';

const GET = 'GET /api/crm/employee/7/';
const PUT = 'PUT /api/crm/employee/7/';
/** Every right, on what the installation added too. */
const EVERYTHING = levels({ news: 'write', tasks: 'write', employees: 'write', passes: 'write' });

/** Opens the form of an employee with these levels, by somebody with those. */
async function edit(sections: object, own: object = EVERYTHING) {
  const server = office({ [GET]: { json: employee({ sections: levels(sections) as never }) } }, own);
  const view = openSection(EMPLOYEES, `${EDIT}?id=7`, { 'employee-person': EmployeePerson });
  await screen.findByRole('group', { name: 'Доступ к разделам' });
  return { server, ...view };
}

const row = () => within(document.querySelector('[data-row="passes"]') as HTMLElement);
const most = () => row().getByRole('radio', { name: 'Добавлять и редактировать' });

async function sentSections(server: ReturnType<typeof office>): Promise<unknown> {
  await userEvent.click(screen.getByRole('button', { name: 'Сохранить настройки' }));
  await waitFor(() => expect(server.callsTo(PUT)).toHaveLength(1));
  return (server.callsTo(PUT)[0]?.body as { sections: object } | undefined)?.sections;
}

describe('sections that an installation added', () => {
  test('EMP-41 EMP-45 stand below the others with three levels, and are sent like them', async () => {
    const { server } = await edit({ passes: 'read' });
    const names = row()
      .getAllByRole('radio')
      .map((option) => option.closest('label')?.textContent);
    expect(names).toEqual(['Скрыть', 'Только просмотр', 'Добавлять и редактировать']);
    await userEvent.click(most());
    expect(await sentSections(server)).toMatchObject({ news: 'read', passes: 'write' });
  });

  test('EMP-34 switched off they are denied', async () => {
    const { server } = await edit({ passes: 'write' });
    await userEvent.click(row().getByRole('switch'));
    expect(await sentSections(server)).toMatchObject({ passes: 'denied' });
  });

  test('PERM-23 what the manager lacks of them himself is greyed', async () => {
    const { unmount } = await edit({ passes: 'read' }, { ...EVERYTHING, passes: 'read' });
    expect(reasonOf(most())).toMatch(/^Нет права «/);
    expect(reasonOf(row().getByRole('switch'))).toBeNull();
    unmount();
    await edit({ passes: 'write' }, { ...EVERYTHING, passes: 'read' });
    expect(reasonOf(row().getByRole('switch'))).toMatch(/^Нет права «/);
  });
});

describe('whom the form is about', () => {
  test('EMP-29 stands above the fields: name, work and status as they were before the change', async () => {
    await edit({});
    await waitFor(() =>
      expect(document.querySelector('[data-person="7"]')).toHaveTextContent(
        'Ольга ТрофимоваДиспетчер, Север-СервисАктивен',
      ),
    );
    await userEvent.type(screen.getByLabelText('Имя'), 'ааа');
    expect(document.querySelector('[data-person="7"]')).toHaveTextContent('Ольга Трофимова');
  });
});
