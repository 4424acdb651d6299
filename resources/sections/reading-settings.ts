import { defineResource } from '../language/define-resource.ts';

/** Reading settings of buildings: submission days and meter types (SET-22…25). */
export const readingSettings = defineResource({
  name: 'reading-settings',
  section: 'buildings',
  icon: 'speed',
  menu: false,
  area: 'settings',
  words: {
    one: 'объект',
    few: 'объекта',
    many: 'объектов',
    accusative: 'настройки показаний',
    gender: 'm',
    plural: 'приём показаний',
  },
  routes: { list: '/settings/meters-readings', edit: '/settings/meters-readings-form' },
  api: {
    dialect: 'crm',
    path: '/api/crm/settings/building/',
    paging: 'none',
    scope: 'buildings_id',
    update: 'PUT',
    version: 'version',
  },
  after: { edit: '/settings/buildings' },
  record: { wholeBuilding: 'id' },
  fields: {
    address: { kind: 'buildings:address' },
    days: {
      kind: 'buildings:day-range',
      start: 'submit_start_day',
      end: 'submit_end_day',
      requiredWith: 'reading_types',
      help: 'settings.daysHelp',
    },
    reading_types: { kind: 'buildings:reading-types' },
    water: { kind: 'buildings:reading-types', wire: 'reading_types', group: 'water' },
    electricity: { kind: 'buildings:reading-types', wire: 'reading_types', group: 'electricity' },
    gas: { kind: 'buildings:reading-types', wire: 'reading_types', group: 'gas' },
    heating: { kind: 'buildings:reading-types', wire: 'reading_types', group: 'heating' },
  },
  list: {
    layout: 'table',
    above: 'building-views',
    columns: ['address', 'days', 'water', 'electricity', 'gas', 'heating'],
    pageSizes: [10, 25, 50, 100],
  },
  card: {
    title: 'address',
    fields: ['days', 'water', 'electricity', 'gas', 'heating'],
    edit: true,
  },
  form: [{ fields: ['address', 'days', 'reading_types'] }],
});
