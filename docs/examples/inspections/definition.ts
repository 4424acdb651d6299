import { defineResource } from '#resources/language/define-resource.ts';

/** Inspections of lifts, boilers and the like: what has to be looked at until when. One cell is drawn by code of ours. */
export const inspections = defineResource({
  name: 'inspections',
  section: 'inspections',
  icon: 'receipt',
  words: {
    one: 'осмотр',
    few: 'осмотра',
    many: 'осмотров',
    accusative: 'осмотр',
    gender: 'm',
    plural: 'осмотры',
  },
  building: 'house',
  fields: {
    what: { kind: 'text', label: 'Что осмотреть', required: true, max: 100 },
    house: { kind: 'building', label: 'Дом', required: true, filter: true },
    until: { kind: 'date', label: 'Срок', required: true, filter: true, cell: 'own-days-left' },
  },
  list: {
    layout: 'table',
    columns: ['what', 'house', 'until'],
    menu: ['edit', 'hold-delete'],
    search: ['what'],
    sort: { field: 'until', order: 'ASC' },
  },
  form: [{ fields: ['what', 'house', 'until'] }],
});
