import { defineResource } from '../language/define-resource.ts';

/** Meter readings of flats by month (B§2.5, B§2.6, READ-*). */
export const readings = defineResource({
  name: 'readings',
  section: 'readings',
  icon: 'speed',
  words: {
    one: 'квартира',
    few: 'квартиры',
    many: 'квартир',
    accusative: 'показания',
    gender: 'f',
    plural: 'показания',
  },
  routes: { list: '/readings', create: '/add-readings' },
  api: {
    dialect: 'crm',
    path: '/api/crm/meters/',
    paging: 'page',
    pageSize: 10,
    scope: 'buildings_id',
    id: 'unit.id',
  },
  fields: {
    date: { kind: 'month', filter: 'header' },
    house: { kind: 'building', wire: 'unit.building' },
    flat: { kind: 'text', wire: 'unit.label', max: 60 },
    sender: { kind: 'text', wire: 'month_result.sender.last_name', max: 60, cell: 'reading-sender' },
    sent: { kind: 'date', wire: 'month_result.date', cell: 'reading-sent' },
    water_cold: { kind: 'meter', meter: 'water_cold', wire: 'month_result.meters.water_cold' },
    water_hot: { kind: 'meter', meter: 'water_hot', wire: 'month_result.meters.water_hot' },
    elec_day: { kind: 'meter', meter: 'elec_day', wire: 'month_result.meters.elec_day' },
    elec_night: { kind: 'meter', meter: 'elec_night', wire: 'month_result.meters.elec_night' },
    gas: { kind: 'meter', meter: 'gas', wire: 'month_result.meters.gas' },
    heating: { kind: 'meter', meter: 'heating', wire: 'month_result.meters.heating' },
    building: { kind: 'building', required: true, message: 'validation.object', local: true },
    unit: { kind: 'unit', building: 'building', required: true, message: 'validation.flat' },
    readings: { kind: 'meters', building: 'building', unit: 'unit', required: true, message: 'readings.rule.none' },
  },
  list: {
    layout: 'table',
    frame: 'readings-frame',
    columns: ['house', 'flat', 'sender', 'sent', 'water_cold', 'water_hot', 'elec_day', 'elec_night', 'gas', 'heating'],
    pageSizes: [10, 25, 50, 100],
  },
  card: { title: 'flat', fields: [], head: 'reading-head', body: 'reading-history' },
  form: [{ fields: ['building', 'unit'], columns: 2 }, { fields: ['readings'] }],
});
