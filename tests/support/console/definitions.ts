import { completeDefinition } from '#resources/language/complete-definition.ts';
import type { Resource, ResourceInput } from '#resources/language/define-resource.ts';

const WORDS = {
  one: 'ключ',
  few: 'ключа',
  many: 'ключей',
  accusative: 'ключ',
  gender: 'm',
  plural: 'ключи',
} as const;

/** A made-up section; every test says what it wants otherwise. */
export function madeUp(change: Partial<ResourceInput> = {}): Resource {
  return completeDefinition({
    name: 'keys',
    section: 'keys',
    icon: 'key',
    words: WORDS,
    fields: {
      label: { kind: 'text', label: 'Что открывает', required: true, min: 3, max: 40 },
      place: {
        kind: 'choice',
        label: 'Где лежит',
        options: [
          { value: 'safe', label: 'Сейф' },
          { value: 'desk', label: 'Стол' },
        ],
        wire: 'kept_in',
      },
      copies: { kind: 'number', label: 'Копий', min: 0, max: 9 },
    },
    list: { layout: 'table', columns: ['label', 'place', 'copies'], menu: ['edit', 'hold-delete'] },
    form: [{ fields: ['label', 'place', 'copies'] }],
    ...change,
  });
}

/** The same section, spoken to in the dialect of the CRM. */
export function crm(api: Partial<Resource['api']> = {}, change: Partial<ResourceInput> = {}): Resource {
  return madeUp({ ...change, api: { dialect: 'crm', path: '/api/crm/keys/', paging: 'none', ...api } });
}
