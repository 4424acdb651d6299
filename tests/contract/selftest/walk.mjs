import WebSocket from 'ws';
import { routes, startContract } from '../server.mjs';

/** Requests of one test of the contract server, with what was found wrong. */
export async function startWalk() {
  const contract = await startContract();
  const address = contract.address;
  const hit = new Set();
  const failures = [];
  const ok = (isTrue, name, extra) => {
    if (!isTrue) failures.push(extra === undefined ? name : `${name}: ${JSON.stringify(extra)}`);
  };
  async function call(method, p, { token = 'tok-admin', body, form, headers = {} } = {}) {
    const h = { ...(token ? { authorization: `Token ${token}` } : {}), ...headers };
    let b;
    if (form) {
      b = new FormData();
      for (const [k, v] of Object.entries(form)) v?.file ? b.append(k, new Blob([v.file]), v.name) : b.append(k, v);
    } else if (body !== undefined) {
      if (!('content-type' in h)) h['content-type'] = 'application/json';
      b = typeof body === 'string' ? body : JSON.stringify(body);
    }
    const r = await fetch(address + p, { method, headers: h, body: b });
    const t = await r.text();
    let j;
    try {
      j = JSON.parse(t);
    } catch {
      j = t;
    }
    const path = p.split('?')[0];
    for (const x of routes)
      if (x.method === method && new RegExp(`^${x.path.replace(/:\w+/g, '\\d+')}$`).test(path)) {
        if (x.path.includes(':') && routes.some((y) => y.path === path && y.method === method)) continue;
        hit.add(`${x.method} ${x.path}`);
      }
    return { status: r.status, body: j };
  }
  const ctl = (p, b) =>
    fetch(`${address}/__test/${p}`, b === undefined ? {} : { method: 'POST', body: JSON.stringify(b) }).then((r) =>
      r.json(),
    );
  const devs = () => ctl('deviations');
  let told = 0;
  const newDeviations = async () => {
    const found = await ctl(`deviations?since=${told}`);
    told = found.at(-1)?.n ?? told;
    return found;
  };
  async function right(name, status, ...a) {
    const r = await call(...a);
    const after = await newDeviations();
    ok(r.status === status, `${name}: status`, [r.status, r.body]);
    ok(!after.length, `${name}: no deviation`, after);
    return r.body;
  }
  async function wrong(name, item, kind, ...a) {
    const f = typeof a[0] === 'function' ? await a[0]() : await call(...a);
    const got = await newDeviations();
    ok(
      got.some(
        (d) =>
          d.item === item &&
          d.kind === kind &&
          d.time &&
          d.method &&
          d.url &&
          d.expected !== undefined &&
          d.got !== undefined,
      ),
      `${name}: expected ${kind} ${item}`,
      { got, status: f?.status },
    );
    return f;
  }
  const openSocket = (q) =>
    new Promise((r) => {
      const w = new WebSocket(`${address.replace('http', 'ws')}/ws/complaints${q}`);
      const box = [];
      w.on('message', (m) => box.push(JSON.parse(m)));
      w.on('open', () => r({ w, box }));
      w.on('error', () => r(null));
    });
  const until = async (f) => {
    for (let i = 0; i < 100 && !f(); i++) await new Promise((r) => setTimeout(r, 20));
    return f();
  };
  const missed = () => routes.filter((one) => !hit.has(`${one.method} ${one.path}`));
  return { address, call, ctl, devs, right, wrong, ok, openSocket, until, missed, failures, stop: contract.stop };
}
