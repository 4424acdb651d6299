import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { session } from '#console/data/session.ts';
import { FieldFilter, filterFields } from '#console/engine/field-part.tsx';
import type { FieldInput } from '#resources/language/define-resource.ts';
import { madeUp } from '#tests/support/console/definitions.ts';
import { HOUSES } from '#tests/support/console/engine-stage.tsx';
import { serveAnswers } from '#tests/support/console/server.ts';
import { renderOnStage } from '#tests/support/console/stage.tsx';

beforeEach(() => {
  session.token.set('stored');
  serveAnswers({ 'GET /api/crm/buildings/': { json: HOUSES } });
});

/** A filter that remembers what it was set to, and everything it was ever set to. */
async function open(field: FieldInput) {
  const said: unknown[] = [];
  const [part] = filterFields(madeUp({ fields: { field: { ...field, filter: true } } }));
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
  await act(async () => new Promise((resolve) => setTimeout(resolve, 20)));
  return said;
}

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
    [{ kind: 'building' }, '5', 5],
    [{ kind: 'buildings' }, '5', 5],
    [{ kind: 'level', section: 'cameras' }, 'read', 'read'],
  ])('%j takes %j and gives %j; emptied, it filters by nothing', async (field, typed, value) => {
    const said = await open(field);
    set(typed);
    expect(screen.getByLabelText('Поле')).toHaveValue(typed);
    set('');
    expect(said).toEqual([value, undefined]);
  });

  test('half a number filters by nothing and stays as it is typed', async () => {
    const said = await open({ kind: 'number' });
    set('1,');
    expect(screen.getByLabelText('Поле')).toHaveValue('1,');
    expect(said).toEqual([undefined]);
  });

  test.each(['files', 'checklist', 'avatar'])('%s is nothing to filter by', (kind) => {
    const field = { kind, filter: true, of: 'porches', building: 'house' } as unknown as FieldInput;
    expect(filterFields(madeUp({ fields: { field } }))).toEqual([]);
  });
});
