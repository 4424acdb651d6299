import {
  availableBuildings,
  base,
  buildingFull,
  buildingListed,
  buildingNamed,
  buildingOf,
  floorOut,
  listOut,
  newsOut,
  pipeOut,
  porchOut,
  unitOut,
} from '../answers.mjs';
import { finishedUploads, isInt, json, multipart, oneOf, str } from '../body-checks.mjs';
import { deviate } from '../deviations.mjs';
import { checkQuery, exactly, ids, within } from '../query-checks.mjs';
import { notFound, Reply } from '../reply.mjs';
import { iso } from '../seed.mjs';
import { id, state } from '../state.mjs';
import { buildingsNeeded, route } from './route.mjs';

// buildings
route('GET', '/api/crm/buildings/', { item: 'SHELL-21' }, () => listOut(availableBuildings().map(buildingListed)));
route('GET', '/api/crm/buildings/:id/', { item: 'NEWS-38' }, (call) => {
  const b = buildingOf(Number(call.p.id));
  if (!b?.available) throw notFound();
  return buildingFull(b);
});
route('GET', '/api/crm/porches/:id/', { item: 'NEWS-38' }, (call) => {
  const p = state.data.porches.find((x) => x.id === Number(call.p.id));
  if (!p || !state.data.availablePorches.has(p.id)) throw notFound();
  const f = (a) => state.data[a].filter((x) => x.porch === p.id);
  return {
    ...porchOut(p),
    building: buildingNamed(buildingOf(p.building)),
    floors: f('floors').map(floorOut),
    pipes: f('pipes').map(pipeOut),
    units: f('flats').map(unitOut),
  };
});

// news
route('GET', '/api/crm/news/', { item: 'NEWS-04', right: ['news', 'list'], rawQuery: true }, (call) => {
  const cur = call.u.searchParams.get('cursor');
  let from = 0;
  if (cur !== null) {
    if (!state.nextLinks.has(call.u.searchParams.toString()))
      deviate(call, 'query', 'NEWS-05', 'a next address supplied by the server, followed unchanged', call.u.search);
    from = Number(Buffer.from(cur, 'base64url').toString()) || 0;
  } else
    checkQuery(call, 'NEWS-04', {
      ...buildingsNeeded('NEWS-04'),
      page_size: { req: true, item: 'NEWS-04', check: exactly(20) },
    });
  const size = Number(call.u.searchParams.get('page_size')) || 20;
  const set = ids(call.u.searchParams.get('buildings_id'));
  const rows = state.data.news
    .filter((n) => !set.length || n.buildings.some(within(set)))
    .sort((a, b) => (a.date_edit < b.date_edit ? 1 : -1));
  let next = null;
  if (from + size < rows.length) {
    const u = new URL(call.u);
    u.searchParams.set('cursor', Buffer.from(String(from + size)).toString('base64url'));
    state.nextLinks.add(u.searchParams.toString());
    next = base(call) + u.pathname + u.search;
  }
  return {
    count: rows.length,
    next,
    previous: null,
    results: rows.slice(from, from + size).map((n) => newsOut(n, call)),
  };
});
export const newsFields = {
  title: { item: 'NEWS-40', check: str(8, 100) },
  description: { item: 'NEWS-41', check: str(20, 400) },
  type: { item: 'NEWS-29', check: oneOf('info', 'accident', 'alert', 'report', 'adv') },
  attachments: { item: 'ATT-12', check: finishedUploads },
};
export function newsTarget(t) {
  if (!t || typeof t !== 'object' || Array.isArray(t)) return 'an object';
  const k = Object.keys(t).sort().join('+');
  if (k === 'for_all_objects') return t.for_all_objects === true ? null : 'for_all_objects: true';
  if (!['buildings', 'porches', 'buildings+porches', 'units', 'floors', 'pipes'].includes(k))
    return {
      soft: 'only the keys of the chosen scope (for_all_objects | buildings | porches | units | floors | pipes)',
      item: 'NEWS-52',
    };
  for (const [n, v] of Object.entries(t)) {
    if (!Array.isArray(v) || !v.every(isInt)) return `${n}: a list of numeric ids`;
    if (!v.length && !(k === 'buildings+porches' && (t.buildings.length || t.porches.length)))
      return `${n}: a non-empty list`;
    const pool = {
      buildings: availableBuildings(),
      porches: state.data.porches.filter((p) => state.data.availablePorches.has(p.id)),
      units: state.data.flats,
      floors: state.data.floors,
      pipes: state.data.pipes,
    }[n];
    if (!v.every((i) => pool.some((x) => x.id === i))) return `${n}: known ids`;
    if (n === 'units' && v.length < 3) return 'at least 3 flats';
    if (n === 'buildings' && v.some((i) => !buildingOf(i).is_all_porches))
      return { soft: 'a partly available building is offered by its entrances', item: 'NEWS-33' };
  }
  return null;
}
export const attachmentsOf = (list) => ({
  image_attachments: list.map((i) => state.data.attachments.get(i)?.image).filter(Boolean),
  file_attachments: list.map((i) => state.data.attachments.get(i)?.file).filter(Boolean),
});
route('POST', '/api/crm/news/', { item: 'NEWS-49', right: ['news', 'write'] }, (call) => {
  const b = json(call, 'NEWS-49', { ...newsFields, target: { item: 'NEWS-51', check: newsTarget } });
  const t = b.target ?? {};
  const own = (a, v) => (v ?? []).map((i) => state.data[a].find((x) => x.id === i)?.building);
  const bs = t.for_all_objects
    ? availableBuildings().map((x) => x.id)
    : [
        ...new Set([
          ...(t.buildings ?? []),
          ...own('porches', t.porches),
          ...own('flats', t.units),
          ...own('floors', t.floors),
          ...own('pipes', t.pipes),
        ]),
      ];
  const n = {
    id: id(),
    title: b.title,
    description: b.description,
    type: b.type,
    target: t,
    author: call.user.user,
    date_edit: iso(Date.now()),
    buildings: bs,
    ...attachmentsOf(b.attachments),
  };
  state.data.news.unshift(n);
  return new Reply(201, { data: { params: newsOut(n, call) } });
});
export const findNews = (call) => {
  const n = state.data.news.find((x) => x.id === Number(call.p.id));
  if (!n) throw notFound();
  return n;
};
route('GET', '/api/crm/news/:id/', { item: 'NEWS-54', right: ['news', 'list'] }, (call) =>
  newsOut(findNews(call), call),
);
route('PATCH', '/api/crm/news/:id/', { item: 'NEWS-58', right: ['news', 'write'] }, (call) => {
  const n = findNews(call);
  const b = json(call, 'NEWS-58', {
    ...newsFields,
    type: {
      item: 'NEWS-58',
      check: oneOf(
        'info',
        'accident',
        'alert',
        'report',
        'adv',
        ...(['advert', 'warn'].includes(n.type) ? [n.type] : []),
      ),
    },
    id: { check: (v) => (v === n.id ? null : `the number ${n.id}`), basis: 'decision' },
  });
  Object.assign(n, {
    title: b.title,
    description: b.description,
    type: b.type,
    date_edit: iso(Date.now()),
    ...attachmentsOf(b.attachments),
  });
  return { params: newsOut(n, call) };
});
route('DELETE', '/api/crm/news/:id/', { item: 'NEWS-09', right: ['news', 'write'] }, (call) => {
  state.data.news.splice(state.data.news.indexOf(findNews(call)), 1);
  return new Reply(204);
});
route('GET', '/api/crm/booklets/', { item: 'STORY-01', q: buildingsNeeded('STORY-01') }, (call) =>
  listOut(
    state.data.booklets
      .filter((b) => b.buildings.some(within(ids(call.query.buildings_id))))
      .map(({ id: i, title, duration, cover }) => ({ id: i, title, duration, cover })),
  ),
);
route('GET', '/api/crm/booklets/:id/', { item: 'STORY-03' }, (call) => {
  const b = state.data.booklets.find((x) => x.id === Number(call.p.id));
  if (!b) throw notFound();
  const { buildings, ...o } = b;
  return o;
});
export const EXTENSIONS =
  'bmp gif jpeg jpg png tiff webp heic svg doc docx rtf txt pdf ppt pptx xls xlsx csv zip rar 7z'.split(' ');
