import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildingWith, flatIn } from '#tests/support/console/buildings.ts';
import { HOUSES } from '#tests/support/console/engine-stage.tsx';
import { openFields } from '#tests/support/console/field-form.tsx';
import { reasonOf } from '#tests/support/console/reason.ts';

const group = async (name = 'Поле') => within(await screen.findByRole('group', { name }));
const combo = (name: string) => screen.findByRole('combobox', { name });
const choose = async (name: string, option: string | RegExp) => {
  await userEvent.click(await combo(name));
  await userEvent.click(await screen.findByRole('option', { name: option }));
};

/** The second building, wholly open. */
const OPEN = { ...HOUSES[1], is_all_porches: true };
const flat = (id: number, label: string, number: number) => flatIn(id, label, { id: number + 30, number });
const LESNAYA = buildingWith(HOUSES[0], {
  porches: [
    { id: 31, number: 1 },
    { id: 32, number: 2 },
  ],
  floors: [
    { id: 41, number: 1, porch: { id: 31, number: 1 } },
    { id: 42, number: 1, porch: { id: 32, number: 2 } },
    { id: 43, number: 2, porch: { id: 32, number: 2 } },
  ],
  pipes: [{ id: 61, name: 'ХВС-1', porch: null, flats: [] }],
  units: [flat(101, 'кв. 1', 1), flat(102, 'кв. 2', 2)],
});
const SADOVAYA = buildingWith(HOUSES[1], { units: [flat(201, 'кв. 9', 1)] });
const answers = {
  'GET /api/crm/buildings/3/': { json: LESNAYA },
  'GET /api/crm/buildings/5/': { json: SADOVAYA },
};

describe('several houses', () => {
  const FIELD = { kind: 'buildings', label: 'Поле', required: true, message: 'validation.buildings' } as const;
  const both = { answers: { 'GET /api/crm/buildings/': { json: [HOUSES[0], OPEN] } } };

  test('CAM-11: are ticked one by one, by complex or all at once; none is told', async () => {
    const { refuses, send } = await openFields({ field: FIELD }, both);
    const { findByRole, getByRole, getByText } = await group();
    const all = await findByRole('checkbox', { name: 'Выбрать все' });
    await refuses('укажите объекты');
    await userEvent.click(getByRole('checkbox', { name: 'Роща' }));
    expect(getByRole('checkbox', { name: /Лесная/ })).toBeChecked();
    expect(all).toBePartiallyChecked();
    expect(getByText('выбрано 1 из 2')).toBeVisible();
    await userEvent.click(all);
    expect(getByRole('checkbox', { name: /Садовая/ })).toBeChecked();
    await userEvent.click(getByRole('checkbox', { name: 'Роща' }));
    expect(await send()).toEqual({ field: [5] });
  });

  test('SHELL-32, SHELL-33: are searched; Enter in the search sends nothing', async () => {
    const { server } = await openFields({ field: FIELD }, both);
    const { findByRole, getByText, queryByRole } = await group();
    const search = await findByRole('searchbox');
    await userEvent.type(search, 'садовая 7{Enter}');
    expect(queryByRole('checkbox', { name: /Лесная/ })).toBeNull();
    expect(queryByRole('checkbox', { name: /Садовая/ })).toBeVisible();
    await userEvent.type(search, 'ы');
    expect(getByText('Нет совпадений')).toBeVisible();
    expect(server.callsTo('POST /api/crm/keys/')).toHaveLength(0);
    expect(screen.queryByText('укажите объекты')).toBeNull();
  });

  test('CAM-08: those of which only a part is open are listed apart, as not editable', async () => {
    await openFields({ field: FIELD }, { stored: { field: [{ id: 3 }, { id: 5 }, { id: 99 }] } });
    const fixed = within(await screen.findByRole('group', { name: 'Недоступны для редактирования' }));
    const boxes = fixed.getAllByRole('checkbox');
    expect(boxes.map((box) => box.closest('label')?.textContent)).toEqual(['7ул. Садовая', 'Объект № 99']);
    expect(boxes.map(reasonOf)).toEqual([
      'Вам доступна только часть дома, поэтому изменить его нельзя',
      'Этот дом вам недоступен',
    ]);
    for (const box of boxes) {
      await userEvent.click(box);
      expect(box).toBeChecked();
    }
    const editable = (await group()).getByRole('checkbox', { name: /Лесная/ });
    expect(editable).toBeEnabled();
    expect(editable).toBeChecked();
  });

  test('CAM-09: and stay in the payload, whatever is unticked', async () => {
    const { send } = await openFields({ field: FIELD }, { stored: { field: [{ id: 3 }, { id: 5 }, { id: 99 }] } });
    await userEvent.click((await group()).getByRole('checkbox', { name: /Лесная/ }));
    expect(await send()).toEqual({ field: [5, 99] });
  });

  test('CAM-09: one that the record is not tied to is not added to it', async () => {
    const { send } = await openFields({ field: FIELD }, { stored: { field: [3] } });
    const fixed = within(await screen.findByRole('group', { name: 'Недоступны для редактирования' }));
    expect(fixed.getByRole('checkbox', { name: /Садовая/ })).not.toBeChecked();
    expect(await send()).toEqual({ field: [3] });
  });
});

