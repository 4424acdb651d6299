import { availableBuildings, buildingOf, flatById, flatOut, page } from '../answers.mjs';
import { json, num } from '../body-checks.mjs';
import { deviate } from '../deviations.mjs';
import { ids, positive, within } from '../query-checks.mjs';
import { notFound, Reply } from '../reply.mjs';
import { iso, meterTypes } from '../seed.mjs';
import { state } from '../state.mjs';
import { buildingsNeeded, route } from './route.mjs';

// meters
export const mmyyyy = (s) => (/^(0[1-9]|1[0-2])20\d\d$/.test(s) ? null : 'MMYYYY');
route(
  'GET',
  '/api/crm/scenarios/reading-list-data/',
  { item: 'READ-09', right: ['readings', 'read'], q: buildingsNeeded('READ-09') },
  (call) => {
    const bs = availableBuildings().filter((b) => within(ids(call.query.buildings_id))(b.id));
    const same = (k) => (new Set(bs.map((b) => b[k])).size === 1 ? bs[0][k] : null);
    return {
      reading_types: [...new Set(bs.flatMap((b) => b.reading_types))],
      submit_start_day: same('submit_start_day'),
      submit_end_day: same('submit_end_day'),
    };
  },
);
route(
  'GET',
  '/api/crm/meters/',
  {
    item: 'READ-03',
    right: ['readings', 'read'],
    q: {
      ...buildingsNeeded('READ-03'),
      date: { req: true, item: 'READ-03', check: mmyyyy },
      page: { req: true, item: 'READ-03', check: positive, basis: 'decision' },
      page_size: { req: true, item: 'READ-03', check: positive, basis: 'decision' },
    },
  },
  (call) => {
    const rows = state.data.flats.filter((f) => within(ids(call.query.buildings_id))(f.building));
    const pg = page(call, rows, { size: Number(call.query.page_size), num: Number(call.query.page) });
    pg.results = pg.results.map((f) => {
      const o = flatOut(f);
      const cur = state.data.meters.get(`${f.id}:${call.query.date}`)?.at(-1);
      const all = [...state.data.meters]
        .filter(([k]) => k.startsWith(`${f.id}:`))
        .flatMap(([, v]) => v)
        .reverse();
      return {
        unit: { id: f.id, label: f.label, building: o.building },
        month_result: cur ? { ...cur, type: cur.sender.type } : null,
        passes: all,
      };
    });
    return pg;
  },
);
route('GET', '/api/crm/meters/:id/', { item: 'READ-12', right: ['readings', 'read'] }, (call) => {
  const f = flatById(Number(call.p.id));
  if (!f) {
    deviate(call, 'path', 'READ-12', 'a flat id', call.p.id);
    throw notFound();
  }
  const all = [...state.data.meters].filter(([k]) => k.startsWith(`${f.id}:`)).flatMap(([, v]) => v);
  const l = all.at(-1);
  return {
    unit: { id: f.id, label: f.label, building: flatOut(f).building },
    last_result: l ? { id: l.id, date: l.date, meters: l.meters, sender: l.sender } : null,
  };
});
export const METER_TYPES = ['water_cold', 'water_hot', 'elec_day', 'elec_night', 'gas', 'heating'];
route('POST', '/api/crm/meters/', { item: 'READ-25', right: ['readings', 'write'] }, (call) => {
  const b = json(call, 'READ-25', {
    unit: { item: 'READ-25', check: (v) => num(v) ?? (flatById(v) ? null : 'a flat id') },
    readings: {
      item: 'READ-30',
      check: (v) => {
        if (!v || typeof v !== 'object' || Array.isArray(v)) return 'a map';
        const k = Object.keys(v);
        if (!k.length) return { soft: 'at least one value', item: 'READ-27' };
        if (!k.every((x) => METER_TYPES.includes(x))) return `keys of ${METER_TYPES.join(', ')}`;
        return k.every((x) => typeof v[x] === 'string' && /^\d{6}$/.test(v[x]))
          ? null
          : { soft: 'six-digit text values', item: 'READ-26' };
      },
    },
  });
  const f = flatById(b.unit);
  const bb = buildingOf(f.building);
  const t = meterTypes(bb.reading_types);
  const no = Object.keys(b.readings).filter((k) => !t.includes(k));
  if (no.length) deviate(call, 'body', 'READ-18', `enabled types of the building: ${t.join(', ')}`, no);
  const dd = state.day ?? new Date().getDate();
  if (!(bb.submit_start_day && dd >= bb.submit_start_day && dd <= bb.submit_end_day)) {
    deviate(
      call,
      'body',
      'READ-15',
      'submission only inside the window',
      `day ${dd}, window ${bb.submit_start_day}-${bb.submit_end_day}`,
    );
    throw new Reply(400, { detail: 'Сейчас показания не принимаются' });
  }
  const now = new Date();
  const key = `${f.id}:${String(now.getMonth() + 1).padStart(2, '0')}${now.getFullYear()}`;
  const u = call.user;
  const ps = {
    id: ++state.data.passSeq,
    date: iso(Date.now()),
    sender: { id: u.user, first_name: u.first_name, last_name: u.last_name, type: 'employee' },
    meters: b.readings,
  };
  state.data.meters.set(key, [...(state.data.meters.get(key) ?? []), ps]);
  return new Reply(201, ps);
});
