import { defineResource } from '#resources/language/define-resource.ts';

/**
 * Equipment of the houses: pumps, lifts, gates. Its list and two of its inputs are made of react-admin's own components; the
 * rest of its screens is generated.
 */
export const equipment = defineResource({
  name: 'equipment',
  section: 'equipment',
  icon: 'receipt',
  words: {
    one: 'оборудование',
    few: 'единицы оборудования',
    many: 'единиц оборудования',
    accusative: 'оборудование',
    gender: 'n',
    plural: 'оборудование',
  },
  building: 'house',
  fields: {
    name: { kind: 'text', label: 'Название', required: true, max: 80, filter: true },
    house: { kind: 'building', label: 'Дом', required: true },
    responsible: {
      kind: 'reference',
      label: 'Ответственный',
      to: 'employees',
      input: 'own-responsible-input',
    },
    inspected: { kind: 'date', label: 'Осмотрено', filter: true },
    checks: { kind: 'lines', label: 'Что проверить', items: 20, input: 'own-checks-input' },
  },
  list: {
    layout: 'table',
    view: 'own-equipment-table',
    columns: ['name', 'house', 'responsible', 'inspected'],
    search: ['name'],
    sort: { field: 'name', order: 'ASC' },
  },
  form: [{ fields: ['name', 'house', 'responsible', 'inspected', 'checks'] }],
});
