import { employeeOf, employeeOut, page } from '../answers.mjs';
import { idsBody, json, known, normPhone, oneOf, phone, str } from '../body-checks.mjs';
import { deviate } from '../deviations.mjs';
import { positive } from '../query-checks.mjs';
import { forbidden, notFound, Reply } from '../reply.mjs';
import { iso, SECTIONS } from '../seed.mjs';
import { id, state } from '../state.mjs';
import { suspend } from './residents.mjs';
import { route } from './route.mjs';

// employees
export const EMPLOYEE_BODY = {
  first_name: { item: 'EMP-26', check: str(1, 60) },
  last_name: { item: 'EMP-26', check: str(1, 60) },
  phone_number: { item: 'EMP-26', check: phone },
  company: { item: 'EMP-26', check: known(() => state.data.companies) },
  position: { item: 'EMP-26', check: str() },
  gender: { item: 'EMP-26', check: oneOf('male', 'female') },
};
export const OWN_LEVELS = {
  news: ['read', 'write'],
  tasks: ['denied', 'read', 'write', 'performer'],
  chats: ['denied', 'read'],
};
export const LEVELS = ['denied', 'read', 'write'];
export const findEmployee = (call) => {
  const e = employeeOf(Number(call.p.id));
  if (!e) throw notFound();
  return e;
};
route(
  'GET',
  '/api/crm/employee/',
  {
    item: 'EMP-02',
    right: ['employees', 'read'],
    q: {
      page: { req: true, item: 'EMP-02', check: positive },
      page_size: { req: true, item: 'EMP-02', check: positive },
    },
  },
  (call) =>
    page(call, state.data.employees.map(employeeOut), {
      size: Number(call.query.page_size),
      num: Number(call.query.page),
    }),
);
route('POST', '/api/crm/employee/', { item: 'EMP-26', right: ['employees', 'write'] }, (call) => {
  const b = json(call, 'EMP-26', EMPLOYEE_BODY);
  if (state.data.employees.some((e) => e.phone_number === normPhone(b.phone_number)))
    throw new Reply(400, { phone_number: ['Пользователь с таким телефоном уже существует'] });
  const e = {
    user: id(),
    email: null,
    status: 'created',
    avatar: null,
    date: iso(Date.now()),
    role: 'employee',
    password: null,
    sections: Object.fromEntries(SECTIONS.map((s) => [s, s === 'news' ? 'read' : 'denied'])),
    porches: [],
    services: [],
    ...b,
    phone_number: normPhone(b.phone_number),
  };
  e.user_chat_id = `usrStaff${e.user}`;
  state.data.employees.push(e);
  state.data.tokens[`activate-${e.user}`] = e.user;
  return new Reply(201, employeeOut(e));
});
route('GET', '/api/crm/employee/:id/', { item: 'EMP-29', right: ['employees', 'read'] }, (call) =>
  employeeOut(findEmployee(call)),
);
route('PUT', '/api/crm/employee/:id/', { item: 'EMP-45', right: ['employees', 'write'] }, (call) => {
  const e = findEmployee(call);
  const secs = (v) => {
    if (!v || typeof v !== 'object') return 'an object';
    const k = Object.keys(v).sort().join();
    if (k !== [...SECTIONS].sort().join()) return `all of ${SECTIONS.join(', ')}`;
    for (const s of SECTIONS) {
      const a = OWN_LEVELS[s] ?? LEVELS;
      if (!a.includes(v[s]) && v[s] !== e.sections[s]) return `${s}: ${a.join(' | ')}`;
    }
    return null;
  };
  const b = json(call, 'EMP-45', {
    ...Object.fromEntries(Object.entries(EMPLOYEE_BODY).map(([k, f]) => [k, { ...f, item: 'EMP-45' }])),
    sections: { item: 'EMP-45', check: secs },
    porches: {
      item: 'EMP-45',
      check: (v) =>
        idsBody()(v) ?? (v.every((i) => state.data.porches.some((p) => p.id === i)) ? null : 'known porch ids'),
    },
    services: {
      req: false,
      item: 'EMP-45',
      check: (v) =>
        idsBody()(v) ?? (v.every((i) => state.data.services.some((s) => s.id === i)) ? null : 'known service ids'),
    },
  });
  const lost = e.porches.filter((i) => !state.data.availablePorches.has(i) && !b.porches.includes(i));
  if (lost.length)
    deviate(call, 'body', 'EMP-43', `porches the manager cannot edit kept: ${lost}`, b.porches, 'decision');
  if (b.sections.tasks === 'performer' && Array.isArray(b.services) && !b.services.length)
    deviate(call, 'body', 'EMP-44', 'at least one service for a performer', '[]');
  Object.assign(e, b, { phone_number: normPhone(b.phone_number) });
  return employeeOut(e);
});
export const notSelf = (call) => {
  const e = findEmployee(call);
  if (e === call.user) {
    deviate(call, 'right', 'PERM-16', 'no block or delete of oneself', e.user);
    throw forbidden();
  }
  return e;
};
route(
  'POST',
  '/api/crm/employee/:id/suspend/',
  { item: 'EMP-14', right: ['employees', 'write'] },
  suspend('EMP-14', notSelf, 'EMP-14'),
);
route('DELETE', '/api/crm/employee/:id/', { item: 'EMP-15', right: ['employees', 'write'] }, (call) => {
  const e = notSelf(call);
  state.data.employees.splice(state.data.employees.indexOf(e), 1);
  return { params: { user: e.user } };
});
route(
  'GET',
  '/api/authorized/profile/',
  { item: 'CHAT-21', q: { chat_id: { req: true, item: 'CHAT-21', check: str() } } },
  (call) => {
    const e = state.data.employees.find((x) => x.user_chat_id === call.query.chat_id);
    return { status: e?.status === 'suspended' ? 'blocked' : 'active', position: e?.position ?? null };
  },
);
