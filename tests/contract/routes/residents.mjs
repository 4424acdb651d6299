import {
  availableBuildings,
  buildingNamed,
  buildingOf,
  flatById,
  flatOut,
  page,
  residentOut,
  unitOut,
} from '../answers.mjs';
import { bool, idsBody, isInt, json, normPhone, oneOf, phone, str } from '../body-checks.mjs';
import { deviate } from '../deviations.mjs';
import { exactly, idList, ids, positive } from '../query-checks.mjs';
import { notFound, Reply } from '../reply.mjs';
import { id, state } from '../state.mjs';
import { route } from './route.mjs';

// residents
export const TAGS = [
  'complexes_id',
  'buildings_id',
  'residents_id',
  'complex_entry',
  'building_entry',
  'resident_entry',
  'porch_entry',
  'unit_entry',
  'pipe_entry',
  'floor_entry',
  'phone_entry',
];
route(
  'GET',
  '/api/crm/search/smart_search_by_tags/',
  {
    item: 'RES-05',
    right: ['residents', 'read'],
    q: Object.fromEntries([
      ...TAGS.map((k) => [k, { item: 'RES-05', check: k.endsWith('_id') ? idList : (s) => (s ? null : 'text') }]),
      ['page_size', { req: true, item: 'RES-05', check: exactly(100) }],
      ['page', { item: 'RES-05', check: positive, basis: 'decision' }],
    ]),
  },
  (call) => {
    const Q = call.query;
    if (!TAGS.some((k) => Q[k]))
      deviate(call, 'query', 'RES-07', 'at least one tag (empty input only clears)', call.u.search);
    if (ids(Q.buildings_id).some((i) => !buildingOf(i)?.available))
      throw new Reply(404, { detail: 'Такого здания больше нет' });
    const has = (s, e) => !e || e.split(',').some((x) => String(s).toLowerCase().includes(x.trim().toLowerCase()));
    const rIds = ids(Q.residents_id);
    const rs = (f) => state.data.residents.filter((r) => r.units.includes(f.id));
    const ok = (f) => {
      const b = buildingOf(f.building);
      const o = flatOut(f);
      const r = rs(f);
      return (
        (!Q.complexes_id || ids(Q.complexes_id).includes(b.complex?.id)) &&
        (!Q.buildings_id || ids(Q.buildings_id).includes(b.id)) &&
        (!Q.residents_id || r.some((x) => rIds.includes(x.id) || rIds.includes(x.user))) &&
        has(b.complex?.name ?? '', Q.complex_entry) &&
        has(`${b.street} ${b.number}`, Q.building_entry) &&
        (!Q.resident_entry || r.some((x) => has(`${x.last_name} ${x.first_name} ${x.last_name}`, Q.resident_entry))) &&
        has(o.porch.number, Q.porch_entry) &&
        has(o.label, Q.unit_entry) &&
        has(o.pipe.name, Q.pipe_entry) &&
        has(o.floor.number, Q.floor_entry) &&
        (!Q.phone_entry || r.some((x) => has(x.phone_number, Q.phone_entry)))
      );
    };
    const fl = state.data.flats.filter(ok);
    const rows = availableBuildings()
      .filter((b) => fl.some((f) => f.building === b.id))
      .map((b) => ({
        ...buildingNamed(b),
        units: fl.filter((f) => f.building === b.id).map((f) => ({ ...unitOut(f), residents: rs(f).map(residentOut) })),
      }));
    return page(call, rows, { size: 100, num: Number(Q.page) || 1 });
  },
);
export const OBJECT_TYPES = ['building', 'complex', 'resident', 'porch', 'unit', 'pipe', 'floor', 'phone'];
route('POST', '/api/crm/search/smart_search/', { item: 'RES-02', right: ['residents', 'read'] }, (call) => {
  const b = json(call, 'RES-02', {
    search: { check: str(1) },
    context: {
      check: (v) =>
        !Array.isArray(v)
          ? 'a list'
          : v.every(
                (c) =>
                  c &&
                  typeof c === 'object' &&
                  OBJECT_TYPES.includes(c.object_type) &&
                  ['object', 'contains'].includes(c.search_type) &&
                  Object.keys(c).every((k) => ['object_type', 'search_type', 'id'].includes(k)) &&
                  (c.search_type !== 'object' || isInt(c.id)),
              )
            ? null
            : { soft: 'items of object_type, search_type, id', item: 'RES-02' },
    },
  });
  const s = b.search.trim().toLowerCase();
  const types = [
    ...(/^\+?\d[\d\s()-]*$/.test(s)
      ? ['phone', 'unit', 'porch', 'floor']
      : ['resident', 'building', 'complex', 'pipe']),
  ];
  return {
    buildings: availableBuildings()
      .filter((x) => `${x.street} ${x.number}`.toLowerCase().includes(s))
      .map(({ id: i, street, number }) => ({ id: i, street, number })),
    complexes: state.data.complexes.filter((c) => c.name.toLowerCase().includes(s)),
    residents: state.data.residents
      .filter((r) => `${r.last_name} ${r.first_name} ${r.last_name} ${r.phone_number}`.toLowerCase().includes(s))
      .slice(0, 20)
      .map((r) => ({ id: r.id, user: r.user, first_name: r.first_name, last_name: r.last_name })),
    types,
    search_str: b.search,
  };
});
export const RESIDENT_BODY = {
  first_name: { item: 'RES-25', check: str(1, 60) },
  last_name: { item: 'RES-25', check: str(1, 60) },
  phone_number: { item: 'RES-28', check: phone },
  gender: { item: 'RES-27', check: oneOf('male', 'female') },
  units: {
    item: 'RES-35',
    check: (v) =>
      idsBody(1)(v) ?? (v.length > 10 ? 'at most 10 units' : v.every(flatById) ? null : 'flat ids (unit.object.id)'),
  },
};
export const findResident = (call) => {
  const i = Number(call.p.id);
  let r = state.data.residents.find((x) => x.user === i);
  if (!r) {
    r = state.data.residents.find((x) => x.id === i);
    if (!r) throw notFound();
    deviate(call, 'path', 'RES-20', `user (${r.user}) as {id}`, i, 'decision');
  }
  return r;
};
route('POST', '/api/crm/residents/', { item: 'RES-35', right: ['residents', 'write'] }, (call) => {
  const b = json(call, 'RES-35', RESIDENT_BODY);
  if (state.data.residents.some((r) => r.phone_number === normPhone(b.phone_number)))
    throw new Reply(400, { phone_number: ['Пользователь с таким телефоном уже существует'] });
  const r = {
    id: id() + 5000,
    user: id(),
    email: null,
    status: 'created',
    ...b,
    phone_number: normPhone(b.phone_number),
  };
  state.data.residents.push(r);
  return new Reply(201, residentOut(r));
});
route('GET', '/api/crm/residents/:id/', { item: 'RES-37', right: ['residents', 'read'] }, (call) =>
  residentOut(findResident(call)),
);
route('PUT', '/api/crm/residents/:id/', { item: 'RES-37', right: ['residents', 'write'] }, (call) => {
  const r = findResident(call);
  Object.assign(r, json(call, 'RES-37', RESIDENT_BODY));
  return residentOut(r);
});
export const suspend = (item, target, o) => (call) => {
  const r = target(call);
  const b = json(call, item, { flag: { item: o, check: bool } });
  if ((r.status === 'suspended') === b.flag)
    deviate(call, 'body', item, `flag ${!b.flag} (status is ${r.status})`, b.flag);
  r.status = b.flag ? 'suspended' : 'active';
  return { params: { user: r.user, status: r.status } };
};
route(
  'POST',
  '/api/crm/residents/:id/suspend/',
  { item: 'RES-17', right: ['residents', 'write'] },
  suspend('RES-17', findResident, 'RES-18'),
);
route('DELETE', '/api/crm/residents/:id/', { item: 'RES-19', right: ['residents', 'write'] }, (call) => {
  state.data.residents.splice(state.data.residents.indexOf(findResident(call)), 1);
  return new Reply(204);
});
