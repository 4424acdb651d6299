import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { madeUp } from '#tests/support/console/definitions.ts';
import { openSections, signedIn } from '#tests/support/console/engine-stage.tsx';
import { takeComplaints } from '#tests/support/console/setup.ts';
import { heard } from '#tests/support/console/stage.tsx';

const PUT = 'PUT /api/records/keys/7';
const LIST = { 'GET /api/records/keys': { json: [], headers: { 'content-range': 'keys 0-0/0' } } };
const SECTION = madeUp({
  fields: {
    label: { kind: 'text', label: 'Ключ', required: true },
    scheme: { kind: 'files', label: 'План' },
    place: { kind: 'point', label: 'Где', plan: 'scheme' },
  },
  list: { layout: 'table', columns: ['label', 'place'] },
  card: { title: 'label', fields: ['place'], edit: true },
  form: [{ fields: ['label', 'scheme', 'place'] }],
});
const file = (id: number, name: string) => ({
  id,
  name,
  size: 10,
  mime: 'image/png',
  preview_url: `/api/files/${id}/preview`,
  s3_file: { file: `/api/files/${id}/original` },
});
const PLACE = { file: 5, x: 0.25, y: 0.5 };
const RECORD = { id: 7, label: 'П-12', scheme: [file(5, 'этаж 1.png'), file(6, 'этаж 2.png')], place: PLACE };

const group = () => screen.findByRole('group', { name: 'Где' });
const target = async () => within(await group()).findByRole('button', { name: 'Место на плане' });
const save = async () => userEvent.click(await screen.findByRole('button', { name: 'Сохранить изменения' }));

function openForm(record: object) {
  const server = signedIn('write', { ...LIST, 'GET /api/records/keys/7': { json: record }, [PUT]: { json: record } });
  openSections([SECTION], '/keys/edit?id=7');
  return {
    sent: async () => {
      await save();
      await waitFor(() => expect(server.callsTo(PUT)).toHaveLength(1));
      return (server.callsTo(PUT)[0]?.body as { place?: unknown } | undefined)?.place;
    },
  };
}

test('is put where the picture is pressed', async () => {
  const { sent } = openForm({ ...RECORD, place: null });
  const sheet = await target();
  sheet.getBoundingClientRect = () => new DOMRect(100, 50, 400, 200);
  fireEvent.click(sheet, { clientX: 200, clientY: 200, detail: 1 });
  expect(await within(await group()).findByRole('img', { name: 'этаж 1.png: 25 % слева, 75 % сверху' })).toBeVisible();
  expect(await sent()).toEqual({ file: 5, x: 0.25, y: 0.75 });
});

test('is put in the middle by Enter and moved by arrows, by little with Shift, and stays on the picture', async () => {
  const { sent } = openForm({ ...RECORD, place: null });
  (await target()).focus();
  await userEvent.keyboard('{Enter}{ArrowRight}{ArrowUp}{ArrowUp}{Shift>}{ArrowDown}{/Shift}');
  await userEvent.keyboard('{ArrowLeft>60/}');
  expect(await sent()).toEqual({ file: 5, x: 0, y: 0.462 });
});

test('stands on another picture after that is chosen, and can be taken away', async () => {
  openForm(RECORD);
  await userEvent.click(await within(await group()).findByLabelText('этаж 2.png'));
  const sheet = await target();
  sheet.getBoundingClientRect = () => new DOMRect(0, 0, 100, 100);
  fireEvent.click(sheet, { clientX: 10, clientY: 20, detail: 1 });
  expect(await within(await group()).findByRole('img', { name: 'этаж 2.png: 10 % слева, 20 % сверху' })).toBeVisible();
  await userEvent.click(within(await group()).getByRole('button', { name: 'Убрать точку' }));
  expect(within(await group()).queryByRole('button', { name: 'Убрать точку' })).toBeNull();
  // The button has gone: the focus stays in the field, and what has become of the point is said.
  expect(await target()).toHaveFocus();
  expect(await heard('Точка убрана')).toBeInTheDocument();
});

test('a point whose picture is gone is taken away, and the focus stays in the field', async () => {
  openForm({ ...RECORD, scheme: [] });
  await userEvent.click(await within(await group()).findByRole('button', { name: 'Убрать точку' }));
  expect(await group()).toContainElement(document.activeElement as HTMLElement);
  expect(await within(await group()).findByText(/Сначала добавьте картинку/)).toBeVisible();
});

test('without a picture the form says where to put one, and a picture that is gone is told', async () => {
  openForm({ ...RECORD, scheme: [], place: null });
  expect(await within(await group()).findByText('Сначала добавьте картинку в поле «План».')).toBeVisible();
});

