import { cellFields, controlsOtherFields } from '#resources/language/bulk-fields.ts';
import { readDefinition } from '#resources/language/read-definition.ts';
import { keysDefinition } from '#tests/support/definitions.ts';

const resource = readDefinition(
  {
    ...keysDefinition(),
    fields: {
      label: { kind: 'text', label: 'Жилец', required: true },
      hasDog: { kind: 'checkbox', label: 'Есть собака' },
      breed: { kind: 'text', label: 'Порода', when: 'hasDog' },
      weight: { kind: 'number', label: 'Вес' },
      isLarge: { kind: 'checkbox', label: 'Крупная', computed: 'weight > 20' },
      muzzle: { kind: 'text', label: 'Намордник', when: "isLarge && breed != 'note'" },
      note: { kind: 'text', label: 'Заметка' },
    },
    list: { layout: 'table', columns: ['label', 'breed'], menu: ['edit'] },
    card: { title: 'label', fields: ['breed'], edit: true },
    form: [{ fields: ['label', 'hasDog', 'breed', 'weight', 'isLarge', 'muzzle', 'note'] }],
  },
  'keys.json',
);

test('what decides whether another field is asked for, by itself or by a computed one, is changed in no cell', () => {
  const names = Object.keys(resource.fields);
  expect(names.filter((name) => controlsOtherFields(resource, name))).toEqual(['hasDog', 'breed', 'weight', 'isLarge']);
  expect(cellFields(resource, null)).toEqual(['label', 'muzzle', 'note']);
});
