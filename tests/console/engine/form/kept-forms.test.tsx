import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { keepValues, keptText } from '#console/data/drafts/kept-values.ts';
import { session, VIEW_KEY } from '#console/data/session/session.ts';
import { AnswerForm } from '#console/sections/chats/answers/answer-form.tsx';
import { AppearanceForm } from '#console/sections/chats/groups/appearance-form.tsx';
import CancelDialog from '#console/sections/requests/dialogs/cancel-dialog.tsx';
import { serveAnswers } from '#tests/support/console/server.ts';
import { renderOnStage } from '#tests/support/console/stage.tsx';
import { cardOf, office, openTasks, task } from '#tests/support/console/tasks.tsx';

// jsdom draws nothing: the square of a picture is looked at in the browser.
jest.mock('#console/fields/avatar/square-picture.ts', () => ({
  squarePicture: async () => 'data:image/jpeg;base64,AA',
}));

const kept = () => Object.keys(localStorage).filter((key) => key.startsWith('draft:'));
beforeEach(() => session.userId.set('7'));

describe('a small form over a page keeps what was typed', () => {
  test('the reason of a cancelled request: closed with its tab it stands there again, once sent it is gone', async () => {
    const onReason = jest.fn();
    const open = (id: number) =>
      renderOnStage(<CancelDialog request={id} subtitle="" onReason={onReason} onClose={() => undefined} />);
    const reason = () => screen.getByRole('textbox', { name: 'Причина' });
    const first = open(3);
    await userEvent.type(reason(), 'не наш дом');
    first.unmount();
    const other = open(4);
    expect(reason()).toHaveValue('');
    other.unmount();
    open(3);
    expect(reason()).toHaveValue('не наш дом');
    await userEvent.click(screen.getByRole('button', { name: 'Отменить заявку' }));
    expect(onReason).toHaveBeenCalledWith('не наш дом');
    expect(kept()).toEqual([]);
  });

  test('a comment on a request', async () => {
    const card = task(3, 'in_progress', 5);
    const details = { ...card, history: [], image_attachments: [], file_attachments: [] };
    office([card], { 'GET /api/crm/tasks/3/': { json: details } });
    session.userId.set('7');
    const comment = async () => {
      await userEvent.click(within(await cardOf(3)).getByRole('button', { name: /Течёт кран 3/ }));
      return screen.findByRole('textbox', { name: 'Комментарий' });
    };
    const { unmount } = openTasks();
    await userEvent.type(await comment(), 'Акт приложу');
    unmount();
    openTasks();
    expect(await comment()).toHaveValue('Акт приложу');
    await userEvent.clear(screen.getByRole('textbox', { name: 'Комментарий' }));
    expect(kept()).toEqual([]);
  });

  test('a canned answer, a new one and one that is changed', async () => {
    const server = serveAnswers({ 'PATCH /api/crm/answers/5/': { status: 500, json: {} } });
    const answer = { id: 5, title: 'Приём', text: 'Ждём вас с 9 до 18.', updated_at: '' };
    const done = jest.fn();
    const open = (of: typeof answer | null) => renderOnStage(<AnswerForm answer={of} onDone={done} />);
    const title = () => screen.getByLabelText(/^Название/);
    const first = open(null);
    await userEvent.type(title(), 'Ключи');
    first.unmount();
    const second = open(answer);
    expect(title()).toHaveValue('Приём');
    await userEvent.type(title(), ' граждан');
    await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));
    await waitFor(() => expect(server.callsTo('PATCH /api/crm/answers/5/')).toHaveLength(1));
    second.unmount();
    const third = open(answer);
    expect(title()).toHaveValue('Приём граждан');
    expect(screen.getByLabelText(/^Текст ответа/)).toHaveValue('Ждём вас с 9 до 18.');
    server.answer('PATCH /api/crm/answers/5/', { json: { params: answer } });
    await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));
    await waitFor(() => expect(done).toHaveBeenCalled());
    third.unmount();
    open(null);
    expect(title()).toHaveValue('Ключи');
    expect(kept()).toHaveLength(1);
  });

  test('the name and the picture of a group', async () => {
    const onSave = jest.fn(() => Promise.resolve());
    const open = () =>
      renderOnStage(
        <AppearanceForm
          draftId="grpA"
          title="Смена"
          photo={null}
          label="Имя группы"
          required
          submit="Готово"
          removePhoto="Убрать"
          onSave={onSave}
          onDone={() => undefined}
        />,
      );
    const { unmount } = open();
    await userEvent.type(screen.getByLabelText(/^Имя группы/), ' ночная');
    unmount();
    const again = open();
    expect(screen.getByLabelText(/^Имя группы/)).toHaveValue('Смена ночная');
    const file = new File(['x'], 'двор.jpg', { type: 'image/jpeg' });
    await userEvent.upload(screen.getByLabelText('Выбрать фото', { selector: 'input' }), file);
    await screen.findByRole('button', { name: 'Убрать' });
    again.unmount();
    open();
    await userEvent.click(screen.getByRole('button', { name: 'Готово' }));
    await waitFor(() => expect(kept()).toEqual([]));
    expect(onSave).toHaveBeenCalledWith({ title: 'Смена ночная', photo: 'data:image/jpeg;base64,AA' });
  });

  test('nobody is given another one’s words, and who looks at somebody’s console leaves none', () => {
    keepValues('/tasks?cancel=1', { reason: 'повторная' });
    session.userId.set('8');
    expect(keptText('/tasks?cancel=1', 'reason')).toBe('');
    session.userId.set('7');
    sessionStorage.setItem(VIEW_KEY, JSON.stringify({ user: 7, name: 'Анна' }));
    expect(keptText('/tasks?cancel=1', 'reason')).toBe('');
    keepValues('/tasks?cancel=2', { reason: 'чужая' });
    sessionStorage.removeItem(VIEW_KEY);
    expect(keptText('/tasks?cancel=2', 'reason')).toBe('');
    expect(keptText('/tasks?cancel=1', 'reason')).toBe('повторная');
  });
});
