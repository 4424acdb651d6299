import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { onFailure } from '#console/data/http/failures.ts';
import { takenElsewhere, withBuilding } from '#console/sections/residents/units/input.tsx';
import { buildingWith, flatIn } from '#tests/support/console/buildings.ts';
import { HOUSES } from '#tests/support/console/engine-stage.tsx';
import { reasonOf } from '#tests/support/console/reason.ts';
import { office, openResidents, savedResident } from '#tests/support/console/residents.ts';
import { takeComplaints } from '#tests/support/console/setup.ts';
import { said } from '#tests/support/console/stage.tsx';

const CREATE = 'POST /api/crm/residents/';
const CHANGE = 'PUT /api/crm/residents/7/';
const STORED = {
  id: 700,
  user: 7,
  first_name: 'Пётр',
  last_name: 'Ежов',
  phone_number: '+79164082217',
  gender: 'male',
  email: null,
  status: 'active',
  avatar: null,
  is_all_units: true,
  units: [
    {
      unit_type: 'flat',
      object: {
        id: 201,
        label: '9',
        building: { id: 5, street: 'ул. Садовая', number: '7' },
        porch: { number: 1 },
        floor: { number: 1 },
        pipe: null,
      },
    },
  ],
};
const answers = {
  'GET /api/crm/buildings/3/': {
    json: buildingWith(HOUSES[0], { units: [flatIn(101, '1'), flatIn(102, '2'), flatIn(103, '3')] }),
  },
  'GET /api/crm/buildings/5/': { json: buildingWith(HOUSES[1], { units: [flatIn(201, '9')] }) },
  'GET /api/crm/residents/7/': { json: STORED },
  [CREATE]: { status: 201, json: savedResident() },
  [CHANGE]: { json: savedResident() },
};
const open = (address = '/create-resident-form', over: Parameters<typeof office>[1] = {}) => {
  const server = office('write', { ...answers, ...over });
  return { server, ...openResidents(address) };
};
const alerts: string[] = [];
beforeAll(() => {
  onFailure(({ message }) => alerts.push(message));
});
beforeEach(() => alerts.splice(0));
const submit = (name = 'Отправить приглашение') => screen.findByRole('button', { name });
const pair = async (title: string) => within(await screen.findByRole('group', { name: title }));
const choose = async (title: string, label: 'Дом' | 'Квартира', option: string | RegExp) => {
  await userEvent.click((await pair(title)).getByRole('combobox', { name: label }));
  await userEvent.click(await screen.findByRole('option', { name: option }));
};
const paste = async (label: string, text: string) => {
  await userEvent.click(await screen.findByLabelText(label));
  await userEvent.paste(text);
};

