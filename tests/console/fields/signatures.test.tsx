// Runs in test:all alone: one kind of field; its rules are in tests/resources, its records on the server.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FieldCell } from '#console/engine/field-part.tsx';
import { formDifferences } from '#console/engine/form/differences.ts';
import { parseStrokes } from '#resources/rules/strokes.ts';
import { madeUp } from '#tests/support/console/definitions.ts';
import { openSection, signedIn } from '#tests/support/console/engine-stage.tsx';
import { renderOnStage } from '#tests/support/console/stage.tsx';

const POST = 'POST /api/records/keys';
const PUT = 'PUT /api/records/keys/7';
const LIST = { 'GET /api/records/keys': { json: [], headers: { 'content-range': 'keys 0-0/0' } } };
const SECTION = madeUp({
  fields: {
    label: { kind: 'text', label: 'Ключ', required: true },
    received: { kind: 'signature', label: 'Подпись', required: true },
  },
  list: { layout: 'table', columns: ['label', 'received'] },
  card: { title: 'label', fields: ['received'], edit: true },
  form: [{ fields: ['label', 'received'] }],
});
const SIGNED = { drawing: 'M100 50l30 20 20 -10', name: 'Котова А. И.', at: '2026-11-28T12:00:00.000Z' };
const RECORD = { id: 7, label: 'П-12', received: SIGNED, record_version: 'v1' };

const group = () => screen.findByRole('group', { name: 'Подпись' });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const pad = () => screen.findByRole('img', { name: 'Поле для росписи' });

type Place = readonly [number, number];

/** The pad, whose every unit is a pixel. jsdom has no PointerEvent of its own. */
async function sheet() {
  const drawnOn = await pad();
  drawnOn.getBoundingClientRect = () => new DOMRect(0, 0, 600, 300);
  return (type: 'down' | 'move' | 'up', [clientX, clientY]: Place, pointerId = 1, button = 0) => {
    const event = new MouseEvent(`pointer${type}`, { bubbles: true, clientX, clientY, button });
    fireEvent(drawnOn, Object.assign(event, { pointerId }));
  };
}

/** Draws a line on the pad. */
async function draw(places: readonly Place[]): Promise<void> {
  const send = await sheet();
  const [first = [0, 0], ...others] = places;
  send('down', first);
  for (const place of others) send('move', place);
  send('up', others.at(-1) ?? first);
}

async function openForm() {
  const server = signedIn('write', { ...LIST, [POST]: { status: 201, json: { id: 8 } } });
  const { where } = openSection(SECTION, '/keys/create');
  await userEvent.type(await screen.findByLabelText('Ключ'), 'П-13');
  return { server, where };
}

test('is drawn in a dialog, shown in the form with its name, and sent', async () => {
  const { server, where } = await openForm();
  await press('Добавить ключ');
  expect(await within(await group()).findByText('обязательное поле')).toBeVisible();
  await press('Подписать');
  await draw([
    [100, 50],
    [130, 70],
    [150, 60],
  ]);
  await userEvent.type(screen.getByLabelText('Кто подписывает'), 'Котова А. И.');
  await press('Готово');
  expect(await within(await group()).findByTitle('Подписано: Котова А. И.')).toBeInTheDocument();
  expect(within(await group()).queryByText('обязательное поле')).toBeNull();
  await press('Добавить ключ');
  await waitFor(() => expect(where()).toBe('/keys'));
  expect(server.callsTo(POST)[0]?.body).toEqual({
    label: 'П-13',
    received: { drawing: 'M100 50l30 20 20 -10', name: 'Котова А. И.', at: null },
  });
});

test('a stroke is taken back, all are wiped off, and an empty sheet signs nothing', async () => {
  await openForm();
  await press('Подписать');
  await press('Готово');
  expect(await pad()).toBeVisible();
  const line = async () => (await pad()).querySelector('path')?.getAttribute('d');
  await draw([
    [10, 10],
    [50, 50],
  ]);
  await draw([[90, 90]]);
  expect(await line()).toBe('M10 10L50 50M90 90h0');
  await press('Убрать последний штрих');
  expect(await line()).toBe('M10 10L50 50');
  await press('Очистить');
  expect(await line()).toBe('');
  await press('Отменить');
  await waitFor(() => expect(screen.queryByRole('img', { name: 'Поле для росписи' })).toBeNull());
  expect(await screen.findByRole('button', { name: 'Подписать' })).toBeVisible();
});

