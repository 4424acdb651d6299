import { mergeDraft } from '#console/data/drafts/draft-merge.ts';
import {
  changedValues,
  draftKey,
  readDraft,
  removeDraft,
  smallKey,
  toStorable,
  writeDraft,
} from '#console/data/drafts/drafts.ts';
import { forgetDrafts } from '#console/data/drafts/own-drafts.ts';
import type { FieldKind } from '#resources/language/every-kind.ts';
import { getKind } from '#resources/language/payload.ts';

const DAY = 86_400_000;
const KEY = 'draft:7:/create-news-form';

describe('what of a form is kept', () => {
  test('texts, numbers, lists and plain objects are; passwords and bytes of files are not', () => {
    const values = {
      title: 'Нет воды',
      count: 3,
      open: false,
      none: null,
      buildings: [1, 2],
      units: [{ building: 1, flat: 4 }],
      password: 'secret',
      repeatPassword: 'secret',
      nested: { newPassword: 'x', note: 'y' },
      avatar: 'data:image/png;base64,AAAA',
      poster: `data:image/png;base64,${'A'.repeat(250_000)}`,
      page: 'data:text/html,<b>',
      preview: 'blob:http://localhost/1',
      file: new File(['bytes'], 'a.txt'),
      date: new Date(0),
      nan: Number.NaN,
      files: [
        { id: 5, realName: 'план.pdf', status: 'done', previewUrl: null },
        { realName: 'фото.jpg', status: 'preparing', previewUrl: 'blob:1' },
        { realName: 'фото2.jpg', status: 'error' },
      ],
    };
    expect(toStorable(values)).toEqual({
      title: 'Нет воды',
      count: 3,
      open: false,
      none: null,
      buildings: [1, 2],
      units: [{ building: 1, flat: 4 }],
      nested: { note: 'y' },
      avatar: 'data:image/png;base64,AAAA',
      files: [{ id: 5, realName: 'план.pdf', status: 'done', previewUrl: null }],
    });
  });

  test('only the fields that differ from what the form began with are', () => {
    expect(changedValues({ a: '1', b: '', c: [], d: 'x' }, { a: '1', b: undefined, c: null, d: 'y' })).toEqual({
      d: 'x',
    });
    expect(changedValues({ a: '' }, { a: 'was' })).toEqual({ a: '' });
    expect(changedValues({ a: 'x' }, undefined)).toEqual({ a: 'x' });
  });
});

