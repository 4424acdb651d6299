import { LAST_MESSAGES, type LastMessagesAnswer } from '#resources/protocol/chat/chat.ts';
import { messagePreview } from '#server/chat/plain-text.ts';
import { chatter } from '#tests/support/server/chat.ts';
import { raiseChats } from '#tests/support/server/chat-pair.ts';
import { newPerson } from '#tests/support/server/people.ts';

const room = raiseChats();

describe('the last message of each chat', () => {
  test('CHAT-04: is that of the chats of the person alone, as it was last edited and without what they deleted', async () => {
    const [person, other, stranger] = [await newPerson(room.app), await newPerson(room.app), await newPerson(room.app)];
    const [a, b] = [await chatter(room.app, person.id), await chatter(room.app, other.id)];
    const [one, two] = [await room.open(a), await room.open(b)];
    await one.ask('sub', { topic: b.chatId });
    await two.ask('sub', { topic: a.chatId });
    const say = (content: string, head?: object) =>
      one.ask('pub', { topic: b.chatId, content, ...(head ? { head } : {}) });
    const last = async (by: typeof person, since?: number) =>
      (await by.get(`/api/crm/chat-messages/last/${since ? `?since=${since}` : ''}`))
        .body as unknown as LastMessagesAnswer;

    await say('Мастер придёт в пять');
    await say('Перезвоню');
    await say('Мастер придёт в шесть', { replace: ':1' });
    const mine = { chat: b.chatId, mine: true, from: 'Иван', text: 'Перезвоню', kind: 'text' };
    const first = await last(person);
    expect(first.results).toEqual([mine]);
    expect((await last(other)).results).toEqual([{ ...mine, chat: a.chatId, mine: false }]);
    expect((await last(stranger)).results).toEqual([]);

    await two.ask('del', { topic: a.chatId, what: 'msg', delseq: [{ low: 2 }] });
    expect((await last(other)).results).toMatchObject([{ text: 'Мастер придёт в шесть' }]);
    expect((await last(person)).results).toEqual([mine]);
    expect(first.until).toBeGreaterThan(Date.now() - 600_000);
    expect((await last(person, first.until)).results).toEqual([mine]);
    expect((await last(person, Date.now() + 60_000)).results).toEqual([]);
    const picture = { txt: ' ', fmt: [{ at: 0, len: 1, key: 0 }], ent: [{ tp: 'IM', data: { val: 'AAAA' } }] };
    await one.ask('pub', { topic: b.chatId, content: picture });
    expect((await last(person)).results).toMatchObject([{ text: '', kind: 'picture' }]);
    const answer = { txt: 'ДарьяКогда?В семь', fmt: [{ at: 0, len: 11, tp: 'QQ' }] };
    await one.ask('pub', { topic: b.chatId, content: answer });
    expect((await last(person)).results).toMatchObject([{ text: 'В семь', kind: 'text' }]);
  });

  test.each([
    ['a text, in one line and cut', ` Вода\n будет ${'завтра '.repeat(40)}`, { kind: 'text' }],
    [
      'an answer without what it quotes',
      { txt: 'Дарья Когда?В шесть', fmt: [{ at: 0, len: 12, tp: 'QQ' }] },
      { text: 'В шесть', kind: 'text' },
    ],
    [
      'an answer to two messages that it quotes, one within the other, and past its end',
      {
        txt: 'Раз два три четыре',
        fmt: [
          { at: 4, len: 8, tp: 'QQ' },
          { at: 6, len: 2, tp: 'QQ' },
          { at: 99, len: 5, tp: 'QQ' },
        ],
      },
      { text: 'Раз четыре', kind: 'text' },
    ],
    ['a picture', { txt: ' ', fmt: [{ at: 0, len: 1, key: 0 }], ent: [{ tp: 'IM' }] }, { text: '', kind: 'picture' }],
    ['a file', { txt: '', ent: [{ tp: 'EX', data: {} }] }, { text: '', kind: 'file' }],
    ['a picture with words', { txt: 'Вот так', ent: [{ tp: 'IM' }] }, { text: 'Вот так', kind: 'text' }],
    ['nonsense', { txt: 7, fmt: 'x', ent: [null, 3] }, { text: '', kind: 'text' }],
  ])('shows %s', (_what, content, shown) => {
    const preview = messagePreview(content, LAST_MESSAGES.text);
    expect(preview).toMatchObject(shown);
    expect(preview.text.length).toBeLessThanOrEqual(LAST_MESSAGES.text);
    expect(preview.text).not.toMatch(/\n|^ | {2}/);
  });
});
