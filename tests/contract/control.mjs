import { readBody, send } from './calls.mjs';
import { push } from './complaints.mjs';
import { reset, SHAPES, state } from './state.mjs';

export async function control(req, res, u) {
  const raw = await readBody(req);
  let b = {};
  if (raw.length) {
    try {
      b = JSON.parse(raw.toString('utf8'));
    } catch {
      return send(req, res, 400, { error: 'bad JSON' });
    }
  }
  const p = u.pathname.slice('/__test/'.length);
  const g = u.searchParams;
  const ok = (x) => send(req, res, 200, x ?? { ok: true });
  if (req.method === 'GET') {
    if (p === 'deviations')
      return ok(
        state.deviations.filter(
          (x) =>
            (!g.get('kind') || x.kind === g.get('kind')) &&
            (!g.get('basis') || x.basis === g.get('basis')) &&
            (!g.has('noextra') || x.kind !== 'extra') &&
            x.n > Number(g.get('since') ?? 0),
        ),
      );
    if (p === 'log')
      return ok(
        state.log.filter(
          (x) =>
            x.n > Number(g.get('since') ?? 0) &&
            (!g.get('path') || x.path.includes(g.get('path'))) &&
            (!g.get('method') || x.method === g.get('method')),
        ),
      );
    if (p === 'summary') {
      const c = {};
      for (const x of state.deviations) {
        const k = `${x.kind} ${x.item ?? x.url.split('?')[0]}`;
        c[k] = (c[k] ?? 0) + 1;
      }
      return ok({ requests: state.n, deviations: state.deviations.length, by: c });
    }
    if (p === 'shapes') return ok({ current: state.shapes, variants: SHAPES });
    if (p === 'accounts')
      return ok([
        ...state.data.employees
          .filter((e) => e.password)
          .map((e) => ({
            phone: e.phone_number,
            password: e.password,
            role: e.role,
            sections: e.sections,
            user: e.user,
          })),
        {
          phone: state.data.resident_account.phone_number,
          password: state.data.resident_account.password,
          role: 'resident',
        },
      ]);
    if (p.startsWith('stream/'))
      return send(
        req,
        res,
        200,
        `<!doctype html><title>Поток</title><body style="margin:0;background:#234;color:#fff;font:16px sans-serif">Камера ${p.slice(7).replace(/\W/g, '')}`,
        { 'content-type': 'text/html; charset=utf-8' },
      );
  } else if (req.method === 'POST') {
    if (p === 'reset') {
      if (b.only === 'log') {
        state.log = [];
        state.deviations = [];
        state.fails = [];
        state.delays = [];
      } else reset();
      return ok();
    }
    if (p === 'fail') {
      if (!b.match) return send(req, res, 400, { error: 'match' });
      state.fails.push({
        match: b.match,
        status: b.status,
        body: b.body,
        headers: b.headers,
        drop: !!b.drop,
        times: b.times ?? 1,
      });
      return ok();
    }
    if (p === 'delay') {
      if (!b.match) return send(req, res, 400, { error: 'match' });
      state.delays.push({ match: b.match, ms: Number(b.ms) || 0, times: b.times ?? -1 });
      return ok();
    }
    if (p === 'clear') {
      state.fails = [];
      state.delays = [];
      return ok();
    }
    if (p === 'shape') {
      for (const [k, v] of Object.entries(b)) {
        if (!SHAPES[k]?.includes(v)) return send(req, res, 400, { error: `${k}: ${SHAPES[k]?.join(' | ')}` });
        state.shapes[k] = v;
      }
      return ok(state.shapes);
    }
    if (p === 'account') {
      const e = state.data.employees.find((x) => x.phone_number === b.phone || x.user === b.user);
      if (!e) return send(req, res, 404, {});
      Object.assign(e.sections, b.sections ?? {});
      for (const k of ['status', 'role']) if (b[k]) e[k] = b[k];
      return ok(e);
    }
    if (p === 'empty') {
      for (const k of b.what ?? []) if (Array.isArray(state.data[k])) state.data[k].length = 0;
      return ok();
    }
    if (p === 'day') {
      state.day = b.day ?? null;
      return ok();
    }
    if (p === 'push') return ok({ sent: push(b) });
    if (p === 'mark') {
      state.log.push({
        n: ++state.n,
        time: new Date().toISOString(),
        method: 'MARK',
        url: '',
        path: '',
        label: b.label,
        deviations: [],
      });
      return ok({ n: state.n });
    }
    if (p === 'closews') {
      for (const { ws } of state.connections) ws.close(b.code ?? 1011);
      return ok();
    }
  }
  send(req, res, 404, { error: 'unknown control path' });
}
