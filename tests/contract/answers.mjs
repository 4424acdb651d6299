import { Reply } from './reply.mjs';
import { iso } from './seed.mjs';
import { shapeOf, state } from './state.mjs';

export const employeeOf = (u) => state.data.employees.find((e) => e.user === u);
export const buildingOf = (i) => state.data.buildings.find((b) => b.id === i);
export const availableBuildings = () => state.data.buildings.filter((b) => b.available);
export const porchOut = (p) => ({ id: p.id, number: p.number });
export const buildingNamed = (b) => ({ id: b.id, street: b.street, number: b.number, complex: b.complex });
export const buildingListed = (b) => ({
  ...buildingNamed(b),
  building_type: b.building_type,
  is_all_porches: b.is_all_porches,
  available_porches: state.data.porches
    .filter((p) => p.building === b.id && state.data.availablePorches.has(p.id))
    .map(porchOut),
});

export function page(call, rows, { size, num, max = 1000 }) {
  const ps = Math.min(max, size || 10);
  const n = num || 1;
  const from = (n - 1) * ps;
  if (n > 1 && from >= rows.length) throw new Reply(404, { detail: 'Неправильная страница' });
  const link = (k) => {
    const u = new URL(call.u);
    u.searchParams.set('page', k);
    return base(call) + u.pathname + u.search;
  };
  return {
    count: rows.length,
    next: from + ps < rows.length ? link(n + 1) : null,
    previous: n > 1 ? link(n - 1) : null,
    number: n,
    page_size: ps,
    results: rows.slice(from, from + ps),
  };
}
export const base = (call) =>
  shapeOf('next') === 'relative'
    ? ''
    : `${call.headers['x-forwarded-proto'] ?? 'http'}://${call.headers['x-forwarded-host'] ?? call.headers.host}`;
export const listOut = (rows) =>
  shapeOf('lists') === 'page' ? { count: rows.length, next: null, previous: null, results: rows } : rows;

export const floorOut = (f) => ({
  id: f.id,
  number: f.number,
  porch: shapeOf('floor_porch') === 'object' ? porchOut(state.data.porches.find((p) => p.id === f.porch)) : f.porch,
});
export const buildingFull = (b) => {
  const po = state.data.porches.filter((p) => p.building === b.id);
  return {
    ...buildingListed(b),
    tenant: b.tenant,
    subsidiary: b.subsidiary,
    porches: po.map(porchOut),
    floors: state.data.floors.filter((f) => f.building === b.id).map(floorOut),
    pipes: state.data.pipes.filter((x) => x.building === b.id).map(pipeOut),
    units: state.data.flats.filter((f) => f.building === b.id).map(unitOut),
  };
};
export const pipeOut = (x) => ({
  id: x.id,
  name: x.name,
  flats: state.data.flats.filter((f) => f.pipe === x.id).map((f) => ({ id: f.id, label: f.label })),
});
export const flatOut = (f) => {
  const b = buildingOf(f.building);
  const by = (a, i) => state.data[a].find((x) => x.id === i);
  return {
    id: f.id,
    label: f.label,
    building: { id: b.id, street: b.street, number: b.number },
    porch: porchOut(by('porches', f.porch)),
    floor: { id: f.floor, number: by('floors', f.floor).number },
    pipe: { id: f.pipe, name: by('pipes', f.pipe).name },
  };
};
export const unitOut = (f) => ({ unit_type: 'flat', object: flatOut(f) });
export const flatById = (i) => state.data.flats.find((f) => f.id === i);
export const performerOut = (u) => {
  const e = employeeOf(u);
  return e
    ? { user: e.user, first_name: e.first_name, last_name: e.last_name, position: e.position, avatar: e.avatar }
    : null;
};
export const residentOut = (r) => ({
  user: r.user,
  first_name: r.first_name,
  last_name: r.last_name,
  phone_number: r.phone_number,
  gender: r.gender,
  email: r.email,
  status: r.status,
  units: r.units.map((i) => ({ object: flatOut(flatById(i)) })),
});
export const employeeOut = (e) => ({
  user: e.user,
  first_name: e.first_name,
  last_name: e.last_name,
  gender: e.gender,
  position: e.position,
  company: label(e.company),
  phone_number: e.phone_number,
  email: e.email,
  status: e.status,
  avatar: e.avatar,
  user_chat_id: e.user_chat_id,
  tenant: { id: 1, label: state.data.companies[0].label },
  buildings: availableBuildings()
    .filter((b) => state.data.porches.filter((p) => p.building === b.id).every((p) => e.porches.includes(p.id)))
    .map(buildingNamed),
  porches: state.data.porches
    .filter((p) => e.porches.includes(p.id))
    .map((p) => ({ ...porchOut(p), building: buildingNamed(buildingOf(p.building)) })),
  sections: e.sections,
  services: e.services.map((i) => ({ id: i })),
});
export const label = (i) => {
  const c = state.data.companies.find((x) => x.id === i);
  return c ? { id: c.id, label: c.label } : null;
};
const newsTargetOut = (target) =>
  shapeOf('news_target') === 'object'
    ? Object.fromEntries(Object.entries(target).map(([k, v]) => [k, Array.isArray(v) ? v.map((i) => ({ id: i })) : v]))
    : target;
