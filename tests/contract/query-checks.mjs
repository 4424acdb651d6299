import { buildingOf } from './answers.mjs';
import { deviate } from './deviations.mjs';

export function checkQuery(call, item, spec) {
  const p = call.u.searchParams;
  const seen = new Set();
  for (const k of p.keys()) {
    if (!(k in spec))
      deviate(call, 'query', item, `only parameters ${Object.keys(spec).join(', ') || 'none'}`, `${k}=${p.get(k)}`);
    else if (p.getAll(k).length > 1 && !seen.has(k))
      deviate(call, 'query', 'API-08', `${k} as one comma-separated value`, p.getAll(k), 'decision');
    seen.add(k);
  }
  const out = {};
  for (const [k, f] of Object.entries(spec)) {
    if (!p.has(k)) {
      if (f.req) deviate(call, 'query', f.item ?? item, `${k} present`, 'missing', f.basis);
      continue;
    }
    out[k] = p.getAll(k).join(',');
    const bad = f.check?.(out[k]);
    if (bad) deviate(call, 'query', f.item ?? item, `${k}: ${bad}`, out[k], f.basis);
  }
  return out;
}
export const ids = (s) =>
  String(s ?? '')
    .split(',')
    .filter(Boolean)
    .map(Number);
export const idList = (s) => (/^\d+(,\d+)*$/.test(s) ? null : 'ids, comma-separated');
export const oneId = (s) => (/^\d+$/.test(s) ? null : 'one id');
export const positive = (s) => (/^[1-9]\d*$/.test(s) ? null : 'positive integer');
export const exactly = (v) => (s) => (s === String(v) ? null : String(v));
export const oneStage = (s) => (['created', 'in_progress', 'done'].includes(s) ? null : 'created | in_progress | done');
export const knownBuildings = (s) =>
  idList(s) ??
  (ids(s).every((i) => buildingOf(i)?.available) ? null : 'ids of the building list only (stale ids dropped)');
export const knownDate = (s) => {
  if (!/^\d{9,10}$/.test(s)) return 'unix seconds';
  const age = Date.now() / 1e3 - Number(s);
  if (age >= -5 && age <= 86400 + 3600) return Number(s) % 900 === 0 ? null : 'start of today (unix seconds)';
  if ((age >= 7 * 86400 - 3700 && age <= 8 * 86400 + 3700) || (age >= 30 * 86400 - 3700 && age <= 31 * 86400 + 3700))
    return null;
  return 'start of today, 7 days ago or 30 days ago';
};
export const within = (set) => (b) => !set.length || set.includes(b);
