import { setTimeout as delay } from 'node:timers/promises';

/** Polls until the condition holds, at most 10 s. @returns whether it held */
async function waitUntil(condition) {
  const end = Date.now() + 10_000;
  while (!(await condition())) {
    if (Date.now() > end) return false;
    await delay(20);
  }
  return true;
}

/** The controls of the server for tests: faults, delays, shapes, rights, empty lists, the log. */
export async function controls({ address, call, ctl, devs, ok }, { t1, tq }) {
  const J = (body) => ({ body });
  await ctl('fail', { match: 'PATCH /api/crm/tasks/', status: 500, body: { error: 'Сбой' }, times: 1 });
  let r = await call('PATCH', `/api/crm/tasks/${t1[10].id}/`, J({ order: t1[11].order + 0.001 }));
  ok(r.status === 500 && r.body.error === 'Сбой', 'fail injected', r);
  r = await call('PATCH', `/api/crm/tasks/${t1[10].id}/`, J({ order: t1[11].order + 0.001 }));
  ok(r.status === 200, 'fail used up', r);
  await ctl('fail', { match: '/api/crm/buildings/', status: 401, body: {} });
  ok((await call('GET', '/api/crm/buildings/')).status === 401, '401 on buildings');
  await ctl('delay', { match: 'GET /api/crm/services/', ms: 150, times: 1 });
  const t0 = Date.now();
  await call('GET', '/api/crm/services/');
  ok(Date.now() - t0 >= 140, 'delay');
  await ctl('fail', { match: '/api/crm/services/', drop: true });
  ok(
    await call('GET', '/api/crm/services/').then(
      () => false,
      () => true,
    ),
    'dropped connection',
  );
  await ctl('shape', { lists: 'page', order: 'string' });
  ok((await ctl('shape', { order: 'zzz' })).error, 'unknown shape refused');
  ok(typeof (await call('GET', `/api/crm/tasks/?${tq('done')}&count=30`)).body[0].order === 'string', 'shape order');
  ok((await call('GET', '/api/crm/tasks/2001/')).body.order.includes?.('.'), 'order as text');
  await ctl('account', { phone: '+79990000003', sections: { tasks: 'read' } });
  ok(
    (await call('GET', `/api/crm/tasks/count/?${tq('created')}`, { token: 'tok-denied' })).status === 200,
    'account changed',
  );
  await ctl('empty', { what: ['news'] });
  ok((await call('GET', '/api/crm/news/?buildings_id=11&page_size=20')).body.results.length === 0, 'empty news');
  const pre = await fetch(`${address}/api/crm/buildings/`, {
    method: 'OPTIONS',
    headers: { origin: 'http://console.test', 'access-control-request-headers': 'authorization' },
  });
  ok(pre.status === 204 && pre.headers.get('access-control-allow-origin') === 'http://console.test', 'preflight');
  const ab = new AbortController();
  await ctl('delay', { match: '/api/crm/permissions/', ms: 5_000, times: 1 });
  const permissionCalls = async () => ctl('log?path=permissions');
  const callsBefore = (await permissionCalls()).length;
  const pend = fetch(`${address}/api/crm/permissions/`, {
    headers: { authorization: 'Token tok-admin' },
    signal: ab.signal,
  }).catch(() => 0);
  ok(await waitUntil(async () => (await permissionCalls()).length > callsBefore), 'delayed request is in the log');
  ab.abort();
  await pend;
  ok(await waitUntil(async () => (await permissionCalls()).at(-1).aborted), 'cancelled request is seen');
  const lg = await ctl('log');
  ok(lg.length > 100 && lg.every((x) => x.n && x.time && x.method), 'log');
  ok(!JSON.stringify(lg).includes('Token tok-admin'), 'token not in the log');
  await ctl('reset', {});
  ok((await devs()).length === 0 && (await ctl('log')).length === 0, 'reset');
}
