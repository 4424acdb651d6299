import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { onFailure } from '#console/data/http/failures.ts';
import type { FieldInput } from '#resources/language/define-resource.ts';
import { MS } from '#resources/limits.ts';
import { openFields } from '#tests/support/console/field-form.tsx';
import { takeComplaints } from '#tests/support/console/setup.ts';
import { attachment, MadeUpUpload, serveUploads } from '#tests/support/console/uploads.ts';

const FILES = { field: { kind: 'files', label: 'Поле' } } as const;
const FAILED = 'не удалось загрузить файл';
const RUNNING = 'обрабатываем файлы';

const told: string[] = [];
let stop = (): void => undefined;
beforeEach(() => {
  serveUploads();
  told.length = 0;
  stop = onFailure(({ message }) => told.push(message));
});
afterEach(() => stop());

/** A file of any size without its bytes. */
function file(name: string, bytes = 86_000): File {
  const made = new File(['x'], name);
  Object.defineProperty(made, 'size', { value: bytes });
  return made;
}
const input = () => screen.findByLabelText(/Выберите файл/);
const choose = async (...files: File[]) => {
  const box = await input();
  await act(async () => void fireEvent.change(box, { target: { files } }));
};
const upload = (index = 0) => MadeUpUpload.begun[index] as MadeUpUpload;
const answer = (id: number, index = 0) =>
  act(async () => upload(index).answer(201, [attachment(id, { preview_url: `/api/files/${id}/preview` })]));
const names = () => [...document.querySelectorAll('li b')].map((name) => name.textContent);
const button = (name: string) => screen.queryByRole('button', { name });

async function open(
  more: Partial<Extract<FieldInput, { kind: 'files' }>> = {},
  stored?: Record<string, unknown>,
  generic = false,
) {
  return openFields(
    { field: { ...FILES.field, ...more } },
    { ...(stored ? { stored } : {}), generic, answers: { 'DELETE /api/authorized/attachments/5/': { status: 204 } } },
  );
}