test('a palm beside the pen draws nothing, nor does the other button of a mouse', async () => {
  await openForm();
  await press('Подписать');
  const send = await sheet();
  send('down', [10, 10], 1);
  send('down', [300, 300], 2);
  send('move', [310, 290], 2);
  send('move', [40, 10], 1);
  send('up', [310, 290], 2);
  send('up', [40, 10], 1);
  send('down', [90, 90], 3, 2);
  send('up', [90, 90], 3, 2);
  expect((await pad()).querySelector('path')).toHaveAttribute('d', 'M10 10L40 10');
});

test('who has nothing to draw with writes the name, and that is said', async () => {
  const { server } = await openForm();
  const button = await screen.findByRole('button', { name: 'Подписать' });
  button.focus();
  await userEvent.keyboard('{Enter}');
  await userEvent.type(await screen.findByLabelText('Кто подписывает'), 'Ежов П. С.{Enter}');
  expect(await within(await group()).findByText('Подписано: Ежов П. С.')).toBeVisible();
  expect(within(await group()).getByText('имя вписано вместо росписи')).toBeVisible();
  await press('Добавить ключ');
  await waitFor(() => expect(server.callsTo(POST)).toHaveLength(1));
  expect(server.callsTo(POST)[0]?.body).toMatchObject({ received: { drawing: null, name: 'Ежов П. С.' } });
});

test('an untouched one is sent back as it was; removed, it is gone', async () => {
  const server = signedIn('write', { ...LIST, 'GET /api/records/keys/7': { json: RECORD }, [PUT]: { json: RECORD } });
  openSection(SECTION, '/keys/edit?id=7');
  expect(
    await within(await group()).findByText(/^Подписано: Котова А\. И\., 28\.11\.2026/, { selector: 'span' }),
  ).toBeVisible();
  await userEvent.type(screen.getByLabelText('Ключ'), '3');
  await press('Сохранить изменения');
  await waitFor(() => expect(server.callsTo(PUT)).toHaveLength(1));
  expect(server.callsTo(PUT)[0]?.body).toMatchObject({ received: SIGNED });
  expect(parseStrokes(SIGNED.drawing)).toHaveLength(1);
});

test('two who have signed the same are in no conflict, whatever the date; two who have signed otherwise are', () => {
  const began = { label: 'П-12', received: null };
  const mine = { ...began, received: { ...SIGNED, at: null } };
  const theirs = (received: object) => formDifferences(SECTION, { began, mine, theirs: { ...began, received } });
  expect(theirs(SIGNED)).toEqual([]);
  expect(theirs({ ...SIGNED, name: 'Ежов П. С.' })).toMatchObject([{ name: 'received', part: null, changedBy: null }]);
});

test('a list shows a small picture, or the name; what is no drawing draws nothing', async () => {
  const cells = [SIGNED, { name: 'Ежов' }, null, { drawing: '<svg onload=alert(1)>', name: null }];
  const { container } = renderOnStage(
    <section>
      {cells.map((value, at) => (
        <p key={JSON.stringify(value)}>
          {at}:
          <FieldCell
            resource={SECTION}
            name="received"
            field={{ kind: 'signature' }}
            record={{ id: at, received: value }}
          />
        </p>
      ))}
    </section>,
  );
  expect(await screen.findByText('Ежов')).toBeVisible();
  expect(container.querySelectorAll('svg')).toHaveLength(1);
  expect(container.querySelector('path')).toHaveAttribute('d', 'M100 50Q130 70 140 65L150 60');
  expect([...container.querySelectorAll('p')].map(({ textContent }) => textContent).slice(1)).toEqual([
    '1:Ежов',
    '2:–',
    '3:',
  ]);
});
