import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openChat } from '#console/data/chat/open.ts';
import { type ChatReplier, ChatUpload, chatOf, DARIA } from '#tests/support/console/chat-server.ts';
import { bubbleWith, chatAnswers, openChats } from '#tests/support/console/chat-stage.tsx';

const MEGABYTE = 1_048_576;
const chat = chatOf();
/** A server that takes less than others, and says so in its greeting. */
const world: ChatReplier = (kind, body) => {
  const frames = chat(kind, body);
  if (kind !== 'hi') return frames;
  return frames.map(({ ctrl }) => ({
    ctrl: { ...ctrl, params: { ...(ctrl?.params as object), maxFileUploadSize: 2 * MEGABYTE } },
  }));
};
const chooser = () => screen.getByLabelText('Прикрепить файл');
const pictures = (count: number, name = 'фото') =>
  Array.from({ length: count }, (_, at) => new File(['x'], `${name}-${at}.png`, { type: 'image/png' }));
const sized = (name: string, size: number) =>
  Object.defineProperty(new File(['x'], name, { type: 'application/pdf' }), 'size', { value: size });
let warned: jest.SpyInstance;
beforeEach(() => {
  warned = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => warned.mockRestore());

describe('the tray of a message', () => {
  test('CHAT-14: a file may be as large as the server says', async () => {
    chatAnswers();
    await openChats(world);
    await bubbleWith('Сообщение 60');
    await userEvent.upload(chooser(), sized('смета.pdf', 2 * MEGABYTE - 2_000));
    expect(screen.getByText('смета.pdf')).toBeInTheDocument();
    expect(screen.queryByRole('alert')).toBeNull();
    await userEvent.upload(chooser(), sized('проект.pdf', 3 * MEGABYTE));
    expect(screen.getByRole('alert')).toHaveTextContent('Файл больше 2 МБ отправить нельзя: проект.pdf');
    expect(warned).toHaveBeenLastCalledWith('chat: file_attachment_too_large', 'проект.pdf');
    expect(screen.queryByText('проект.pdf')).toBeNull();
  });

  test('CHAT-26: more than twenty files are said to be too many, and only what stays gets a preview', async () => {
    chatAnswers();
    await openChats(world);
    const made = jest.fn(() => 'blob:preview');
    const given = jest.fn();
    Object.assign(URL, { createObjectURL: made, revokeObjectURL: given });
    await userEvent.upload(chooser(), pictures(22));
    expect(screen.getByRole('alert')).toHaveTextContent('Не больше 20 файлов за раз, не добавлено: 2');
    expect(screen.getAllByRole('img', { name: /^фото-/ })).toHaveLength(20);
    expect(made).toHaveBeenCalledTimes(20);
    await userEvent.upload(chooser(), pictures(1, 'ещё'));
    expect(screen.getByRole('alert')).toHaveTextContent('не добавлено: 1');
    expect(made).toHaveBeenCalledTimes(20);
    await userEvent.click(screen.getByRole('button', { name: 'Убрать фото-0.png' }));
    await userEvent.upload(chooser(), pictures(1, 'ещё'));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByRole('img', { name: 'ещё-0.png' })).toBeInTheDocument();
    expect([made.mock.calls.length, given.mock.calls.length]).toEqual([21, 1]);
  });
});

test('CHAT-26: what an upload tells of its progress draws its own message anew, and no other', async () => {
  chatAnswers();
  ChatUpload.begun = [];
  await openChats(world);
  await bubbleWith('Сообщение 60');
  await userEvent.upload(chooser(), sized('акт.pdf', 10_000));
  await userEvent.click(screen.getByRole('button', { name: 'Отправить' }));
  const bubble = await bubbleWith('акт.pdf');
  await waitFor(() => expect(ChatUpload.begun).toHaveLength(1));
  const line = (await openChat()).conversation(DARIA);
  const drawn = jest.spyOn(Date.prototype, 'toISOString');
  try {
    ChatUpload.begun[0]?.progress(0.4);
    await waitFor(() => expect(bubble).toContainElement(screen.getByRole('progressbar', { name: 'Загрузка: 40 %' })));
    // Every message that is drawn writes its moment down.
    const moments = drawn.mock.contexts.map((moment) => Number(moment));
    expect(moments).toEqual([line.state.messages.at(-1)?.at]);
  } finally {
    drawn.mockRestore();
  }
});
