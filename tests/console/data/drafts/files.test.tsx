import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { draftKey, writeDraft } from '#console/data/drafts/drafts.ts';
import { openSection } from '#tests/support/console/engine-stage.tsx';
import { openFields } from '#tests/support/console/field-form.tsx';
import { announcement, feedOf, NEWS, newsroom, savedNews } from '#tests/support/console/news.ts';
import { attachment, MadeUpUpload, serveUploads } from '#tests/support/console/uploads.ts';

beforeEach(() => serveUploads());

const choose = async (name: string) => {
  const box = await screen.findByLabelText(/Выберите файл/);
  await act(async () => void fireEvent.change(box, { target: { files: [new File(['x'], name)] } }));
};
const answer = (id: number) => {
  const upload = MadeUpUpload.begun.at(-1) as MadeUpUpload;
  return act(async () => upload.answer(201, [attachment(id)]));
};
const restore = async () => userEvent.click(await screen.findByRole('button', { name: 'Восстановить' }));
const names = () => [...document.querySelectorAll('li b')].map((name) => name.textContent);

test('ATT-12: a file of a draft and one that is added after another load of the page are both sent', async () => {
  // Keys that were counted anew by every load of the page stand in drafts.
  const first = { id: 5, key: 'new-1', realName: 'А.pdf', size: 9, status: 'done', uploadedAt: Date.now() };
  writeDraft(draftKey('1', '/keys/create', ''), { field: [first] });
  const { send } = await openFields({ field: { kind: 'files', label: 'Поле' } });
  await restore();
  await choose('Б.pdf');
  await answer(6);
  expect(names()).toEqual(['А.pdf', 'Б.pdf']);
  expect(await send()).toEqual({ field: [5, 6] });
});

test('NEWS-58: who takes a file away and adds one has both, and nobody else is said to have changed them', async () => {
  const SAVE = 'PATCH /api/crm/news/1/';
  const ONE = 'GET /api/crm/news/1/';
  const item = announcement({}, 3);
  /** The announcement as another session reads it: the addresses of files are signed for each. */
  const readBy = (session: string, pictures: typeof item.image_attachments) => ({
    ...item,
    target: { porches: [31, 32] },
    version: 'v4',
    image_attachments: pictures.map((picture) => ({
      ...picture,
      medium: { file: `/m/${picture.id}?by=${session}` },
      large: { file: `/l/${picture.id}?by=${session}` },
    })),
  });
  const server = newsroom({
    [ONE]: { json: readBy('1.a', item.image_attachments) },
    [SAVE]: { json: savedNews(1) },
    'DELETE /api/authorized/attachments/1/': { status: 204 },
    'GET /api/crm/news/': { json: feedOf([]) },
  });
  const typing = openSection(NEWS, '/edit-news-form?id=1');
  await userEvent.click(await screen.findByRole('button', { name: 'Убрать файл Фото 1.jpg' }));
  await choose('план.pdf');
  await answer(9);
  // On its way still when the page closes: it is not in the draft.
  await choose('смета.xls');
  typing.unmount();
  server.answer(ONE, { json: readBy('2.b', item.image_attachments.slice(1)) });
  openSection(NEWS, '/edit-news-form?id=1');
  await restore();
  expect(screen.queryByText(/кто-то другой изменил/)).toBeNull();
  expect(names()).toEqual(['Фото 2.jpg', 'Фото 3.jpg', 'план.pdf']);
  await userEvent.click(await screen.findByRole('button', { name: 'Внести изменения и опубликовать' }));
  await waitFor(() => expect(server.callsTo(SAVE)).toHaveLength(1));
  expect(server.callsTo(SAVE)[0]?.body).toMatchObject({ attachments: [2, 3, 9] });
});
