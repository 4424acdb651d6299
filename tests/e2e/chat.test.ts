// Runs first: many visits one after another, a minute.

import { raiseStage, seriousFindings, type Visitor } from '#tests/support/browser/stage.ts';
import { aMoment, until } from '#tests/support/browser/until.ts';
import { said as told } from '#tests/support/browser/visitor.ts';
import { deleteIt } from '#tests/support/browser/walk-steps.ts';
import { signedIn } from '#tests/support/server/chat.ts';

const stage = raiseStage();

/** A turn of the wheel: a few messages. */
const WHEEL_PX = 200;

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

/** A picture is chosen, looked at, sent with its words, and looked at by the other one. */
async function picture(one: Visitor, two: Visitor): Promise<void> {
  await one.page.getByLabel('Прикрепить файл').setInputFiles({ name: 'двор.png', mimeType: 'image/png', buffer: PNG });
  await one.page.getByRole('img', { name: 'двор.png' }).waitFor();
  await say(one, words('Так выглядит двор'));
  const sent = said(two, words('Так выглядит двор'));
  const shown = sent.getByRole('img', { name: 'двор.png' });
  await shown.waitFor();
  await two.page.waitForFunction(
    (image) => image instanceof HTMLImageElement && image.naturalWidth === 2,
    await shown.elementHandle(),
  );
  await sent
    .getByRole('button', { name: /двор\.png/ })
    .first()
    .click();
  await two.page.getByRole('dialog').waitFor();
  await two.page.keyboard.press('Escape');
  await two.page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** A message as a hostile client may send it; then a long history, which opens by 24 and keeps its place as it grows. */
async function history(one: Visitor, two: Visitor, topic: string): Promise<void> {
  const { token } = JSON.parse((await one.stored('chat-token')) ?? '{}') as { token: string };
  const host = new URL(stage.product.address).host;
  const chat = await signedIn(host, { id: 1, chatId: '', phone: '', token });
  await chat.ask('sub', { topic });
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" onload="top.hacked=1"><script>top.hacked=1</script></svg>',
  );
  const hostile = {
    txt: `${words('Нажмите сюда')} <img src=x onerror="window.hacked=1">`,
    fmt: [
      { at: 0, len: 7, key: 0 },
      { at: 0, len: 1e9, key: 1 },
      { at: -1, key: 2 },
      { at: -1, key: 3 },
      { at: -5, len: -1, tp: 'ST' },
    ],
    ent: [
      { tp: 'LN', data: { url: 'javascript:window.hacked=1' } },
      { tp: 'BN', data: { act: 'url', ref: 'javascript:window.hacked=1' } },
      { tp: 'EX', data: { mime: 'text/html', name: 'счёт.html', ref: 'data:text/html,<script>top.hacked=1</script>' } },
      {
        tp: 'IM',
        data: { mime: 'image/svg+xml', name: 'схема.svg', val: svg.toString('base64'), width: 1e9, height: 1e9 },
      },
    ],
  };
  await chat.ask('pub', { topic, head: { mime: 'text/x-drafty' }, content: hostile });
  const shown = said(two, words('Нажмите сюда'));
  await shown.getByText('<img src=x', { exact: false }).waitFor();
  expect(
    await log(two).locator('a[href^="javascript:" i], a[href^="data:" i], script, [onerror], [onload]').count(),
  ).toBe(0);
  for (let at = 1; at <= 60; at += 1) await chat.ask('pub', { topic, content: words(`Показание ${at}`) });
  await chat.ask('pub', { topic, content: words('Течёт кран') });
  chat.close();
  expect(await two.page.evaluate(() => 'hacked' in globalThis)).toBe(false);

  // A chat whose last messages were not read yet opens at the first of them.
  const [last, latest] = [
    said(two, words('Течёт кран')),
    two.page.getByRole('button', { name: 'К последним сообщениям' }),
  ];
  await two.page.reload();
  await last.or(latest).first().waitFor();
  if (!(await last.isVisible())) await latest.click();
  await last.waitFor();
  const oldest = said(two, words('Показание 38'));
  const older = said(two, words('Показание 37'));
  await log(two).hover();
  // In small turns of the wheel: a page may come before the top is reached, and a long turn would pass its last message.
  await until(
    'older messages above',
    async () => (await older.count()) > 0,
    async () => {
      await two.page.mouse.wheel(0, -WHEEL_PX);
      await aMoment(older.waitFor({ state: 'attached', timeout: 300 }));
    },
  );
  // What was in view stays where it was: a page of earlier messages does not push it down by the height of the page.
  const [position, height] = await oldest.evaluate((bubble) => {
    const frame = bubble.closest('[role=log]')?.getBoundingClientRect();
    return [bubble.getBoundingClientRect().top - (frame?.top ?? Number.NaN), frame?.height ?? 0];
  });
  expect(position).toBeLessThan(height / 2);
  await latest.click();
}

