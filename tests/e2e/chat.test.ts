import { raiseStage, seriousFindings, type Visitor } from '#tests/support/browser/stage.ts';

const stage = raiseStage();

const field = ({ page }: Visitor) => page.getByRole('textbox', { name: 'Сообщение' });
const log = ({ page }: Visitor) => page.getByRole('log', { name: 'Сообщения' });
const said = (visitor: Visitor, text: string) => log(visitor).locator('[data-seq]', { hasText: text });

/** The name in the chat of a demo account. */
async function chatIdOf(account: number): Promise<string> {
  const headers = { authorization: `Token ${await stage.token(account === 1 ? 2 : 1)}` };
  const answer = await fetch(`${stage.product.address}/api/crm/chat-contacts/?kind=company&page_size=500`, { headers });
  const { results } = (await answer.json()) as { results: { user: number; chat_id: string }[] };
  return results.find(({ user }) => user === account)?.chat_id ?? '';
}

async function say(visitor: Visitor, text: string): Promise<void> {
  await field(visitor).fill(text);
  await field(visitor).press('Enter');
}

test('CHAT-03, CHAT-08, CHAT-11, CHAT-12, CHAT-26, CHAT-28: two browsers talk: message, ticks, typing, unread, reconnect', async () => {
  const [one, two] = [await stage.visitor({ as: 1 }), await stage.visitor({ as: 2 })];
  const [first, second] = [await chatIdOf(1), await chatIdOf(2)];
  expect([first, second]).toEqual([expect.stringMatching(/^usr/), expect.stringMatching(/^usr/)]);
  const opened = two.page.waitForEvent('websocket', { predicate: (socket) => socket.url().includes('/v0/channels') });
  await one.open(`/chats?chat_id=${second}`);
  await two.open('/chats?tab=company');
  expect((await opened).url()).not.toContain('password');
  await field(one).waitFor();

  // A message, unread for the other one: in the list and in the menu.
  await say(one, 'Проверка связи');
  await said(one, 'Проверка связи')
    .getByRole('img', { name: /Отправлено|Доставлено/ })
    .waitFor();
  const row = two.page.getByRole('button', { name: /Лебедева/ }).first();
  await row.getByText(/непрочитанных сообщений: \d/).waitFor();
  await two.page
    .getByRole('link', { name: /Общение.*непрочитанных сообщений/ })
    .first()
    .waitFor();

  // Typing is seen in the list, while it lasts.
  let seen = false;
  const typing = row
    .getByText('печатает…')
    .waitFor()
    .finally(() => {
      seen = true;
    });
  while (!seen) {
    await field(one).press('е');
    await Promise.race([typing, one.page.waitForTimeout(500)]);
  }
  await typing;

  // Reading takes the count away, and the ticks say so.
  await row.click();
  await two.reach(`/chats?tab=company&chat_id=${first}`);
  await said(two, 'Проверка связи').waitFor();
  await said(one, 'Проверка связи').getByRole('img', { name: 'Прочитано' }).waitFor();
  await row.getByText(/непрочитанных/).waitFor({ state: 'detached' });
  await say(two, 'Слышу вас');
  await said(one, 'Слышу вас').waitFor();

  // The line breaks; what was written meanwhile arrives once it is back, by the saved token.
  const kept = JSON.parse((await one.stored('chat-token')) ?? '{}') as { token?: string; expires?: string };
  expect(kept).toEqual({ token: expect.any(String), expires: expect.stringMatching(/^\d{4}-.*Z$/) });
  await one.context.setOffline(true);
  one.forgive(/ERR_INTERNET_DISCONNECTED|WebSocket/);
  await one.page.getByText('Нет связи с чатом. Подключаемся снова…').waitFor();
  await one.context.setOffline(false);
  await one.page.getByText('Нет связи с чатом. Подключаемся снова…').waitFor({ state: 'detached' });
  await say(two, 'Вы вернулись?');
  await said(one, 'Вы вернулись?').waitFor();
  await one.page.reload();
  await said(one, 'Вы вернулись?').waitFor();
  expect(one.calls.filter((call) => call.includes('chat-pass'))).toHaveLength(1);
  expect(await seriousFindings(two.page)).toEqual([]);
});
