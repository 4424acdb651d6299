export const START_OF_TODAY = Math.floor(new Date(new Date().setHours(0, 0, 0, 0)).getTime() / 1000);
export const ALL = '11,12,13,14,15,16';
const now = new Date();
const MY = `${String(now.getMonth() + 1).padStart(2, '0')}${now.getFullYear()}`;
/** Every call of the documents the right way: no deviation may come of it. @returns what the wrong ways begin with */
export async function rightWays({ address, call, ctl, devs, right, ok, openSocket, until, missed }) {
  const login = await right('login', 200, 'POST', '/api/auth', {
    token: null,
    body: { username: '+79990000001', password: 'Admin123' },
  });
  ok(login.role === 'admin' && login.token === 'tok-admin', 'login answer', login);
  ok(
    (await call('POST', '/api/auth', { token: null, body: { username: '+79995550000', password: 'Resident123' } })).body
      .role === 'resident',
    'resident role',
  );
  ok(
    (await call('POST', '/api/auth', { token: null, body: { username: '+79990000001', password: 'nope' } })).status ===
      400,
    'wrong credentials 400',
  );
  const pm = await right('permissions', 200, 'GET', '/api/crm/permissions/');
  ok(Object.keys(pm.sections).length === 8, 'eight sections');
  const pr = await right('profile', 200, 'GET', '/api/crm/profile/current/');
  ok(pr.company.id && pr.user === 101 && pr.buildings.length === 6, 'profile fields');
  await right('activation profile', 200, 'GET', '/api/crm/profile/current/', { token: 'activate-106' });
  await right('set password', 200, 'POST', '/api/crm/profile/set_password/', {
    token: 'activate-106',
    body: { password: 'Abcdefg1' },
  });
  const sm = await right('send code', 200, 'POST', '/api/anonymous/forgot_pass/send_confirm_code/', {
    token: null,
    body: { username: '+79990000002' },
  });
  ok(sm.data.cooldown_seconds > 0, 'cooldown');
  ok(
    (
      await right('send code again', 403, 'POST', '/api/anonymous/forgot_pass/send_confirm_code/', {
        token: null,
        body: { username: '+79990000002' },
      })
    ).cooldown_seconds > 0,
    '403 has cooldown',
  );
  await right('send code unknown', 404, 'POST', '/api/anonymous/forgot_pass/send_confirm_code/', {
    token: null,
    body: { username: '+79001112233' },
  });
  await right('confirm wrong', 404, 'POST', '/api/anonymous/forgot_pass/confirm_reset_password/', {
    token: null,
    body: { confirm_code: '000000', username: '+79990000002' },
  });
  const cf = await right('confirm', 200, 'POST', '/api/anonymous/forgot_pass/confirm_reset_password/', {
    token: null,
    body: { confirm_code: '123456', username: '+79990000002' },
  });
  await right('set password by recovery', 200, 'POST', '/api/crm/profile/set_password/', {
    token: cf.data.token,
    body: { password: 'Reader1234' },
  });
  await right('authorized send', 200, 'POST', '/api/authorized/forgot_pass/send_confirm_code/');
  await right('authorized confirm', 200, 'POST', '/api/authorized/forgot_pass/confirm_reset_password/', {
    body: { confirm_code: '123456' },
  });
  const bl = await right('buildings', 200, 'GET', '/api/crm/buildings/');
  ok(bl.length === 6 && bl.filter((b) => !b.is_all_porches).length === 2, 'six buildings, two partial');
  const b11 = await right('building', 200, 'GET', '/api/crm/buildings/11/');
  ok(
    b11.units.length === 25 && b11.units[0].unit_type === 'flat' && b11.units[0].object.id && b11.porches.length === 2,
    'building fields',
  );
  await right('porch', 200, 'GET', '/api/crm/porches/141/');
  let nw = await right('news 1', 200, 'GET', `/api/crm/news/?buildings_id=${ALL}&page_size=20`);
  let pages = 1,
    total = nw.results.length;
  while (nw.next) {
    ok(nw.next.startsWith(address), 'next is absolute', nw.next);
    nw = await right(`news ${++pages}`, 200, 'GET', nw.next.slice(address.length));
    total += nw.results.length;
  }
  ok(pages === 3 && total === 45, 'news: 3 pages, 45 items', [pages, total]);
  const at = await right('attachment', 201, 'POST', '/api/authorized/attachments/', {
    form: { attachments: { file: 'x', name: 'Фото.png' } },
  });
  ok(Array.isArray(at) && at[0].id && at[0].preview_url, 'attachment answer', at);
  const N = {
    title: 'Проверка стенда',
    description: 'Достаточно длинный текст объявления.',
    type: 'info',
    attachments: [at[0].id],
  };
  const U = b11.units.slice(0, 3).map((u) => u.object.id);
  let made;
  for (const target of [
    { for_all_objects: true },
    { buildings: [11] },
    { porches: [141] },
    { units: U },
    { floors: [b11.floors[0].id] },
    { pipes: [b11.pipes[0].id] },
    { buildings: [11, 12], porches: [141] },
  ])
    made = await right(`news create ${Object.keys(target)}`, 201, 'POST', '/api/crm/news/', { body: { ...N, target } });
  const nid = made.data.params.id;
  const ng = await right('news get', 200, 'GET', `/api/crm/news/${nid}/`);
  ok(ng.author.name === 'me' && ng.image_attachments.length === 1, 'own news', ng);
  await right('news patch', 200, 'PATCH', `/api/crm/news/${nid}/`, { body: { ...N, id: nid, type: 'alert' } });
  await right('news delete', 204, 'DELETE', `/api/crm/news/${nid}/`);
  await right('news gone', 404, 'GET', `/api/crm/news/${nid}/`);
  const bk = await right('booklets', 200, 'GET', `/api/crm/booklets/?buildings_id=${ALL}`);
  ok(bk.length === 4 && bk[0].cover.medium.file, 'booklets');
  ok((await right('booklet', 200, 'GET', `/api/crm/booklets/${bk[0].id}/`)).frames.length >= 3, 'frames');
  await right('attachment delete', 204, 'DELETE', `/api/authorized/attachments/${at[0].id}/`);
  await right('device', 201, 'POST', '/api/authorized/devices/', { body: { registration_id: 'abc', type: 'web' } });
  const tq = (s) => `buildings_id=${ALL}&stage=${s}&date=${START_OF_TODAY}`;
  for (const s of ['created', 'in_progress', 'done'])
    await right(`count ${s}`, 200, 'GET', `/api/crm/tasks/count/?${tq(s)}`);
  for (const dd of [7, 30])
    await right(
      `count ${dd} days`,
      200,
      'GET',
      `/api/crm/tasks/count/?buildings_id=${ALL}&stage=created&date=${Math.floor(Date.now() / 1000) - dd * 86400}&services_id=31,32`,
    );
  const wk = Math.floor(Date.now() / 1000) - 30 * 86400 - 60;
  const t1 = await right(
    'tasks first',
    200,
    'GET',
    `/api/crm/tasks/?buildings_id=${ALL}&stage=created&count=30&date=${wk}`,
  );
  ok(t1.length === 30, 'first page of 30', t1.length);
  const t2 = await right(
    'tasks next',
    200,
    'GET',
    `/api/crm/tasks/?buildings_id=${ALL}&stage=created&count=10&date=${wk}&from_order=${t1.at(-1).order}`,
  );
  ok(t2.length === 10 && t2[0].order > t1.at(-1).order, 'next 10');
  const td = await right('task', 200, 'GET', `/api/crm/tasks/${t1[0].id}/`);
  ok(td.history.length >= 2 && td.target.building.id, 'task detail');
  await right('to progress', 200, 'PATCH', `/api/crm/tasks/${t1[0].id}/`, {
    body: { stage: 'in_progress', performer: 101, order: 0.999 },
  });
  await right('change performer', 200, 'PATCH', `/api/crm/tasks/${t1[0].id}/`, { body: { performer: 105 } });
  await right('back to created', 200, 'PATCH', `/api/crm/tasks/${t1[0].id}/`, {
    body: { stage: 'created', performer: null, order: t1[1].order - 0.001 },
  });
  await right('reorder', 200, 'PATCH', `/api/crm/tasks/${t1[0].id}/`, {
    body: { order: (t1[3].order + t1[4].order) / 2 },
  });
  await right('cancel', 200, 'PATCH', `/api/crm/tasks/${t1[0].id}/`, {
    body: { stage: 'done', resolution: 'canceled', resolution_description: 'Причина' },
  });
  await right('to progress 2', 200, 'PATCH', `/api/crm/tasks/${t1[1].id}/`, {
    body: { stage: 'in_progress', performer: 101, order: 0.5 },
  });
  await right('finish', 200, 'PATCH', `/api/crm/tasks/${t1[1].id}/`, {
    body: { stage: 'done', resolution: 'resolved' },
  });
  const K = { service: 31, attachments: [], information: { description: 'Нужна помощь' } };
  for (const x of [
    { target_type: 'building', target: { building: 11 } },
    { target_type: 'porches', target: { porches: [141] }, performer: 101 },
    { target_type: 'floors', target: { floors: [b11.floors[0].id] } },
  ])
    await right(`task create ${x.target_type}`, 201, 'POST', '/api/crm/tasks/', { body: { ...K, ...x } });
  ok((await right('services', 200, 'GET', '/api/crm/services/')).length === 5, 'five services');
  await right('services of buildings', 200, 'GET', '/api/crm/services/?buildings_id=11');
  ok((await right('performers', 200, 'GET', '/api/crm/performers/?building=11&service=31')).length > 2, 'performers');
  const ss = await right('smart search', 200, 'POST', '/api/crm/search/smart_search/', {
    body: { search: 'Лесная', context: [] },
  });
  ok(ss.buildings.length === 2 && ss.types.length, 'search finds two');
  await right('smart search ctx', 200, 'POST', '/api/crm/search/smart_search/', {
    body: {
      search: 'а',
      context: [
        { object_type: 'building', search_type: 'object', id: 11 },
        { object_type: 'unit', search_type: 'contains' },
      ],
    },
  });
  for (const tg of [
    'buildings_id=11',
    'complexes_id=1',
    'residents_id=301',
    'complex_entry=парк',
    'building_entry=лесная',
    'resident_entry=ив',
    'porch_entry=1',
    'unit_entry=5',
    'pipe_entry=стояк',
    'floor_entry=2',
    'phone_entry=916',
  ]) {
    const r = await right(
      `tags ${tg}`,
      200,
      'GET',
      `/api/crm/search/smart_search_by_tags/?${encodeURI(tg)}&page_size=100`,
    );
    ok(r.results.length && r.results[0].units.length, `tags ${tg} finds`, r);
  }
  const RS = { first_name: 'Иван', last_name: 'Пробный', phone_number: '+79161112233', gender: 'male', units: [U[0]] };
  const rn = await right('resident create', 201, 'POST', '/api/crm/residents/', { body: RS });
  await right('resident', 200, 'GET', `/api/crm/residents/${rn.user}/`);
  await right('resident put', 200, 'PUT', `/api/crm/residents/${rn.user}/`, { body: { ...RS, first_name: 'Пётр' } });
  await right('resident suspend', 200, 'POST', `/api/crm/residents/${rn.user}/suspend/`, { body: { flag: true } });
  await right('resident unsuspend', 200, 'POST', `/api/crm/residents/${rn.user}/suspend/`, { body: { flag: false } });
  await right('resident delete', 204, 'DELETE', `/api/crm/residents/${rn.user}/`);
  const csv =
    'unit,last_name,first_name,phone_number\n1,Новый,Жилец,89991234567\n,,,\n999,А,Б,12\n2,В,Г,+79161000000\n';
  const cv = await right('convert', 200, 'POST', '/api/crm/import/convert_residents/', {
    form: { file: { file: csv, name: 'Жильцы.csv' }, building: '11' },
  });
  ok(
    cv.length === 4 &&
      !cv[0].errors.length &&
      cv[1].errors.length === 4 &&
      cv[2].errors.join() === 'UNAVAILABLE_UNIT,INCORRECT_FORMAT_PHONE' &&
      cv[3].errors.join() === 'ALREADY_EXIST_PHONE',
    'import codes',
    cv,
  );
  await right('import', 201, 'POST', '/api/crm/import/residents/', {
    form: { convert_residents_result: JSON.stringify([cv[0]]) },
  });
  const rl = await right('reading list data', 200, 'GET', '/api/crm/scenarios/reading-list-data/?buildings_id=11');
  ok(rl.reading_types.length === 6 && rl.submit_start_day === 1, 'reading list data', rl);
  const mt = await right('meters', 200, 'GET', `/api/crm/meters/?buildings_id=${ALL}&date=${MY}&page=1&page_size=10`);
  ok(
    mt.count === 150 && mt.results.length === 10 && mt.number === 1 && mt.results.some((x) => x.month_result?.sender),
    'meters',
    mt.count,
  );
  ok((await right('meters of a flat', 200, 'GET', `/api/crm/meters/${U[1]}/`)).last_result?.meters, 'last_result');
  // Inside the days of building 11, outside those of building 13.
  await ctl('day', { day: 10 });
  await right('meters post', 201, 'POST', '/api/crm/meters/', {
    body: { unit: U[0], readings: { water_cold: '000042' } },
  });
  const px = Buffer.from('89504e470d0a1a0a0000000d4948445200000190000001900806000000', 'hex').toString('base64');
  await right('avatar', 201, 'POST', '/api/crm/avatar/', { body: { avatar: `data:image/png;base64,${px}` } });
  const av = (await call('GET', '/api/crm/profile/current/')).body.avatar;
  await right('avatar delete', 204, 'DELETE', '/api/crm/avatar/delete_current/', { body: { avatar: av } });
  ok((await right('cameras', 200, 'GET', `/api/crm/cameras/?buildings_id=${ALL}`)).length === 8, 'eight cameras');
  const cm = (
    await right('camera create', 201, 'POST', '/api/crm/cameras/', {
      body: { name: 'Новая', link: 'https://stream.example/1', buildings: [11, 14] },
    })
  ).params.id;
  const cg = await right('camera', 200, 'GET', `/api/crm/cameras/${cm}/`);
  ok(cg.buildings[1].is_all_porches === false, 'camera buildings carry is_all_porches');
  await right('camera put', 200, 'PUT', `/api/crm/cameras/${cm}/`, {
    body: { name: 'Новее', link: 'https://stream.example/2', buildings: [12, 14] },
  });
  await right('camera delete', 204, 'DELETE', `/api/crm/cameras/${cm}/`);
  ok(
    (await right('settings page', 200, 'GET', '/api/crm/settings/building/?page=1&page_size=50')).count === 8,
    'settings list',
  );
  ok(
    (await right('settings by ids', 200, 'GET', `/api/crm/settings/building/?buildings_id=${ALL}`)).length === 6,
    'reading settings',
  );
  const sb = await right('setting', 200, 'GET', '/api/crm/settings/building/12/');
  ok(
    sb.cameras.some((c) => c.is_selected),
    'cameras selected',
  );
  await right('setting put', 200, 'PUT', '/api/crm/settings/building/12/', {
    body: { submit_start_day: '05', submit_end_day: '20', reading_types: ['gas'] },
  });
  await right('setting put cameras', 200, 'PUT', '/api/crm/settings/building/12/', {
    body: { submit_start_day: 5, submit_end_day: 20, reading_types: ['water_cold'], cameras: [41] },
  });
  await right('company', 200, 'GET', '/api/crm/settings/company-profile/');
  await right('companies', 200, 'GET', '/api/crm/scenarios/companies/');
  const E0 = {
    first_name: 'Олег',
    last_name: 'Новый',
    phone_number: '+79160000001',
    company: 1,
    position: 'Мастер',
    gender: 'male',
  };
  const em = (await right('employee create', 201, 'POST', '/api/crm/employee/', { body: E0 })).user;
  ok(
    (await right('employees', 200, 'GET', '/api/crm/employee/?page=1&page_size=50')).results.length === 15,
    'employees',
  );
  const eg = await right('employee', 200, 'GET', `/api/crm/employee/${em}/`);
  ok(eg.user_chat_id && eg.company.label, 'employee fields');
  const EU = { ...E0, sections: { ...eg.sections, tasks: 'performer' }, porches: [111, 112], services: [31] };
  await right('employee put', 200, 'PUT', `/api/crm/employee/${em}/`, { body: EU });
  await right('employee suspend', 200, 'POST', `/api/crm/employee/${em}/suspend/`, { body: { flag: true } });
  await right('employee delete', 200, 'DELETE', `/api/crm/employee/${em}/`);
  await right('chat profile', 200, 'GET', '/api/authorized/profile/?chat_id=usrStaff101');
  await right('denied tasks', 403, 'GET', `/api/crm/tasks/count/?${tq('created')}`, { token: 'tok-denied' });
  await right('denied news is readable', 200, 'GET', '/api/crm/news/?buildings_id=11&page_size=20', {
    token: 'tok-denied',
  });
  await right('performer may patch', 200, 'PATCH', `/api/crm/tasks/${t1[5].id}/`, {
    token: 'tok-performer',
    body: { stage: 'in_progress', performer: 104, order: 0.2 },
  });
  await right('dead token', 401, 'GET', '/api/crm/profile/current/', { token: 'dead' });

  // complaints socket
  const before = (await devs()).length;
  const c = await openSocket('?token=tok-admin');
  const sendWs = (o) => c.w.send(typeof o === 'string' ? o : JSON.stringify(o));
  sendWs({ type: 'receive_preview_complaints', buildings: [11, 12, 13, 14, 15, 16] });
  sendWs({ type: 'get_complaints', complaint_type: 'complaint', buildings: [11, 14], page_size: 322 });
  await until(() => c.box.length === 2);
  ok(c.box[0]?.type === 'preview_complaints' && c.box[0].complaint.unread_count > 0, 'preview', c.box[0]);
  ok(c.box[1]?.results?.length > 0, 'list');
  sendWs({ type: 'read_complaints', complaints_list: [c.box[1].results.find((x) => !x.is_read).id] });
  await ctl('push', { description: 'Проверка' });
  ok(
    await until(() => c.box.some((m) => m.type === 'new_complaint' && m.complaint.description === 'Проверка')),
    'push',
  );
  await ctl('push', { as: 'receive_new_complaint' });
  await ctl('push', { raw: { type: 'zzz' } });
  ok(await until(() => c.box.some((m) => m.type === 'zzz')), 'raw push');
  ok((await devs()).length === before, 'socket: no deviation', (await devs()).slice(before));

  ok((await devs()).length === 0, 'right ways leave 0 deviations', await devs());
  ok(!missed().length, 'every route driven', missed());
  return { N, U, t1, tq, K, RS, csv, cv, E0, eg, c, sendWs };
}