describe('inviting', () => {
  test('RES-22, RES-23, RES-24, RES-36: two tabs, the fields, the button', async () => {
    open();
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Кого хотите пригласить?');
    const tabs = screen.getByRole('navigation', { name: 'Кого хотите пригласить?' });
    expect(
      within(tabs)
        .getAllByRole('link')
        .map((tab) => [tab.textContent, tab.getAttribute('href'), tab.getAttribute('aria-current')]),
    ).toEqual([
      ['Вручную', '/create-resident-form', 'page'],
      ['Списком', '/download-resident-form', null],
    ]);
    for (const label of ['Фамилия', 'Имя', 'Телефон']) expect(screen.getByLabelText(label)).toBeVisible();
    expect(screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)).toEqual([
      'Женский',
      'Мужской',
    ]);
    expect(await submit()).toBeVisible();
  });

  test('RES-25, RES-27, RES-28, RES-29: an empty form says what is missing and sends nothing', async () => {
    const { server } = open();
    await userEvent.click(await submit());
    expect(await screen.findAllByText('должно содержать от 1 до 60 символов')).toHaveLength(2);
    expect(screen.getByText('выберите пол')).toBeVisible();
    expect(screen.getByText('обязательное поле')).toBeVisible();
    expect(await screen.findByText('выберите объект')).toBeVisible();
    // The way to the first error ends in it.
    await waitFor(() => expect(screen.getByLabelText('Фамилия')).toHaveFocus());
    await choose('Первый объект', 'Дом', /Лесная/);
    expect(await screen.findByText('выберите квартиру')).toBeVisible();
    expect(screen.queryByText('выберите объект')).toBeNull();
    await paste('Имя', 'а'.repeat(61));
    await paste('Телефон', '916408221');
    await userEvent.tab();
    expect(await screen.findByText('введите корректный номер')).toBeVisible();
    expect(screen.getAllByText('должно содержать от 1 до 60 символов')).toHaveLength(2);
    expect(server.callsTo(CREATE)).toEqual([]);
  });

  test('RES-30, RES-31, RES-35, RES-39, API-10: a flat after its house, another house clears it; the payload', async () => {
    const { server, where } = open();
    await paste('Фамилия', ' Ежов ');
    await paste('Имя', 'Пётр');
    await paste('Телефон', '9164082217');
    await userEvent.click(screen.getByRole('radio', { name: 'Мужской' }));
    const flat = (await pair('Первый объект')).getByRole('combobox', { name: 'Квартира' });
    expect(reasonOf(flat)).toBe('Сначала выберите дом');
    await choose('Первый объект', 'Дом', /Лесная/);
    await choose('Первый объект', 'Квартира', '1');
    await choose('Первый объект', 'Дом', /Садовая/);
    expect((await pair('Первый объект')).getByRole('combobox', { name: 'Квартира' })).toHaveValue('');
    await choose('Первый объект', 'Квартира', '9');
    await userEvent.click(screen.getByRole('button', { name: /Добавить ещё/ }));
    expect(screen.queryByText('выберите объект')).toBeNull();
    await choose('Второй объект', 'Дом', /Лесная/);
    await choose('Второй объект', 'Квартира', '2');
    await userEvent.click(await submit());
    await waitFor(() => expect(server.callsTo(CREATE)).toHaveLength(1));
    expect(server.callsTo(CREATE)[0]?.body).toEqual({
      last_name: 'Ежов',
      first_name: 'Пётр',
      phone_number: '+79164082217',
      gender: 'male',
      units: [201, 102],
    });
    await waitFor(() => expect(where()).toBe('/residents'));
    expect(await said('Резидент добавлен, приглашение отправлено')).toBeVisible();
    expect(alerts).toEqual([]);
  });

  test('RES-32, RES-33, RES-34: up to ten objects by their names; one alone cannot be taken away', async () => {
    open();
    await pair('Первый объект');
    expect(screen.queryByRole('button', { name: /^Убрать: / })).toBeNull();
    for (let at = 1; at < 10; at += 1) await userEvent.click(screen.getByRole('button', { name: /Добавить ещё/ }));
    const titles = screen
      .getAllByRole('group', { name: /объект$/ })
      .map((one) => one.querySelector('legend')?.textContent);
    expect(titles).toEqual(
      ['Первый', 'Второй', 'Третий', 'Четвёртый', 'Пятый', 'Шестой', 'Седьмой', 'Восьмой', 'Девятый', 'Десятый'].map(
        (word) => `${word} объект`,
      ),
    );
    expect(screen.queryByRole('button', { name: /Добавить ещё/ })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Убрать: Второй объект' }));
    expect(screen.getByRole('button', { name: /Добавить ещё/ })).toBeVisible();
    expect(screen.queryByText('Десятый объект')).toBeNull();
  });

  test('RES-40: a flat that is chosen already is not offered again', async () => {
    open();
    await choose('Первый объект', 'Дом', /Лесная/);
    await choose('Первый объект', 'Квартира', '1');
    await userEvent.click(screen.getByRole('button', { name: /Добавить ещё/ }));
    await choose('Второй объект', 'Дом', /Лесная/);
    await userEvent.click((await pair('Второй объект')).getByRole('combobox', { name: 'Квартира' }));
    await screen.findByRole('option', { name: '2' });
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['2', '3']);
    const pairs = [
      { building: 3, unit: 101 },
      { building: 3, unit: 102 },
    ];
    expect([...takenElsewhere(pairs, 0)]).toEqual([102]);
    expect(withBuilding(pairs, 0, 3)).toEqual(pairs);
    expect(withBuilding(pairs, 0, 5)[0]).toEqual({ building: 5, unit: null });
  });

  test('RES-41, G-38: what the server says stands at its field', async () => {
    open('/edit-resident-form?id=7', {
      [CHANGE]: {
        status: 400,
        json: { phone_number: ['человек с таким номером уже есть в системе'], units: ['такого нет'] },
      },
    });
    await userEvent.click(await submit('Сохранить изменения'));
    expect(await screen.findByText('человек с таким номером уже есть в системе')).toBeVisible();
    expect(screen.getByText('такого нет')).toBeVisible();
    takeComplaints();
  });
});

describe('editing', () => {
  test('RES-16, RES-20, RES-37, RES-38, RES-39: prefilled, saved by PUT to `user`', async () => {
    const { server, where } = open('/edit-resident-form?id=7');
    expect(await screen.findByLabelText('Фамилия')).toHaveValue('Ежов');
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Изменить данные резидента');
    expect(screen.queryByRole('navigation', { name: /пригласить/ })).toBeNull();
    expect(screen.getByRole('radio', { name: 'Мужской' })).toBeChecked();
    const first = await pair('Первый объект');
    await waitFor(() => expect(first.getByRole('combobox', { name: 'Квартира' })).toHaveValue('9'));
    expect(first.getByRole('combobox', { name: 'Дом' })).toHaveValue('ул. Садовая, 7');
    await userEvent.clear(screen.getByLabelText('Имя'));
    await paste('Имя', 'Лев');
    await userEvent.click(await submit('Сохранить изменения'));
    await waitFor(() => expect(server.callsTo(CHANGE)).toHaveLength(1));
    expect(server.callsTo(CHANGE)[0]?.body).toEqual({
      last_name: 'Ежов',
      first_name: 'Лев',
      phone_number: '+79164082217',
      gender: 'male',
      units: [201],
    });
    await waitFor(() => expect(where()).toBe('/residents'));
    expect(await said('Данные резидента сохранены')).toBeVisible();
    expect(alerts).toEqual([]);
  });

  test.each([
    ['a new one', '/create-resident-form', CREATE, 'Отправить приглашение', /^Резидент добавлен, но СМС/],
    ['a renewed one', '/edit-resident-form?id=7', CHANGE, 'Сохранить изменения', /^Изменения сохранены, но СМС/],
  ])(
    'RES-35, RES-37: an invitation that did not leave is told of, %s',
    async (_what, address, call, button, sentence) => {
      const { where } = open(address, {
        [call]: { status: call === CREATE ? 201 : 200, json: savedResident({ invited: false }) },
      });
      if (call === CREATE) {
        await paste('Фамилия', 'Ежов');
        await paste('Имя', 'Пётр');
        await paste('Телефон', '9164082217');
        await userEvent.click(screen.getByRole('radio', { name: 'Мужской' }));
        await choose('Первый объект', 'Дом', /Садовая/);
        await choose('Первый объект', 'Квартира', '9');
      }
      await userEvent.click(await submit(button));
      await waitFor(() => expect(where()).toBe('/residents'));
      expect(alerts).toEqual([expect.stringMatching(sentence)]);
    },
  );
});
