// Runs in test:all alone: every way to touch a form, one by one; drafts-forms.test.tsx has one.
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SLOT_WIDGETS } from '#console/app/slots.ts';
import { session } from '#console/data/session/session.ts';
import { buildingWith, flatIn, house } from '#tests/support/console/buildings.ts';
import { openSection } from '#tests/support/console/engine-stage.tsx';
import { BUILDING, data, flat, GIVE, OTHER, READINGS, readingRoom } from '#tests/support/console/readings.ts';

const choose = async (label: string, option: RegExp) => {
  await userEvent.click(await screen.findByRole('combobox', { name: label }));
  await userEvent.click(await screen.findByRole('option', { name: option }));
};
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const box = (name: string) => screen.findByRole('textbox', { name });
const open = () => openSection(READINGS, '/add-readings', SLOT_WIDGETS);

/** Two buildings, flats 48 and 49 in the first and 50 in the second; a draft of flat 48 is kept. */
async function drafted() {
  const answer = (id: number) => ({ json: { ...flat(id), last_result: null, norms: {} } });
  const server = readingRoom([flat(48)], {
    collects: data(),
    answers: {
      [`GET /api/crm/buildings/${BUILDING}/`]: {
        json: buildingWith(house(BUILDING), { units: [flatIn(48), flatIn(49)] }),
      },
      [`GET /api/crm/buildings/${OTHER}/`]: { json: buildingWith(house(OTHER), { units: [flatIn(50)] }) },
      'GET /api/crm/meters/48/': answer(48),
      'GET /api/crm/meters/49/': answer(49),
      'GET /api/crm/meters/50/': answer(50),
      [GIVE]: { status: 201, json: { params: { id: 77, unit: 48, readings: {} } } },
    },
  });
  session.userId.set('99');
  const first = open();
  await choose('Объект', /Лесная/);
  await choose('Квартира', /48/);
  await userEvent.type(await box('Холодная вода'), '733');
  await userEvent.type(await box('Горячая вода'), '210');
  first.unmount();
  return server;
}

describe('a draft of readings that is taken back into a form that was touched', () => {
  test.each([
    ['READ-18, READ-30: another house', async () => choose('Объект', /Садовая/)],
    [
      'READ-18, READ-30: another house and flat, with a value',
      async () => {
        await choose('Объект', /Садовая/);
        await choose('Квартира', /50/);
        await userEvent.type(await box('Холодная вода'), '5');
      },
    ],
    [
      'READ-18, READ-22: another flat of the same house',
      async () => {
        await choose('Объект', /Лесная/);
        await choose('Квартира', /49/);
      },
    ],
    [
      'READ-18, READ-22: the same values typed for another flat',
      async () => {
        await choose('Объект', /Лесная/);
        await choose('Квартира', /49/);
        await userEvent.type(await box('Холодная вода'), '733');
        await userEvent.type(await box('Горячая вода'), '210');
        await userEvent.tab();
      },
    ],
  ])('%s: flat and values come back whole', async (_name, touch) => {
    const server = await drafted();
    open();
    await touch();
    await press('Восстановить');
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Квартира' })).toHaveValue('48'));
    expect(await box('Холодная вода')).toHaveValue('000733');
    await press('Добавить показания');
    await waitFor(() => expect(server.callsTo(GIVE)).toHaveLength(1));
    expect(server.callsTo(GIVE)[0]?.body).toEqual({
      unit: 48,
      readings: { water_cold: '000733', water_hot: '000210' },
    });
  });

  test('RES-31: what is chosen by hand afterwards empties flat and values as ever', async () => {
    await drafted();
    open();
    await choose('Объект', /Садовая/);
    await press('Восстановить');
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Квартира' })).toHaveValue('48'));
    await choose('Объект', /Садовая/);
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Квартира' })).toHaveValue(''));
    await choose('Квартира', /50/);
    expect(await box('Холодная вода')).toHaveValue('');
  });
});
