import { employeeOf } from './answers.mjs';
import { noBody } from './body-checks.mjs';
import { deviate } from './deviations.mjs';
import { checkQuery } from './query-checks.mjs';
import { forbidden, notFound, Reply } from './reply.mjs';
import { ROUTES } from './routes/route.mjs';
import { shapeOf, state } from './state.mjs';

export const RANK = { denied: 0, read: 1, write: 2, performer: 2 };
export function authorize(call, r) {
  const h = call.headers.authorization;
  if (r.auth === 'anon') {
    if (h) deviate(call, 'header', 'API-03', 'no Authorization header', redact(h));
    return;
  }
  if (r.auth === 'login') {
    if (h) deviate(call, 'header', 'API-02', 'no Authorization header', redact(h), 'decision');
    return;
  }
  let tok = /^Token (\S+)$/.exec(h ?? '')?.[1];
  if (!tok && r.path === '/api/crm/profile/current/' && call.u.searchParams.get('token')) {
    deviate(
      call,
      'header',
      'AUTH-54',
      'the query token in the Authorization header',
      'token in the address',
      'decision',
    );
    tok = call.u.searchParams.get('token');
    call.u.searchParams.delete('token');
  }
  if (!tok || ['null', 'undefined', ''].includes(tok)) {
    deviate(call, 'header', 'API-01', 'Authorization: Token <token>', h ? redact(h) : 'none');
    throw new Reply(401, { detail: 'Учетные данные не были предоставлены.' }, { 'www-authenticate': 'Token' });
  }
  call.user = employeeOf(state.data.tokens[tok]);
  if (call.entry) call.entry.account = call.user?.phone_number ?? `unknown token`;
  if (!call.user || call.user.status === 'suspended')
    throw new Reply(401, { detail: 'Недопустимый токен.' }, { 'www-authenticate': 'Token' });
  if (r.right) {
    const [s, need] = r.right;
    if (need === 'list') return;
    const have = RANK[call.user.sections[s]] ?? 0;
    if (have < RANK[need]) {
      if (need === 'write') deviate(call, 'right', 'PERM-05', `no call without write on ${s}`, call.user.sections[s]);
      throw forbidden();
    }
  }
}
export const redact = (h) => String(h).replace(/(\S+\s+\S{4})\S*/, '$1…');
export const cors = (req) => ({
  'access-control-allow-origin': req.headers.origin ?? '*',
  'access-control-allow-headers': req.headers['access-control-request-headers'] ?? 'authorization, content-type',
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE, OPTIONS',
  'access-control-max-age': '600',
  vary: 'Origin',
});
export function send(req, res, status, body, headers = {}) {
  if (res.destroyed) return;
  const txt =
    body === undefined || status === 204
      ? ''
      : typeof body === 'string' && headers['content-type']
        ? body
        : JSON.stringify(body);
  res.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    ...cors(req),
    ...headers,
  });
  res.end(req.method === 'HEAD' ? '' : txt);
}
export const readBody = (req) =>
  new Promise((ok, no) => {
    const a = [];
    let n = 0;
    req.on('data', (c) => {
      n += c.length;
      if (n < 40e6) a.push(c);
    });
    req.on('end', () => ok(Buffer.concat(a)));
    req.on('error', no);
    req.on('aborted', () => no(new Error('aborted')));
  });
/** Waits so many ms; nobody's process is kept for it. */
export const sleep = (ms) => new Promise((r) => setTimeout(r, ms).unref());
// match: "PATCH /api/crm/tasks/", "/api/crm/news/", {method, path, query} – path is a substring, or a regular expression as /…/
export function matches(m, call) {
  if (typeof m === 'string') {
    const [a, b] = m.includes(' ') ? m.split(/ (.*)/s) : [null, m];
    m = { method: a, path: b };
  }
  if (m.method && m.method !== '*' && m.method.toUpperCase() !== call.method) return false;
  if (m.path) {
    const re = /^\/(.+)\/([a-z]*)$/.exec(m.path);
    if (
      m.regex
        ? !new RegExp(m.regex).test(call.url)
        : re && /[\\^$*+?()[\]|]/.test(re[1])
          ? !new RegExp(re[1], re[2]).test(call.url)
          : !call.url.includes(m.path)
    )
      return false;
  }
  return !m.query || call.url.includes(m.query);
}
export const take = (list, call) => {
  const i = list.findIndex((f) => f.times !== 0 && matches(f.match, call));
  if (i < 0) return null;
  if (list[i].times > 0) list[i].times--;
  return list[i];
};