describe('a draft of a record that somebody else has changed since', () => {
  const kinds: Readonly<Record<string, FieldKind>> = {
    rights: 'employees:levels',
    place: 'point',
    received: 'signature',
  };
  const comparisonOf = (field: string) => kinds[field] && getKind({ kind: kinds[field] });
  const began = { name: 'Ольга', post: 'Мастер', rights: { a: 'read', b: 'read', c: 'read' }, doors: [1, 2, 3] };

  test('what only the person changed comes back, what only the other changed stays as he left it', () => {
    const typed = { post: 'Слесарь', rights: { a: 'write', b: 'read', c: 'read' }, doors: [1, 2, 3, 4] };
    const now = { name: 'Ирина', post: 'Мастер', rights: { a: 'read', b: 'denied', c: 'read' }, doors: [2, 3] };
    expect(mergeDraft(typed, began, now, comparisonOf)).toEqual({
      values: { post: 'Слесарь', rights: { a: 'write', b: 'denied', c: 'read' }, doors: [2, 3, 4] },
      conflicts: [],
    });
  });

  test('what both changed stays the other’s, and is named; what both made the same is no quarrel', () => {
    const typed = { name: 'Анна', post: 'Слесарь', rights: { a: 'write', b: 'write', c: 'read', d: 'read' } };
    const now = { name: 'Анна', post: 'Повар', rights: { a: 'denied', b: 'write', c: 'read' } };
    expect(mergeDraft(typed, began, now, comparisonOf)).toEqual({
      values: { name: 'Анна', rights: { a: 'denied', b: 'write', c: 'read', d: 'read' } },
      conflicts: [
        { field: 'post', part: null },
        { field: 'rights', part: 'a' },
      ],
    });
  });

  test('entrances taken by both, given by the other and given by the person', () => {
    const merged = mergeDraft({ doors: [3, 7, 8] }, { doors: [1, 2, 3] }, { doors: [1, 3, 8, 9] });
    expect(merged).toEqual({ values: { doors: [3, 8, 9, 7] }, conflicts: [] });
  });

  describe('files', () => {
    const file = (id: number, session: string, more: object = {}) => ({
      id,
      realName: `${id}.pdf`,
      status: 'done',
      url: `/api/files/${id}?by=${session}`,
      ...more,
    });
    const merged = (typed: object[], before: object[], now: object[]) =>
      mergeDraft({ files: typed }, { files: before }, { files: now });

    test('ATT-06 one taken away, which is deleted at once, and one added are nobody else’s change', () => {
      const [kept, added] = [file(6, 'a', { key: 'stored-6' }), file(9, 'a', { key: 'x', uploadedAt: 1 })];
      const result = merged([kept, added], [file(5, 'a'), file(6, 'a')], [file(6, 'a')]);
      expect(result).toEqual({ values: { files: [file(6, 'a'), added] }, conflicts: [] });
    });

    test('read in another session they have other addresses: those stand, and what was added comes', () => {
      const [kept, added] = [file(5, 'a', { key: 'stored-5' }), file(9, 'a', { key: 'x', uploadedAt: 1 })];
      const result = merged([kept, added], [file(5, 'a')], [file(5, 'b')]);
      expect(result).toEqual({ values: { files: [file(5, 'b'), added] }, conflicts: [] });
    });

    test('what somebody else added stays, what he took away is gone', () => {
      const result = merged([file(5, 'a'), file(9, 'a')], [file(5, 'a'), file(6, 'a')], [file(6, 'b'), file(7, 'b')]);
      expect(result).toEqual({ values: { files: [file(7, 'b'), file(9, 'a')] }, conflicts: [] });
    });

    test('ATT-12 those on their way and those that failed come into no draft, and make no quarrel', () => {
      const before = { files: [file(5, 'a')] };
      const running = { key: 'x', realName: 'фото.jpg', status: 'preparing' };
      const failed = { key: 'y', realName: 'фото2.jpg', status: 'error' };
      const typed = changedValues({ files: [file(5, 'a', { key: 'stored-5' }), running, failed] }, before);
      expect(mergeDraft(typed, before, { files: [file(5, 'b')] })).toEqual({
        values: { files: [file(5, 'b')] },
        conflicts: [],
      });
    });
  });

  test('a point and a signature are whole: no part of the person’s is blended with one of the other’s', () => {
    const before = { place: { file: 5, x: 0.5, y: 0.5 }, received: { drawing: 'M1 1', name: 'Котова', at: 'a' } };
    const typed = { place: { file: 5, x: 0.1, y: 0.5 }, received: { drawing: 'M2 2', name: 'Котова', at: null } };
    const now = { place: { file: 5, x: 0.5, y: 0.9 }, received: { drawing: 'M1 1', name: 'Ежов', at: 'b' } };
    expect(mergeDraft(typed, before, now, comparisonOf)).toEqual({
      values: {},
      conflicts: [
        { field: 'place', part: null },
        { field: 'received', part: null },
      ],
    });
  });

  test('a signature that the server has dated meanwhile is nobody else’s change', () => {
    const signed = { drawing: 'M1 1', name: 'Котова', at: null };
    const now = { received: { ...signed, at: '2026-11-28T12:00:00.000Z' } };
    const merged = mergeDraft({ received: signed }, { received: null }, now, comparisonOf);
    expect(merged).toEqual({ values: { received: signed }, conflicts: [] });
  });

  test('of a record that nobody touched all of it comes back', () => {
    expect(mergeDraft({ rights: { a: 'write' } }, began, began)).toEqual({
      values: { rights: { a: 'write' } },
      conflicts: [],
    });
  });
});

