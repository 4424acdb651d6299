import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { session } from '#console/data/session/session.ts';
import MomentPicker from '#console/fields/parts/moment-picker.tsx';
import { openFields } from '#tests/support/console/field-form.tsx';

const field = () => screen.findByRole('textbox', { name: 'Поле' });

/** Empties the first part of the box: its day, month or hour. */
async function emptyFirstPart(): Promise<void> {
  await userEvent.click(await field());
  await userEvent.keyboard('{Control>}a{/Control}{ArrowLeft}{Home}{Backspace}');
}

const KINDS = [
  ['date', '2026-11-21', '21.11.2026', /^ДД\.11\.2026$/, 'неполная дата'],
  ['moment', new Date(2026, 10, 21, 18, 0).toISOString(), '21.11.2026 18:00', /^ДД\.11\.2026 18:00$/, 'неполная дата'],
  ['month', '112026', 'ноябрь 2026', /^[А-Я]+ 2026$/, 'неполная дата'],
  ['time', '09:30', '09:30', /^чч:30$/i, 'неполное время'],
] as const;

describe.each(KINDS)('a box of the kind %s', (kind, stored, shown, left, sentence) => {
  const fields = { field: { kind, label: 'Поле' } } as const;

  test('whose first part was emptied is unfinished: it says so, and nothing is stored', async () => {
    const { refuses } = await openFields(fields, { stored: { field: stored } });
    expect(await field()).toHaveValue(shown);
    await emptyFirstPart();
    expect(((await field()) as HTMLInputElement).value).toMatch(left);
    await refuses(sentence);
    expect(((await field()) as HTMLInputElement).value).toMatch(left);
    expect(await field()).toBeInvalid();
  });

  test('that was begun in a new record is unfinished as well', async () => {
    const { refuses } = await openFields(fields);
    await userEvent.click(await field());
    await userEvent.keyboard('1');
    await refuses(sentence);
  });

  test('that was begun and emptied again holds nothing', async () => {
    const { send } = await openFields(fields);
    await userEvent.click(await field());
    await userEvent.keyboard('1');
    await userEvent.keyboard('{Control>}a{/Control}{Backspace}');
    expect(await send()).toEqual({ field: null });
  });

  test('that was emptied as a whole holds nothing', async () => {
    const { send } = await openFields(fields, { stored: { field: stored } });
    await userEvent.click(await field());
    await userEvent.keyboard('{Control>}a{/Control}{Backspace}');
    expect(await send()).toEqual({ field: null });
  });
});

test('a moment shows what will be stored after a draft was taken back', async () => {
  const fields = { field: { kind: 'moment', label: 'Поле' } } as const;
  session.userId.set('99');
  const first = await openFields(fields);
  const typed = '06.03.2099 10:00';
  fireEvent.input(await field(), { data: typed, target: { value: typed } });
  first.close();
  const { send } = await openFields(fields);
  expect(await field()).toHaveValue('');
  await userEvent.click(await screen.findByRole('button', { name: 'Восстановить' }));
  await waitFor(async () => expect(await field()).toHaveValue(typed));
  expect(await send()).toEqual({ field: new Date(2099, 2, 6, 10).toISOString() });
});

test('no draft keeps a date that was typed in part', async () => {
  const fields = { field: { kind: 'moment', label: 'Поле' }, text: { kind: 'text', label: 'Текст' } } as const;
  session.userId.set('99');
  const first = await openFields(fields);
  await userEvent.type(await screen.findByLabelText('Текст'), 'Подвал');
  await userEvent.click(await field());
  await userEvent.keyboard('1');
  first.close();
  const { send } = await openFields(fields);
  await userEvent.click(await screen.findByRole('button', { name: 'Восстановить' }));
  await waitFor(() => expect(screen.getByLabelText('Текст')).toHaveValue('Подвал'));
  expect(await send()).toEqual({ field: null, text: 'Подвал' });
});

test('a moment that comes from elsewhere is shown in the place of what was typed', async () => {
  const at = (day: number) => new Date(2026, 10, day, 18).toISOString();
  let give: (value: string | null) => void = () => undefined;
  function Form() {
    const [value, setValue] = useState<string | null>(at(21));
    give = setValue;
    return <MomentPicker label="Поле" value={value} onValue={setValue} />;
  }
  render(<Form />);
  expect(await field()).toHaveValue('21.11.2026 18:00');
  act(() => give(at(22)));
  expect(await field()).toHaveValue('22.11.2026 18:00');
  for (const [value, shown] of [
    [null, ''],
    [at(23), '23.11.2026 18:00'],
  ] as const) {
    await emptyFirstPart();
    act(() => give(value));
    expect(await field()).toHaveValue(shown);
  }
});
