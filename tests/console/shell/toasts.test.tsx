import { act, fireEvent, screen } from '@testing-library/react';
import { useCloseNotification, useDelete, useNotify, useUpdate } from 'react-admin';
import { onFailure } from '#console/data/http/failures.ts';
import { storeSignInNote, takeSignInNote } from '#console/data/session/sign-in-note.ts';
import type { ToastOptions } from '#console/data/undo.ts';
import { pass, stopClock } from '#tests/support/console/clock.ts';
import { crm } from '#tests/support/console/definitions.ts';
import { openRoutes, signedIn } from '#tests/support/console/engine-stage.tsx';
import { renderOnStage, said } from '#tests/support/console/stage.tsx';

let user: ReturnType<typeof stopClock>;
beforeEach(() => {
  user = stopClock();
});
afterEach(() => jest.useRealTimers());

/** A page that says what it is told to say, as any component does. */
function openSpeaker() {
  let notify: ReturnType<typeof useNotify> = () => undefined;
  function Speaker() {
    notify = useNotify();
    return null;
  }
  const view = renderOnStage(<Speaker />);
  const tell = (...args: Parameters<typeof notify>) => act(() => notify(...args));
  return { ...view, tell };
}

/** The last announcements to screen readers. */
const heard = () => document.querySelector('body > [role="status"].sr-only')?.textContent;

describe('what an action says', () => {
  test('stands for six seconds, and screen readers hear it', async () => {
    const { tell } = openSpeaker();
    tell('Сотрудник добавлен');
    expect(screen.getByText('Сотрудник добавлен', { selector: 'span' })).toBeVisible();
    expect(heard()).toBe('Сотрудник добавлен');
    await pass(5_900);
    expect(screen.getByText('Сотрудник добавлен', { selector: 'span' })).toBeVisible();
    await pass(200);
    expect(screen.queryByText('Сотрудник добавлен', { selector: 'span' })).toBeNull();
  });

  test('stays while it is pointed at, and goes by its link', async () => {
    const { router, tell } = openSpeaker();
    tell('Заявка № 9 создана', { link: { to: '/tasks?id=9', label: 'Открыть' } } satisfies ToastOptions);
    const link = screen.getByRole('link', { name: 'Открыть' });
    fireEvent.pointerEnter(link.parentElement as HTMLElement);
    await pass(60_000);
    expect(link).toBeVisible();
    await user.click(link);
    expect(router.state.location.search).toBe('?id=9');
    expect(screen.queryByRole('link', { name: 'Открыть' })).toBeNull();
  });

  test('the newest takes the place of the one before', () => {
    const { tell } = openSpeaker();
    tell('Камера добавлена');
    tell('Камера изменена');
    expect(screen.queryByText('Камера добавлена', { selector: 'span' })).toBeNull();
    expect(heard()).toBe('Камера изменена');
  });

  test('outlives the page that said it', async () => {
    const { router, tell } = openSpeaker();
    tell('Камера добавлена');
    await act(() => router.navigate('/cameras'));
    expect(screen.getByText('Камера добавлена', { selector: 'span' })).toBeVisible();
  });

  test('stands as long as the widget wishes, and may be an element with a way to close it', async () => {
    function Lasting() {
      const close = useCloseNotification();
      return (
        <>
          Отчёт готов
          <button type="button" onClick={close}>
            Понятно
          </button>
        </>
      );
    }
    const { tell } = openSpeaker();
    tell('Мигом', { autoHideDuration: 1_000 });
    await pass(1_100);
    expect(screen.queryByText('Мигом', { selector: 'span' })).toBeNull();
    tell(<Lasting />, { autoHideDuration: null });
    expect(heard()).toBe('Отчёт готовПонятно');
    await pass(60_000);
    await user.click(screen.getByRole('button', { name: 'Понятно' }));
    expect(screen.queryByText(/Отчёт готов/, { selector: '[data-toast] *' })).toBeNull();
  });

  test('is taken back where the server can', async () => {
    const undo = jest.fn(() => Promise.resolve());
    const { tell } = openSpeaker();
    tell('Объявление удалено', { undo } satisfies ToastOptions);
    await user.click(screen.getByRole('button', { name: 'Вернуть' }));
    expect(undo).toHaveBeenCalledTimes(1);
    expect(await said('Возвращено')).toBeVisible();
    expect(screen.queryByText('Объявление удалено')).toBeNull();
  });

  test('what widgets say by useNotify stands there too, a failure of theirs in the alert', async () => {
    const failures: string[] = [];
    const stop = onFailure(({ message }) => failures.push(message));
    function Widget() {
      const notify = useNotify();
      return (
        <>
          <button type="button" onClick={() => notify('engine.fields.unknownRecord', { messageArgs: { id: 7 } })}>
            да
          </button>
          <button type="button" onClick={() => notify('Не вышло', { type: 'error' })}>
            нет
          </button>
        </>
      );
    }
    signedIn('write');
    openRoutes(crm(), [{ path: '/x', element: <Widget /> }], '/x');
    await user.click(await screen.findByText('да'));
    expect(screen.getByText('Запись № 7', { selector: 'span' })).toBeVisible();
    await user.click(screen.getByText('нет'));
    expect(failures).toEqual(['Не вышло']);
    stop();
  });

  test.each([
    ['is sent when its time is over', false, 1],
    ['is never sent once it was taken back', true, 0],
  ])('a deletion of a widget that can be undone %s', async (_what, isTakenBack, sent) => {
    const server = signedIn('write', { 'DELETE /api/crm/keys/1/': { status: 204 } });
    function Widget() {
      const [remove] = useDelete('keys', { id: 1, previousData: { id: 1 } }, { mutationMode: 'undoable' });
      const notify = useNotify();
      return (
        <button
          type="button"
          onClick={() => remove(undefined, undefined, { onSuccess: () => notify('Удалено всё', { undoable: true }) })}
        >
          убрать
        </button>
      );
    }
    openRoutes(crm(), [{ path: '/x', element: <Widget /> }], '/x');
    await user.click(await screen.findByText('убрать'));
    await pass(10);
    expect(screen.getByText('Удалено всё')).toBeVisible();
    expect(server.callsTo('DELETE /api/crm/keys/1/')).toHaveLength(0);
    if (isTakenBack) await user.click(screen.getByRole('button', { name: 'Вернуть' }));
    await pass(11_000);
    expect(server.callsTo('DELETE /api/crm/keys/1/')).toHaveLength(sent);
  });
});

