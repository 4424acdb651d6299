/** A made-up section with nothing more than a definition needs; tests change a copy of it. */
export function keysDefinition(): Record<string, unknown> & { fields: Record<string, Record<string, unknown>> } {
  return {
    name: 'keys',
    section: 'keys',
    icon: 'inventory',
    words: { one: 'ключ', few: 'ключа', many: 'ключей', accusative: 'ключ', gender: 'm', plural: 'ключи' },
    fields: {
      label: { kind: 'text', label: 'Что открывает', required: true, min: 3, max: 40 },
      place: { kind: 'choice', label: 'Где лежит', options: [{ value: 'safe', label: 'Сейф' }], filter: true },
    },
    list: { layout: 'table', columns: ['label', 'place'], menu: ['edit', 'hold-delete'] },
    form: [{ fields: ['label', 'place'] }],
  };
}
