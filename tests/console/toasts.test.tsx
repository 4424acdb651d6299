import { act, fireEvent, screen } from '@testing-library/react';
import { useDelete, useNotify } from 'react-admin';
import { onFailure } from '#console/data/failures.ts';
import { leaveSignInNote, takeSignInNote } from '#console/data/said-at-sign-in.ts';
import { tell } from '#console/data/undo.ts';
import { pass, stopClock } from '#tests/support/console/clock.ts';
import { crm } from '#tests/support/console/definitions.ts';
import { openRoutes, signedIn } from '#tests/support/console/engine-stage.tsx';
import { renderOnStage } from '#tests/support/console/stage.tsx';

let user: ReturnType<typeof stopClock>;
beforeEach(() => {
  user = stopClock();
});
afterEach(() => jest.useRealTimers());

/** What screen readers were told last. */
const heard = () => document.querySelector('body > [role="status"].sr-only')?.textContent;

describe('what an action says', () => {
  test('stands for six seconds, and screen readers hear it', async () => {
    renderOnStage(null);
    act(() => tell('Сотрудник добавлен'));
    expect(screen.getByText('Сотрудник добавлен', { selector: 'span' })).toBeVisible();
    expect(heard()).toBe('Сотрудник добавлен');
    await pass(5_900);
    expect(screen.getByText('Сотрудник добавлен', { selector: 'span' })).toBeVisible();
    await pass(200);
    expect(screen.queryByText('Сотрудник добавлен', { selector: 'span' })).toBeNull();
  });

  test('stays while it is pointed at, and goes by its link', async () => {
    const { router } = renderOnStage(null);
    act(() => tell('Заявка № 9 создана', { to: '/tasks?id=9', label: 'Открыть' }));
    const link = screen.getByRole('link', { name: 'Открыть' });
    fireEvent.pointerEnter(link.parentElement as HTMLElement);
    await pass(60_000);
    expect(link).toBeVisible();
    await user.click(link);
    expect(router.state.location.search).toBe('?id=9');
    expect(screen.queryByRole('link', { name: 'Открыть' })).toBeNull();
  });

  test('the newest takes the place of the one before', () => {
    renderOnStage(null);
    act(() => tell('Камера добавлена'));
    act(() => tell('Камера изменена'));
    expect(screen.queryByText('Камера добавлена', { selector: 'span' })).toBeNull();
    expect(heard()).toBe('Камера изменена');
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
    expect(screen.getByText('Запись №7', { selector: 'span' })).toBeVisible();
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

describe('what the sign-in page says', () => {
  test('is taken once', () => {
    leaveSignInNote('passwordChanged');
    expect(takeSignInNote()).toBe('passwordChanged');
    expect(takeSignInNote()).toBeNull();
  });
});