describe('one house', () => {
  test('is searched by street, number or complex', async () => {
    const { send } = await openFields({ field: { kind: 'building', label: 'Поле', required: true } });
    await userEvent.type(await combo('Поле'), 'нетакой');
    expect(await screen.findByText('Нет совпадений')).toBeVisible();
    await userEvent.clear(await combo('Поле'));
    await userEvent.click(await screen.findByRole('option', { name: /Садовая/ }));
    expect(await combo('Поле')).toHaveValue('ул. Садовая, 7');
    expect(await send()).toEqual({ field: 5 });
  });

  test('SHELL-33: without a house there is nothing to choose', async () => {
    const none = { answers: { 'GET /api/crm/buildings/': { json: [] } } };
    await openFields({ field: { kind: 'building', label: 'Поле' } }, none);
    await userEvent.click(await combo('Поле'));
    expect(await screen.findByText('Нет элементов для выбора')).toBeVisible();
  });
});

describe('a flat', () => {
  const FIELDS = {
    house: { kind: 'building', label: 'Дом' },
    flat: { kind: 'unit', label: 'Квартира', building: 'house', required: true, message: 'validation.flat' },
  } as const;

  test('RES-30: cannot be chosen before its house is', async () => {
    const { refuses, send } = await openFields(FIELDS, { answers });
    const flat = await combo('Квартира');
    expect(flat).toHaveAttribute('placeholder', 'Сначала выберите дом');
    expect(reasonOf(flat)).toBe('Сначала выберите дом');
    await userEvent.type(flat, '2');
    expect(flat).toHaveValue('');
    await refuses('выберите квартиру');
    await choose('Дом', /Лесная/);
    await waitFor(async () => expect(await combo('Квартира')).not.toHaveAttribute('aria-disabled'));
    await choose('Квартира', 'кв. 2');
    expect(await send()).toEqual({ house: 3, flat: 102 });
  });

  test('RES-31: another house empties it', async () => {
    const { refuses } = await openFields(FIELDS, { answers, stored: { house: { id: 3 }, flat: { id: 101 } } });
    await waitFor(async () => expect(await combo('Квартира')).toHaveValue('кв. 1'));
    await choose('Дом', /Садовая/);
    await waitFor(async () => expect(await combo('Квартира')).toHaveValue(''));
    await refuses('выберите квартиру');
    await userEvent.click(await combo('Квартира'));
    expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual(['кв. 9']);
  });
});

