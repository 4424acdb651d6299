import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef, useState } from 'react';
import { keptValues } from '#console/data/drafts/kept-values.ts';
import { onFailure } from '#console/data/http/failures.ts';
import { session } from '#console/data/session/session.ts';
import AnswerMenu from '#console/sections/chats/answers/answer-menu.tsx';
import { type AnswerContact, fillAnswer } from '#resources/rules/chat/canned-answers.ts';
import { delayedReply, serveAnswers } from '#tests/support/console/server.ts';
import { renderOnStage, said } from '#tests/support/console/stage.tsx';

const PATH = '/api/crm/answers/';
const OLGA = { firstName: 'Ольга', lastName: 'Белова', street: 'ул. Лесная', number: '12', porch: 1, flat: '47' };
const ANSWERS = [
  { id: 1, title: 'Заявка принята', text: '{имя}, заявку по адресу {адрес} приняли.', updated_at: '' },
  { id: 2, title: 'Показания', text: 'Показания принимаем до 25 числа.', updated_at: '' },
  { id: 3, title: 'Приём', text: 'Ждём вас с 9 до 18.', updated_at: '' },
];
const sent = jest.fn();

function Composer({ contact }: { contact: AnswerContact | null }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState('');
  return (
    <form onSubmit={() => sent(text)}>
      <AnswerMenu field={field} text={text} contact={contact} onChoose={setText} />
      <textarea
        aria-label="Сообщение"
        ref={field}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && sent(text)}
      />
    </form>
  );
}

function open(contact: AnswerContact | null = OLGA, employees = 'write') {
  sent.mockClear();
  session.token.set('stored');
  session.permissions.set({ chats: 'read', employees });
  const server = serveAnswers({ [`GET ${PATH}`]: { json: ANSWERS }, 'GET /api/crm/buildings/': { json: [] } });
  const { queries } = renderOnStage(<Composer contact={contact} />);
  return { server, queries, field: screen.getByLabelText<HTMLTextAreaElement>('Сообщение') };
}
const options = () => screen.findAllByRole('option');

describe('canned answers at the field of a message', () => {
  test('CHAT canned answers: a slash at the beginning opens them, words narrow them, elsewhere it is a slash', async () => {
    const { server, field } = open();
    await userEvent.type(field, 'а/б');
    expect(server.callsTo(`GET ${PATH}`)).toEqual([]);
    await userEvent.clear(field);
    await userEvent.type(field, '/');
    expect(await options()).toHaveLength(3);
    expect(field).toHaveAttribute('aria-activedescendant', (await options())[0]?.id);
    await userEvent.type(field, 'приня');
    await waitFor(async () => expect(await options()).toHaveLength(1));
    await userEvent.type(field, 'xx');
    expect(await screen.findByText('Нет совпадений')).toBeInTheDocument();
  });

  test('CHAT canned answers: arrows and Enter put one in, filled from the contact; the field does not send', async () => {
    const { field } = open();
    await userEvent.type(field, '/');
    await options();
    await userEvent.keyboard('{ArrowUp}{ArrowDown}{Enter}');
    expect(field).toHaveValue('Ольга, заявку по адресу ул. Лесная, 12, кв. 47 приняли.');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(field).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(sent).toHaveBeenCalledTimes(1);
  });

  test('CHAT canned answers: what is not known stays and is selected', async () => {
    const { field } = open(null);
    await userEvent.type(field, '/');
    await userEvent.click((await options())[0] as HTMLElement);
    expect(field).toHaveValue('{имя}, заявку по адресу {адрес} приняли.');
    await waitFor(() => expect([field.selectionStart, field.selectionEnd]).toEqual([0, 5]));
  });

  test('CHAT canned answers: Esc closes them until the next slash', async () => {
    const { field } = open();
    await userEvent.type(field, '/');
    await options();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
    await userEvent.type(field, 'п');
    expect(screen.queryByRole('listbox')).toBeNull();
    await userEvent.clear(field);
    await userEvent.type(field, '/');
    expect(await options()).toHaveLength(3);
  });

  test('CHAT canned answers: places are filled, an optional one is left out', () => {
    expect(fillAnswer('{Имя} {фамилия}, подъезд {подъезд}, {дом}', OLGA).text).toBe(
      'Ольга Белова, подъезд 1, ул. Лесная, 12',
    );
    expect(fillAnswer('доступ в квартиру {квартира?}.', null)).toEqual({ text: 'доступ в квартиру.', missing: null });
    expect(fillAnswer('в {кв} {квартира}', {})).toEqual({ text: 'в {кв} {квартира}', missing: { start: 7, end: 17 } });
  });
});

