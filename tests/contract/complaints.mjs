import { WebSocketServer } from 'ws';
import { buildingOf, employeeOf } from './answers.mjs';
import { isInt } from './body-checks.mjs';
import { take } from './calls.mjs';
import { deviate } from './deviations.mjs';
import { within } from './query-checks.mjs';
import { iso } from './seed.mjs';
import { id, shapeOf, state } from './state.mjs';

export const wss = new WebSocketServer({ noServer: true });
/** Opens or refuses a socket, and compares its address and token with the documents. */
export function upgrade(req, sock, head) {
  const u = new URL(req.url, 'http://staging');
  const call = {
    method: 'WS',
    url: u.pathname + u.search.replace(/(token=.{4})[^&]*/, '$1…'),
    u,
    headers: req.headers,
    user: null,
  };
  const entry = {
    n: ++state.n,
    time: new Date().toISOString(),
    method: 'WS',
    url: call.url,
    path: u.pathname,
    query: Object.fromEntries([...u.searchParams].map(([k, v]) => [k, `${v.slice(0, 4)}…`])),
    auth: null,
    status: null,
    deviations: [],
  };
  call.entry = entry;
  state.log.push(entry);
  const refuse = (st, txt) => {
    entry.status = st;
    sock.write(`HTTP/1.1 ${st} ${txt}\r\nConnection: close\r\n\r\n`);
    sock.destroy();
  };
  const fl = take(state.fails, call);
  if (fl) {
    entry.injected = true;
    return refuse(fl.status ?? 500, 'Injected');
  }
  if (u.pathname !== '/ws/complaints') {
    if (u.pathname === '/ws/complaints/') deviate(call, 'slash', 'COMPL-04', '/ws/complaints', u.pathname);
    else if (u.pathname.startsWith('/ws')) deviate(call, 'extra', null, '/ws/complaints', u.pathname, 'extra');
    return refuse(404, 'Not Found');
  }
  const keys = [...u.searchParams.keys()];
  const tok = u.searchParams.get('token');
  if (!tok)
    deviate(
      call,
      'query',
      'COMPL-04',
      'token in the query',
      keys.join(', ') || 'none',
      keys.length ? 'decision' : 'spec',
    );
  for (const k of keys)
    if (k !== 'token' && tok) deviate(call, 'query', 'COMPL-05', 'only token in the query', k, 'decision');
  call.user = employeeOf(state.data.tokens[tok]);
  if (!call.user) return refuse(403, 'Forbidden');
  entry.status = 101;
  entry.account = call.user.phone_number;
  wss.handleUpgrade(req, sock, head, (ws) => {
    const c = { ws, call };
    state.connections.add(c);
    const mine = state;
    ws.on('close', () => mine.connections.delete(c));
    ws.on('error', () => ws.terminate());
    ws.on('message', (m, bin) => onMessage(c, m, bin));
  });
}
/** Previews by type, as the shape says. */
const previewsOut = (byType) =>
  ({
    keyed: () => byType,
    data: () => ({ data: byType }),
    results: () => ({ results: byType }),
    list: () => ({ results: Object.entries(byType).map(([type, preview]) => ({ type, ...preview })) }),
  })[shapeOf('previews')]();
