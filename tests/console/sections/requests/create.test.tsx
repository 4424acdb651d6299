import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { onFailure } from '#console/data/http/failures.ts';
import { session } from '#console/data/session/session.ts';
import { BUILDING, ENTRANCE } from '#tests/support/console/news.ts';
import type { MadeUpServer } from '#tests/support/console/server.ts';
import { takeComplaints } from '#tests/support/console/setup.ts';
import { said } from '#tests/support/console/stage.tsx';
import { KIM, office, openTasks, SAFIN, task } from '#tests/support/console/tasks.tsx';
import { attachment, MadeUpUpload, serveUploads } from '#tests/support/console/uploads.ts';

const CREATE = 'POST /api/crm/tasks/';
const PLACES = {
  'GET /api/crm/buildings/3/': { json: BUILDING },
  'GET /api/crm/porches/51/': { json: ENTRANCE },
  [CREATE]: { status: 201, json: { params: task(9, 'created', 1) } },
};

function openForm(answers: Parameters<typeof office>[1] = {}, level = 'write', state?: unknown) {
  const server = office([], { ...PLACES, ...answers }, level);
  return { server, ...openTasks('/create-task', state) };
}
const submit = () => screen.findByRole('button', { name: 'Создать заявку' });
const bodies = (server: MadeUpServer) => server.callsTo(CREATE).map(({ body }) => body);

async function pick(field: string, name: string | RegExp): Promise<void> {
  await userEvent.click(await screen.findByRole('combobox', { name: field }));
  await userEvent.click(await screen.findByRole('option', { name }));
}
const group = (name: string) => screen.findByRole('group', { name });
const some = async (name: string) =>
  userEvent.click(within(await group(name)).getByRole('radio', { name: 'Некоторые' }));
const tick = async (part: string, name: string) =>
  userEvent.click(await within(await group(part)).findByRole('checkbox', { name }));
const describeIt = async (text: string) => {
  await userEvent.click(await screen.findByLabelText('Описание'));
  await userEvent.paste(text);
};

