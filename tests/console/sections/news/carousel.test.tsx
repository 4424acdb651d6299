import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import NewsCard from '#console/sections/news/news-card.tsx';
import { openSection } from '#tests/support/console/engine-stage.tsx';
import { announcement, feedOf, NEWS, newsroom } from '#tests/support/console/news.ts';

const LIST = 'GET /api/crm/news/';
const items = jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(200);
const area = jest.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(900);
afterAll(() => {
  items.mockRestore();
  area.mockRestore();
});

test('NEWS-19, NEWS-20: a feed that is drawn anew beneath the pictures leaves the one that is looked at', async () => {
  const server = newsroom({ [LIST]: { json: feedOf([announcement({}, 5)]) } });
  const { queryClient } = openSection(NEWS, '/news', { 'news-card': NewsCard });
  fireEvent.click(await screen.findByRole('button', { name: /^Фото 1 из 5/ }));
  await screen.findByText('1 из 5');
  for (const place of ['2 из 5', '3 из 5']) {
    fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowRight' });
    await screen.findByText(place);
  }
  // A colleague has changed its title and published another one.
  const renamed = announcement({ title: 'Вода вернулась' }, 5);
  server.answer(LIST, { json: feedOf([announcement({ id: 2, title: 'Новое объявление' }), renamed]) });
  await act(async () => void (await queryClient.invalidateQueries()));
  await waitFor(() => expect(screen.getByRole('dialog')).toHaveTextContent('Вода вернулась'));
  expect(screen.getByText('3 из 5')).toBeVisible();
});
