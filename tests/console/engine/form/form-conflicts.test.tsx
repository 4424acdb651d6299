import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { session } from '#console/data/session/session.ts';
import { BUILT_IN } from '#resources/built-in.ts';
import { buildingWith, flatIn } from '#tests/support/console/buildings.ts';
import { employee } from '#tests/support/console/employees.ts';
import { HOUSES } from '#tests/support/console/engine-stage.tsx';
import { announcement, BUILDING, savedNews } from '#tests/support/console/news.ts';
import { savedResident } from '#tests/support/console/residents.ts';
import type { MadeUpServer } from '#tests/support/console/server.ts';
import {
  BUILDING_LIST_CALL,
  buildingSettings,
  openSettings,
  paged,
  settingsServer,
} from '#tests/support/console/settings.tsx';
import { takeComplaints } from '#tests/support/console/setup.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A form that replaces a record, opened by two people. */
interface Form {
  address: string;
  /** Path of the record. */
  path: string;
  method: 'PUT' | 'PATCH';
  /** As both opened it, version aside. */
  record: Fields;
  /** The values saved by the other person. */
  theirs: Fields;
  /** Label of the control in the form, and what is written into it. */
  box: string;
  written: string;
  /** The field in the dialog: its title, and both values. */
  field: string;
  shown: { mine: RegExp; theirs: RegExp };
  /** The sent part of it. */
  sent: Fields;
  /** The server's answer to a saved record. */
  saved: object;
  /** Further calls of the page. */
  answers?: Parameters<typeof settingsServer>[1];
}

const ADDRESS = { id: 3, street: 'ул. Лесная', number: '12', is_all_porches: true };
const company = { 'GET /api/crm/scenarios/companies/': { json: [{ id: 2, label: 'Север-Сервис', is_tenant: false }] } };
const inside = { 'GET /api/crm/buildings/3/': { json: BUILDING } };
const DAYS = {
  path: '/api/crm/settings/building/3/',
  method: 'PUT',
  record: buildingSettings(3),
  theirs: { submit_start_day: 3 },
  box: 'Первый день',
  written: '5',
  field: 'Дни приёма показаний',
  shown: { mine: /5–25 числа месяца/, theirs: /3–25 числа месяца/ },
  sent: { submit_start_day: 5 },
  saved: buildingSettings(3, { version: 'v3' }),
} as const;

const FORMS: Readonly<Record<string, Form>> = {
  announcement: {
    address: '/edit-news-form?id=1',
    path: '/api/crm/news/1/',
    method: 'PATCH',
    record: { ...announcement({}, 0), target: { buildings: [3] } },
    theirs: { title: 'Вода вернётся в восемь' },
    box: 'Заголовок',
    written: 'Горячая вода вернулась',
    field: 'Заголовок',
    shown: { mine: /Горячая вода вернулась/, theirs: /Вода вернётся в восемь/ },
    sent: { title: 'Горячая вода вернулась' },
    saved: savedNews(1),
    answers: { ...inside, 'POST /api/crm/news/reach/': { json: { flats: 1, residents: 1, parts: [] } } },
  },
  employee: {
    address: '/settings/edit-employee?id=7',
    path: '/api/crm/employee/7/',
    method: 'PUT',
    record: { ...employee({ porches: [] }) },
    theirs: { position: 'Мастер участка' },
    box: 'Должность',
    written: 'Диспетчер смены',
    field: 'Должность',
    shown: { mine: /Диспетчер смены/, theirs: /Мастер участка/ },
    sent: { position: 'Диспетчер смены' },
    saved: { params: { user: 7, status: 'active', version: 'v3' } },
    answers: { ...company, 'GET /api/crm/services/': { json: [] } },
  },
  camera: {
    address: '/edit-camera-form?id=4',
    path: '/api/crm/cameras/4/',
    method: 'PUT',
    record: { id: 4, name: 'Двор', link: 'https://cam.example.ru/4', buildings: [ADDRESS], is_all_buildings: true },
    theirs: { name: 'Двор у арки' },
    box: 'Название',
    written: 'Двор с качелями',
    field: 'Название',
    shown: { mine: /Двор с качелями/, theirs: /Двор у арки/ },
    sent: { name: 'Двор с качелями' },
    saved: { params: { id: 4, name: 'Двор с качелями', link: 'https://cam.example.ru/4', buildings: [3] } },
  },
  resident: {
    address: '/edit-resident-form?id=7',
    path: '/api/crm/residents/7/',
    method: 'PUT',
    record: {
      ...{ id: 700, user: 7, first_name: 'Пётр', last_name: 'Ежов', phone_number: '+79164082217', gender: 'male' },
      ...{ email: null, status: 'active', avatar: null, is_all_units: true },
      units: [
        {
          unit_type: 'flat',
          object: {
            ...{ id: 101, label: '1', building: { id: 3, street: ADDRESS.street, number: ADDRESS.number } },
            ...{ porch: { number: 1 }, floor: { number: 1 }, pipe: null },
          },
        },
      ],
    },
    theirs: { last_name: 'Ёжиков' },
    box: 'Фамилия',
    written: 'Ежевикин',
    field: 'Фамилия',
    shown: { mine: /Ежевикин/, theirs: /Ёжиков/ },
    sent: { last_name: 'Ежевикин' },
    saved: savedResident(),
    answers: { 'GET /api/crm/buildings/3/': { json: buildingWith(HOUSES[0], { units: [flatIn(101, '1')] }) } },
  },
  'settings of a building': {
    ...DAYS,
    address: '/settings/objects-form?id=3',
    answers: { [BUILDING_LIST_CALL]: paged([]) },
  },
  'settings of readings': {
    ...DAYS,
    address: '/settings/meters-readings-form?id=3',
    answers: { [BUILDING_LIST_CALL]: paged([]) },
  },
};