describe('the create form', () => {
  test('TASK-64: begun in a chat it leads back there, by its link and once it is saved; its number is said with the way to it', async () => {
    const from = '/chats?chat_id=usrDaria&message=45';
    const prefill = { place: { given: { building: 3 } }, description: 'Не горит лампа в подъезде' };
    const { where } = openForm({}, 'write', { prefill, from });
    expect(await screen.findByRole('link', { name: 'Вернуться назад' })).toHaveAttribute('href', from);
    await pick('Услуга', 'Лифты');
    await userEvent.click(await submit());
    await waitFor(() => expect(where()).toBe(from));
    expect(await said('Заявка № 9 создана')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Открыть' })).toHaveAttribute('href', '/tasks?id=9');
  });

  test('TASK-64: what no page of the console has given is no way back', async () => {
    openForm({}, 'write', { from: '//elsewhere.example/' });
    expect(await screen.findByRole('link', { name: 'Вернуться к заявкам' })).toHaveAttribute('href', '/tasks');
  });

  test('TASK-44, TASK-45, TASK-46, TASK-47: asks where and what; entrances stand in the list where a house is open in part', async () => {
    openForm();
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Где и какая помощь нужна?');
    expect(await submit()).toBeVisible();
    for (const name of ['Подъезды', 'Этажи']) expect(screen.queryByRole('group', { name })).toBeNull();
    for (const name of ['Услуга', 'Исполнитель']) expect(screen.queryByRole('combobox', { name })).toBeNull();
    await userEvent.click(screen.getByRole('combobox', { name: 'Объект' }));
    const offered = (await screen.findAllByRole('option')).map((option) => option.textContent);
    expect(offered).toEqual(['12ул. Лесная', '7ул. Садоваяподъезд 1']);
  });

  test('TASK-48, TASK-49, TASK-53, TASK-54, TASK-55, TASK-61, TASK-62, TASK-64: floors of an entrance, with a performer', async () => {
    const { server, where } = openForm();
    await pick('Объект', '12 ул. Лесная');
    expect(within(await group('Подъезды')).queryByRole('checkbox')).toBeNull();
    expect(screen.queryByRole('group', { name: 'Этажи' })).toBeNull();
    await some('Подъезды');
    expect(screen.queryByRole('group', { name: 'Этажи' })).toBeNull();
    await tick('Подъезды', 'Подъезд 1');
    await some('Этажи');
    await tick('Этажи', 'Этаж 2');
    await pick('Услуга', 'Лифты');
    await pick('Исполнитель', /Ринат Сафин/);
    const asked = new URLSearchParams(server.callsTo('GET /api/crm/performers/')[0]?.url.split('?')[1]);
    expect([asked.get('building'), asked.get('service')]).toEqual(['3', '2']);
    await describeIt('Лифт встал между этажами');
    await userEvent.click(await submit());
    await waitFor(() => expect(where()).toBe('/tasks'));
    expect(await said('Заявка № 9 создана')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Открыть' })).toHaveAttribute('href', '/tasks?id=9');
    expect(bodies(server)).toEqual([
      {
        service: 2,
        attachments: [],
        information: { description: 'Лифт встал между этажами' },
        target_type: 'floors',
        target: { floors: [62] },
        performer: SAFIN.user,
      },
    ]);
  });

  test('TASK-50, TASK-54, TASK-62: an entrance offers its floors, and its house the performers', async () => {
    const { server } = openForm();
    await pick('Объект', /Садовая/);
    await group('Этажи');
    expect(screen.queryByRole('group', { name: 'Подъезды' })).toBeNull();
    await pick('Услуга', 'Сантехника');
    expect(await screen.findByRole('combobox', { name: 'Исполнитель' })).toHaveAttribute(
      'placeholder',
      'Назначить позже',
    );
    await waitFor(() => expect(server.callsTo('GET /api/crm/performers/')[0]?.url).toContain('building=5&service=1'));
    await describeIt('Течёт кран');
    await userEvent.click(await submit());
    await waitFor(() => expect(bodies(server)).toHaveLength(1));
    expect(bodies(server)[0]).toMatchObject({ target_type: 'porches', target: { porches: [51] } });
    expect(bodies(server)[0]).not.toHaveProperty('performer');
  });

  test('TASK-53, TASK-56, TASK-57, TASK-58: what is missing has its sentence, and nothing is sent', async () => {
    const { server } = openForm();
    await userEvent.click(await submit());
    expect(await screen.findByText('выберите объект')).toBeVisible();
    expect(screen.getByText('обязательное поле')).toBeVisible();
    await pick('Объект', '12 ул. Лесная');
    await userEvent.click(await submit());
    expect(await screen.findByText('выберите услугу')).toBeVisible();
    await describeIt('ой');
    expect(await screen.findByText('слишком мало')).toBeVisible();
    await describeIt('о'.repeat(399));
    expect(await screen.findByText('слишком много')).toBeVisible();
    expect(bodies(server)).toEqual([]);
  });

  test('TASK-51, TASK-52: «Некоторые» without a tick has its sentence', async () => {
    openForm();
    await pick('Объект', '12 ул. Лесная');
    await some('Подъезды');
    expect(screen.queryByText('Выберите хотя бы один подъезд')).toBeNull();
    await userEvent.click(await submit());
    expect(await screen.findByText('Выберите хотя бы один подъезд')).toBeVisible();
    await tick('Подъезды', 'Подъезд 1');
    await some('Этажи');
    await userEvent.click(await submit());
    expect(await screen.findByText('Выберите хотя бы один этаж')).toBeVisible();
  });

  test('TASK-59, TASK-60, TASK-61: a file on its way or failed keeps it from being sent; its id goes with it', async () => {
    serveUploads();
    const { server, container } = openForm();
    await pick('Объект', '12 ул. Лесная');
    await pick('Услуга', 'Лифты');
    await describeIt('Лифт встал');
    const input = container.querySelector<HTMLInputElement>('input[type="file"]') as HTMLInputElement;
    await userEvent.upload(input, new File(['x'], 'Лифт.png', { type: 'image/png' }));
    await userEvent.click(await submit());
    expect(await screen.findAllByText('обрабатываем файлы')).not.toHaveLength(0);
    expect(bodies(server)).toEqual([]);
    act(() => MadeUpUpload.begun[0]?.answer(500, {}));
    expect(await screen.findAllByText('не удалось загрузить файл')).not.toHaveLength(0);
    await userEvent.click(screen.getByRole('button', { name: /^Повторить/ }));
    act(() => MadeUpUpload.begun[1]?.answer(201, [attachment(77)]));
    await userEvent.click(await submit());
    await waitFor(() => expect(bodies(server)).toHaveLength(1));
    expect(bodies(server)[0]).toMatchObject({ attachments: [77] });
  });

  test('TASK-65: errors of the server stand at their fields, the rest in the alert', async () => {
    const alerts: string[] = [];
    const stop = onFailure(({ message }) => alerts.push(message));
    const wrong = {
      service: ['выберите услугу'],
      'information.description': ['недопустимые символы'],
      weather: ['дождь'],
    };
    const { where } = openForm({ [CREATE]: { status: 400, json: wrong } });
    await pick('Объект', '12 ул. Лесная');
    await pick('Услуга', 'Лифты');
    await describeIt('Лифт встал');
    await userEvent.click(await submit());
    expect(await screen.findByText('недопустимые символы')).toBeVisible();
    expect(screen.getByText('выберите услугу')).toBeVisible();
    expect(alerts).toEqual(['дождь']);
    expect(takeComplaints()).toEqual([expect.stringContaining('RequestError')]);
    expect(where()).toBe('/create-task');
    stop();
  });

  test('TASK-64: the cancel link leads back', async () => {
    const { where } = openForm();
    await userEvent.click(await screen.findByRole('button', { name: 'Отменить' }));
    await waitFor(() => expect(where()).toBe('/tasks'));
  });

  test('PERM-21: without the right the form opens and sends nothing', async () => {
    const { server } = openForm({}, 'read');
    const button = await submit();
    expect(button).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(button);
    expect(bodies(server)).toEqual([]);
  });

  test('a form opened from elsewhere knows place and text', async () => {
    const { server } = openForm({}, 'write', {
      prefill: { place: { given: { building: 3, porch: 31 } }, description: 'Жалуются на шум' },
    });
    const text = await screen.findByLabelText('Описание');
    await waitFor(() => expect(text).toHaveValue('Жалуются на шум'));
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Объект' })).toHaveValue('ул. Лесная, 12'));
    expect(server.callsTo(CREATE)).toEqual([]);
  });

  test.each([
    ['a complaint', { complaint: 7 }, 'По обращению жителя', '/chats?complaints=true&complaint=7'],
    [
      'a message',
      { message: { topic: 'usrAbCdEfGhIjK', seq: 12 } },
      'По сообщению в чате',
      '/chats?chat_id=usrAbCdEfGhIjK&message=12',
    ],
  ])('COMPL-11: a request from %s says so and is sent with what it was made of', async (_what, source, says, to) => {
    const place = { given: { building: 3 } };
    const { server } = openForm({}, 'write', { prefill: { place, description: 'Не горит свет', source } });
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Объект' })).toHaveValue('ул. Лесная, 12'));
    expect(screen.getByRole('link', { name: says })).toHaveAttribute('href', to);
    await pick('Услуга', 'Лифты');
    await userEvent.click(await submit());
    await waitFor(() =>
      expect(bodies(server)).toMatchObject([{ source, information: { description: 'Не горит свет' } }]),
    );
  });

  test('TASK-53, TASK-54: with another service a performer who does not do it is let go', async () => {
    const able = { 1: [KIM], 2: [SAFIN] };
    const { server } = openForm({
      'GET /api/crm/performers/': ({ url }) => ({ json: able[Number(/service=(\d)/.exec(url)?.[1]) as 1 | 2] }),
    });
    await pick('Объект', '12 ул. Лесная');
    await pick('Услуга', 'Лифты');
    await pick('Исполнитель', /Ринат Сафин/);
    await pick('Услуга', 'Сантехника');
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Исполнитель' })).toHaveValue(''));
    await describeIt('Течёт кран');
    await userEvent.click(await submit());
    await waitFor(() => expect(bodies(server)).toHaveLength(1));
    expect(bodies(server)[0]).not.toHaveProperty('performer');
  });

  test('what was typed and not sent is offered again', async () => {
    const first = openForm();
    await describeIt('Шумит насос');
    await waitFor(() => expect(Object.keys(localStorage).some((key) => key.startsWith('draft:'))).toBe(true));
    first.unmount();
    act(() => session.userId.set('1'));
    openTasks('/create-task');
    await userEvent.click(await screen.findByRole('button', { name: 'Восстановить' }));
    expect(await screen.findByLabelText('Описание')).toHaveValue('Шумит насос');
  });
});
