import WebSocket from 'ws';
import { ALL, START_OF_TODAY } from './right-ways.mjs';

const J = (body, options = {}) => ({ body, ...options });

/** Access, announcements, files and requests the wrong way: each has to be reported under its item. */
export async function wrongWays({ wrong }, { N, U, t1, tq }) {
  const nq = `buildings_id=${ALL}`;
  await wrong('path without slash', 'API-05', 'slash', 'GET', '/api/crm/buildings');
  await wrong(
    'auth with slash',
    'API-05',
    'slash',
    'POST',
    '/api/auth/',
    J({ username: '+79990000001', password: 'x' }, { token: null }),
  );
  await wrong('wrong method', 'NEWS-54', 'method', 'PUT', '/api/crm/news/501/', J({}));
  await wrong('no Authorization', 'API-01', 'header', 'GET', '/api/crm/permissions/', { token: null });
  await wrong('Bearer', 'API-01', 'header', 'GET', '/api/crm/permissions/', {
    token: null,
    headers: { authorization: 'Bearer tok-admin' },
  });
  await wrong(
    'Authorization on anonymous',
    'API-03',
    'header',
    'POST',
    '/api/anonymous/forgot_pass/send_confirm_code/',
    J({ username: '+79990000003' }),
  );
  await wrong(
    'Authorization on login',
    'API-02',
    'header',
    'POST',
    '/api/auth',
    J({ username: '+79990000001', password: 'x' }),
  );
  await wrong('login form-encoded', 'AUTH-16', 'body', 'POST', '/api/auth', {
    token: null,
    body: 'username=1&password=2',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  await wrong(
    'login key phone',
    'AUTH-16',
    'body',
    'POST',
    '/api/auth',
    J({ phone: '+79990000001', password: 'x' }, { token: null }),
  );
  await wrong(
    'username digits',
    'AUTH-17',
    'body',
    'POST',
    '/api/auth',
    J({ username: '9990000001', password: 'x' }, { token: null }),
  );
  await wrong(
    'code with dash',
    'AUTH-36',
    'body',
    'POST',
    '/api/anonymous/forgot_pass/confirm_reset_password/',
    J({ confirm_code: '123-456', username: '+79990000002' }, { token: null }),
  );
  await wrong(
    'authorized send with body',
    'AUTH-47',
    'body',
    'POST',
    '/api/authorized/forgot_pass/send_confirm_code/',
    J({}),
  );
  await wrong(
    'passwordConfirm sent',
    'AUTH-57',
    'body',
    'POST',
    '/api/crm/profile/set_password/',
    J({ password: 'Abcdefg1', passwordConfirm: 'Abcdefg1' }),
  );
  await wrong('weak password', 'AUTH-66', 'body', 'POST', '/api/crm/profile/set_password/', J({ password: 'abc' }));
  await wrong('news without page_size', 'NEWS-04', 'query', 'GET', `/api/crm/news/?${nq}`);
  await wrong('news page_size 10', 'NEWS-04', 'query', 'GET', `/api/crm/news/?${nq}&page_size=10`);
  await wrong('news without buildings_id', 'NEWS-04', 'query', 'GET', '/api/crm/news/?page_size=20');
  await wrong(
    'buildings_id repeated',
    'API-08',
    'query',
    'GET',
    '/api/crm/news/?buildings_id=11&buildings_id=12&page_size=20',
  );
  await wrong('stale building', 'NEWS-04', 'query', 'GET', '/api/crm/news/?buildings_id=11,999&page_size=20');
  await wrong('home-made page', 'NEWS-04', 'query', 'GET', `/api/crm/news/?${nq}&page_size=20&page=2`);
  await wrong('home-made cursor', 'NEWS-05', 'query', 'GET', `/api/crm/news/?${nq}&page_size=20&cursor=MTA`);
  await wrong(
    'news id as text',
    'NEWS-51',
    'body',
    'POST',
    '/api/crm/news/',
    J({ ...N, attachments: [], target: { buildings: ['11'] } }),
  );
  await wrong(
    'flat target',
    'NEWS-49',
    'body',
    'POST',
    '/api/crm/news/',
    J({ ...N, attachments: [], for_all_objects: true }),
  );
  await wrong(
    'two flats',
    'NEWS-51',
    'body',
    'POST',
    '/api/crm/news/',
    J({ ...N, attachments: [], target: { units: U.slice(0, 2) } }),
  );
  await wrong(
    'mixed scope',
    'NEWS-52',
    'body',
    'POST',
    '/api/crm/news/',
    J({ ...N, attachments: [], target: { buildings: [11], units: [] } }),
  );
  await wrong(
    'short title',
    'NEWS-40',
    'body',
    'POST',
    '/api/crm/news/',
    J({ ...N, attachments: [], title: 'Коротко', target: { buildings: [11] } }),
  );
  await wrong(
    'unknown attachment',
    'ATT-12',
    'body',
    'POST',
    '/api/crm/news/',
    J({ ...N, attachments: [1], target: { buildings: [11] } }),
  );
  await wrong(
    'target in edit',
    'NEWS-58',
    'body',
    'PATCH',
    '/api/crm/news/502/',
    J({ ...N, attachments: [], id: 502, target: { buildings: [11] } }),
  );
  await wrong('field file instead of attachments', 'ATT-01', 'multipart', 'POST', '/api/authorized/attachments/', {
    form: { file: { file: 'x', name: 'a.png' } },
  });
  await wrong(
    'attachments as JSON',
    'ATT-01',
    'multipart',
    'POST',
    '/api/authorized/attachments/',
    J({ attachments: [] }),
  );
  await wrong('exe', 'ATT-07', 'multipart', 'POST', '/api/authorized/attachments/', {
    form: { attachments: { file: 'x', name: 'a.exe' } },
  });
  await wrong('oversize', 'ATT-07', 'multipart', 'POST', '/api/authorized/attachments/', {
    form: { attachments: { file: 'x'.repeat(6292001), name: 'a.png' } },
  });
  await wrong(
    'device type',
    'SHELL-39',
    'body',
    'POST',
    '/api/authorized/devices/',
    J({ registration_id: 'a', type: 'android' }),
  );
  await wrong(
    'date in ms',
    'TASK-05',
    'query',
    'GET',
    `/api/crm/tasks/count/?buildings_id=11&stage=created&date=${Date.now()}`,
  );
  await wrong(
    'date three days ago',
    'TASK-05',
    'query',
    'GET',
    `/api/crm/tasks/count/?buildings_id=11&stage=created&date=${START_OF_TODAY - 3 * 86400}`,
  );
  await wrong('count=10 first', 'TASK-11', 'query', 'GET', `/api/crm/tasks/?${tq('created')}&count=10`);
  await wrong(
    'count=30 next',
    'TASK-12',
    'query',
    'GET',
    `/api/crm/tasks/?${tq('created')}&count=30&from_order=${t1[9].order}`,
  );
  await wrong(
    'from_order unknown',
    'TASK-12',
    'query',
    'GET',
    `/api/crm/tasks/?${tq('created')}&count=10&from_order=77.77`,
  );
  await wrong(
    'stage missing',
    'TASK-02',
    'query',
    'GET',
    `/api/crm/tasks/count/?buildings_id=11&date=${START_OF_TODAY}`,
  );
  await wrong(
    'progress without performer',
    'TASK-25',
    'body',
    'PATCH',
    `/api/crm/tasks/${t1[8].id}/`,
    J({ stage: 'in_progress', order: 0.1 }),
  );
  await wrong(
    'cancel without reason',
    'TASK-28',
    'body',
    'PATCH',
    `/api/crm/tasks/${t1[8].id}/`,
    J({ stage: 'done', resolution: 'canceled' }),
  );
  await wrong(
    'move out of done',
    'TASK-35',
    'body',
    'PATCH',
    `/api/crm/tasks/${t1[8].id}/`,
    J({ stage: 'created', performer: null }),
  );
}

/** The other sections the wrong way. */
export async function moreWrongWays(
  { address, call, devs, wrong, openSocket },
  { U, t1, K, RS, csv, cv, E0, eg, sendWs },
) {
  await wrong('order as text', 'TASK-36', 'body', 'PATCH', `/api/crm/tasks/${t1[9].id}/`, J({ order: '1.5' }));
  await wrong(
    'order not a midpoint',
    'TASK-36',
    'body',
    'PATCH',
    `/api/crm/tasks/${t1[9].id}/`,
    J({ order: 1.2345678 }),
  );
  await wrong(
    'target_type form',
    'TASK-63',
    'body',
    'POST',
    '/api/crm/tasks/',
    J({ ...K, target_type: 'building', target: { id: 11 } }),
  );
  await wrong(
    'flat description',
    'TASK-61',
    'body',
    'POST',
    '/api/crm/tasks/',
    J({ service: 31, attachments: [], description: 'Нужна помощь', target_type: 'building', target: { building: 11 } }),
  );
  await wrong('performers without service', 'TASK-23', 'query', 'GET', '/api/crm/performers/?building=11');
  await wrong(
    'tags without page_size',
    'RES-05',
    'query',
    'GET',
    '/api/crm/search/smart_search_by_tags/?buildings_id=11',
  );
  await wrong(
    'search context key',
    'RES-02',
    'body',
    'POST',
    '/api/crm/search/smart_search/',
    J({ search: 'а', context: [{ objectType: 'building', searchType: 'object', id: 11 }] }),
  );
  await wrong('resident by search id', 'RES-20', 'path', 'GET', '/api/crm/residents/5001/');
  await wrong(
    'resident phone format',
    'API-10',
    'body',
    'POST',
    '/api/crm/residents/',
    J({ ...RS, phone_number: '+7 (916) 222-33-44' }),
  );
  await wrong('suspend key', 'RES-17', 'body', 'POST', '/api/crm/residents/302/suspend/', J({ suspended: true }));
  await wrong(
    'suspend flag wrong way',
    'RES-17',
    'body',
    'POST',
    '/api/crm/residents/302/suspend/',
    J({ flag: false }),
  );
  await wrong('import as JSON', 'IMPORT-12', 'multipart', 'POST', '/api/crm/import/residents/', J([cv[0]]));
  await wrong('import with bad rows', 'IMPORT-12', 'multipart', 'POST', '/api/crm/import/residents/', {
    form: { convert_residents_result: JSON.stringify(cv) },
  });
  await wrong('convert without building', 'IMPORT-04', 'multipart', 'POST', '/api/crm/import/convert_residents/', {
    form: { file: { file: csv, name: 'a.csv' } },
  });
  await wrong(
    'meters date YYYY-MM',
    'READ-03',
    'query',
    'GET',
    `/api/crm/meters/?buildings_id=11&date=2026-11&page=1&page_size=10`,
  );
  await wrong(
    'meter key',
    'READ-30',
    'body',
    'POST',
    '/api/crm/meters/',
    J({ unit: U[0], readings: { water: '000001' } }),
  );
  await wrong(
    'meter value number',
    'READ-26',
    'body',
    'POST',
    '/api/crm/meters/',
    J({ unit: U[0], readings: { gas: 1 } }),
  );
  await wrong(
    'meters outside the window',
    'READ-15',
    'body',
    'POST',
    '/api/crm/meters/',
    J({
      unit: (await call('GET', '/api/crm/buildings/13/')).body.units[0].object.id,
      readings: { water_cold: '000001' },
    }),
  );
  await wrong(
    'avatar not 400x400',
    'PROF-11',
    'body',
    'POST',
    '/api/crm/avatar/',
    J({
      avatar: `data:image/png;base64,${Buffer.from('89504e470d0a1a0a0000000d4948445200000100000001000806000000', 'hex').toString('base64')}`,
    }),
  );
  await wrong('avatar delete without body', 'PROF-14', 'body', 'DELETE', '/api/crm/avatar/delete_current/');
  await wrong(
    'camera ftp link',
    'CAM-10',
    'body',
    'POST',
    '/api/crm/cameras/',
    J({ name: 'Камера', link: 'ftp://x', buildings: [11] }),
  );
  await wrong(
    'camera drops unavailable',
    'CAM-09',
    'body',
    'PUT',
    '/api/crm/cameras/43/',
    J({ name: 'Камера', link: 'https://x', buildings: [13] }),
  );
  await wrong(
    'settings day 31',
    'SET-33',
    'body',
    'PUT',
    '/api/crm/settings/building/12/',
    J({ submit_start_day: 1, submit_end_day: 31, reading_types: [] }),
  );
  await wrong(
    'settings start after end',
    'SET-34',
    'body',
    'PUT',
    '/api/crm/settings/building/12/',
    J({ submit_start_day: 20, submit_end_day: 10, reading_types: [] }),
  );
  await wrong('settings without page_size', 'SET-08', 'query', 'GET', '/api/crm/settings/building/?page=1');
  await wrong(
    'employee company object',
    'EMP-26',
    'body',
    'POST',
    '/api/crm/employee/',
    J({ ...E0, company: { id: 1 } }),
  );
  await wrong(
    'employee porches text',
    'EMP-45',
    'body',
    'PUT',
    '/api/crm/employee/107/',
    J({ ...E0, sections: eg.sections, porches: ['111'] }),
  );
  await wrong(
    'employee sections partial',
    'EMP-45',
    'body',
    'PUT',
    '/api/crm/employee/107/',
    J({ ...E0, sections: { news: 'read' }, porches: [111] }),
  );
  await wrong('suspend oneself', 'PERM-16', 'right', 'POST', '/api/crm/employee/101/suspend/', J({ flag: true }));
  await wrong('write without right', 'PERM-05', 'right', 'DELETE', '/api/crm/news/505/', { token: 'tok-reader' });
  await wrong('booklets without buildings', 'STORY-01', 'query', 'GET', '/api/crm/booklets/');
  await wrong('unexpected parameter', 'CAM-01', 'query', 'GET', '/api/crm/cameras/?buildings_id=11&_=1');
  await wrong('path id not numeric', 'TASK-19', 'path', 'GET', '/api/crm/tasks/undefined/');
  await wrong('unknown path', null, 'extra', 'GET', '/api/crm/own-extension/');
  await wrong('ws without token', 'COMPL-04', 'query', async () => {
    await openSocket('');
  });
  await wrong('ws unknown path', null, 'extra', async () => {
    await new Promise((r) => {
      const w = new WebSocket(`${address.replace('http', 'ws')}/ws/other`);
      w.on('error', r);
      w.on('open', r);
    });
  });
  const viaWs = (o) => async () => {
    const n = (await devs()).length;
    sendWs(o);
    for (let i = 0; i < 50 && (await devs()).length === n; i++) await new Promise((r) => setTimeout(r, 20));
  };
  await wrong('ws other name', 'COMPL-15', 'ws', viaWs({ type: 'preview_complaints', buildings: [11] }));
  await wrong(
    'ws page_size',
    'COMPL-07',
    'ws',
    viaWs({ type: 'get_complaints', complaint_type: 'complaint', buildings: [11], page_size: 20 }),
  );
  await wrong('ws read unknown', 'COMPL-08', 'ws', viaWs({ type: 'read_complaints', complaints_list: [1] }));
  await wrong('ws not JSON', 'COMPL-05', 'ws', viaWs('hello'));
}