describe('a change of a widget that can be undone', () => {
  /** A widget made of react-admin's documentation alone. */
  function Approve() {
    const notify = useNotify();
    const [update] = useUpdate(
      'keys',
      { id: 1, data: { label: 'да' }, previousData: { id: 1, label: 'нет' } },
      { mutationMode: 'undoable', onSuccess: () => notify('Одобрено', { type: 'success', undoable: true }) },
    );
    return (
      <button type="button" onClick={() => update()}>
        одобрить
      </button>
    );
  }

  test.each([
    ['is sent when its time is over', false, 1],
    ['is never sent once it was taken back', true, 0],
  ])('%s', async (_what, isTakenBack, sent) => {
    const server = signedIn('write', { 'PUT /api/crm/keys/1/': { json: { id: 1, label: 'да' } } });
    openRoutes(crm(), [{ path: '/x', element: <Approve /> }], '/x');
    await user.click(await screen.findByText('одобрить'));
    await pass(10);
    expect(screen.getByText('Одобрено')).toBeVisible();
    if (isTakenBack) await user.click(screen.getByRole('button', { name: 'Вернуть' }));
    await pass(11_000);
    expect(server.callsTo('PUT /api/crm/keys/1/')).toHaveLength(sent);
    expect(screen.queryByText('Одобрено')).toBeNull();
  });
});

describe('what the sign-in page says', () => {
  test('is taken once', () => {
    storeSignInNote('passwordChanged');
    expect(takeSignInNote()).toBe('passwordChanged');
    expect(takeSignInNote()).toBeNull();
  });
});
