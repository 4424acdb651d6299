import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makeTemplate, readTemplate, templateDeadline } from '#console/sections/requests/templates/template.ts';
import { BUILDING } from '#tests/support/console/news.ts';
import { office, openTasks } from '#tests/support/console/tasks.tsx';

const VIEWS = 'GET /api/authorized/views/';
const KEEP = 'POST /api/authorized/views/';
const lamp = {
  id: 5,
  list: 'task-templates',
  name: 'Лампа',
  query: JSON.stringify({ service: 2, description: 'Не горит лампа', deadline: { days: 1, time: '18:00' } }),
  shared: false,
  own: true,
  by: 'Анна Лебедева',
};
const PREFILL = { place: { given: { building: 3 } } };

function openForm(answers: Parameters<typeof office>[1] = {}) {
  const server = office([], {
    'GET /api/crm/buildings/3/': { json: BUILDING },
    [VIEWS]: { json: { results: [lamp, { ...lamp, id: 6, list: 'news' }] } },
    ...answers,
  });
  openTasks('/create-task', { prefill: PREFILL });
  return server;
}
async function openTemplates() {
  await userEvent.click(await screen.findByRole('button', { name: 'Шаблоны' }));
  return within(await screen.findByRole('dialog', { name: 'Шаблоны заявок' }));
}
const evening = (days: number) => {
  const at = new Date();
  return new Date(at.getFullYear(), at.getMonth(), at.getDate() + days, 18).toISOString();
};

describe('templates of requests', () => {
  test('one fills in service, text and deadline, and says so', async () => {
    openForm();
    const dialog = await openTemplates();
    expect(await dialog.findAllByRole('button', { name: /Лампа/ })).toHaveLength(2);
    await userEvent.click(dialog.getByRole('button', { name: /Не горит лампа/ }));
    expect(await screen.findByText('Заявка заполнена по шаблону «Лампа»')).toBeVisible();
    expect(screen.getByLabelText('Описание')).toHaveValue('Не горит лампа');
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Услуга' })).toHaveValue('Лифты'));
    const shown = new Date(evening(1));
    const day = shown.toLocaleDateString('ru');
    await waitFor(() => expect(screen.getByLabelText('Выполнить до')).toHaveValue(`${day} 18:00`));
  });

  test('what stands in the form is kept under a name, and one is deleted with the way back', async () => {
    const server = openForm({
      [KEEP]: { status: 201, json: { params: lamp } },
      'DELETE /api/authorized/views/5/': { status: 204 },
    });
    await userEvent.type(await screen.findByLabelText('Описание'), 'Скользко у входа');
    await userEvent.click(screen.getByRole('button', { name: 'Завтра до 18:00' }));
    const dialog = await openTemplates();
    await userEvent.click(dialog.getByRole('button', { name: 'Сохранить' }));
    expect(await dialog.findByText('обязательное поле')).toBeVisible();
    await userEvent.type(dialog.getByRole('textbox', { name: 'Сохранить эту заявку как шаблон' }), 'Гололёд');
    await userEvent.click(dialog.getByRole('button', { name: 'Сохранить' }));
    expect(await screen.findByText('Шаблон «Гололёд» сохранён')).toBeVisible();
    const [kept] = server.callsTo(KEEP).map(({ body }) => body as { list: string; name: string; query: string });
    expect([kept?.list, kept?.name]).toEqual(['task-templates', 'Гололёд']);
    expect(JSON.parse(kept?.query ?? '')).toEqual({
      service: null,
      description: 'Скользко у входа',
      deadline: { days: 1, time: '18:00' },
    });
    await userEvent.click(dialog.getByRole('button', { name: 'Удалить шаблон «Лампа»' }));
    expect(await screen.findByText('Шаблон «Лампа» удалён')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Вернуть' }));
    await waitFor(() => expect(server.callsTo(KEEP)).toHaveLength(2));
    expect(server.callsTo(KEEP)[1]?.body).toMatchObject({ name: 'Лампа', query: lamp.query });
  });

  test('a deadline is kept as days from the day it is made on, and what cannot be read is no template', () => {
    const now = new Date(2026, 10, 26, 15);
    const held = { service: 1, description: 'x', deadline: new Date(2026, 10, 28, 9, 30).toISOString() };
    const template = makeTemplate(held, now);
    expect(template.deadline).toEqual({ days: 2, time: '09:30' });
    const later = new Date(2026, 11, 31, 23);
    expect(templateDeadline(template, later)).toBe(new Date(2027, 0, 2, 9, 30).toISOString());
    expect(readTemplate(JSON.stringify(template))).toEqual(template);
    expect([readTemplate('{'), readTemplate('7'), readTemplate('null')]).toEqual([null, null, null]);
    expect(readTemplate('{"deadline":{"days":-1,"time":"x"}}')).toEqual({
      service: null,
      description: '',
      deadline: null,
    });
  });
});