export async function api(req, res, u) {
  const call = { method: req.method, url: u.pathname + u.search, u, headers: req.headers, user: null };
  const entry = {
    n: ++state.n,
    time: new Date().toISOString(),
    method: call.method,
    url: call.url.replace(/(token=.{4})[^&]*/, '$1…'),
    path: u.pathname,
    query: Object.fromEntries(u.searchParams),
    auth: req.headers.authorization ? redact(req.headers.authorization) : null,
    contentType: req.headers['content-type'] ?? null,
    body: null,
    status: null,
    ms: null,
    deviations: [],
    injected: false,
    aborted: false,
  };
  call.entry = entry;
  const t0 = Date.now();
  state.log.push(entry);
  res.on('close', () => {
    if (!res.writableFinished) entry.aborted = true;
    entry.ms = Date.now() - t0;
  });
  try {
    call.raw = await readBody(req);
    if (call.raw.length && !/^multipart/.test(entry.contentType ?? '')) {
      try {
        entry.body = JSON.parse(call.raw.toString('utf8'));
      } catch {
        entry.body = call.raw.toString('utf8').slice(0, 4000);
      }
      if (
        entry.body &&
        typeof entry.body === 'object' &&
        typeof entry.body.avatar === 'string' &&
        entry.body.avatar.length > 200
      )
        entry.body = { ...entry.body, avatar: `${entry.body.avatar.slice(0, 60)}… (${entry.body.avatar.length})` };
    }
    const dl = take(state.delays, call);
    if (dl) await sleep(dl.ms);
    const fl = take(state.fails, call);
    if (fl) {
      entry.injected = true;
      if (fl.drop) {
        entry.status = 0;
        req.socket.destroy();
        return;
      }
      entry.status = fl.status ?? 500;
      return send(req, res, entry.status, fl.body, fl.headers);
    }
    const at = ROUTES.filter((r) => r.re.test(u.pathname));
    const route = at.find(
      (r) =>
        r.method === call.method && (!r.keys.length || !ROUTES.some((x) => !x.keys.length && x.path === u.pathname)),
    );
    if (!route) {
      const other = u.pathname.endsWith('/') ? u.pathname.slice(0, -1) : `${u.pathname}/`;
      if (at.length) {
        deviate(call, 'method', at[0].item, at.map((r) => r.method).join(', '), call.method);
        throw new Reply(
          405,
          { detail: `Метод "${call.method}" не разрешен.` },
          { allow: at.map((r) => r.method).join(', ') },
        );
      }
      if (ROUTES.some((r) => r.re.test(other))) {
        deviate(call, 'slash', 'API-05', other, u.pathname);
        throw notFound();
      }
      deviate(call, 'extra', null, 'a path of the endpoint table', u.pathname, 'extra');
      throw notFound();
    }
    call.p = Object.fromEntries(route.keys.map((k, i) => [k, decodeURIComponent(route.re.exec(u.pathname)[i + 1])]));
    if (call.p.id !== undefined && !/^\d+$/.test(call.p.id))
      deviate(call, 'path', route.item, 'a numeric id in the path', call.p.id);
    authorize(call, route);
    if (!route.rawQuery)
      call.query = checkQuery(call, route.item, typeof route.q === 'function' ? route.q(call) : route.q);
    if (['GET', 'DELETE'].includes(call.method) && route.item !== 'PROF-14') noBody(call, route.item);
    const out = route.h(call);
    if (out instanceof Reply) throw out;
    entry.status = 200;
    const told = shapeOf('answer') === 'data' && call.method === 'GET' ? { data: out } : out;
    send(req, res, 200, state.vary ? state.vary(told) : told);
  } catch (e) {
    if (e instanceof Reply) {
      entry.status = e.status;
      return send(req, res, e.status, e.body, e.headers);
    }
    if (e.message === 'aborted') {
      entry.aborted = true;
      return;
    }
    entry.status = 500;
    entry.error = e.stack;
    console.error(e);
    send(req, res, 500, { detail: `Ошибка стенда: ${e.message}` });
  }
}
