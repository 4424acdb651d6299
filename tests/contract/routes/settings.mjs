import { availableBuildings, buildingOf, listOut, page, settingOut } from '../answers.mjs';
import { idsBody, isInt, json } from '../body-checks.mjs';
import { deviate } from '../deviations.mjs';
import { ids, positive, within } from '../query-checks.mjs';
import { notFound } from '../reply.mjs';
import { state } from '../state.mjs';
import { METER_TYPES } from './readings.mjs';
import { buildingsNeeded, route } from './route.mjs';

// settings
route(
  'GET',
  '/api/crm/settings/building/',
  {
    item: 'SET-06',
    right: ['buildings', 'read'],
    q: (call) =>
      call.u.searchParams.has('buildings_id')
        ? buildingsNeeded('SET-23')
        : {
            page: { req: true, item: 'SET-06', check: positive },
            page_size: {
              req: true,
              item: 'SET-08',
              check: (s) => (['10', '25', '50', '100'].includes(s) ? null : '10, 25, 50 or 100'),
            },
          },
  },
  (call) => {
    if (call.query.buildings_id !== undefined) {
      const rows = availableBuildings()
        .filter((b) => within(ids(call.query.buildings_id))(b.id))
        .map(settingOut);
      return rows;
    }
    return page(call, state.data.buildings.map(settingOut), {
      size: Number(call.query.page_size),
      num: Number(call.query.page),
    });
  },
);
export const findBuilding = (call) => {
  const b = buildingOf(Number(call.p.id));
  if (!b?.available) throw notFound();
  return b;
};
export const READING_TYPES = [
  ...METER_TYPES,
  'water_hot_and_cold',
  'water_common',
  'elec_common',
  'elec_day_and_night',
];
export const DAY = {
  item: 'SET-33',
  check: (v) =>
    v === null || (isInt(v) && v >= 1 && v <= 28) || (typeof v === 'string' && /^(0[1-9]|1\d|2[0-8])$/.test(v))
      ? null
      : 'a day 01 to 28 or null',
};
export const camerasSelected = (b) =>
  state.data.cameras.map((c) => ({
    id: c.id,
    name: c.name,
    buildings: c.buildings.map((i) => ({ street: buildingOf(i).street, number: buildingOf(i).number })),
    is_selected: c.buildings.includes(b.id),
  }));
route('GET', '/api/crm/settings/building/:id/', { item: 'SET-38', right: ['buildings', 'read'] }, (call) => {
  const b = findBuilding(call);
  return { ...settingOut(b), cameras: camerasSelected(b) };
});
route('PUT', '/api/crm/settings/building/:id/', { item: 'SET-39', right: ['buildings', 'write'] }, (call) => {
  const b = findBuilding(call);
  const v = json(call, 'SET-39', {
    submit_start_day: DAY,
    submit_end_day: DAY,
    reading_types: {
      item: 'SET-31',
      check: (a) =>
        Array.isArray(a) && a.every((x) => READING_TYPES.includes(x)) ? null : `a list of ${READING_TYPES.join(', ')}`,
    },
    cameras: {
      req: false,
      item: 'SET-40',
      check: (a) =>
        idsBody()(a) ?? (a.every((i) => state.data.cameras.some((c) => c.id === i)) ? null : 'known camera ids'),
    },
  });
  const n = (x) => (x === null ? null : Number(x));
  if (v.submit_start_day !== null && v.submit_end_day !== null && n(v.submit_start_day) > n(v.submit_end_day))
    deviate(call, 'body', 'SET-34', 'start not later than end', `${v.submit_start_day}-${v.submit_end_day}`);
  Object.assign(b, {
    submit_start_day: n(v.submit_start_day),
    submit_end_day: n(v.submit_end_day),
    reading_types: v.reading_types,
  });
  if (v.cameras)
    for (const c of state.data.cameras) {
      const h = c.buildings.includes(b.id);
      const w = v.cameras.includes(c.id);
      if (h && !w) c.buildings = c.buildings.filter((i) => i !== b.id);
      if (!h && w) c.buildings.push(b.id);
    }
  return { ...settingOut(b), cameras: camerasSelected(b) };
});
route('GET', '/api/crm/settings/company-profile/', { item: 'SET-44' }, () => state.data.company);
route('GET', '/api/crm/scenarios/companies/', { item: 'EMP-24' }, () => listOut(state.data.companies));
