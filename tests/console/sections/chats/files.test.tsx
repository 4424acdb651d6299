import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openChat } from '#console/data/chat/open.ts';
import { ChatUpload, chatOf, chatSocket, DARIA } from '#tests/support/console/chat-server.ts';
import {
  bubbleOf,
  bubbleWith,
  chatAnswers,
  chatLog,
  field,
  lastPublished,
  openChats,
  published,
  reconnect,
} from '#tests/support/console/chat-stage.tsx';

const chooser = () => screen.getByLabelText('Прикрепить файл');
const png = (name: string) => new File(['x'], name, { type: 'image/png' });
const pdf = (name: string) => new File(['x'], name, { type: 'application/pdf' });
const send = () => userEvent.click(screen.getByRole('button', { name: 'Отправить' }));
const upload = async (at: number): Promise<ChatUpload> => {
  await waitFor(() => expect(ChatUpload.begun.length).toBeGreaterThan(at));
  const begun = ChatUpload.begun[at];
  if (!begun) throw new Error('No upload has begun');
  return begun;
};
const image = (data: object) => ({
  txt: ' ',
  fmt: [{ at: 0, len: 1, key: 0 }],
  ent: [{ tp: 'IM', data: { mime: 'image/png', name: 'фото.png', ...data } }],
});
const attached = (data: object) => ({
  txt: '',
  fmt: [{ at: -1, len: 0, key: 0 }],
  ent: [{ tp: 'EX', data: { mime: 'application/pdf', size: 348_160, ...data } }],
});
const world = chatOf({
  55: image({ ref: '/v0/file/s/p.png' }),
  57: attached({ name: 'нет.pdf' }),
  59: attached({ name: 'памятка.pdf', ref: '/v0/file/s/x.pdf' }),
});
let warned: jest.SpyInstance;
beforeEach(() => {
  ChatUpload.begun = [];
  // jsdom decodes no pictures: they go without a size and a thumbnail.
  HTMLImageElement.prototype.decode = () => Promise.reject(new Error('jsdom'));
  warned = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => warned.mockRestore());

describe('files chosen for a message', () => {
  test('CHAT-14, CHAT-15, CHAT-17: too large ones and other pictures are logged and stay out; thumbnails are 64x64', async () => {
    chatAnswers();
    await openChats(world);
    await userEvent.upload(chooser(), new File(['x'], 'a.webp', { type: 'image/webp' }));
    expect(warned).toHaveBeenLastCalledWith('chat: unknown or invalid image format', 'a.webp');
    const large = pdf('b.pdf');
    Object.defineProperty(large, 'size', { value: 9 * 1_048_576 });
    await userEvent.upload(chooser(), large);
    expect(warned).toHaveBeenLastCalledWith('chat: file_attachment_too_large', 'b.pdf');
    expect(screen.getByRole('alert')).toHaveTextContent('Файл больше 8 МБ отправить нельзя: b.pdf');
    for (const type of ['image/jpeg', 'image/gif', 'image/svg+xml']) {
      await userEvent.upload(chooser(), new File(['x'], type, { type }));
      expect(screen.getByRole('img', { name: type })).toBeInTheDocument();
    }
    await userEvent.upload(chooser(), png('c.png'));
    const thumbnail = screen.getByRole('img', { name: 'c.png' });
    expect([thumbnail.getAttribute('width'), thumbnail.getAttribute('height')]).toEqual(['64', '64']);
    expect(screen.queryByRole('img', { name: 'a.webp' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Убрать c.png' }));
    expect(screen.queryByRole('img', { name: 'c.png' })).toBeNull();
    expect(ChatUpload.begun).toEqual([]);
  });

  test('CHAT-26: several go out as a message each, with progress; the text goes with the first', async () => {
    chatAnswers();
    await openChats(world);
    await userEvent.upload(chooser(), [pdf('смета.pdf'), pdf('акт.pdf')]);
    await userEvent.type(field(), 'Документы');
    await send();
    const [first, second] = [await upload(0), await upload(1)];
    first.progress(0.4);
    const bubble = () => bubbleOf('смета.pdf');
    await waitFor(() => expect(within(bubble()).getByRole('progressbar', { name: 'Загрузка: 40 %' })).toHaveValue(40));
    expect(bubble()).toHaveTextContent('Документы');
    expect(published()).toEqual([]);
    second.answer(200, '/v0/file/s/second.pdf');
    first.answer(200, '/v0/file/s/first.pdf');
    await waitFor(() => expect(published()).toHaveLength(2));
    const texts = published().map(({ content }) => content as { txt?: string; ent: { data: object }[] });
    expect(texts.map(({ txt, ent }) => [txt, ent[0]?.data])).toEqual([
      [undefined, { mime: 'application/pdf', name: 'акт.pdf', size: 1, ref: '/v0/file/s/second.pdf' }],
      ['Документы', { mime: 'application/pdf', name: 'смета.pdf', size: 1, ref: '/v0/file/s/first.pdf' }],
    ]);
    // The server is told what must be kept.
    expect(chatSocket().sent.find(({ pub }) => pub)).toMatchObject({
      extra: { attachments: ['/v0/file/s/second.pdf'] },
    });
    await waitFor(() => expect(within(bubble()).queryByRole('progressbar')).toBeNull());
  });

  test('CHAT-16: an upload that does not begin is logged as cannot_initiate_upload; it goes again, or is cancelled on its way', async () => {
    chatAnswers();
    await openChats(world);
    const before = published().length;
    await userEvent.upload(chooser(), pdf('план.pdf'));
    await send();
    (await upload(0)).answer(500);
    const bubble = () => bubbleOf('план.pdf');
    await waitFor(() => expect(within(bubble()).getByText('Не отправлено', { selector: 'span' })).toBeVisible());
    expect(warned).toHaveBeenCalledWith('cannot_initiate_upload', expect.anything());
    await userEvent.click(within(bubble()).getByRole('button', { name: 'Повторить' }));
    const again = await upload(1);
    again.progress(0.5);
    await waitFor(() => within(bubble()).getByRole('progressbar', { name: 'Загрузка: 50 %' }));
    await userEvent.click(within(bubble()).getByRole('button', { name: 'Отменить' }));
    expect(again.aborted).toBe(true);
    await waitFor(() => expect(screen.queryByText('план.pdf')).toBeNull());
    expect(published()).toHaveLength(before);
  });

  test('CHAT-26: a file that is uploaded while the connection breaks is not uploaded again once it is back', async () => {
    chatAnswers();
    await openChats(world);
    await waitFor(() => expect(chatSocket().of('sub').at(-1)).toMatchObject({ topic: DARIA }));
    await bubbleWith('Сообщение 60');
    await userEvent.upload(chooser(), pdf('отчёт.pdf'));
    await send();
    const only = await upload(0);
    act(() => chatSocket().close());
    only.answer(200, '/v0/file/s/report.pdf');
    await waitFor(() => expect(within(bubbleOf('отчёт.pdf')).getByText('Не отправлено')).toBeVisible());
    await reconnect();
    const data = { mime: 'application/pdf', name: 'отчёт.pdf', size: 1, ref: '/v0/file/s/report.pdf' };
    await waitFor(() => expect(lastPublished()).toMatchObject({ content: { ent: [{ data }] } }));
    await waitFor(() => within(bubbleOf('отчёт.pdf')).getByRole('img', { name: 'Отправлено' }));
    expect(ChatUpload.begun).toEqual([only]);
  });

  test('CHAT-26: files can be chosen before the chat has told what one may do in it', async () => {
    chatAnswers();
    const untold = 'usrPavelPavelP';
    await openChats((kind, body) => world(kind, body).filter(({ meta }) => !meta), `/chats?chat_id=${untold}`);
    await waitFor(async () =>
      expect((await openChat()).conversation(untold).state).toMatchObject({ attached: true, ready: true }),
    );
    await userEvent.upload(chooser(), pdf('рано.pdf'));
    expect(screen.getByText('рано.pdf')).toBeInTheDocument();
    expect(field()).not.toHaveAttribute('readonly');
  });

  test('CHAT-26: a picture is pasted or dropped, shown before it goes, and gets a caption', async () => {
    chatAnswers();
    await openChats(world);
    fireEvent.paste(document.body, { clipboardData: { files: [png('вставка.png')], types: ['Files'] } });
    expect(await screen.findByRole('img', { name: 'вставка.png' })).toHaveAttribute('src', 'blob:preview');
    const carried = { files: [png('перенос.png')], types: ['Files'] };
    fireEvent.dragEnter(field(), { dataTransfer: carried });
    fireEvent.dragOver(field(), { dataTransfer: carried });
    expect(await screen.findByText('Отпустите, чтобы прикрепить')).toBeInTheDocument();
    fireEvent.drop(field(), { dataTransfer: carried });
    await screen.findByRole('img', { name: 'перенос.png' });
    expect(screen.queryByText('Отпустите, чтобы прикрепить')).toBeNull();
    expect(field()).toHaveAttribute('placeholder', 'Подпись');
    await userEvent.type(field(), 'Вот так');
    await send();
    (await upload(0)).answer(200, '/v0/file/s/a.png');
    (await upload(1)).answer(200, '/v0/file/s/b.png');
    await waitFor(() => expect(published().length).toBeGreaterThan(1));
    const [captioned] = published().filter(({ content }) => JSON.stringify(content).includes('Вот так'));
    expect(captioned?.content).toMatchObject({
      txt: '  Вот так',
      ent: [{ tp: 'IM', data: { ref: '/v0/file/s/a.png' } }],
    });
  });

  test('CHAT-26: an emoji goes where the cursor is', async () => {
    chatAnswers();
    await openChats(world);
    await userEvent.clear(field());
    await userEvent.type(field(), 'Готово!', { initialSelectionStart: 0 });
    (field() as HTMLTextAreaElement).setSelectionRange(6, 6);
    await userEvent.click(screen.getByRole('button', { name: 'Эмодзи' }));
    await userEvent.click(await screen.findByRole('button', { name: '👍' }));
    expect(field()).toHaveValue('Готово👍!');
    await userEvent.clear(field());
  });
});

describe('files of messages', () => {
  test('CHAT-16, CHAT-26: what was just sent can be fetched by its sender at once', async () => {
    chatAnswers();
    await openChats(world);
    await userEvent.upload(chooser(), pdf('свежий.pdf'));
    await send();
    (await upload(0)).answer(200, '/v0/file/s/fresh.pdf');
    const link = await within(await chatLog()).findByRole('link', { name: /свежий\.pdf/ });
    expect(link.getAttribute('href')).toContain('/v0/file/s/fresh.pdf?');
  });

  test('CHAT-26: a picture opens in the viewer and can be fetched; its address carries the chat’s token', async () => {
    chatAnswers();
    await openChats(world);
    await userEvent.click(await screen.findByRole('button', { name: 'Открыть картинку: фото.png' }));
    const viewer = await screen.findByRole('dialog', { name: 'фото.png' });
    const shown = within(viewer).getByRole('img', { name: 'фото.png' });
    expect(shown.getAttribute('src')).toMatch(/^\/v0\/file\/s\/p\.png\?apikey=.+&auth=token&secret=.+$/);
    expect(within(viewer).getByRole('link', { name: 'Скачать' }).getAttribute('href')).toMatch(/&asatt=1$/);
    await userEvent.click(within(viewer).getByRole('button', { name: 'Закрыть' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('CHAT-16: a file is fetched by its link; one without is only logged', async () => {
    chatAnswers();
    await openChats(world);
    const log = await chatLog();
    const link = await within(log).findByRole('link', { name: /памятка\.pdf/ });
    expect(link).toHaveTextContent('340 КБ');
    expect(link).toHaveAttribute('download', 'памятка.pdf');
    await userEvent.click(within(log).getByRole('button', { name: /нет\.pdf/ }));
    expect(warned).toHaveBeenLastCalledWith('chat: file too large', 'нет.pdf');
  });
});