describe('the store of drafts', () => {
  test('a draft belongs to a person and an address', () => {
    expect(draftKey('7', '/edit-news-form/', '?id=5')).toBe('draft:7:/edit-news-form?id=5');
    writeDraft(KEY, { a: 1 }, 1_000);
    expect(readDraft(KEY, 1_000)).toEqual({ at: 1_000, values: { a: 1 } });
    expect(readDraft(draftKey('8', '/create-news-form', ''), 1_000)).toBeNull();
    removeDraft(KEY);
    expect(readDraft(KEY, 1_000)).toBeNull();
  });

  test.each([
    ['no JSON', '{'],
    ['another version', JSON.stringify({ version: 0, at: 1, values: {} })],
    ['no values', JSON.stringify({ version: 1, at: 1 })],
    ['null', 'null'],
  ])('%s counts as no draft', (_what, text) => {
    localStorage.setItem(KEY, text);
    expect(readDraft(KEY, 2)).toBeNull();
  });

  test('a draft of thirty days is dropped', () => {
    writeDraft(KEY, { a: 1 }, 0);
    expect(readDraft(KEY, 30 * DAY - 1)).not.toBeNull();
    expect(readDraft(KEY, 30 * DAY)).toBeNull();
  });

  test('no more than twenty are kept: the oldest give way', () => {
    for (let place = 0; place < 25; place += 1) writeDraft(`draft:7:/form-${place}`, { place }, place + 1);
    const kept = Object.keys(localStorage).filter((key) => key.startsWith('draft:'));
    expect(kept).toHaveLength(20);
    expect(kept).not.toContain('draft:7:/form-4');
    expect(kept).toContain('draft:7:/form-5');
  });

  test('texts of chats and drafts of forms take no room from one another', () => {
    writeDraft(KEY, { title: 'Нет воды' }, 1);
    for (let chat = 0; chat < 70; chat += 1)
      writeDraft(smallKey('7', `/chats?chat_id=${chat}`), { text: 'я' }, chat + 2);
    expect(readDraft(KEY, 100)).not.toBeNull();
    for (let place = 0; place < 25; place += 1) writeDraft(`draft:7:/form-${place}`, { place }, place + 100);
    expect(readDraft(smallKey('7', '/chats?chat_id=10'), 200)).not.toBeNull();
    expect(readDraft(smallKey('7', '/chats?chat_id=9'), 200)).toBeNull();
  });

  test('one that is too long is not kept, and what was kept before stays', () => {
    writeDraft(KEY, { a: 1 }, 5);
    expect(writeDraft(KEY, { a: 'я'.repeat(64_000) })).toBe(false);
    expect(readDraft(KEY, 6)).toEqual({ at: 5, values: { a: 1 } });
  });

  test('one with a picture of a person is, and leaves the words as much room as ever', () => {
    const avatar = `data:image/jpeg;base64,${'A'.repeat(120_000)}`;
    expect(writeDraft(KEY, { name: 'Роза', avatar }, 5)).toBe(true);
    expect(readDraft(KEY, 6)?.values).toEqual({ name: 'Роза', avatar });
    expect(writeDraft(KEY, { name: 'я'.repeat(64_000), avatar })).toBe(false);
    expect(writeDraft(KEY, { a: avatar, b: avatar, c: avatar })).toBe(false);
  });

  test('AUTH-78: who signs out leaves none, nor does what his forms keep while they close; others keep theirs', () => {
    localStorage.clear();
    writeDraft(draftKey('70', '/form', ''), { a: 1 });
    for (const key of [draftKey('71', '/form', ''), smallKey('71', '/chats?chat_id=1')]) writeDraft(key, { a: 1 });
    forgetDrafts('71');
    expect(writeDraft(draftKey('71', '/form', ''), { a: 2 })).toBe(false);
    expect(Object.keys(localStorage)).toEqual(['draft:70:/form']);
  });

  test('a full storage is no fault, and costs nothing that was kept', () => {
    writeDraft(KEY, { a: 0 }, 5);
    const full = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(writeDraft(KEY, { a: 1 })).toBe(false);
    full.mockRestore();
    expect(readDraft(KEY, 6)).toEqual({ at: 5, values: { a: 0 } });
  });
});
