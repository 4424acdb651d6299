import { defineResource } from '../language/define-resource.ts';

/** First and last name, with one message for all mistakes (RES-25). */
const NAME = {
  kind: 'text',
  required: true,
  min: 1,
  max: 60,
  message: 'validation.nameLength',
  tooShort: 'validation.nameLength',
  tooLong: 'validation.nameLength',
} as const;

/** Residents: searched by tags, invited, edited (RES-*). The client identifies them by `user` (G-19). */
export const residents = defineResource({
  name: 'residents',
  section: 'residents',
  icon: 'people',
  words: {
    one: 'резидент',
    few: 'резидента',
    many: 'резидентов',
    accusative: 'резидента',
    gender: 'm',
    plural: 'резиденты',
  },
  routes: { list: '/residents', create: '/create-resident-form', edit: '/edit-resident-form' },
  api: {
    dialect: 'crm',
    path: '/api/crm/residents/',
    paging: 'none',
    update: 'PUT',
    id: 'user',
    version: 'version',
    undo: true,
  },
  record: { deleteWhole: 'is_all_units' },
  ways: [
    { path: '/create-resident-form', label: 'residents.ways.manual' },
    { path: '/download-resident-form', label: 'residents.ways.list' },
  ],
  fields: {
    surname: { ...NAME, wire: 'last_name' },
    name: { ...NAME, wire: 'first_name' },
    phoneNumber: { kind: 'phone', required: true, wire: 'phone_number' },
    gender: {
      kind: 'choice',
      required: true,
      as: 'radio',
      message: 'validation.gender',
      options: [{ value: 'female' }, { value: 'male' }],
    },
    units: { kind: 'residents:units', required: true, message: 'validation.flat' },
  },
  list: { layout: 'table', body: 'resident-search', menu: ['edit', 'suspend', 'hold-delete'] },
  form: [{ fields: ['surname', 'name', 'phoneNumber', 'gender'], columns: 2 }, { fields: ['units'] }],
});