export const newsOut = (n, call) => {
  const a = employeeOf(n.author);
  return {
    id: n.id,
    title: n.title,
    description: n.description,
    type: n.type,
    target: newsTargetOut(n.target),
    author: { name: a.user === call.user.user ? 'me' : `${a.first_name} ${a.last_name}`, avatar: a.avatar },
    date_edit: n.date_edit,
    image_attachments: n.image_attachments,
    file_attachments: n.file_attachments,
  };
};
export const orderOut = (o) => (shapeOf('order') === 'string' ? o.toFixed(6) : o);
export const taskOut = (t) => {
  const b = buildingOf(t.building);
  const s = state.data.services.find((x) => x.id === t.service);
  const po = state.data.porches.filter((p) => t.porches.includes(p.id)).map(porchOut);
  const fl = state.data.floors.filter((f) => t.floors.includes(f.id)).map((f) => ({ id: f.id, number: f.number }));
  const bb = { id: b.id, street: b.street, number: b.number };
  const r = t.creator.resident && state.data.residents.find((x) => x.user === t.creator.resident);
  const c = r ?? employeeOf(t.creator.employee) ?? {};
  return {
    id: t.id,
    stage: t.stage,
    resolution: t.resolution,
    resolution_description: t.resolution_description,
    order: orderOut(t.order),
    performer: performerOut(t.performer),
    service: s,
    information: t.information,
    creator: { user: c.user, first_name: c.first_name, last_name: c.last_name, avatar: c.avatar ?? null },
    creation_date: iso(t.creation_date),
    target_type: t.target_type,
    target: {
      ...{ nested: { building: bb }, flat: bb, id: { building: b.id } }[shapeOf('task_target')],
      porches: po,
      floors: fl,
    },
    task_name: t.task_name,
  };
};

export const historyOut = (t) => [
  {
    id: t.id * 10,
    date: iso(t.creation_date),
    type: 'dialog',
    action: { user: performerOut(101), message: 'Заявка принята', image_attachments: [], file_attachments: [] },
  },
  ...(t.performer
    ? [
        {
          id: t.id * 10 + 1,
          date: iso(t.creation_date + 1e3),
          type: 'performer_change',
          action: { user: performerOut(101), new_performer: performerOut(t.performer) },
        },
      ]
    : []),
  {
    id: t.id * 10 + 2,
    date: iso(t.creation_date + 2e3),
    type: 'field_change',
    action: { user: performerOut(101), field_name: 'stage', new_value: t.stage, description: 'Изменён этап' },
  },
  ...t.extraHistory,
];
export const cameraOut = (c, call) => ({
  id: c.id,
  name: c.name,
  link: c.link.startsWith('/') ? `http://${call.headers.host}${c.link}` : c.link,
  buildings: c.buildings,
});
export const settingOut = (b) => {
  const full = {
    ...buildingListed(b),
    tenant: b.tenant,
    subsidiary: b.subsidiary,
    floor_count: b.available ? 4 : 9,
    porches_count: b.available ? 2 : 3,
    units_count: b.available ? 25 : 108,
    cameras_count: state.data.cameras.filter((c) => c.buildings.includes(b.id)).length,
  };
  return {
    ...full,
    building: { ...full },
    submit_start_day: b.submit_start_day,
    submit_end_day: b.submit_end_day,
    reading_types: b.reading_types,
  };
};
export const profileOut = (e) => {
  const full = employeeOut(e);
  return {
    ...full,
    date: e.date,
    subsidiary: label(e.company),
    is_admin: undefined,
    buildings: availableBuildings()
      .filter((b) => e.porches.some((p) => state.data.porches.find((x) => x.id === p).building === b.id))
      .map(buildingListed),
  };
};