describe('files of a form', () => {
  test('ATT-01, ATT-12, ATT-13: one is uploaded at once under its name, its id is sent with the form', async () => {
    const { send } = await open();
    await choose(file('план дома.pdf'));
    const { method, url, headers, body } = upload().sent;
    expect([method, url]).toEqual(['POST', '/api/authorized/attachments/']);
    expect(headers.authorization).toBe('Token stored');
    expect(body?.get('attachments')).toHaveProperty('name', 'план дома.pdf');
    expect(names()).toEqual(['план дома.pdf']);
    await answer(5);
    expect(screen.getByText('86 КБ')).toBeVisible();
    expect(await send()).toEqual({ field: [5] });
  });

  test('ATT-03: on its way it shows how far it is, and the form waits for it', async () => {
    const { send, server } = await open();
    await choose(file('фото.jpg'));
    const bar = screen.getByRole('progressbar', { name: 'фото.jpg' });
    expect(bar).toHaveAttribute('aria-valuenow', '0');
    act(() => upload().arrive(0.42));
    expect(bar).toHaveAttribute('aria-valuenow', '42');
    await userEvent.click(screen.getByRole('button', { name: 'Добавить ключ' }));
    await waitFor(() => expect(screen.getAllByText(RUNNING)).toHaveLength(2));
    expect(server.callsTo('POST /api/crm/keys/')).toEqual([]);
    await answer(5);
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(document.querySelector('li img')).toHaveAttribute('src', '/api/files/5/preview');
    expect(await send()).toEqual({ field: [5] });
  });

  test('ATT-02, ATT-08: an answer other than 201 with a list is a failure; it can be tried again', async () => {
    const { send } = await open();
    await choose(file('фото.jpg'));
    await act(async () => upload().answer(200, [attachment(5)], { malformed: true }));
    expect(screen.getAllByText(FAILED)).toHaveLength(2);
    expect(told).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'Повторить загрузку файла фото.jpg' }));
    expect(screen.queryByText(FAILED)).toBeNull();
    await act(async () => upload(1).fail());
    expect(screen.getAllByText(FAILED)).toHaveLength(2);
    await userEvent.click(screen.getByRole('button', { name: 'Повторить загрузку файла фото.jpg' }));
    await answer(5, 2);
    expect(button('Повторить загрузку файла фото.jpg')).toBeNull();
    expect(await send()).toEqual({ field: [5] });
  });

  test.each([
    'Слишком большая картинка',
    'Картинку не удалось прочитать: сохраните её как JPEG и прикрепите снова',
    'Файлы такого типа не принимаются',
  ])('ATT-08, ERR-01: one refused for what it is says so, in the alert and beside it: %s', async (sentence) => {
    await open();
    await choose(file('фото.jpg'));
    await act(async () => upload().answer(400, { attachments: [sentence], request_id: 'a1' }));
    expect(told).toEqual([sentence]);
    expect(screen.getByText('фото.jpg', { selector: 'b' }).closest('li')).toHaveTextContent(sentence);
    expect(screen.getAllByText(FAILED)).toHaveLength(1);
    // The same file would be refused again.
    expect(button('Повторить загрузку файла фото.jpg')).toBeNull();
  });

  test('ATT-08: one refused for another reason says so, and can be tried again', async () => {
    await open();
    await choose(file('фото.jpg'));
    await act(async () => upload().answer(503, { detail: 'Хранилище занято' }));
    expect(screen.getByText('Хранилище занято')).toBeVisible();
    await userEvent.click(button('Повторить загрузку файла фото.jpg') as HTMLElement);
    expect(screen.queryByText('Хранилище занято')).toBeNull();
    await act(async () => upload(1).fail());
    expect(screen.getAllByText(FAILED)).toHaveLength(2);
  });

  test('ATT-12: one that has waited for a day is gone on the server: it says so and is not sent', async () => {
    const { send } = await open();
    await choose(file('план дома.pdf'));
    const uploaded = Date.now();
    await answer(5);
    const now = jest.spyOn(Date, 'now').mockReturnValue(uploaded + MS.upload + 60_000);
    await choose(file('фото.jpg'));
    await answer(6, 1);
    now.mockRestore();
    expect(await screen.findByText(/пролежал больше суток/)).toBeVisible();
    await userEvent.click(button('Убрать файл план дома.pdf') as HTMLElement);
    expect(await send()).toEqual({ field: [6] });
  });

  test('ATT-12: one the server refuses with the record is marked, the others are not', async () => {
    const { server, send } = await open();
    await choose(file('план дома.pdf'), file('фото.jpg'));
    await answer(5);
    await answer(6, 1);
    server.answer('POST /api/crm/keys/', { status: 400, json: { field: [FAILED], 'field.5': [FAILED] } });
    await send();
    const row = (name: string) => screen.getByText(name, { selector: 'b' }).closest('li');
    await waitFor(() => expect(row('план дома.pdf')).toHaveTextContent(FAILED));
    expect(row('фото.jpg')).not.toHaveTextContent(FAILED);
    // react-admin tells the developer of every failed call.
    expect(takeComplaints()).toHaveLength(1);
  });

  test('ATT-04: removing an uploaded one deletes it on the server', async () => {
    const { server, send } = await open();
    await choose(file('план.pdf'));
    await answer(5);
    await userEvent.click(screen.getByRole('button', { name: 'Убрать файл план.pdf' }));
    expect(names()).toEqual([]);
    await waitFor(() => expect(server.callsTo('DELETE /api/authorized/attachments/5/')).toHaveLength(1));
    expect(await send()).toEqual({ field: [] });
  });

  test('ATT-05: removing one on its way gives it up, without a DELETE', async () => {
    const { server } = await open();
    await choose(file('план.pdf'), file('фото.jpg'));
    await userEvent.click(screen.getByRole('button', { name: 'Отменить загрузку файла план.pdf' }));
    expect(upload().aborted).toBe(true);
    expect(upload(1).aborted).toBe(false);
    expect(names()).toEqual(['фото.jpg']);
    await act(async () => upload(1).fail());
    await userEvent.click(screen.getByRole('button', { name: 'Убрать файл фото.jpg' }));
    expect(names()).toEqual([]);
    expect(server.calls.filter(({ method }) => method === 'DELETE')).toHaveLength(0);
    expect(screen.queryByText(FAILED)).toBeNull();
  });

  test('ATT-13: its name opens it in a tab of its own, once it is uploaded', async () => {
    await open({}, { field: [attachment(6, { name: 'Смета.pdf' })] });
    const link = await screen.findByRole('link', { name: 'Смета.pdf' });
    expect(link).toHaveAttribute('href', '/api/files/6/original');
    expect(link).toHaveAttribute('target', '_blank');
    await choose(file('фото.jpg'));
    expect(screen.queryByRole('link', { name: 'фото.jpg' })).toBeNull();
    await answer(5);
    expect(screen.getByRole('link', { name: 'фото.jpg' })).toHaveAttribute('href', '/api/files/5/original');
  });

  test('ATT-06: one that is stored already is deleted at once', async () => {
    const { server, send } = await open(
      {},
      {
        field: [
          { id: 5, name: 'план.pdf' },
          { id: 6, name: 'смета.xls' },
        ],
      },
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Убрать файл план.pdf' }));
    await waitFor(() => expect(server.callsTo('DELETE /api/authorized/attachments/5/')).toHaveLength(1));
    expect(await send()).toEqual({ field: [6] });
  });

  test('ATT-06: one that a record of a generic section shows is deleted by saving and not before', async () => {
    const { server, send } = await open({}, { field: [{ id: 5, name: 'план.pdf' }] }, true);
    await userEvent.click(await screen.findByRole('button', { name: 'Убрать файл план.pdf' }));
    expect(names()).toEqual([]);
    await choose(file('фото.jpg'));
    await answer(8);
    server.answer('DELETE /api/authorized/attachments/8/', { status: 204 });
    await userEvent.click(screen.getByRole('button', { name: 'Убрать файл фото.jpg' }));
    expect(await send()).toEqual({ field: [] });
    const deleted = server.calls.filter(({ method }) => method === 'DELETE').map(({ url }) => url);
    expect(deleted).toEqual(['/api/authorized/attachments/8/']);
    expect(told).toEqual([]);
  });

  test('ATT-07, CONST-05: 6292000 bytes are taken; over it is refused without a call', async () => {
    await open();
    await choose(file('больше.pdf', 6_292_001));
    expect(names()).toEqual(['больше.pdf']);
    expect(screen.getAllByText(FAILED).length).toBeGreaterThan(0);
    expect(MadeUpUpload.begun).toHaveLength(0);
    expect(button('Повторить загрузку файла больше.pdf')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Убрать файл больше.pdf' }));
    await choose(file('равно.pdf', 6_292_000));
    expect(MadeUpUpload.begun).toHaveLength(1);
  });

  test('ATT-08, ATT-09: a wrong type is refused without a call', async () => {
    await open();
    await choose(file('вирус.exe'), file('таблица.XLSX'));
    expect(names()).toEqual(['вирус.exe', 'таблица.XLSX']);
    expect(screen.getByText(/^такие файлы не принимаются: подойдут картинки, PDF/)).toBeVisible();
    expect(MadeUpUpload.begun).toHaveLength(1);
    expect(upload().sent.body?.get('attachments')).toHaveProperty('name', 'таблица.XLSX');
  });

  test('only pictures where the definition wants pictures', async () => {
    await open({ only: 'images' });
    expect(await input()).toHaveAttribute('accept', '.bmp,.gif,.jpeg,.jpg,.jfif,.png,.tif,.tiff,.webp,.heic,.heif');
    await choose(file('план.pdf'));
    expect(MadeUpUpload.begun).toHaveLength(0);
    expect(screen.getByText(/^подойдут только картинки/)).toBeVisible();
    await choose(file('двор.jfif'));
    expect(MadeUpUpload.begun).toHaveLength(1);
  });

  test('ATT-14: as many as one likes; where the definition says so, no more than that', async () => {
    await open();
    await choose(...Array.from({ length: 20 }, (_, index) => file(`${index}.png`)));
    expect(MadeUpUpload.begun).toHaveLength(20);
  });

  test('a full field takes no more', async () => {
    await open({ max: 2 });
    await choose(file('1.png'), file('2.png'), file('3.png'));
    expect(names()).toEqual(['1.png', '2.png']);
    expect(screen.queryByLabelText(/Выберите файл/)).toBeNull();
  });

  test('a full field names the files that it does not take, also those that are dropped or pasted', async () => {
    await open({ max: 2 });
    await choose(file('1.png'), file('2.png'), file('3.png'));
    expect(screen.getByRole('alert')).toHaveTextContent('здесь помещается 2 файла, не добавлено: «3.png»');
    const given = (...files: string[]) => ({ types: ['Files'], files: files.map((name) => file(name)) });
    const many = given('4.png', '5.png', '6.png', '7.png', '8.png');
    await act(async () => void fireEvent.drop(document.body, { dataTransfer: many }));
    const said = 'здесь помещается 2 файла, не добавлено: «4.png», «5.png», «6.png» и ещё 2';
    expect(screen.getByRole('alert')).toHaveTextContent(said);
    await act(async () => void fireEvent.paste(document.body, { clipboardData: given('9.png') }));
    expect(screen.getByRole('alert')).toHaveTextContent('не добавлено: «9.png»');
    expect(names()).toEqual(['1.png', '2.png']);
    fireEvent.click(screen.getByRole('button', { name: 'Отменить загрузку файла 2.png' }));
    expect(screen.queryByText(/не добавлено/)).toBeNull();
    await choose(file('10.png'));
    expect(names()).toEqual(['1.png', '10.png']);
    expect(screen.queryByText(/не добавлено/)).toBeNull();
  });

  test('of several fields the one under the pointer takes what is dropped, the first what falls beside', async () => {
    const given = (name: string) => ({ files: [file(name)], types: ['Files'] });
    await openFields({ first: { kind: 'files', label: 'Сканы' }, second: { kind: 'files', label: 'Снимки' } });
    const group = (name: string) => screen.getByRole('group', { name });
    const namesIn = (name: string) => [...group(name).querySelectorAll('li b')].map(({ textContent }) => textContent);
    await screen.findAllByLabelText(/Выберите файл/);
    const second = group('Снимки').querySelector('ul') as HTMLElement;
    await act(async () => void fireEvent.drop(second, { dataTransfer: given('1.png') }));
    expect([namesIn('Сканы'), namesIn('Снимки')]).toEqual([[], ['1.png']]);
    await act(async () => void fireEvent.drop(document.body, { dataTransfer: given('2.png') }));
    expect([namesIn('Сканы'), namesIn('Снимки')]).toEqual([['2.png'], ['1.png']]);
    await act(async () => void fireEvent.paste(second, { clipboardData: given('3.png') }));
    expect([namesIn('Сканы'), namesIn('Снимки')]).toEqual([['2.png'], ['1.png', '3.png']]);
  });

  test('they may be dropped and pasted as well', async () => {
    await open();
    await input();
    const given = (name: string) => ({ types: ['Files'], files: [file(name)] });
    await act(async () => void fireEvent.drop(document.body, { dataTransfer: given('1.png') }));
    await act(async () => void fireEvent.paste(document.body, { clipboardData: given('2.png') }));
    expect(names()).toEqual(['1.png', '2.png']);
  });

  test('leaving the form asks first where a file is on its way, which no draft keeps, and gives it up', async () => {
    await open();
    await choose(file('план.pdf'));
    fireEvent.click(screen.getByRole('link', { name: 'Вернуться к списку' }));
    const dialog = await screen.findByRole('dialog', { name: 'Введённое не сохранится. Уйти со страницы?' });
    expect(upload().aborted).toBe(false);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Уйти' }));
    await waitFor(() => expect(upload().aborted).toBe(true));
  });
});