/** A request is begun of a message, and leads back to it. */
async function requestOf(visitor: Visitor, text: string): Promise<void> {
  const { page } = visitor;
  await said(visitor, text).hover();
  await said(visitor, text).getByRole('button', { name: 'Действия с сообщением' }).click();
  await page.getByRole('menuitem', { name: 'Создать заявку' }).click();
  await page.getByRole('textbox', { name: /Описание/ }).waitFor();
  await page.getByRole('link', { name: 'По сообщению в чате' }).click();
  await page.waitForURL(/\/chats\?chat_id=usr[^&]+&message=\d+$/);
  await said(visitor, text).waitFor();
}

/** A canned answer is written, and deleted. */
async function answer(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  await page.getByRole('button', { name: 'Быстрые ответы', exact: true }).click();
  await page.getByRole('button', { name: 'Настроить ответы' }).click();
  const list = page.getByRole('dialog', { name: 'Быстрые ответы' });
  await list.getByRole('button', { name: /Добавить ответ/ }).click();
  const form = page.getByRole('dialog', { name: 'Новый ответ' });
  await form.getByRole('textbox', { name: /^Название/ }).fill(words('Мастер выехал'));
  await form.getByRole('textbox', { name: /^Текст ответа/ }).fill('Мастер будет у вас через час.');
  await form.getByRole('button', { name: 'Сохранить' }).click();
  await told(visitor, `Ответ «${words('Мастер выехал')}» сохранён`);
  await list.getByRole('button', { name: `Действия с ответом «${words('Мастер выехал')}»` }).click();
  await deleteIt(visitor);
  await told(visitor, `Ответ «${words('Мастер выехал')}» удалён`);
  await list.getByRole('button', { name: 'Закрыть' }).click();
  await list.waitFor({ state: 'detached' });
  // The slash that asked for them was not sent with the answer.
  expect(await field(visitor).inputValue()).toBe('/');
  await field(visitor).fill('');
}

/** A group of the two is made and given another name by one, left by the other, and deleted. */
async function groupOf(one: Visitor, two: Visitor): Promise<void> {
  const { page } = one;
  const [name, other] = [words('Обход подвалов'), words('Обход чердаков')];
  await page.getByRole('button', { name: 'Группы и настройки чата' }).click();
  await page.getByRole('menuitem', { name: 'Создать группу' }).click();
  const made = page.getByRole('dialog', { name: 'Создать группу' });
  await made.getByRole('textbox', { name: /^Название группы/ }).fill(name);
  await made.getByRole('checkbox', { name: /Гордеев/ }).check();
  await made.getByRole('button', { name: 'Создать' }).click();
  await told(one, `Группа «${name}» создана`);

  const settings = (visitor: Visitor) => visitor.page.getByRole('button', { name: 'Участники и настройки группы' });
  await settings(one).click();
  await page.getByRole('dialog', { name }).getByRole('button', { name: 'Название и фото' }).click();
  const look = page.getByRole('dialog', { name: 'Название и фото' });
  await look.getByRole('textbox', { name: /^Название группы/ }).fill(other);
  await look.getByRole('button', { name: 'Сохранить' }).click();
  await told(one, /^Название и фото группы сохранены$/);

  const row = two.page.getByRole('button', { name: other });
  await row.click();
  await settings(two).click();
  const seen = two.page.getByRole('dialog', { name: other });
  await seen.getByRole('button', { name: 'Выйти из группы' }).click();
  await two.page.getByRole('button', { name: 'Выйти', exact: true }).click();
  await told(two, `Вы вышли из группы «${other}»`);
  await row.waitFor({ state: 'detached' });

  await page.getByRole('dialog', { name: other }).getByRole('button', { name: 'Удалить группу' }).click();
  await page.getByRole('button', { name: 'Удалить', exact: true }).click();
  await told(one, `Группа «${other}» удалена`);
  await page.getByRole('button', { name: other }).waitFor({ state: 'detached' });
}

/** Two by two, red. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg==',
  'base64',
);

test('CHAT-03, CHAT-08, CHAT-11, CHAT-12, CHAT-13, CHAT-15, CHAT-24, CHAT-26, CHAT-28, TASK-61, COMPL-01, COMPL-09, COMPL-11: two browsers talk: message, ticks, typing, unread, reconnect; answers, groups, complaints', async () => {
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
  let draft = 'Ещё';
  await until(
    'typing is seen in the list',
    () => typing.isVisible(),
    async () => {
      await field(one).fill(draft);
      draft += ' ещё';
      await aMoment(typing.waitFor({ timeout: 1_000 }));
    },
  );

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
  await until(
    'the button that leads to the end',
    () => latest.isVisible(),
    async () => {
      await two.page.mouse.wheel(0, -600);
      await aMoment(latest.waitFor({ timeout: 1_000 }));
    },
  );
  await latest.click();
  await latest.waitFor({ state: 'detached' });

  await picture(one, two);
  await history(one, two, second);
  await requestOf(two, words('Течёт кран'));

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

  // Replies and groups have their announcements.
  await answer(one);
  await groupOf(one, two);

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
