import { screen } from '@testing-library/react';
import { readDefinition } from '#resources/language/read-definition.ts';
import { setDate } from '#tests/support/console/clock.ts';
import { openSection, signedIn } from '#tests/support/console/engine-stage.tsx';
import DaysLeft from '../../../../docs/examples/inspections/days-left.tsx';
import { inspections } from '../../../../docs/examples/inspections/definition.ts';

const LIST = 'GET /api/records/inspections';
const rows = [
  { id: 1, what: 'Лифт', house: 3, until: '2026-03-08' },
  { id: 2, what: 'Котёл', house: 3, until: '2026-03-04' },
];

describe('the example of a section with code of its own (docs/examples/inspections)', () => {
  beforeEach(() => {
    setDate(new Date(2026, 2, 5, 12));
    signedIn('read', { [LIST]: { json: rows, headers: { 'content-range': 'inspections 0-1/2' } } });
  });

  afterEach(() => jest.useRealTimers());

  test('is a sound definition; its widget draws the cell', async () => {
    openSection(readDefinition(inspections, 'inspections'), '/inspections', { 'own-days-left': DaysLeft });
    expect((await screen.findAllByText('через 3 дня'))[0]).toBeVisible();
    expect(screen.getAllByText('вчера')[0]).toBeVisible();
    expect(screen.getAllByText('Лифт')[0]).toBeVisible();
  });

  test('where the code is missing the field is shown as its kind is', async () => {
    openSection(readDefinition(inspections, 'inspections'), '/inspections');
    expect((await screen.findAllByText('Лифт'))[0]).toBeVisible();
    expect(screen.getAllByText('8 марта')[0]).toBeVisible();
    expect(screen.queryByText('через 3 дня')).toBeNull();
  });

  test.each(['days-left', 'own-', 'own-Дни'])('a widget called «%s» is refused', (cell) => {
    const fields = { ...inspections.fields, until: { ...inspections.fields.until, cell } };
    expect(() => readDefinition({ ...inspections, fields }, 'inspections')).toThrow(/cell/);
  });
});
