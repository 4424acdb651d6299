import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { session } from '#console/data/session/session.ts';
import { FieldFilter, filterFields } from '#console/engine/field-part.tsx';
import { FIELDS } from '#console/fields/registry.ts';
import type { FieldInput } from '#resources/language/define-resource.ts';
import { KIND_NAMES, KINDS } from '#resources/language/kinds/registry.ts';
import { crm, madeUp } from '#tests/support/console/definitions.ts';
import { HOUSES } from '#tests/support/console/engine-stage.tsx';
import { serveAnswers } from '#tests/support/console/server.ts';
import { renderOnStage } from '#tests/support/console/stage.tsx';

beforeEach(() => {
  session.token.set('stored');
  serveAnswers({
    'GET /api/crm/buildings/': { json: HOUSES },
    'GET /api/list/': { json: [{ id: 7, label: 'Седьмой' }] },
  });
});

/** A filter that remembers what it was set to, and everything it was ever set to. */
async function open(field: FieldInput, label = 'Поле') {
  const said: unknown[] = [];
  const [part] = filterFields(crm({}, { fields: { field: { ...field, filter: true } } }));
  if (!part) throw new Error('The kind has no filter');
  const { load } = part;
  function Kept() {
    const [value, setValue] = useState<unknown>(undefined);
    const change = (next: unknown) => {
      said.push(next);
      setValue(next);
    };
    return (
      <FieldFilter
        load={load}
        field={field}
        source="field"
        resource="keys"
        label="Поле"
        value={value}
        onChange={change}
      />
    );
  }
  await act(async () => void renderOnStage(<Kept />));
  await screen.findByLabelText(label);
  return said;
}

/** The label of a filter's box: that of an amount names its currency. */
const boxOf = ({ kind }: FieldInput) => (kind === 'money' ? 'Поле, ₽' : 'Поле');

/** Waits until a list that comes over the wire offers this. */
const offers = (value: string) =>
  waitFor(() => {
    const box = screen.getByLabelText('Поле');
    if (box instanceof HTMLSelectElement) expect([...box.options].map((option) => option.value)).toContain(value);
  });

const set = (value: string) => fireEvent.change(screen.getByLabelText('Поле'), { target: { value } });

describe('what a list can be filtered by', () => {
  test.each<[FieldInput, string, unknown]>([
    [{ kind: 'text' }, 'подвал', 'подвал'],
    [{ kind: 'long-text' }, 'подвал', 'подвал'],
    [{ kind: 'choice', options: [{ value: 'safe', label: 'Сейф' }] }, 'safe', 'safe'],
    [{ kind: 'checkbox' }, 'false', false],
    [{ kind: 'number' }, '1,5', 1.5],
    [{ kind: 'date' }, '2024-03-05', '2024-03-05'],
    [{ kind: 'month' }, '2024-03', '032024'],
    [{ kind: 'time' }, '09:30', '09:30'],
    [{ kind: 'duration' }, '1 ч 30 мин', 90],
    [{ kind: 'email' }, 'dom@', 'dom@'],
    [{ kind: 'company-number', of: 'inn' }, '7707', '7707'],
    [{ kind: 'building' }, '5', 5],
    [{ kind: 'buildings' }, '5', 5],
    [{ kind: 'level', section: 'cameras' }, 'read', 'read'],
    [{ kind: 'unit', building: 'house' }, '12', '12'],
    [{ kind: 'checklist', of: 'porches', building: 'house' }, '2', '2'],
    [{ kind: 'meter', meter: 'gas' }, '42', '42'],
    [{ kind: 'one-of', from: '/api/list/' }, '7', 7],
    [{ kind: 'some-of', from: '/api/list/' }, '7', 7],
  ])('%j takes %j and gives %j; emptied, it filters by nothing', async (field, typed, value) => {
    const said = await open(field);
    await offers(typed);
    set(typed);
    expect(screen.getByLabelText('Поле')).toHaveValue(typed);
    expect(screen.queryByRole('status')).toBeNull();
    set('');
    expect(said).toEqual([value, undefined]);
  });

  test.each<[FieldInput, string, string]>([
    [{ kind: 'number' }, '1,', 'введите число'],
    [{ kind: 'number' }, '1.200,50', 'введите число'],
    [{ kind: 'number' }, '1e3', 'введите число'],
    [{ kind: 'number', digits: 4 }, '12,5', 'только цифры, не больше 4'],
    [{ kind: 'number', digits: 4 }, '12345', 'только цифры, не больше 4'],
    [{ kind: 'money' }, '1.200,50', 'введите сумму'],
    [{ kind: 'money' }, '12,345', 'введите сумму'],
    [{ kind: 'money' }, '1e3', 'введите сумму'],
    [{ kind: 'duration' }, 'долго', 'введите длительность, например 1 ч 30 мин'],
    [{ kind: 'meter', meter: 'gas' }, '123,45', 'только цифры, не больше 6'],
  ])(
    'by %j: %j is none, filters by nothing, stays in the box and is told of under it',
    async (field, typed, sentence) => {
      const said = await open(field, boxOf(field));
      const box = screen.getByLabelText(boxOf(field));
      fireEvent.focus(box);
      fireEvent.change(box, { target: { value: typed } });
      fireEvent.blur(box);
      expect(box).toHaveValue(typed);
      expect(box).toBeInvalid();
      expect(box).toHaveAccessibleDescription(sentence);
      expect(said).toEqual([undefined]);
      fireEvent.change(box, { target: { value: '' } });
      expect(screen.queryByText(sentence)).toBeNull();
    },
  );

  test.each(['1 200,50', '1\u00a0200,50', '1200.50', '1200,5 ₽'])('an amount is taken as %j', async (typed) => {
    const field = { kind: 'money' } as const;
    const said = await open(field, boxOf(field));
    fireEvent.change(screen.getByLabelText('Поле, ₽'), { target: { value: typed } });
    expect(said).toEqual([120_050]);
    expect(screen.queryByRole('status')).toBeNull();
  });

  test('every kind that the generic storage filters by has a filter, and no other', () => {
    const filtered = KIND_NAMES.filter((kind) => FIELDS[kind].filter !== null);
    expect(filtered.sort()).toEqual(KIND_NAMES.filter((kind) => 'column' in KINDS[kind]).sort());
  });

  test('what has an order is filtered from one value to another, beside one another in the list', () => {
    const fields = { day: { kind: 'date', filter: true }, copies: { kind: 'number', filter: true } } as const;
    expect(filterFields(madeUp({ fields })).map(({ name, source, side }) => [name, source, side])).toEqual([
      ['day_gte', 'day', 'from'],
      ['day_lte', 'day', 'to'],
      ['copies_gte', 'copies', 'from'],
      ['copies_lte', 'copies', 'to'],
    ]);
    // Another server is asked as it was always asked.
    expect(filterFields(crm({}, { fields })).map(({ name }) => name)).toEqual(['day', 'copies']);
  });

  test.each(['files', 'avatar'])('%s is nothing to filter by', (kind) => {
    const field = { kind, filter: true, of: 'porches', building: 'house' } as unknown as FieldInput;
    expect(filterFields(madeUp({ fields: { field } }))).toEqual([]);
  });
});
