import { profileOut } from '../answers.mjs';
import { json, noBody, normPhone, PHONE, phone, str } from '../body-checks.mjs';
import { Reply } from '../reply.mjs';
import { CODE, COOLDOWN, id, state } from '../state.mjs';
import { route } from './route.mjs';

// access
route('POST', '/api/auth', { auth: 'login', item: 'AUTH-16' }, (call) => {
  const b = json(call, 'AUTH-16', {
    username: {
      check: (v) => (PHONE.test(v) ? null : typeof v === 'string' ? { soft: '+7XXXXXXXXXX', item: 'AUTH-17' } : 'text'),
    },
    password: { check: str() },
  });
  const ph = normPhone(b.username);
  const ra = state.data.resident_account;
  if (ph === ra.phone_number && b.password === ra.password) return { role: 'resident', token: 'tok-resident' };
  const e = state.data.employees.find((x) => x.phone_number === ph);
  if (!e?.password || e.password !== b.password || e.status === 'suspended')
    throw new Reply(400, { error: 'Неправильно введён телефон или пароль' });
  let t = Object.keys(state.data.tokens).find((k) => state.data.tokens[k] === e.user && k.startsWith('tok-'));
  if (!t) {
    t = `tok-${e.user}`;
    state.data.tokens[t] = e.user;
  }
  return { role: e.role, token: t };
});
route('GET', '/api/crm/permissions/', { item: 'AUTH-23' }, (call) => ({ sections: call.user.sections }));
route('GET', '/api/crm/profile/current/', { item: 'PROF-01' }, (call) => profileOut(call.user));
route('POST', '/api/crm/profile/set_password/', { item: 'AUTH-57' }, (call) => {
  const b = json(call, 'AUTH-57', {
    password: {
      item: 'AUTH-66',
      check: (v) =>
        typeof v === 'string' &&
        /^[A-Za-z0-9!@#$%^&*]{8,}$/.test(v) &&
        /[a-z]/.test(v) &&
        /[A-Z]/.test(v) &&
        /\d/.test(v)
          ? null
          : 'latin, 8+, lower, upper, digit',
    },
  });
  call.user.password = b.password;
  if (call.user.status === 'created') call.user.status = 'active';
  return {};
});
export function sms(u) {
  const s = state.sms.get(u);
  const left = s ? Math.ceil((s - Date.now()) / 1e3) : 0;
  if (left > 1)
    throw new Reply(403, {
      error: 'Превышен лимит попыток, необходимо подождать',
      username: u,
      cooldown_seconds: left,
    });
  state.sms.set(u, Date.now() + COOLDOWN * 1e3);
  return { data: { username: u, cooldown_seconds: COOLDOWN } };
}
export const userName = { item: 'AUTH-32', check: phone };
export const CODE_BODY = {
  item: 'AUTH-36',
  check: (v) => (typeof v === 'string' && /^\d{6}$/.test(v) ? null : 'six digits as text, no dash'),
  basis: 'decision',
};
route('POST', '/api/anonymous/forgot_pass/send_confirm_code/', { auth: 'anon', item: 'AUTH-32' }, (call) => {
  const b = json(call, 'AUTH-32', { username: userName });
  const u = normPhone(b.username);
  if (!state.data.employees.some((e) => e.phone_number === u))
    throw new Reply(404, { error: 'Пользователя с таким номером телефона нет в системе' });
  return sms(u);
});
route('POST', '/api/anonymous/forgot_pass/confirm_reset_password/', { auth: 'anon', item: 'AUTH-35' }, (call) => {
  const b = json(call, 'AUTH-35', { confirm_code: CODE_BODY, username: { item: 'AUTH-35', check: phone } });
  const e = state.data.employees.find((x) => x.phone_number === normPhone(b.username));
  if (!e || String(b.confirm_code) !== CODE) throw new Reply(404, { error: 'Неверный код смс' });
  const t = `recover-${id()}`;
  state.data.tokens[t] = e.user;
  return { data: { token: t } };
});
route('POST', '/api/authorized/forgot_pass/send_confirm_code/', { item: 'AUTH-47' }, (call) => {
  noBody(call, 'AUTH-47');
  return sms(call.user.phone_number);
});
route('POST', '/api/authorized/forgot_pass/confirm_reset_password/', { item: 'AUTH-48' }, (call) => {
  const b = json(call, 'AUTH-48', { confirm_code: CODE_BODY });
  if (String(b.confirm_code) !== CODE) throw new Reply(404, { error: 'Введён неверный код из СМС' });
  return {};
});