describe('the list of canned answers', () => {
  test('CHAT canned answers: a new one is written, and nothing sent with it; the server says what is wrong at its field', async () => {
    const told: string[] = [];
    const stop = onFailure(({ message }) => told.push(message));
    const { server, field } = open();
    server.answer(`POST ${PATH}`, { status: 400, json: { title: ['ответ с таким названием уже есть'] } });
    await userEvent.type(field, '/');
    await userEvent.click(await screen.findByRole('button', { name: 'Настроить ответы' }));
    const dialog = await screen.findByRole('dialog', { name: 'Быстрые ответы' });
    await userEvent.click(within(dialog).getByRole('button', { name: /Добавить ответ/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));
    expect(server.callsTo(`POST ${PATH}`)).toEqual([]);
    await userEvent.type(screen.getByLabelText(/^Название/), 'Приём');
    await userEvent.click(screen.getByLabelText(/^Текст ответа/));
    await userEvent.paste('Добрый день, ');
    await userEvent.click(screen.getByRole('button', { name: '{имя}' }));
    expect(screen.getByText('Добрый день, Ольга')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));
    expect(await screen.findByText('ответ с таким названием уже есть')).toBeInTheDocument();
    // An answer is lost: said again it is the same one, and its name is not taken by itself.
    server.answer(`POST ${PATH}`, { status: 502, json: { detail: 'Нет ответа' } });
    await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));
    await waitFor(() => expect(told).toEqual(['Нет ответа']));
    server.answer(`POST ${PATH}`, { status: 201, json: { params: ANSWERS[0] } });
    await waitFor(() => expect(screen.getByRole('button', { name: 'Сохранить' })).not.toHaveAttribute('aria-busy'));
    await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));
    await waitFor(() => expect(server.callsTo(`POST ${PATH}`)).toHaveLength(3));
    const [refused, lost, again] = server.callsTo(`POST ${PATH}`).map(({ headers }) => headers['idempotency-key']);
    expect([lost === refused, again === lost]).toEqual([false, true]);
    expect(await within(dialog).findByText('Ждём вас с 9 до 18.')).toBeInTheDocument();
    await said('Ответ «Приём» сохранён');
    expect(server.callsTo(`POST ${PATH}`).at(-1)?.body).toEqual({ title: 'Приём', text: 'Добрый день, {имя}' });
    expect(sent).not.toHaveBeenCalled();
    stop();
  });

  test('CHAT canned answers: one that is taken late closes no other one, and what is typed there stays', async () => {
    const late = delayedReply({ status: 201, json: { params: ANSWERS[0] } });
    const { server, queries, field } = open();
    server.answer(`POST ${PATH}`, late.reply);
    await userEvent.type(field, '/');
    await userEvent.click(await screen.findByRole('button', { name: 'Настроить ответы' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Быстрые ответы' }));
    const name = () => dialog.getByLabelText(/^Название/);
    await userEvent.click(await dialog.findByRole('button', { name: /Добавить ответ/ }));
    fireEvent.change(name(), { target: { value: 'Первый' } });
    fireEvent.change(dialog.getByLabelText(/^Текст ответа/), { target: { value: 'Добрый день' } });
    await userEvent.click(dialog.getByRole('button', { name: 'Сохранить' }));
    await waitFor(() => expect(server.callsTo(`POST ${PATH}`)).toHaveLength(1));
    const asked = server.callsTo(`GET ${PATH}`).length;
    await userEvent.click(dialog.getByRole('button', { name: 'Назад' }));
    await userEvent.click(await dialog.findByRole('button', { name: /Добавить ответ/ }));
    fireEvent.change(name(), { target: { value: 'Второй' } });
    late.release();
    await waitFor(() => expect(server.callsTo(`GET ${PATH}`).length).toBeGreaterThan(asked));
    await waitFor(() => expect(queries.isFetching()).toBe(0));
    expect(name()).toHaveValue('Второй');
    expect(keptValues('/chats?answer=new')).toMatchObject({ title: 'Второй' });
  });

  test('CHAT canned answers: without the right they are looked at, and the reason is said', async () => {
    const { field } = open(OLGA, 'read');
    await userEvent.type(field, '/');
    await userEvent.click(await screen.findByRole('button', { name: 'Настроить ответы' }));
    const add = await screen.findByRole('button', { name: /Добавить ответ/ });
    expect(add).toHaveAttribute('aria-disabled', 'true');
  });
});
