// Runs in test:all alone: one form after another; what drafts keep is in drafts.test.tsx.
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SLOT_WIDGETS } from '#console/app/slots.ts';
import { session } from '#console/data/session/session.ts';
import { buildingWith, flatIn, house } from '#tests/support/console/buildings.ts';
import { edit, level, sentEmployee } from '#tests/support/console/employee-form.tsx';
import { levels } from '#tests/support/console/employees.ts';
import { openSection } from '#tests/support/console/engine-stage.tsx';
import { feedOf, NEWS, newsroom } from '#tests/support/console/news.ts';
import { CREATE, chooseObject, flats, radio, TEXT, TITLE, writeTexts } from '#tests/support/console/news-form.ts';
import { BUILDING, data, flat, GIVE, READINGS, readingRoom } from '#tests/support/console/readings.ts';
import { office, openResidents, savedResident } from '#tests/support/console/residents.ts';

const kept = () => Object.keys(localStorage).filter((key) => key.startsWith('draft:'));
const choose = async (label: string, option: RegExp) => {
  await userEvent.click(await screen.findByRole('combobox', { name: label }));
  await userEvent.click(await screen.findByRole('option', { name: option }));
};
const type = async (label: string, text: string) => {
  await userEvent.click(await screen.findByLabelText(label));
  await userEvent.paste(text);
};
const restore = async () => userEvent.click(await screen.findByRole('button', { name: 'Восстановить' }));
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
/** Signs the person in whose drafts they are; nobody whom a form is about. */
const signIn = () => session.userId.set('99');

describe('a draft of a form whose fields hang together comes back whole', () => {
  test('an announcement: object, scope, flats, texts', async () => {
    const server = newsroom({ 'GET /api/crm/news/': { json: feedOf([]) } });
    signIn();
    const first = openSection(NEWS, '/create-news-form');
    await chooseObject('12 ул. Лесная');
    await userEvent.click(await radio('Квартиры'));
    await flats(1, 2, 4);
    await writeTexts();
    first.unmount();
    openSection(NEWS, '/create-news-form');
    await restore();
    await press('Опубликовать объявление');
    await waitFor(() => expect(server.callsTo(CREATE)).toHaveLength(1));
    expect(server.callsTo(CREATE)[0]?.body).toMatchObject({
      target: { units: [101, 102, 104] },
      title: TITLE,
      description: TEXT,
    });
    await waitFor(() => expect(kept()).toEqual([]));
  });

  test('readings: house, flat, the values of its meters', async () => {
    const building = buildingWith(house(BUILDING), { units: [flatIn(48)] });
    const server = readingRoom([flat(48)], {
      collects: data(),
      answers: {
        [`GET /api/crm/buildings/${BUILDING}/`]: { json: building },
        'GET /api/crm/meters/48/': { json: { ...flat(48), last_result: null, norms: {} } },
        [GIVE]: { status: 201, json: { params: { id: 77, unit: 48, readings: {} } } },
      },
    });
    signIn();
    const first = openSection(READINGS, '/add-readings', SLOT_WIDGETS);
    await choose('Объект', /Лесная/);
    await choose('Квартира', /48/);
    await userEvent.type(await screen.findByRole('textbox', { name: 'Холодная вода' }), '733');
    first.unmount();
    openSection(READINGS, '/add-readings', SLOT_WIDGETS);
    await restore();
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Холодная вода' })).toHaveValue('733'));
    await press('Добавить показания');
    await waitFor(() => expect(server.callsTo(GIVE)).toHaveLength(1));
    expect(server.callsTo(GIVE)[0]?.body).toEqual({ unit: 48, readings: { water_cold: '000733' } });
  });

  test('a resident: name, phone, house and flat', async () => {
    const POST = 'POST /api/crm/residents/';
    const building = buildingWith(house(3), { units: [flatIn(101), flatIn(102)] });
    const server = office('write', {
      'GET /api/crm/buildings/3/': { json: building },
      [POST]: { status: 201, json: savedResident() },
    });
    signIn();
    const first = openResidents('/create-resident-form');
    await type('Фамилия', 'Ежов');
    await type('Имя', 'Пётр');
    await type('Телефон', '9164082217');
    await userEvent.click(screen.getByRole('radio', { name: 'Мужской' }));
    await choose('Дом', /Лесная/);
    await choose('Квартира', /102/);
    first.unmount();
    openResidents('/create-resident-form');
    await restore();
    await press('Отправить приглашение');
    await waitFor(() => expect(server.callsTo(POST)).toHaveLength(1));
    expect(server.callsTo(POST)[0]?.body).toMatchObject({
      last_name: 'Ежов',
      first_name: 'Пётр',
      gender: 'male',
      phone_number: '+79164082217',
    });
    expect(JSON.stringify(server.callsTo(POST)[0]?.body)).toContain('102');
  });

  test('an employee being changed: a level, and nothing of what was not touched', async () => {
    signIn();
    const first = await edit();
    await userEvent.click(level('residents', 'Добавлять и редактировать'));
    first.unmount();
    const second = await edit();
    await restore();
    expect((await sentEmployee(second.server)).sections).toMatchObject({ residents: 'write' });
  });

  test('EMP-42 EMP-45 an employee whom another manager changed meanwhile: what that one took stays taken', async () => {
    signIn();
    const was = levels({ news: 'write', tasks: 'write', cameras: 'write', residents: 'read' });
    const first = await edit({ sections: was as never });
    await userEvent.click(level('residents', 'Добавлять и редактировать'));
    await userEvent.click(level('tasks', 'Только просмотр'));
    await userEvent.click(screen.getAllByRole('checkbox', { name: /Садовая/ })[0] as HTMLElement);
    first.unmount();
    // The other one took cameras, requests and a whole building.
    const now = { ...was, cameras: 'denied', tasks: 'denied' };
    const second = await edit({ sections: now as never, buildings: [], version: 'v5' });
    await restore();
    expect(screen.getByText(/кто-то другой изменил.*: .+\(Заявки\)\./)).toBeVisible();
    const { sections, porches, version } = await sentEmployee(second.server);
    expect(sections).toEqual({ ...now, residents: 'write' });
    expect([porches, version]).toEqual([[52, 91, 51], 'v5']);
  });
});
