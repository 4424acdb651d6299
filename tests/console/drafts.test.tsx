import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { changedValues, draftKey, keepable, readDraft, removeDraft, writeDraft } from '#console/data/drafts.ts';
import { clearSession, session } from '#console/data/session.ts';
import { DraftKeeper } from '#console/engine/form/draft-keeper.tsx';
import { pass, stopClock } from '#tests/support/console/clock.ts';
import { renderOnStage } from '#tests/support/console/stage.tsx';

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
    expect(keepable(values)).toEqual({
      title: 'Нет воды',
      count: 3,
      open: false,
      none: null,
      buildings: [1, 2],
      units: [{ building: 1, flat: 4 }],
      nested: { note: 'y' },
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

  test('one that is too long is not kept, and what was kept before is gone', () => {
    writeDraft(KEY, { a: 1 });
    expect(writeDraft(KEY, { a: 'я'.repeat(64_000) })).toBe(false);
    expect(localStorage.getItem(KEY)).toBeNull();
  });

  test('a full storage is no fault', () => {
    const full = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(writeDraft(KEY, { a: 1 })).toBe(false);
    full.mockRestore();
  });
});

/** A form with one field, as a page has it. */
function NewsForm() {
  const form = useForm({ defaultValues: { title: '', password: '' } });
  const [saved, setSaved] = useState(false);
  return (
    <FormProvider {...form}>
      <DraftKeeper saved={saved} />
      <input aria-label="Заголовок" {...form.register('title')} />
      <input aria-label="Пароль" {...form.register('password')} />
      <button type="button" onClick={() => setSaved(true)}>
        Опубликовать
      </button>
    </FormProvider>
  );
}

describe('a form with its draft', () => {
  let user: ReturnType<typeof stopClock>;
  beforeEach(() => {
    user = stopClock();
    jest.setSystemTime(new Date(2026, 10, 21, 14, 5));
    session.userId.set('7');
  });
  afterEach(() => jest.useRealTimers());

  const open = () => renderOnStage(<NewsForm />, '/create-news-form');
  const title = () => screen.getByLabelText('Заголовок');
  const kept = () => readDraft(KEY)?.values ?? null;
  const offer = () => screen.queryByText(/Есть несохранённый черновик/);

  test('what is typed is kept after a pause, without the password', async () => {
    open();
    await user.type(title(), 'Нет воды');
    expect(kept()).toBeNull();
    await user.type(screen.getByLabelText('Пароль'), 'secret');
    await pass(400);
    expect(kept()).toEqual({ title: 'Нет воды' });
  });

  test('a tab that is closed at once keeps it as well', async () => {
    open();
    await user.type(title(), 'Нет');
    window.dispatchEvent(new Event('pagehide'));
    expect(kept()).toEqual({ title: 'Нет' });
  });

  test('so does leaving the page, and an expired sign-in', async () => {
    const { unmount } = open();
    await user.type(title(), 'Нет воды');
    act(() => clearSession());
    unmount();
    expect(kept()).toEqual({ title: 'Нет воды' });
  });

  test('it is offered back with its time, and restored', async () => {
    writeDraft(KEY, { title: 'Нет воды' });
    open();
    expect(offer()).toHaveTextContent('Есть несохранённый черновик: сегодня в 14:05');
    expect(title()).toHaveValue('');
    fireEvent.click(screen.getByRole('button', { name: 'Восстановить' }));
    expect(title()).toHaveValue('Нет воды');
    expect(offer()).toBeNull();
    await pass(400);
    expect(kept()).toEqual({ title: 'Нет воды' });
  });

  test('one of another day names the day', () => {
    writeDraft(KEY, { title: 'x' }, Date.now() - 2 * DAY);
    open();
    expect(offer()).toHaveTextContent('Есть несохранённый черновик: 19 ноября в 14:05');
  });

  test('it is thrown away on request', async () => {
    writeDraft(KEY, { title: 'Нет воды' });
    open();
    fireEvent.click(screen.getByRole('button', { name: 'Удалить' }));
    expect(kept()).toBeNull();
    expect(offer()).toBeNull();
    expect(title()).toHaveValue('');
  });

  test('typing while it is offered does not lose it for this visit', async () => {
    writeDraft(KEY, { title: 'Старое' });
    open();
    await user.type(title(), 'Новое');
    await pass(400);
    expect(kept()).toEqual({ title: 'Новое' });
    fireEvent.click(screen.getByRole('button', { name: 'Восстановить' }));
    expect(title()).toHaveValue('Старое');
  });

  test('it is gone after success and does not come back', async () => {
    const { unmount } = open();
    await user.type(title(), 'Нет воды');
    await pass(400);
    await user.click(screen.getByRole('button', { name: 'Опубликовать' }));
    expect(kept()).toBeNull();
    unmount();
    expect(kept()).toBeNull();
  });

  test('a form that is back to what it began with keeps nothing', async () => {
    open();
    await user.type(title(), 'Н');
    await pass(400);
    await user.clear(title());
    await pass(400);
    expect(kept()).toBeNull();
  });

  test('nobody is offered another one’s draft', () => {
    writeDraft(KEY, { title: 'Нет воды' });
    session.userId.set('8');
    open();
    expect(offer()).toBeNull();
  });

  test('a draft is offered once it is known who is signed in', async () => {
    writeDraft(KEY, { title: 'Нет воды' });
    session.userId.set(null);
    open();
    expect(offer()).toBeNull();
    act(() => session.userId.set('7'));
    expect(offer()).toBeVisible();
  });
});
