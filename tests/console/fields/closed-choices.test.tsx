import { screen, within } from '@testing-library/react';
import type { FieldInput } from '#resources/language/define-resource.ts';
import { openFields } from '#tests/support/console/field-form.tsx';

const SERVICES = [
  { id: 1, name: 'Сантехника', icon: 'plumbing' },
  { id: 2, name: 'Электрика', icon: 'bolt' },
  { id: 3, name: 'Дрова', icon: 'more', closed: true },
  { id: 4, name: 'Печи', icon: 'more', closed: true },
];
const answers = { 'GET /api/crm/services/': { json: SERVICES } };
const one: FieldInput = { kind: 'one-of', label: 'Услуга', from: '/api/crm/services/', text: 'name' };
const some: FieldInput = { kind: 'some-of', label: 'Услуги', from: '/api/crm/services/', text: 'name' };

test('a select offers what is open, and what the record has with its mark', async () => {
  await openFields({ service: one }, { stored: { service: 3 }, answers });
  const select = await screen.findByRole('combobox', { name: 'Услуга' });
  await within(select).findByRole('option', { name: 'Дрова (закрыта)' });
  expect(select).toHaveValue('3');
  const offered = within(select).getAllByRole('option');
  expect(offered.map(({ textContent }) => textContent).slice(-3)).toEqual([
    'Сантехника',
    'Электрика',
    'Дрова (закрыта)',
  ]);
});

test('chips offer what is open, and what the record has with its mark', async () => {
  await openFields({ services: some }, { stored: { services: [1, 4] }, answers });
  await screen.findByRole('button', { name: 'Печи (закрыта)', pressed: true });
  expect(screen.getByRole('button', { name: 'Электрика', pressed: false })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Дрова/ })).toBeNull();
});

test('a new record is offered nothing that is closed', async () => {
  await openFields({ services: some }, { answers });
  await screen.findByRole('button', { name: 'Сантехника' });
  expect(screen.queryByRole('button', { name: /закрыта/ })).toBeNull();
});