/** A server that takes a change only by the version of what it holds. */
function strict({ path, method, record, saved, answers = {} }: Form): {
  server: MadeUpServer;
  held: Record<string, unknown>;
} {
  const held: Record<string, unknown> = { ...record, version: 'v1' };
  const server = settingsServer(
    { news: 'write', employees: 'write', cameras: 'write', residents: 'write', buildings: 'write' },
    {
      ...answers,
      [`GET ${path}`]: () => ({ json: { ...held } }),
      [`${method} ${path}`]: ({ body }) => {
        if ((body as Fields).version === held.version) return { json: saved };
        const changed = { by: { user: 2, name: 'Анна Котова' }, at: new Date().toISOString() };
        return { status: 409, json: { detail: 'Изменили', code: 'record_changed', request_id: 'r', changed } };
      },
    },
  );
  return { server, held };
}

test('G-69: every built-in form that replaces a record is among them', () => {
  const edited = BUILT_IN.flatMap(({ routes }) => (routes.edit ? [routes.edit] : [])).sort();
  expect(
    Object.values(FORMS)
      .map(({ address }) => address.split('?')[0])
      .sort(),
  ).toEqual(edited);
});

test.each(Object.entries(FORMS))(
  'G-69: %s: the second editor sees both values side by side, chooses, and saves over what was seen',
  async (_name, form) => {
    const { server, held } = strict(form);
    session.features.set({ services: true });
    openSettings(form.address);
    const box = await screen.findByLabelText(form.box);
    await waitFor(() => expect(box).not.toHaveValue(''));
    await userEvent.clear(box);
    await userEvent.type(box, form.written);
    Object.assign(held, form.theirs, { version: 'v2' });
    await userEvent.click(await screen.findByRole('button', { name: /^(Сохранить|Внести) (изменения|настройки)/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Эту запись уже изменили' }));
    const sides = within(await dialog.findByRole('group', { name: form.field }));
    expect(await sides.findByRole('radio', { name: form.shown.theirs })).not.toBeChecked();
    expect(dialog.getAllByRole('group')).toHaveLength(1);
    await userEvent.click(await sides.findByRole('radio', { name: form.shown.mine }));
    await userEvent.click(dialog.getByRole('button', { name: 'Сохранить выбранное' }));
    const saves = () => server.callsTo(`${form.method} ${form.path}`).map(({ body }) => body);
    await waitFor(() =>
      expect(saves()).toEqual([
        expect.objectContaining({ ...form.sent, version: 'v1' }),
        expect.objectContaining({ ...form.sent, version: 'v2' }),
      ]),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    takeComplaints();
  },
);
