import { defineResource } from '../language/define-resource.ts';

/** Types of buildings. */
export const BUILDING_KINDS = [
  { value: 'tenement', icon: 'apartment' },
  { value: 'cottage' },
  { value: 'parking', icon: 'local-parking' },
  { value: 'hotel' },
  { value: 'townhouse' },
  { value: 'office' },
  { value: 'mall' },
] as const;

/** Buildings of the company and their settings (SET-05…21, SET-26…45). */
export const settingsBuildings = defineResource({
  name: 'settings-buildings',
  section: 'buildings',
  icon: 'apartment',
  area: 'settings',
  words: { one: 'объект', few: 'объекта', many: 'объектов', accusative: 'объект', gender: 'm', plural: 'объекты' },
  routes: { list: '/settings/buildings', create: '/settings/create-building', edit: '/settings/objects-form' },
  api: { dialect: 'crm', path: '/api/crm/settings/building/', paging: 'page', update: 'PUT', version: 'version' },
  record: { reachedBuilding: 'id', wholeBuilding: 'id' },
  fields: {
    address: { kind: 'buildings:address' },
    complex: { kind: 'buildings:named', none: 'shell.selector.noComplex' },
    organization: { kind: 'buildings:named', from: ['subsidiary', 'tenant'] },
    building_type: { kind: 'choice', options: BUILDING_KINDS },
    days: {
      kind: 'buildings:day-range',
      start: 'submit_start_day',
      end: 'submit_end_day',
      requiredWith: 'reading_types',
      help: 'settings.daysHelp',
    },
    reading_types: { kind: 'buildings:reading-types' },
    cameras: { kind: 'buildings:selection' },
  },
  list: {
    layout: 'table',
    above: 'building-views',
    columns: ['address', 'complex', 'organization', 'building_type'],
    sort: { field: 'address', order: 'ASC' },
    pageSizes: [10, 25, 50, 100],
  },
  card: { title: 'address', fields: [], head: 'building-head', body: 'building-card', edit: true },
  form: {
    tabs: [
      { name: 'passport', title: 'settings.sections.passport', fields: ['address', 'complex', 'organization'] },
      { name: 'readings', title: 'settings.sections.readings', fields: ['days', 'reading_types'] },
      { name: 'cameras', title: 'settings.sections.cameras', fields: ['cameras'] },
    ],
  },
  ways: [
    { path: '/settings/create-building', label: 'buildingPlan.ways.form' },
    { path: '/settings/import-buildings', label: 'buildingPlan.ways.buildings' },
    { path: '/settings/import-units', label: 'buildingPlan.ways.units' },
  ],
  create: { addition: 'buildings' },
});