describe('a checklist', () => {
  const FIELDS = {
    house: { kind: 'building', label: 'Дом' },
    porches: { kind: 'checklist', label: 'Подъезды', of: 'porches', building: 'house' },
    floors: { kind: 'checklist', label: 'Этажи', of: 'floors', building: 'house', porches: 'porches' },
    pipes: { kind: 'checklist', label: 'Стояки', of: 'pipes', building: 'house' },
  } as const;
  const ticks = async (name: string) =>
    (await group(name)).queryAllByRole('checkbox').map((box) => box.closest('label')?.textContent);

  test('of entrances, floors and risers of the chosen house; the floors are those of the ticked entrances', async () => {
    const { send } = await openFields(FIELDS, { answers });
    expect((await group('Подъезды')).getByText('Сначала выберите дом')).toBeVisible();
    await choose('Дом', /Лесная/);
    await waitFor(async () => expect(await ticks('Подъезды')).toEqual(['Подъезд 1', 'Подъезд 2']));
    expect(await ticks('Стояки')).toEqual(['Стояк ХВС-1']);
    expect(await ticks('Этажи')).toEqual([]);
    await userEvent.click((await group('Подъезды')).getByRole('checkbox', { name: 'Подъезд 2' }));
    expect(await ticks('Этажи')).toEqual(['Подъезд 2, этаж 1', 'Подъезд 2, этаж 2']);
    await userEvent.click((await group('Этажи')).getByRole('checkbox', { name: 'Подъезд 2, этаж 2' }));
    await userEvent.click((await group('Стояки')).getByRole('checkbox', { name: 'Стояк ХВС-1' }));
    expect(await send()).toEqual({ house: 3, porches: [32], floors: [43], pipes: [61] });
  });

  test('a floor goes with its entrance', async () => {
    const stored = { house: 3, porches: [31, 32], floors: [41, 43], pipes: [] };
    const { send } = await openFields(FIELDS, { answers, stored });
    await waitFor(async () => expect(await ticks('Этажи')).toHaveLength(3));
    await userEvent.click((await group('Подъезды')).getByRole('checkbox', { name: 'Подъезд 2' }));
    await waitFor(async () => expect(await ticks('Этажи')).toEqual(['Подъезд 1, этаж 1']));
    await userEvent.click((await group('Подъезды')).getByRole('checkbox', { name: 'Подъезд 2' }));
    expect(await send()).toEqual({ house: 3, porches: [31, 32], floors: [41], pipes: [] });
  });

  test('is emptied by another house', async () => {
    const stored = { house: 3, porches: [31], floors: [41], pipes: [61] };
    const { send } = await openFields(FIELDS, { answers, stored });
    await waitFor(async () =>
      expect((await group('Подъезды')).queryByRole('checkbox', { name: 'Подъезд 1' })).toBeChecked(),
    );
    await choose('Дом', /Садовая/);
    await waitFor(async () => expect((await group('Подъезды')).getByText('Нет элементов для выбора')).toBeVisible());
    expect(await send()).toEqual({ house: 5, porches: [], floors: [], pipes: [] });
  });

  describe('that has to be given', () => {
    const NEEDED = { ...FIELDS, porches: { ...FIELDS.porches, required: true } } as const;
    const stays = 'Отмеченное в подъездах, закрытых для вас, останется как есть';
    const door = { id: 51, number: 1 };
    const part = { answers: { ...answers, 'GET /api/crm/buildings/5/': { json: { ...SADOVAYA, porches: [door] } } } };
    const tickOf = async () => (await group('Подъезды')).findByRole('checkbox', { name: 'Подъезд 1' });

    test('may seem empty where a house is open in part: what is out of sight stays, and the server knows of it', async () => {
      const stored = { house: 5, porches: [{ id: 51, label: '1' }], floors: [], pipes: [] };
      const { send } = await openFields(NEEDED, { ...part, stored });
      await waitFor(async () => expect((await group('Подъезды')).getByText(stays)).toBeVisible());
      const box = await tickOf();
      expect(box).toBeChecked();
      await userEvent.click(box);
      expect(await send()).toEqual({ house: 5, porches: [], floors: [], pipes: [] });
    });

    test('has to be given where nothing is out of sight: in a house that is wholly open', async () => {
      const stored = { house: 3, porches: [], floors: [], pipes: [] };
      const edited = await openFields(NEEDED, { ...part, stored });
      await tickOf();
      await edited.refuses('обязательное поле');
      expect((await group('Подъезды')).queryByText(stays)).toBeNull();
    });

    test('has to be given where the house is another one than before', async () => {
      const stored = { house: 3, porches: [31], floors: [], pipes: [] };
      const { refuses } = await openFields(NEEDED, { ...part, stored });
      await tickOf();
      await choose('Дом', /Садовая/);
      await waitFor(async () => expect(await tickOf()).not.toBeChecked());
      await refuses('обязательное поле');
      expect((await group('Подъезды')).queryByText(stays)).toBeNull();
    });
  });
});
