import { readNotice } from '#console/data/live/notice.ts';
import { noticeIcon, noticeLink, noticeTitle } from '#console/data/live/notice-words.ts';

const titleOf = (kind: { type: string; subtype: string; sentBy?: string }) =>
  noticeTitle({ id: '1', message: 'сообщение', ref: '', sentBy: 'Дарья Калинина', ...kind });

describe('what a notification says', () => {
  test.each([
    ['news', '', '/news'],
    ['task', '12', '/tasks'],
    ['booklet', '3', '/news'],
    ['camera', '3', '/cameras'],
    ['complaint', '3', '/chats?complaints=true'],
    ['chat', 'usr 1', '/chats?chat_id=usr%201'],
    ['chat', '?chat_id=grp2', '/chats?chat_id=grp2'],
    ['chat', '', '/chats'],
    ['weather', '3', '/news'],
    ['constructor', '3', '/news'],
  ])(
    'NOTIF-03, NOTIF-04, NOTIF-05, NOTIF-06, NOTIF-07, NOTIF-08, NOTIF-09, NOTIF-10: type %s with «%s» leads to %s',
    (type, ref, link) => {
      expect(noticeLink({ type, ref })).toBe(link);
    },
  );

  test.each([
    ['news', ['accident', 'alert', 'warn']],
    ['complaint', ['complaint']],
    ['booklet', ['rules', 'safety', 'muni']],
    ['task', ['in_progress', 'done']],
  ])('NOTIF-11: %s warns for %s', (type, subtypes) => {
    for (const subtype of subtypes) expect(noticeIcon({ type, subtype })).not.toBe('bell');
  });

  test.each([
    ['news', ['info', 'report', 'adv']],
    ['complaint', ['appreciation', 'suggestion']],
    ['chat', ['message']],
    ['booklet', ['domcom']],
    ['camera', ['create']],
    ['task', ['created']],
    ['weather', ['accident']],
  ])('NOTIF-12: %s rings for %s', (type, subtypes) => {
    for (const subtype of subtypes) expect(noticeIcon({ type, subtype })).toBe('bell');
  });

  test.each([
    ['news', 'alert', 'новое объявление'],
    ['task', 'created', 'новая заявка'],
    ['task', 'done', 'заявка завершена'],
    ['task', 'canceled', 'заявка отменена'],
    ['task', 'in_progress', 'заявка взята в работу'],
    ['booklet', 'muni', 'новая история'],
    ['camera', 'create', 'новая камера'],
    ['complaint', 'suggestion', 'новая идея'],
    ['complaint', 'appreciation', 'новая благодарность'],
    ['complaint', 'complaint', 'новая жалоба'],
    ['chat', 'message', 'новое сообщение'],
  ])('NOTIF-13, NOTIF-14: the title of %s %s', (type, subtype, rest) => {
    expect(titleOf({ type, subtype })).toBe(`Дарья Калинина: ${rest}`);
  });

  test('NOTIF-14: a request that the server calls done with a cancelled resolution reads as cancelled', () => {
    const wire = { id: 1, type: 'task', subtype: 'done' };
    expect(readNotice({ ...wire, resolution: 'canceled' })?.subtype).toBe('canceled');
    expect(readNotice(wire)?.subtype).toBe('done');
  });

  test('NOTIF-10: an unknown type and a nameless sender have a title as well', () => {
    expect(titleOf({ type: 'weather', subtype: 'info', sentBy: '' })).toBe('Сотрудник: новое уведомление');
  });
});
