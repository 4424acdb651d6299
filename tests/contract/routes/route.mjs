import { knownBuildings } from '../query-checks.mjs';

export const ROUTES = [];
export const route = (method, p, o, h) =>
  ROUTES.push({
    method,
    path: p,
    re: new RegExp(`^${p.replace(/:\w+/g, '([^/]+)')}$`),
    keys: [...p.matchAll(/:(\w+)/g)].map((m) => m[1]),
    auth: 'token',
    q: {},
    ...o,
    h,
  });
export const buildingsNeeded = (item) => ({ buildings_id: { req: true, item, check: knownBuildings } });
