import { buildingOf, historyOut, listOut, performerOut, taskOut } from '../answers.mjs';
import { finishedUploads, idsBody, isInt, json, known, oneOf, str } from '../body-checks.mjs';
import { deviate } from '../deviations.mjs';
import { exactly, idList, ids, knownBuildings, knownDate, oneId, oneStage, within } from '../query-checks.mjs';
import { notFound, Reply } from '../reply.mjs';
import { iso } from '../seed.mjs';
import { id, state } from '../state.mjs';
import { buildingsNeeded, route } from './route.mjs';

export function checkOrder(call, t, order, stage, first) {
  const col = state.data.tasks
    .filter((x) => x.stage === stage && x.id !== t.id)
    .map((x) => x.order)
    .sort((a, b) => a - b);
  const near = (a, b) => Math.abs(a - b) < 1e-6;
  if (!col.length) {
    if (order !== 1) deviate(call, 'body', 'TASK-37', 'order 1 in an empty column', order);
    return;
  }
  if (first) {
    if (!(order < col[0])) deviate(call, 'body', 'TASK-25', `order that puts the task first (< ${col[0]})`, order);
    return;
  }
  const ok =
    col.some((a) => near(order, a - 0.001) || near(order, a + 0.001)) ||
    col.some((a, i) => col.slice(i + 1).some((b) => near(order, (a + b) / 2)));
  if (!ok && order !== 1) deviate(call, 'body', 'TASK-36', 'midpoint of two neighbours or neighbour ±0.001', order);
}