test('a picture that is gone is told of in the form', async () => {
  openForm({ ...RECORD, scheme: [file(9, 'новый.png')] });
  expect(await within(await group()).findByText(/Картинки, на которой стояла точка, больше нет/)).toBeVisible();
});

describe('on a plan of another record', () => {
  const FLOOR = 'GET /api/records/floors/3';
  const floors = madeUp({
    name: 'floors',
    section: 'floors',
    fields: { title: { kind: 'text', label: 'Этаж' }, pictures: { kind: 'files', label: 'Картинки' } },
    list: { layout: 'table', columns: ['title'] },
    form: [{ fields: ['title', 'pictures'] }],
  });
  const keys = madeUp({
    fields: {
      label: { kind: 'text', label: 'Ключ', required: true },
      floor: { kind: 'reference', label: 'План', to: 'floors' },
      place: { kind: 'point', label: 'Где', plan: 'floor' },
    },
    list: { layout: 'table', columns: ['label', 'place'] },
    card: { title: 'label', fields: ['place'], edit: true },
    form: [{ fields: ['label', 'place'] }],
  });
  const record = { id: 7, label: 'П-12', floor: { id: 3, label: 'Первый' }, place: PLACE };
  const floor = { json: { id: 3, title: 'Первый', pictures: [file(5, 'этаж 1.png')] } };
  const failed = { status: 500, json: { detail: 'Ошибка', request_id: 'r' } };
  const open = (address: string, reply: object) => {
    const server = signedIn('write', {
      'GET /api/records/keys': { json: [record], headers: { 'content-range': 'keys 0-0/1' } },
      'GET /api/records/keys/7': { json: record },
      'GET /api/records/keys/7/history/': { json: { results: [], before: null } },
      [FLOOR]: reply,
    });
    openSections([keys, floors], address);
    return server;
  };
  const point = { name: 'этаж 1.png: 25 % слева, 50 % сверху' };

  test('the form says that it did not come, keeps the point, and asks for it again', async () => {
    const server = open('/keys/edit?id=7', failed);
    const said = await within(await group()).findByRole('alert');
    expect(said).toHaveTextContent('План не загрузился. Точка осталась на месте.');
    expect(within(await group()).queryByText(/План не открыт|больше нет/)).toBeNull();
    server.answer(FLOOR, floor);
    await userEvent.click(within(said).getByRole('button', { name: 'Повторить' }));
    expect(await within(await group()).findByRole('img', point)).toBeVisible();
    takeComplaints();
  });

  test('the card does too', async () => {
    const server = open('/keys?id=7', failed);
    expect(await screen.findByText('План не загрузился.')).toBeVisible();
    server.answer(FLOOR, floor);
    await userEvent.click(await screen.findByRole('button', { name: 'Повторить' }));
    expect(await screen.findByRole('img', point)).toBeVisible();
    takeComplaints();
  });

  test.each([403, 404])('an answer of %d alone says that it is closed or deleted', async (status) => {
    open('/keys/edit?id=7', { ...failed, status });
    expect(await within(await group()).findByText(/План не открыт вам или удалён/)).toBeVisible();
    expect(within(await group()).queryByRole('button', { name: 'Повторить' })).toBeNull();
    takeComplaints();
  });
});

test.each([
  ['stands on its picture, which a press shows large', RECORD.scheme, null],
  ['says so where the picture is gone', [], /Картинки, на которой стояла точка, больше нет/],
])('the card %s', async (_, scheme, sentence) => {
  const record = { ...RECORD, scheme };
  signedIn('write', {
    'GET /api/records/keys': { json: [record], headers: { 'content-range': 'keys 0-0/1' } },
    'GET /api/records/keys/7': { json: record },
    'GET /api/records/keys/7/history/': { json: { results: [], before: null } },
  });
  openSections([SECTION], '/keys?id=7');
  if (sentence) {
    expect(await screen.findByText(sentence)).toBeVisible();
    return;
  }
  await userEvent.click(await screen.findByTitle('Показать план крупно'));
  const dialog = within(await screen.findByRole('dialog', { name: 'План' }));
  expect(dialog.getByRole('img', { name: 'этаж 1.png: 25 % слева, 50 % сверху' })).toBeVisible();
  const sheet = () => dialog.getByRole('img').parentElement;
  expect(sheet()).toHaveStyle({ width: '100%' });
  await userEvent.click(dialog.getByRole('button', { name: 'Крупнее' }));
  expect(sheet()).toHaveStyle({ width: '150%' });
  await userEvent.click(dialog.getByRole('button', { name: 'Мельче' }));
  expect(sheet()).toHaveStyle({ width: '100%' });
  expect(dialog.queryByRole('button', { name: 'Место на плане' })).toBeNull();
});
