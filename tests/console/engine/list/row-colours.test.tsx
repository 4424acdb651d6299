import { screen } from '@testing-library/react';
import type { ResourceInput } from '#resources/language/define-resource.ts';
import { madeUp } from '#tests/support/console/definitions.ts';
import { openSection, signedIn } from '#tests/support/console/engine-stage.tsx';
import { rowsInWindow } from '#tests/support/console/rows-in-window.ts';

const ROWS = [
  { id: 1, label: 'Чердак', copies: 0 },
  { id: 2, label: 'Подвал', copies: 2 },
  { id: 3, label: 'Крыша', copies: null },
];
const section = (layout: ResourceInput['list']['layout']) =>
  madeUp({
    fields: { label: { kind: 'text', label: 'Что открывает' }, copies: { kind: 'number', label: 'Копий' } },
    list: {
      layout,
      colours: [
        { when: 'copies < 1', colour: 'danger', label: 'Ключей нет' },
        { when: 'copies < 5', colour: 'warning', label: 'Ключей мало' },
      ],
    },
    card: { title: 'label', fields: ['copies'] },
    form: [{ fields: ['label', 'copies'] }],
  });
const LIST = { 'GET /api/records/keys': { json: ROWS, headers: { 'content-range': 'keys 0-2/3' } } };

test.each([
  ['table', 'tr'],
  ['cards', 'li'],
  ['feed', 'li'],
] as const)(
  '%s: a record has the colour of the first rule that is true of it, and what it means',
  async (layout, tag) => {
    rowsInWindow({ window: 600, row: 80 });
    signedIn('write', LIST);
    openSection(section(layout), '/keys');
    const colours = async (name: string) => {
      const row = (await screen.findByText(name)).closest(tag);
      return [row?.dataset.colour, row?.title, row?.querySelector('.sr-only')?.textContent];
    };
    expect(await colours('Чердак')).toEqual(['danger', 'Ключей нет', 'Ключей нет']);
    expect(await colours('Подвал')).toEqual(['warning', 'Ключей мало', 'Ключей мало']);
    // A condition left undecided by an empty value is not true.
    expect(await colours('Крыша')).toEqual([undefined, '', undefined]);
  },
);
