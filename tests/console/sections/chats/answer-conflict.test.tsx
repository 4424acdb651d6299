import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { keptValues } from '#console/data/drafts/kept-values.ts';
import { onFailure } from '#console/data/http/failures.ts';
import { session } from '#console/data/session/session.ts';
import { AnswerForm } from '#console/sections/chats/answers/answer-form.tsx';
import type { AnswerItem } from '#resources/protocol/chat/answers.ts';
import { serveAnswers } from '#tests/support/console/server.ts';
import { takeComplaints } from '#tests/support/console/setup.ts';
import { renderOnStage } from '#tests/support/console/stage.tsx';

const PATH = '/api/crm/answers/';
const BEGAN: AnswerItem = { id: 3, title: 'Приём', text: 'Ждём вас с 9 до 18.', updated_at: '', version: 'v1' };
const CHANGED = { by: { user: 2, name: 'Анна Котова' }, at: new Date().toISOString() };
const done = jest.fn();
let told: string[];
let stop: () => void;
beforeEach(() => {
  done.mockClear();
  told = [];
  stop = onFailure(({ message }) => told.push(message));
});
afterEach(() => stop());

/** The form of an answer that the server holds. @param takes which versions the server lets one change */
function edit(takes = (version: unknown, held: AnswerItem) => version === held.version) {
  session.token.set('stored');
  session.userId.set('1');
  const held: AnswerItem = { ...BEGAN };
  const server = serveAnswers({
    [`GET ${PATH}`]: () => ({ json: [held] }),
    [`PATCH ${PATH}3/`]: ({ body }) => {
      const { version, ...change } = body as Partial<AnswerItem>;
      if (!takes(version, held)) return { status: 409, json: { detail: 'Запись изменили', changed: CHANGED } };
      return { json: { params: Object.assign(held, change, { version: 'next' }) } };
    },
  });
  renderOnStage(<AnswerForm answer={BEGAN} onDone={done} />);
  return { held, sent: () => server.callsTo(`PATCH ${PATH}3/`).map(({ body }) => body) };
}
const text = () => screen.getByLabelText(/^Текст ответа/);
async function write(words: string) {
  await userEvent.clear(text());
  await userEvent.type(text(), words);
}
const save = () => userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));
const dialog = () => screen.findByRole('dialog', { name: 'Эту запись уже изменили' });
const choose = async (field: string, name: RegExp) =>
  userEvent.click(
    await within(within(await dialog()).getByRole('group', { name: field })).findByRole('radio', { name }),
  );
const press = async (name: string) => userEvent.click(within(await dialog()).getByRole('button', { name }));

describe('a canned answer that somebody saved while it was edited', () => {
  test('G-69: both texts stand side by side, and what is chosen is saved over the version that was seen', async () => {
    const { held, sent } = edit();
    await write('Ждём с 8.');
    Object.assign(held, { title: 'Часы приёма', text: 'Ждём с 10.', version: 'v2' });
    await save();
    expect(await dialog()).toHaveAccessibleDescription(/^Последняя правка: Анна Котова, сегодня в \d\d:\d\d\./);
    await choose('Текст ответа', /ваше значение/);
    await press('Сохранить выбранное');
    await waitFor(() => expect(done).toHaveBeenCalledTimes(1));
    expect(sent()).toEqual([
      { title: 'Приём', text: 'Ждём с 8.', version: 'v1' },
      // The title that only the other one has changed stays theirs.
      { title: 'Часы приёма', text: 'Ждём с 8.', version: 'v2' },
    ]);
    expect(keptValues('/chats?answer=3')).toEqual({});
    expect(told).toEqual([]);
    takeComplaints();
  });

  test('G-69: back in the form nothing is lost, and saving asks again', async () => {
    const { held, sent } = edit();
    await write('Ждём с 8.');
    Object.assign(held, { text: 'Ждём с 10.', version: 'v2' });
    await save();
    await press('Вернуться к форме');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(text()).toHaveValue('Ждём с 8.');
    expect(keptValues('/chats?answer=3')).toMatchObject({ text: 'Ждём с 8.' });
    await save();
    await choose('Текст ответа', /на сервере/);
    await press('Сохранить выбранное');
    await waitFor(() => expect(done).toHaveBeenCalledTimes(1));
    // The chosen text is on the server already.
    expect(sent()).toHaveLength(2);
    expect(held.text).toBe('Ждём с 10.');
    takeComplaints();
  });

  test('G-69: the same text saved by somebody else is simply saved', async () => {
    const { held, sent } = edit();
    await write('Ждём с 10.');
    Object.assign(held, { text: 'Ждём с 10.', version: 'v2' });
    await save();
    await waitFor(() => expect(done).toHaveBeenCalledTimes(1));
    expect(sent()).toHaveLength(1);
    expect(screen.queryByRole('dialog')).toBeNull();
    takeComplaints();
  });

  test('G-69: a server that refuses the version it answers is told of once', async () => {
    const { sent } = edit(() => false);
    await write('Ждём с 8.');
    await save();
    await waitFor(() => expect(told).toEqual(['Запись изменили']));
    expect(sent()).toHaveLength(1);
    expect(text()).toHaveValue('Ждём с 8.');
    expect([screen.queryByRole('dialog'), done.mock.calls]).toEqual([null, []]);
    takeComplaints();
  });
});
