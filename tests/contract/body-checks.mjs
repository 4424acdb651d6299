import { deviate } from './deviations.mjs';
import { Reply, show } from './reply.mjs';
import { state } from './state.mjs';

export const isInt = (x) => Number.isInteger(x);
export const PHONE = /^\+7\d{10}$/;

export function json(call, item, spec, { strictKeys = true } = {}) {
  if (!/^application\/json\b/.test(call.headers['content-type'] ?? ''))
    deviate(call, 'body', item, 'Content-Type: application/json', call.headers['content-type'] ?? 'none');
  let b;
  try {
    b = JSON.parse(call.raw.toString('utf8'));
  } catch {
    deviate(call, 'body', item, 'a JSON object', call.raw.toString('utf8'));
    throw new Reply(400, { detail: 'Ошибка разбора JSON.' });
  }
  if (!b || typeof b !== 'object' || Array.isArray(b)) {
    deviate(call, 'body', item, 'a JSON object', b);
    throw new Reply(400, { detail: 'Неверные данные.' });
  }
  const errs = {};
  if (strictKeys)
    for (const k of Object.keys(b))
      if (!(k in spec)) deviate(call, 'body', item, `only keys ${Object.keys(spec).join(', ')}`, `${k}: ${show(b[k])}`);
  for (const [k, f] of Object.entries(spec)) {
    if (!(k in b) || b[k] === undefined) {
      if (f.req !== false) {
        deviate(call, 'body', f.item ?? item, `${k} present`, 'missing');
        errs[k] = ['Обязательное поле.'];
      }
      continue;
    }
    const bad = f.check?.(b[k], b);
    if (!bad) continue;
    const soft = typeof bad === 'object';
    deviate(
      call,
      'body',
      (soft && bad.item) || f.item || item,
      `${k}: ${soft ? bad.soft : bad}`,
      b[k],
      soft ? 'decision' : f.basis,
    );
    if (!soft && f.basis !== 'decision') errs[k] = ['Введите правильное значение.'];
  }
  if (Object.keys(errs).length) throw new Reply(400, errs);
  return b;
}
export const str =
  (min = 1, max = 1e9) =>
  (v) =>
    typeof v === 'string' && [...v].length >= min && [...v].length <= max
      ? null
      : `text of ${min}${max < 1e9 ? `–${max}` : '+'} characters`;
export const oneOf =
  (...a) =>
  (v) =>
    a.includes(v) ? null : a.join(' | ');
export const num = (v) => (isInt(v) ? null : 'a number (id)');
export const bool = (v) => (typeof v === 'boolean' ? null : 'a boolean');
export const idsBody =
  (min = 0) =>
  (v) =>
    Array.isArray(v) && v.length >= min && v.every(isInt)
      ? new Set(v).size === v.length
        ? null
        : 'no repeated ids'
      : `a list of ${min ? `at least ${min} ` : ''}numeric ids`;
export const phone = (v) =>
  typeof v === 'string' && PHONE.test(v)
    ? null
    : typeof v === 'string' && v.replace(/\D/g, '').length >= 10
      ? { soft: '+7XXXXXXXXXX', item: 'API-10' }
      : '+7XXXXXXXXXX';
export const normPhone = (v) => {
  const x = String(v).replace(/\D/g, '');
  return `+7${x.slice(-10)}`;
};
export const known =
  (arr, key = 'id') =>
  (v) =>
    !isInt(v) ? 'a number (id)' : arr().some((x) => x[key] === v) ? null : 'a known id';
export const finishedUploads = (v) =>
  idsBody()(v) ?? (v.every((i) => state.data.attachments.has(i)) ? null : 'ids of finished uploads only');

export function multipart(call, item, spec) {
  const m = /^multipart\/form-data;.*boundary="?([^";]+)"?/i.exec(call.headers['content-type'] ?? '');
  if (!m) {
    deviate(call, 'multipart', item, 'multipart/form-data with a boundary', call.headers['content-type'] ?? 'none');
    throw new Reply(400, { detail: 'Ожидается multipart/form-data.' });
  }
  const out = {};
  const sep = Buffer.from(`--${m[1]}`);
  let at = call.raw.indexOf(sep);
  while (at >= 0) {
    const next = call.raw.indexOf(sep, at + sep.length);
    if (next < 0) break;
    const part = call.raw.subarray(at + sep.length + 2, next - 2);
    const h = part.indexOf('\r\n\r\n');
    const head = part.subarray(0, h).toString('utf8');
    const name = /name="([^"]*)"/.exec(head)?.[1];
    const filename = /filename="([^"]*)"/.exec(head)?.[1];
    out[name] ??= [];
    out[name].push({ filename, type: /content-type:\s*(\S+)/i.exec(head)?.[1], data: part.subarray(h + 4) });
    at = next;
  }
  call.entry.body = Object.fromEntries(
    Object.entries(out).map(([k, v]) => [
      k,
      v.map((x) =>
        x.filename !== undefined
          ? { filename: x.filename, type: x.type, bytes: x.data.length }
          : x.data.toString('utf8').slice(0, 4000),
      ),
    ]),
  );
  for (const k of Object.keys(out))
    if (!(k in spec)) deviate(call, 'multipart', item, `only fields ${Object.keys(spec).join(', ')}`, k);
  for (const [k, f] of Object.entries(spec)) {
    if (!out[k]) {
      deviate(call, 'multipart', item, `field ${k}`, Object.keys(out).join(', ') || 'missing');
      throw new Reply(400, { [k]: ['Обязательное поле.'] });
    }
    if (out[k].length > 1) deviate(call, 'multipart', item, `one field ${k}`, `${out[k].length}`);
    if (f.file && out[k][0].filename === undefined) {
      deviate(call, 'multipart', item, `${k} as a file`, 'text');
      throw new Reply(400, { [k]: ['Это не файл.'] });
    }
    const bad = f.check?.(out[k][0]);
    if (bad) {
      deviate(call, 'multipart', f.item ?? item, `${k}: ${bad}`, out[k][0].filename ?? out[k][0].data.toString('utf8'));
      throw new Reply(400, { [k]: ['Введите правильное значение.'] });
    }
  }
  return out;
}
export function noBody(call, item) {
  if (call.raw.length) deviate(call, 'body', item, 'no body', call.raw.toString('utf8'));
}