route('POST', '/api/authorized/attachments/', { item: 'ATT-01' }, (call) => {
  const f = multipart(call, 'ATT-01', {
    attachments: {
      file: true,
      check: (x) =>
        EXTENSIONS.includes((x.filename ?? '').split('.').pop().toLowerCase())
          ? x.data.length <= 6292000
            ? null
            : 'at most 6292000 bytes'
          : 'an accepted file type',
      item: 'ATT-07',
    },
  }).attachments[0];
  const i = ++state.data.attSeq;
  const im = /\.(bmp|gif|jpe?g|png|tiff|webp|heic|svg)$/i.test(f.filename);
  const nm = f.filename;
  state.data.attachments.set(
    i,
    im
      ? {
          image: {
            id: i,
            name: nm,
            medium: { file: `/media/img/${i}-m.svg` },
            large: { file: `/media/img/${i}-l.svg` },
          },
        }
      : { file: { id: i, name: nm, s3_file: { file: `/media/file/${i}/${encodeURIComponent(nm)}` } } },
  );
  return new Reply(201, [{ id: i, preview_url: im ? `/media/img/${i}-m.svg` : null }]);
});
route('DELETE', '/api/authorized/attachments/:id/', { item: 'ATT-04' }, (call) => {
  if (!state.data.attachments.delete(Number(call.p.id))) {
    deviate(call, 'path', 'ATT-05', 'id of an uploaded attachment', call.p.id, 'decision');
    throw notFound();
  }
  return new Reply(204);
});
route('POST', '/api/authorized/devices/', { item: 'SHELL-39' }, (call) => {
  json(call, 'SHELL-39', { registration_id: { check: str() }, type: { check: oneOf('web') } });
  return new Reply(201, {});
});