export const COMPLAINT_TYPES = ['complaint', 'appreciation', 'suggestion'];
export const complaintOut = (c) => {
  const { building, ...o } = c;
  return o;
};
export function onMessage({ ws, call }, m, bin) {
  const txt = m.toString();
  const entry = {
    n: ++state.n,
    time: new Date().toISOString(),
    method: 'WSMSG',
    url: '/ws/complaints',
    path: '/ws/complaints',
    body: txt.slice(0, 4000),
    account: call.user.phone_number,
    deviations: [],
  };
  state.log.push(entry);
  const c2 = { ...call, method: 'WSMSG', url: '/ws/complaints', entry };
  const bad = (item, exp, got, basis) => deviate(c2, 'ws', item, exp, got, basis);
  let b;
  try {
    b = JSON.parse(txt);
    entry.body = b;
  } catch {
    return bad('COMPL-05', 'JSON', txt, 'decision');
  }
  if (bin) bad('COMPL-05', 'a text frame', 'binary', 'decision');
  const only = (item, ...k) => {
    for (const x of Object.keys(b))
      if (!['type', ...k].includes(x)) bad(item, `only type, ${k.join(', ')}`, x, 'decision');
  };
  const bl = (item) => {
    if (!Array.isArray(b.buildings) || !b.buildings.length) {
      bad(item, 'buildings: non-empty list of ids', b.buildings);
      return [];
    }
    if (!b.buildings.every((i) => buildingOf(Number(i))?.available)) bad(item, 'buildings: known ids', b.buildings);
    else if (!b.buildings.every(isInt)) bad(item, 'buildings: numeric ids', b.buildings, 'decision');
    return b.buildings.map(Number);
  };
  // By its types a frame is told from others.
  const types = ({ type, complaint_type }) => (complaint_type ? { type, complaint_type } : { type });
  const out = (o) => ws.send(JSON.stringify(state.vary ? { ...state.vary(o), ...types(o) } : o));
  if (b.type === 'receive_preview_complaints') {
    only('COMPL-06', 'buildings');
    const bs = bl('COMPL-06');
    const k = Object.fromEntries(
      COMPLAINT_TYPES.map((t) => {
        const l = state.data.complaints.filter((c) => c.type === t && within(bs)(c.building));
        return [
          t,
          { last_complaint: l[0] ? complaintOut(l[0]) : null, unread_count: l.filter((c) => !c.is_read).length },
        ];
      }),
    );
    out({ type: 'preview_complaints', ...previewsOut(k) });
  } else if (b.type === 'get_complaints') {
    only('COMPL-07', 'complaint_type', 'buildings', 'page_size');
    if (!COMPLAINT_TYPES.includes(b.complaint_type))
      bad('COMPL-07', `complaint_type: ${COMPLAINT_TYPES.join(' | ')}`, b.complaint_type);
    if (b.page_size !== 322) bad('COMPL-07', 'page_size 322', b.page_size);
    const bs = bl('COMPL-07');
    out({
      type: 'get_complaints',
      complaint_type: b.complaint_type,
      results: state.data.complaints
        .filter((c) => c.type === b.complaint_type && within(bs)(c.building))
        .slice(0, b.page_size)
        .map(complaintOut),
    });
  } else if (b.type === 'read_complaints') {
    only('COMPL-08', 'complaints_list');
    const l = b.complaints_list;
    if (!Array.isArray(l) || !l.length || !l.every((i) => state.data.complaints.some((c) => c.id === i)))
      return bad('COMPL-08', 'complaints_list: non-empty list of known ids', l);
    if (l.every((i) => state.data.complaints.find((c) => c.id === i).is_read))
      bad('COMPL-09', 'ids of unread complaints', l, 'decision');
    state.data.complaints.forEach((c) => {
      if (l.includes(c.id)) c.is_read = true;
    });
  } else bad('COMPL-15', 'receive_preview_complaints | get_complaints | read_complaints', b.type ?? txt);
}
export function push(b) {
  let m = b.raw;
  if (!m) {
    const { as, ...rest } = b;
    const r = state.data.residents[0];
    const c = {
      id: id(),
      type: 'complaint',
      description: 'Новая жалоба',
      creation_date: iso(Date.now()),
      creator: { first_name: r.first_name, last_name: r.last_name, avatar: null },
      building: 11,
      is_read: false,
      ...rest,
    };
    if (!as || as === 'new_complaint') state.data.complaints.unshift(c);
    m = { type: as ?? 'new_complaint', complaint: complaintOut(c) };
  }
  let n = 0;
  state.connections.forEach(({ ws }) => {
    if (ws.readyState === 1) {
      ws.send(JSON.stringify(m));
      n++;
    }
  });
  state.log.push({
    n: ++state.n,
    time: new Date().toISOString(),
    method: 'PUSH',
    url: '/ws/complaints',
    path: '/ws/complaints',
    body: m,
    deviations: [],
  });
  return n;
}
