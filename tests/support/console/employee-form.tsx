import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { EDIT, EMPLOYEES, employee, office } from '#tests/support/console/employees.ts';
import { openSection } from '#tests/support/console/engine-stage.tsx';

export const PUT = 'PUT /api/crm/employee/7/';
export const row = (section: string) => document.querySelector(`[data-row="${section}"]`) as HTMLElement;
export const toggle = (section: string) => within(row(section)).getByRole('switch');
export const level = (section: string, label: string, group?: string) => {
  const place = group ? within(row(section)).getByRole('radiogroup', { name: group }) : row(section);
  return within(place).getByRole('radio', { name: label });
};
export const save = () => userEvent.click(screen.getByRole('button', { name: 'Сохранить настройки' }));
export const step = (name: string) =>
  within(screen.getByRole('navigation', { name: 'Шаги' })).getByRole('button', { name });

export async function edit(given: Parameters<typeof employee>[0] = {}, address = `${EDIT}?id=7`, own?: object) {
  const server = office({ 'GET /api/crm/employee/7/': { json: employee(given) } }, own);
  const view = openSection(EMPLOYEES, address);
  await screen.findByRole('heading', { name: 'Укажите данные сотрудника' });
  await screen.findByRole('group', { name: 'Доступ к разделам' });
  return { server, ...view };
}

/** The body of the PUT. */
export async function sentEmployee(server: ReturnType<typeof office>) {
  await save();
  await waitFor(() => expect(server.callsTo(PUT)).toHaveLength(1));
  return server.callsTo(PUT)[0]?.body as Record<string, unknown> & { sections: Record<string, string> };
}
