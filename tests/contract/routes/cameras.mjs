import { buildingListed, buildingOf, cameraOut, listOut } from '../answers.mjs';
import { idsBody, json, str } from '../body-checks.mjs';
import { deviate } from '../deviations.mjs';
import { ids, within } from '../query-checks.mjs';
import { notFound, Reply } from '../reply.mjs';
import { id, state } from '../state.mjs';
import { buildingsNeeded, route } from './route.mjs';

export const CAMERA_BODY = {
  name: {
    item: 'CAM-13',
    check: (v) => (str(1)(v) ? 'text' : str(3, 60)(v) ? { soft: '3 to 60 characters', item: 'CAM-13' } : null),
  },
  link: {
    item: 'CAM-10',
    check: (v) => (typeof v === 'string' && /^https?:\/\/\S+$/.test(v) ? null : 'an http(s) URL'),
  },
  buildings: {
    item: 'CAM-06',
    check: (v) => idsBody(1)(v) ?? (v.every((i) => buildingOf(i)?.available) ? null : 'known building ids'),
  },
};
export const findCamera = (call) => {
  const c = state.data.cameras.find((x) => x.id === Number(call.p.id));
  if (!c) throw notFound();
  return c;
};
route(
  'GET',
  '/api/crm/cameras/',
  { item: 'CAM-01', right: ['cameras', 'read'], q: buildingsNeeded('CAM-01') },
  (call) =>
    listOut(
      state.data.cameras
        .filter((c) => c.buildings.some(within(ids(call.query.buildings_id))))
        .map((c) => cameraOut(c, call)),
    ),
);
route('POST', '/api/crm/cameras/', { item: 'CAM-06', right: ['cameras', 'write'] }, (call) => {
  const c = { id: id(), ...json(call, 'CAM-06', CAMERA_BODY) };
  state.data.cameras.push(c);
  return new Reply(201, { params: cameraOut(c, call) });
});
route('GET', '/api/crm/cameras/:id/', { item: 'CAM-07', right: ['cameras', 'read'] }, (call) => {
  const c = findCamera(call);
  return { ...cameraOut(c, call), buildings: c.buildings.map((i) => buildingListed(buildingOf(i))) };
});
route('PUT', '/api/crm/cameras/:id/', { item: 'CAM-07', right: ['cameras', 'write'] }, (call) => {
  const c = findCamera(call);
  const b = json(call, 'CAM-07', CAMERA_BODY);
  const lost = c.buildings.filter((i) => !buildingOf(i).is_all_porches && !b.buildings.includes(i));
  if (lost.length) deviate(call, 'body', 'CAM-09', `unavailable buildings kept: ${lost}`, b.buildings, 'decision');
  Object.assign(c, b);
  return { params: cameraOut(c, call) };
});
route('DELETE', '/api/crm/cameras/:id/', { item: 'CAM-04', right: ['cameras', 'write'] }, (call) => {
  state.data.cameras.splice(state.data.cameras.indexOf(findCamera(call)), 1);
  return new Reply(204);
});
