import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { session } from '#console/data/session/session.ts';
import { FactorReset } from '#console/sections/employees/factor-reset.tsx';
import SecondFactorCard from '#console/sections/profile/second-factor-card.tsx';
import { PolicyPage } from '#console/sections/second-factor/policy-page.tsx';
import { EVERY_ADDITION } from '#resources/language/features.ts';
import type { Employee } from '#resources/protocol/people/employee-answers.ts';
import { network } from '#tests/support/console/network.ts';
import { serveAnswers } from '#tests/support/console/server.ts';
import { renderOnStage } from '#tests/support/console/stage.tsx';

const OWN = '/api/authorized/second-factor/';
const POLICY = '/api/authorized/second-factor-policy/';
const NOTHING = { totp: null, passkeys: [], recovery_left: 0, required: false, passkeys_possible: false };
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const CODES = Array.from({ length: 10 }, (_, at) => `k7wd-39nf-xq2${'abcdefghjk'[at]}`);

beforeEach(() => session.token.set('stored'));
afterEach(() => network(true));

test('an app is set up by its QR code and key, a wrong code is told, recovery codes are shown this once', async () => {
  let own: object = NOTHING;
  const server = serveAnswers({
    [`GET ${OWN}`]: () => ({ json: own }),
    [`POST ${OWN}totp/`]: { json: { secret: SECRET, uri: `otpauth://totp/x?secret=${SECRET}` } },
    [`POST ${OWN}totp/confirm/`]: ({ body }) => {
      if ((body as { code: string }).code !== '123456') return { status: 400, json: { code: ['Неверный код'] } };
      own = { ...NOTHING, totp: '2026-11-26T08:00:00Z', recovery_left: 10 };
      return { json: { recovery_codes: CODES, role: 'employee', token: null } };
    },
  });
  const user = userEvent.setup();
  renderOnStage(<SecondFactorCard />, '/profile');
  const card = within(await screen.findByRole('region', { name: 'Двухэтапный вход' }));
  expect(card.getByText(/хватает пароля/)).toBeInTheDocument();
  // Where passkeys cannot be made none is offered.
  expect(card.queryByRole('button', { name: 'Добавить ключ доступа' })).toBeNull();
  await user.click(card.getByRole('button', { name: 'Подключить приложение' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Подключите приложение' }));
  expect(await dialog.findByRole('img', { name: /QR-код/ })).toBeInTheDocument();
  expect(dialog.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeInTheDocument();
  const field = dialog.getByLabelText(/Код из приложения/);
  expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  await user.type(field, '111{Enter}');
  expect(await dialog.findByText('введите шесть цифр из приложения')).toBeInTheDocument();
  await user.type(field, ' 111{Enter}');
  expect(await dialog.findByText('Неверный код')).toBeInTheDocument();
  await user.clear(field);
  await user.type(field, '123456{Enter}');
  const codes = within(await screen.findByRole('dialog', { name: 'Коды восстановления' }));
  expect(codes.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(CODES);
  await user.click(codes.getByRole('button', { name: 'Коды сохранены' }));
  await waitFor(() => expect(screen.queryByText(String(CODES[0]))).toBeNull());
  expect(await card.findByText('осталось 10 кодов')).toBeInTheDocument();
  expect(server.calls.filter(({ method }) => method === 'POST')).toHaveLength(3);
});

test('turning it off asks for the password or a code, and says what the server says', async () => {
  const sent: unknown[] = [];
  serveAnswers({
    [`GET ${OWN}`]: {
      json: {
        ...NOTHING,
        totp: '2026-11-26T08:00:00Z',
        passkeys: [{ id: 7, name: 'Ключ', created_at: '2026-11-26T08:00:00Z', last_used_at: null }],
        required: true,
      },
    },
    [`POST ${OWN}remove/`]: ({ body }) => {
      sent.push(body);
      return sent.length === 1 ? { status: 400, json: { password: ['Неверный пароль'] } } : { status: 204 };
    },
  });
  const user = userEvent.setup();
  renderOnStage(<SecondFactorCard />, '/profile');
  const card = within(await screen.findByRole('region', { name: 'Двухэтапный вход' }));
  expect(card.getByText(/Компания требует/)).toBeInTheDocument();
  await user.click(card.getByRole('button', { name: 'Удалить ключ доступа: Ключ' }));
  const dialog = within(await screen.findByRole('dialog', { name: /Удалить ключ доступа «Ключ»/ }));
  const field = dialog.getByLabelText(/Пароль или код/);
  await user.type(field, 'Wrong2026!{Enter}');
  expect(await dialog.findByText('Неверный пароль')).toBeInTheDocument();
  await user.clear(field);
  await user.type(field, '123 456{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toEqual([
    { passkey: 7, password: 'Wrong2026!' },
    { passkey: 7, code: '123 456' },
  ]);
});

test('administrators choose the levels it is asked of; nobody else sees the page', async () => {
  session.features.set({ ...EVERY_ADDITION });
  const server = serveAnswers({
    [`GET ${POLICY}`]: { json: { levels: ['administrator'], without: 0, version: 'v1' } },
    [`PUT ${POLICY}`]: { json: { levels: ['administrator', 'performer'], without: 3, version: 'v2' } },
  });
  const user = userEvent.setup();
  const { unmount } = renderOnStage(<PolicyPage />, '/settings/second-factor');
  expect(await screen.findByRole('checkbox', { name: /^Администраторы/ })).toBeChecked();
  expect(screen.getByText(/его уже настроили/)).toBeInTheDocument();
  await user.click(screen.getByRole('checkbox', { name: 'Исполнители заявок' }));
  await user.click(screen.getByRole('button', { name: 'Сохранить' }));
  expect(await screen.findByText('Ещё не настроили 3 сотрудника')).toBeInTheDocument();
  expect(server.calls.at(-1)?.body).toEqual({ levels: ['administrator', 'performer'], version: 'v1' });
  // The second writer does not overwrite the choice of the first: they are told, and shown it.
  server.answer(`PUT ${POLICY}`, {
    status: 409,
    json: { code: 'record_changed', detail: 'Запись изменил кто-то ещё', changed: null },
  });
  server.answer(`GET ${POLICY}`, { json: { levels: ['read'], without: 1, version: 'v3' } });
  await user.click(screen.getByRole('checkbox', { name: 'Исполнители заявок' }));
  await user.click(screen.getByRole('button', { name: 'Сохранить' }));
  expect(await screen.findByText('Ещё не настроил 1 сотрудник')).toBeInTheDocument();
  expect(server.calls.filter(({ body }) => body).at(-1)?.body).toEqual({ levels: ['administrator'], version: 'v2' });
  expect(screen.getByRole('checkbox', { name: /^Администраторы/ })).not.toBeChecked();
  expect(screen.getByRole('checkbox', { name: /только смотрит/ })).toBeChecked();
  unmount();
  session.features.set({ ...EVERY_ADDITION, secondFactorPolicy: false });
  session.permissions.set({ employees: 'write' });
  renderOnStage(<PolicyPage />, '/settings/second-factor');
  expect(await screen.findByText(/доступ закрыт/)).toBeInTheDocument();
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test('one’s own factors and the policy say why they are not there, and come by themselves', async () => {
  session.features.set({ ...EVERY_ADDITION });
  const server = serveAnswers({
    [`GET ${OWN}`]: { status: 500, json: {} },
    [`GET ${POLICY}`]: { json: { levels: [], without: 0, version: 'v1' } },
  });
  const own = renderOnStage(<SecondFactorCard />, '/profile');
  const card = within(await screen.findByRole('region', { name: 'Двухэтапный вход' }));
  expect(await card.findByText('Данные не доехали')).toBeVisible();
  server.answer(`GET ${OWN}`, { json: NOTHING });
  await userEvent.click(card.getByRole('button', { name: 'Повторить' }));
  expect(await card.findByText(/хватает пароля/)).toBeVisible();
  own.unmount();
  network(false);
  renderOnStage(<PolicyPage />, '/settings/second-factor');
  renderOnStage(<SecondFactorCard />, '/profile');
  expect(await screen.findByText('Нет связи с сервером')).toBeVisible();
  expect(screen.getByText(/^Нет связи с сервером\. Всё загрузится само/)).toBeVisible();
  network(true);
  expect(await screen.findByRole('checkbox', { name: /^Администраторы/ })).toBeVisible();
  expect(await screen.findByText(/хватает пароля/)).toBeVisible();
  network(false);
  expect(await screen.findByText(/Показано то, что было загружено/)).toBeVisible();
});

test('it is taken away from an employee after a question, never from oneself', async () => {
  session.features.set({ ...EVERY_ADDITION });
  session.userId.set('1');
  const server = serveAnswers({
    'POST /api/crm/employee/5/second-factor/reset/': { json: { params: { user: 5, told: true } } },
  });
  const user = userEvent.setup();
  const { unmount } = renderOnStage(<FactorReset employee={{ user: 5, status: 'active' } as Employee} />, '/');
  await user.click(screen.getByRole('button', { name: 'Сбросить двухэтапный вход' }));
  const dialog = within(await screen.findByRole('dialog', { name: /Сбросить двухэтапный вход\?/ }));
  expect(server.calls).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Сбросить' }));
  await waitFor(() => expect(server.calls).toHaveLength(1));
  unmount();
  renderOnStage(<FactorReset employee={{ user: 1, status: 'active' } as Employee} />, '/');
  expect(screen.queryByRole('button')).toBeNull();
});
