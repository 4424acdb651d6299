import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { readDraft, writeDraft } from '#console/data/drafts/drafts.ts';
import { clearSession, session } from '#console/data/session/session.ts';
import { DraftKeeper } from '#console/engine/form/form-screen.tsx';
import { pass, stopClock } from '#tests/support/console/clock.ts';
import { renderOnStage, said } from '#tests/support/console/stage.tsx';

const DAY = 86_400_000;
const KEY = 'draft:7:/create-news-form';

/** A form with one field, as a page has it. */
function NewsForm() {
  const form = useForm({ defaultValues: { title: '', password: '' } });
  const [saved, setSaved] = useState(false);
  return (
    <FormProvider {...form}>
      <DraftKeeper isSaved={saved} />
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
  const offer = () => screen.queryByText(/Есть черновик/);

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

  test('who leaves is told that it is kept, with a way back', async () => {
    const { router } = open();
    await user.type(title(), 'Нет воды');
    await act(async () => router.navigate('/news'));
    expect(await said('Черновик сохранён')).toBeVisible();
    expect(kept()).toEqual({ title: 'Нет воды' });
    fireEvent.click(screen.getByRole('link', { name: 'Вернуться' }));
    expect(screen.getByTestId('address')).toHaveTextContent('/create-news-form');
    expect(offer()).toBeVisible();
  });

  test('who has typed nothing, or has sent it, leaves without a word', async () => {
    const { router } = open();
    await act(async () => router.navigate('/news'));
    await act(async () => router.navigate('/create-news-form'));
    await user.type(title(), 'Нет воды');
    await user.click(screen.getByRole('button', { name: 'Опубликовать' }));
    await act(async () => router.navigate('/news'));
    expect(screen.queryByText('Черновик сохранён')).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('it is offered back with its time, and restored', async () => {
    writeDraft(KEY, { title: 'Нет воды' });
    open();
    expect(offer()).toHaveTextContent('Есть черновик: сегодня в 14:05');
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
    expect(offer()).toHaveTextContent('Есть черновик: 19 ноября в 14:05');
  });

  test('it is thrown away on request', async () => {
    writeDraft(KEY, { title: 'Нет воды' });
    open();
    fireEvent.click(screen.getByRole('button', { name: 'Удалить' }));
    expect(kept()).toBeNull();
    expect(offer()).toBeNull();
    expect(title()).toHaveValue('');
  });

  test('typing while it is offered loses neither: not in this visit, nor after the tab is closed', async () => {
    writeDraft(KEY, { title: 'Старое' });
    const first = open();
    await user.type(title(), 'Новое');
    await pass(400);
    expect(kept()).toEqual({ title: 'Новое' });
    first.unmount();
    // The newest is offered first, and what lies behind it stays.
    const second = open();
    fireEvent.click(screen.getByRole('button', { name: 'Удалить' }));
    second.unmount();
    open();
    fireEvent.click(screen.getByRole('button', { name: 'Восстановить' }));
    expect(title()).toHaveValue('Старое');
    await pass(400);
    expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toEqual([KEY]);
    expect(kept()).toEqual({ title: 'Старое' });
  });

  test('it is restored after something else was typed', async () => {
    writeDraft(KEY, { title: 'Старое' });
    open();
    await user.type(title(), 'Новое');
    await pass(400);
    fireEvent.click(screen.getByRole('button', { name: 'Восстановить' }));
    expect(title()).toHaveValue('Старое');
  });

  test('it outlives another one that was typed and sent instead', async () => {
    writeDraft(KEY, { title: 'Старое' });
    const { unmount } = open();
    await user.type(title(), 'Новое');
    await pass(400);
    await user.click(screen.getByRole('button', { name: 'Опубликовать' }));
    expect(kept()).toBeNull();
    unmount();
    open();
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

  describe('while another tab has the same form open', () => {
    const others = (values: object) => {
      localStorage.setItem('tab:other', String(Date.now()));
      writeDraft(KEY, { ...values }, Date.now(), undefined, 'other');
    };
    const closed = () => localStorage.removeItem('tab:other');

    test('its draft is not offered, and what is typed here lies beside it; sending here takes only this one', async () => {
      others({ title: 'Чужое' });
      const { unmount } = open();
      expect(offer()).toBeNull();
      await user.type(title(), 'Моё');
      await pass(400);
      expect(kept()).toEqual({ title: 'Чужое' });
      expect(Object.keys(localStorage).filter((key) => key.startsWith(KEY))).toHaveLength(2);
      await user.click(screen.getByRole('button', { name: 'Опубликовать' }));
      unmount();
      expect(Object.keys(localStorage).filter((key) => key.startsWith(KEY))).toEqual([KEY]);
      expect(kept()).toEqual({ title: 'Чужое' });
    });

    test('what it sends takes nothing that was typed here, which is offered when this form was left', async () => {
      others({ title: 'Чужое' });
      const { unmount } = open();
      await user.type(title(), 'Моё');
      await pass(400);
      // The other tab has published; what is typed on lies in one place.
      localStorage.removeItem(KEY);
      await user.type(title(), '!');
      await pass(400);
      expect(Object.keys(localStorage).filter((key) => key.startsWith(KEY))).toEqual([KEY]);
      unmount();
      open();
      fireEvent.click(screen.getByRole('button', { name: 'Восстановить' }));
      expect(title()).toHaveValue('Моё!');
      await pass(400);
      expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toEqual([KEY]);
    });

    test.each([
      ['closed', closed],
      ['gone without a word for two minutes', () => jest.setSystemTime(Date.now() + 120_000)],
    ])('its draft is offered once that tab is %s', (_how, leave) => {
      others({ title: 'Чужое' });
      leave();
      open();
      fireEvent.click(screen.getByRole('button', { name: 'Восстановить' }));
      expect(title()).toHaveValue('Чужое');
    });

    test('its draft is offered in a form that stands open as soon as that tab is closed', async () => {
      others({ title: 'Чужое' });
      open();
      expect(offer()).toBeNull();
      closed();
      act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'tab:other', newValue: null })));
      fireEvent.click(screen.getByRole('button', { name: 'Восстановить' }));
      expect(title()).toHaveValue('Чужое');
    });

    test('a tab that is only hidden keeps its draft, and one whose form was left does not', async () => {
      const { unmount } = open();
      await user.type(title(), 'Нет воды');
      await pass(180_000);
      const { tab } = readDraft(KEY) ?? {};
      expect(tab).toBeTruthy();
      expect(Date.now() - Number(localStorage.getItem(`tab:${tab}`))).toBeLessThan(60_000);
      unmount();
      expect(readDraft(KEY)).toEqual({ at: expect.any(Number), values: { title: 'Нет воды' } });
    });
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
