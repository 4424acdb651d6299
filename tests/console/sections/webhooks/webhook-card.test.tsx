import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import WebhookCard from '#console/sections/webhooks/webhook-card.tsx';
import { readDefinition } from '#resources/language/read-definition.ts';
import { DIRECTORIES } from '#resources/sections/directories.ts';
import { openSection, signedIn } from '#tests/support/console/engine-stage.tsx';
import { said } from '#tests/support/console/stage.tsx';

const PATH = '/api/crm/directories/webhooks/';
const WEBHOOK = { id: 4, name: 'ledger', address: 'https://example.org/hook', paused: false, record_version: 'v1' };
const SECRET = `whsec_${'a'.repeat(43)}=`;
const resource = readDefinition(DIRECTORIES.webhooks, 'directories.ts');
const delivery = (id: number, over: object) => ({
  id,
  event: 'requests.create',
  at: '2026-11-26T08:00:00.000Z',
  state: 'delivered',
  attempts: 1,
  next: null,
  delivered: '2026-11-26T08:00:01.000Z',
  status: 204,
  failure: null,
  ...over,
});

function open(deliveries: readonly object[]) {
  let list = deliveries;
  const server = signedIn('write', {
    [`GET ${PATH}`]: { json: [WEBHOOK] },
    [`GET ${PATH}4/`]: { json: WEBHOOK },
    [`GET ${PATH}4/deliveries/`]: () => ({ json: { deliveries: list } }),
    [`POST ${PATH}4/secret/`]: { json: { secret: SECRET } },
    [`POST ${PATH}4/ping/`]: () => {
      list = [delivery(9, { event: 'ping', state: 'delivered' }), ...list];
      return { json: {} };
    },
    [`POST ${PATH}4/deliveries/7/resend/`]: { json: {} },
  });
  openSection(resource, '/settings/webhooks?id=4', { 'webhook-card': WebhookCard });
  return server;
}

test('messages say what became of them, and one that failed is sent again', async () => {
  const server = open([
    delivery(8, {}),
    delivery(7, { state: 'givenUp', attempts: 10, delivered: null, status: null, failure: 'refused' }),
    delivery(6, { state: 'givenUp', attempts: 10, delivered: null, status: 500 }),
  ]);
  expect(await screen.findByText('Доставлено, ответ 204')).toBeVisible();
  expect(screen.getByText('Не доставлено: ответ 500. Больше попыток не будет')).toBeVisible();
  const refused = screen.getByText('Не доставлено: сервер не принимает соединений. Больше попыток не будет');
  const [item] = screen.getAllByRole('listitem').filter((one) => one.contains(refused));
  await userEvent.click(within(item as HTMLElement).getByRole('button', { name: 'Отправить ещё раз' }));
  await said('Сообщение поставлено в очередь');
  expect(server.calls.map(({ url }) => url)).toContain(`${PATH}4/deliveries/7/resend/`);
});

test('a trial message is sent and stands first', async () => {
  open([]);
  expect(await screen.findByText('Сообщений ещё не было')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Отправить пробное' }));
  expect(await screen.findByText('Пробное сообщение')).toBeVisible();
});

test('a new key is shown once, after a question', async () => {
  open([]);
  await userEvent.click(await screen.findByRole('button', { name: 'Выпустить новый ключ' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Выпустить' }));
  expect(await screen.findByDisplayValue(SECRET)).toBeVisible();
});
