import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Tree, treeWithNote } from '#tests/support/tree-with-note.ts';

/** Form, list and card of a field that was added on a copy of the tree; the server of it: `tests/server/records/kit.test.ts`. */
const tree: Tree = treeWithNote();
afterAll(() => tree.remove());

const stage: typeof import('#tests/support/console/engine-stage.tsx') = require(
  tree.path('tests/support/console/engine-stage.tsx'),
);
const newsStage: typeof import('#tests/support/console/news.ts') = require(tree.path('tests/support/console/news.ts'));
const staff: typeof import('#tests/support/console/employees.ts') = require(
  tree.path('tests/support/console/employees.ts'),
);
const form: typeof import('#tests/support/console/news-form.ts') = require(
  tree.path('tests/support/console/news-form.ts'),
);

test('a note of an announcement is asked for, checked and sent', async () => {
  const server = newsStage.newsroom({ 'GET /api/crm/news/': { json: newsStage.feedOf([]) } });
  const { where } = stage.openSection(newsStage.NEWS, '/create-news-form');
  await form.chooseObject('12 ул. Лесная');
  await form.writeTexts();
  const note = screen.getByLabelText('Пометка');
  await userEvent.click(note);
  await userEvent.paste('я'.repeat(61));
  await userEvent.tab();
  expect(await screen.findByText('слишком много')).toBeVisible();
  await userEvent.clear(note);
  await userEvent.click(note);
  await userEvent.paste('ключи у вахтёра');
  await userEvent.click(await screen.findByRole('button', { name: 'Опубликовать объявление' }));
  await waitFor(() => expect(where()).toBe('/news'));
  expect(server.callsTo(form.CREATE).map(({ body }) => body)).toMatchObject([{ note: 'ключи у вахтёра' }]);
});

test('the form of an announcement shows the note that is kept and sends another one', async () => {
  const kept = {
    ...newsStage.announcement({ id: 7 }),
    target: { buildings: [3] },
    version: 'v1',
    note: 'ключи у вахтёра',
  };
  const server = newsStage.newsroom({
    'GET /api/crm/news/': { json: newsStage.feedOf([]) },
    'GET /api/crm/news/7/': { json: kept },
    'PATCH /api/crm/news/7/': { json: newsStage.savedNews(7) },
  });
  stage.openSection(newsStage.NEWS, '/edit-news-form?id=7');
  const note = await screen.findByLabelText('Пометка');
  await waitFor(() => expect(note).toHaveValue('ключи у вахтёра'));
  await form.writeTexts();
  await userEvent.clear(note);
  await userEvent.click(note);
  await userEvent.paste('ключи в офисе');
  await userEvent.click(await screen.findByRole('button', { name: 'Внести изменения и опубликовать' }));
  await waitFor(() => expect(server.callsTo('PATCH /api/crm/news/7/')).toHaveLength(1));
  expect(server.callsTo('PATCH /api/crm/news/7/')[0]?.body).toMatchObject({ note: 'ключи в офисе' });
});

test('the list of employees has a column of it, and their form shows what is kept and sends it back', async () => {
  const noted = { ...staff.employee(), note: 'по средам' };
  const server = staff.office({
    'GET /api/crm/employee/': { json: { ...staff.pageOf([noted]) } },
    'GET /api/crm/employee/7/': { json: noted },
    'PUT /api/crm/employee/7/': { json: { params: { user: 7, status: 'active' } } },
  });
  const list = stage.openSection(staff.EMPLOYEES, staff.LIST);
  expect(await screen.findByRole('columnheader', { name: /Пометка/ })).toBeVisible();
  const row = await screen.findByRole('row', { name: /Трофимова/ });
  expect(row.querySelector('[data-column="note"]')).toHaveTextContent('по средам');
  list.unmount();

  stage.openSection(staff.EMPLOYEES, `${staff.EDIT}?id=7`);
  const note = await screen.findByLabelText('Пометка');
  expect(note).toHaveValue('по средам');
  await userEvent.clear(note);
  await userEvent.click(note);
  await userEvent.paste('по пятницам');
  await userEvent.click(screen.getByRole('button', { name: 'Сохранить настройки' }));
  await waitFor(() => expect(server.callsTo('PUT /api/crm/employee/7/')).toHaveLength(1));
  expect(server.callsTo('PUT /api/crm/employee/7/')[0]?.body).toMatchObject({ note: 'по пятницам' });
});