// tasks
export const columnQuery = (item) => ({
  ...buildingsNeeded(item),
  stage: { req: true, item, check: oneStage },
  date: { req: true, item: 'TASK-05', check: knownDate },
  services_id: {
    item: 'TASK-08',
    check: (s) =>
      idList(s) ?? (ids(s).every((i) => state.data.services.some((x) => x.id === i)) ? null : 'known service ids'),
  },
});
export const requestRows = (call) => {
  const bs = ids(call.query.buildings_id);
  const sv = ids(call.query.services_id);
  const from = Number(call.query.date) * 1e3 || 0;
  return state.data.tasks
    .filter(
      (t) =>
        t.stage === call.query.stage &&
        within(bs)(t.building) &&
        (!sv.length || sv.includes(t.service)) &&
        t.creation_date >= from,
    )
    .sort((a, b) => a.order - b.order);
};
route(
  'GET',
  '/api/crm/tasks/count/',
  { item: 'TASK-02', right: ['tasks', 'read'], q: () => columnQuery('TASK-02') },
  (call) => ({
    count: requestRows(call).length,
  }),
);
route(
  'GET',
  '/api/crm/tasks/',
  {
    item: 'TASK-11',
    right: ['tasks', 'read'],
    q: (call) => {
      const nx = call.u.searchParams.has('from_order');
      const item = nx ? 'TASK-12' : 'TASK-11';
      return {
        ...columnQuery(item),
        count: { req: true, item, check: exactly(nx ? 10 : 30) },
        from_order: {
          item: 'TASK-12',
          check: (s) =>
            s !== '' && Number.isFinite(Number(s)) && state.data.tasks.some((t) => Math.abs(t.order - Number(s)) < 1e-6)
              ? null
              : 'order of the last loaded task',
        },
      };
    },
  },
  (call) => {
    let rows = requestRows(call);
    if (call.query.from_order !== undefined) rows = rows.filter((t) => t.order > Number(call.query.from_order) + 1e-9);
    const _total = rows.length;
    rows = rows.slice(0, Number(call.query.count) || 30).map(taskOut);
    return rows;
  },
);
export const findRequest = (call) => {
  const t = state.data.tasks.find((x) => x.id === Number(call.p.id));
  if (!t) throw notFound();
  return t;
};
route('GET', '/api/crm/tasks/:id/', { item: 'TASK-19', right: ['tasks', 'read'] }, (call) => {
  const t = findRequest(call);
  return { ...taskOut(t), history: historyOut(t) };
});
route('PATCH', '/api/crm/tasks/:id/', { item: 'TASK-25', right: ['tasks', 'write'] }, (call) => {
  const t = findRequest(call);
  const b = json(call, 'TASK-25', {
    stage: { req: false, check: oneOf('created', 'in_progress', 'done') },
    order: {
      req: false,
      item: 'TASK-36',
      check: (v) => (typeof v === 'number' && Number.isFinite(v) ? null : 'a number'),
    },
    performer: {
      req: false,
      item: 'TASK-25',
      check: (v) => (v === null ? null : known(() => state.data.employees, 'user')(v)),
    },
    resolution: { req: false, item: 'TASK-28', check: (v) => (v === null ? null : oneOf('resolved', 'canceled')(v)) },
    resolution_description: { req: false, item: 'TASK-27', check: (v) => (v === null || v === '' ? null : str()(v)) },
  });
  if (!Object.keys(b).length) deviate(call, 'body', 'TASK-25', 'at least one key', '{}');
  const to = b.stage ?? t.stage;
  const move = to !== t.stage;
  const bad = (item, exp) => deviate(call, 'body', item, exp, b);
  if (move) {
    if (t.stage === 'done') {
      bad('TASK-35', 'no move out of done');
      throw new Reply(400, { detail: 'Завершённую заявку нельзя переместить' });
    }
    if (to === 'in_progress') {
      if (!isInt(b.performer)) {
        bad('TASK-25', 'performer with stage in_progress');
        throw new Reply(400, { performer: ['Обязательное поле.'] });
      }
      if (b.order === undefined) bad('TASK-25', 'order that puts the task first');
      else checkOrder(call, t, b.order, to, true);
    }
    if (to === 'created' && b.performer !== null) bad('TASK-29', 'performer: null with stage created');
    if (to === 'done') {
      if (t.stage === 'created' && b.resolution !== 'canceled') bad('TASK-28', 'resolution canceled from created');
      if (b.resolution !== 'resolved' && b.resolution !== 'canceled') bad('TASK-30', 'resolution resolved or canceled');
      if (b.resolution === 'canceled' && !b.resolution_description)
        bad('TASK-28', 'resolution_description with canceled');
    }
    if (to !== 'in_progress' && b.order !== undefined) checkOrder(call, t, b.order, to, false);
  } else if (b.order !== undefined) checkOrder(call, t, b.order, to, false);
  if (!move && b.performer !== undefined && t.stage !== 'in_progress')
    deviate(call, 'body', 'TASK-43', 'performer change only for an in-progress task', b, 'decision');
  Object.assign(t, b);
  if (move && to === 'created') t.performer = null;
  if (b.performer)
    t.extraHistory.push({
      id: id(),
      date: iso(Date.now()),
      type: 'performer_change',
      action: { user: performerOut(call.user.user), new_performer: performerOut(b.performer) },
    });
  return { params: taskOut(t) };
});
route('POST', '/api/crm/tasks/', { item: 'TASK-61', right: ['tasks', 'write'] }, (call) => {
  const TGT = (v, b) => {
    if (!v || typeof v !== 'object') return 'an object';
    const k = Object.keys(v).join('+');
    const exp = { building: 'building', porches: 'porches', floors: 'floors' }[b.target_type];
    if (!exp || k !== exp)
      return { soft: '{building: id} | {porches: [ids]} | {floors: [ids]} matching target_type', item: 'TASK-63' };
    if (k === 'building')
      return isInt(v.building) && buildingOf(v.building)?.available ? null : 'building: known numeric id';
    const e = idsBody(1)(v[k]);
    return e ?? (v[k].every((i) => state.data[k].some((x) => x.id === i)) ? null : `${k}: known ids`);
  };
  const b = json(call, 'TASK-61', {
    service: { item: 'TASK-61', check: known(() => state.data.services) },
    attachments: { item: 'ATT-12', check: finishedUploads },
    information: {
      item: 'TASK-61',
      check: (v) =>
        v &&
        typeof v === 'object' &&
        Object.keys(v).join() === 'description' &&
        typeof v.description === 'string' &&
        v.description
          ? str(3, 400)(v.description)
            ? { soft: '3 to 400 characters', item: 'TASK-58' }
            : null
          : '{description: text}',
    },
    target_type: { item: 'TASK-62', check: str() },
    target: { item: 'TASK-62', check: TGT },
    performer: { req: false, item: 'TASK-45', check: known(() => state.data.employees, 'user') },
  });
  const tg = b.target;
  const own =
    tg.building ??
    state.data.porches.find((p) => p.id === tg.porches?.[0])?.building ??
    state.data.floors.find((f) => f.id === tg.floors?.[0])?.building ??
    11;
  const stage = b.performer ? 'in_progress' : 'created';
  const min = Math.min(1.001, ...state.data.tasks.filter((t) => t.stage === stage).map((t) => t.order));
  const i = id();
  const t = {
    id: i,
    stage,
    order: min - 0.001,
    resolution: null,
    resolution_description: null,
    performer: b.performer ?? null,
    service: b.service,
    information: b.information,
    creator: { employee: call.user.user },
    creation_date: Date.now(),
    target_type: b.target_type,
    building: own,
    porches: tg.porches ?? [],
    floors: tg.floors ?? [],
    task_name: `Заявка № ${i}`,
    attachments: b.attachments,
    extraHistory: [],
  };
  state.data.tasks.push(t);
  return new Reply(201, { params: taskOut(t) });
});
route(
  'GET',
  '/api/crm/services/',
  { item: 'TASK-07', q: { buildings_id: { item: 'TASK-07', check: knownBuildings } } },
  () => listOut(state.data.services),
);
route(
  'GET',
  '/api/crm/performers/',
  {
    item: 'TASK-23',
    q: {
      building: {
        req: true,
        item: 'TASK-23',
        check: (s) => oneId(s) ?? (buildingOf(Number(s))?.available ? null : 'a known building id'),
      },
      service: {
        req: true,
        item: 'TASK-23',
        check: (s) => oneId(s) ?? (state.data.services.some((x) => x.id === Number(s)) ? null : 'a known service id'),
      },
    },
  },
  () =>
    listOut(
      state.data.employees
        .filter((e) => e.status === 'active' && (e.sections.tasks === 'performer' || e.sections.tasks === 'write'))
        .map((e) => performerOut(e.user)),
    ),
);
