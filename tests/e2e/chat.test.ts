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

let tries = 0;
/** Words of this try: at a second one those of the first stand in the chat already. */
const words = (text: string) => `${text} (${tries})`;

async function say(visitor: Visitor, text: string): Promise<void> {
  await field(visitor).fill(text);
  await field(visitor).press('Enter');
}

test('CHAT-03, CHAT-08, CHAT-11, CHAT-12, CHAT-26, CHAT-28, COMPL-01, COMPL-09, COMPL-11: two browsers talk: message, ticks, typing, unread, reconnect; complaints', async () => {
  tries += 1;
  const [one, two] = [await stage.visitor({ as: 1 }), await stage.visitor({ as: 2 })];
  const [first, second] = [await chatIdOf(1), await chatIdOf(2)];
  expect([first, second]).toEqual([expect.stringMatching(/^usr/), expect.stringMatching(/^usr/)]);
  const opened = two.page.waitForEvent('websocket', { predicate: (socket) => socket.url().includes('/v0/channels') });
  await one.open(`/chats?chat_id=${second}`);
  await two.open('/chats?tab=company');
  expect((await opened).url()).not.toContain('password');
  await field(one).waitFor();

  // A message, unread for the other one: in the list and in the menu.
  await say(one, words('Проверка связи'));
  await said(one, words('Проверка связи'))
    .getByRole('img', { name: /Отправлено|Доставлено/ })
    .waitFor();
  const row = two.page.getByRole('button', { name: /Лебедева/ }).first();
  await row.getByText(/непрочитанных сообщений: \d/).waitFor();
  await two.page
    .getByRole('link', { name: /Общение.*непрочитанных сообщений/ })
    .first()
    .waitFor();

  // Typing is seen in the list, while it lasts.
  const typing = row.getByText('печатает…');
  for (let draft = 'Ещё'; !(await typing.isVisible()); draft += ' ещё') {
    await field(one).fill(draft);
    await typing.waitFor({ timeout: 1_000 }).catch(() => undefined);
  }

  // Reading takes the count away, and the ticks say so.
  await row.click();
  await two.reach(`/chats?tab=company&chat_id=${first}`);
  await said(two, words('Проверка связи')).waitFor();
  await said(one, words('Проверка связи')).getByRole('img', { name: 'Прочитано' }).waitFor();
  await row.getByText(/непрочитанных/).waitFor({ state: 'detached' });
  await say(two, words('Слышу вас'));
  await said(one, words('Слышу вас')).waitFor();

  // Scrolled away from the end, a press leads back to it.
  await say(two, 'Строка\n'.repeat(30));
  const latest = two.page.getByRole('button', { name: 'К последним сообщениям' });
  await log(two).hover();
  while (!(await latest.isVisible())) {
    await two.page.mouse.wheel(0, -600);
    await latest.waitFor({ timeout: 1_000 }).catch(() => undefined);
  }
  await latest.click();
  await latest.waitFor({ state: 'detached' });

  // The line breaks; what was written meanwhile arrives once it is back, by the saved token.
  const kept = JSON.parse((await one.stored('chat-token')) ?? '{}') as { token?: string; expires?: string };
  expect(kept).toEqual({ token: expect.any(String), expires: expect.stringMatching(/^\d{4}-.*Z$/) });
  await one.context.setOffline(true);
  one.forgive(/ERR_INTERNET_DISCONNECTED|WebSocket/);
  await one.page.getByText('Нет связи с чатом. Подключаемся снова…').waitFor();
  await one.context.setOffline(false);
  await one.page.getByText('Нет связи с чатом. Подключаемся снова…').waitFor({ state: 'detached' });
  await say(two, words('Вы вернулись?'));
  await said(one, words('Вы вернулись?')).waitFor();
  await one.page.reload();
  await said(one, words('Вы вернулись?')).waitFor();
  expect(one.calls.filter((call) => call.includes('chat-pass'))).toHaveLength(1);

  // Complaints: by type with the unread ones counted, read once they are shown; a request can be made of one.
  await two.page.getByRole('tab', { name: /Жалобы/ }).click();
  const types = two.page.getByRole('navigation', { name: 'Виды обращений' });
  const shown = two.page.getByRole('region', { name: 'Жалобы' });
  await shown.getByRole('article').first().waitFor();
  expect(await types.getByRole('button').count()).toBe(3);
  await types
    .getByRole('button', { name: /Жалобы/ })
    .getByText(/непрочитанн/)
    .waitFor({ state: 'detached' });
  await shown
    .getByRole('button', { name: 'Создать заявку' })
    .or(shown.getByRole('link', { name: /Заявка/ }))
    .first()
    .waitFor();
  expect(await seriousFindings(two.page)).toEqual([]);
});
