import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { FileIcon } from '#console/fields/files/file-icon.tsx';
import NewsCard from '#console/sections/news/news-card.tsx';
import { newsLink } from '#console/shell/page-links.ts';
import { shortMomentText } from '#console/ui/display/moment.tsx';
import type { NewsItem } from '#resources/protocol/news/news.ts';
import { pass, stopClock } from '#tests/support/console/clock.ts';
import { openSection } from '#tests/support/console/engine-stage.tsx';
import { announcement, feedOf, NEWS, newsroom, savedNews } from '#tests/support/console/news.ts';
import { takeComplaints } from '#tests/support/console/setup.ts';

const LIST = 'GET /api/crm/news/';
const items = jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get');
const area = jest.spyOn(Element.prototype, 'clientHeight', 'get');

beforeEach(() => {
  items.mockReturnValue(200);
  area.mockReturnValue(900);
});
afterEach(() => {
  items.mockReset();
  area.mockReset();
  jest.useRealTimers();
});

/** Opens the feed with these announcements. */
function openFeed(results: NewsItem[], level = 'write') {
  const server = newsroom({ [LIST]: { json: feedOf(results) } }, level);
  openSection(NEWS, '/news', { 'news-card': NewsCard });
  return server;
}

describe('the feed', () => {
  test('NEWS-02, NEWS-03: an empty one says «Нет новостей(» and offers to write', async () => {
    openFeed([]);
    expect(await screen.findByText('Нет новостей(')).toBeVisible();
    const [link] = screen.getAllByRole('link', { name: /Написать объявление/ });
    expect(link).toHaveTextContent('➕ Написать объявление');
    expect(link).toHaveAttribute('href', '/create-news-form');
  });

  test('NEWS-04: asks for twenty of the checked buildings', async () => {
    const server = openFeed([announcement()]);
    await screen.findByRole('article');
    expect(server.callsTo(LIST).at(-1)?.url).toBe('/api/crm/news/?buildings_id=3,5&page_size=20');
  });

  test('NEWS-04: a link of a flat’s card narrows the feed to it, until that is taken back', async () => {
    const server = newsroom({ [LIST]: { json: feedOf([announcement()]) } });
    const address = `/news?filter=${encodeURIComponent('{"unit":48}')}&flat=${encodeURIComponent('кв. 48')}`;
    openSection(NEWS, address, { 'news-card': NewsCard });
    expect(await screen.findByText('Для помещения: кв. 48')).toBeVisible();
    await screen.findByRole('article');
    expect(server.callsTo(LIST).at(-1)?.url).toContain('unit=48');
    fireEvent.click(screen.getByRole('button', { name: 'Сбросить условия' }));
    await waitFor(() => expect(screen.queryByText(/^Для помещения/)).toBeNull());
    await waitFor(() => expect(server.callsTo(LIST).at(-1)?.url).not.toContain('unit='));
  });

  test('NEWS-04: a link to an announcement shows it alone, until that is taken back', async () => {
    const server = newsroom({ [LIST]: { json: feedOf([announcement()]) } });
    openSection(NEWS, newsLink(7), { 'news-card': NewsCard });
    expect(await screen.findByText('Только то, на что вела ссылка')).toBeVisible();
    await screen.findByRole('article');
    expect(server.callsTo(LIST).at(-1)?.url).toMatch(/[?&]id=7(&|$)/);
    fireEvent.click(screen.getByRole('button', { name: 'Сбросить условия' }));
    await waitFor(() => expect(server.callsTo(LIST).at(-1)?.url).not.toMatch(/[?&]id=/));
  });

  test('API-14: what cannot be read is left out, named once in the browser’s console, and counted in a line of the page', async () => {
    const lean = { id: 4, title: 'Мойка фасада', target: { buildings: [3] }, author: null, image_attachments: null };
    const json = { results: [{ title: 'Без номера' }, lean, announcement()], next: null };
    newsroom({ [LIST]: { json, malformed: true } });
    openSection(NEWS, '/news', { 'news-card': NewsCard });
    const [first] = await screen.findAllByRole('article');
    expect(screen.getAllByRole('article')).toHaveLength(2);
    expect(within(first as HTMLElement).getByText(/^ул\. Лесная, 12/)).toBeVisible();
    expect(screen.getByText('Не удалось показать 1 запись')).toBeVisible();
    expect(takeComplaints()).toEqual([expect.stringContaining('/api/crm/news/: a record could not be read')]);
  });

  test.each([
    ['NEWS-16', 'info', 'ИНФО'],
    ['NEWS-16', 'accident', 'АВАРИЯ'],
    ['NEWS-16', 'report', 'ОТЧЕТ'],
    ['NEWS-16, NEWS-18', 'adv', 'РЕКЛАМА'],
    ['NEWS-16, NEWS-18', 'alert', 'ВАЖНО'],
    ['NEWS-17', 'advert', 'РЕКЛАМА'],
    ['NEWS-17', 'warn', 'ВАЖНО'],
  ] as const)('%s: the badge of %s reads %s', async (_item, type, badge) => {
    openFeed([announcement({ type })]);
    expect(await screen.findByText(badge)).toBeVisible();
  });

  test('NEWS-15: one’s own is signed «Вы», another’s by name', async () => {
    openFeed([announcement({ author: { name: 'me', avatar: null } }), announcement({ id: 2 })]);
    const [own, other] = await screen.findAllByRole('article');
    expect(within(own as HTMLElement).getByText('Вы')).toBeVisible();
    expect(within(other as HTMLElement).getByText('Ольга Трофимова')).toBeVisible();
    expect(within(other as HTMLElement).getByText('ул. Лесная, 12: подъезды 1 и 2')).toBeVisible();
  });

  test.each([
    [1, 1, null],
    [2, 2, null],
    [3, 3, null],
    [4, 4, null],
    [6, 4, '+2'],
  ])('NEWS-10, NEWS-11, NEWS-12: %p pictures are %p tiles and the counter %p', async (count, tiles, more) => {
    openFeed([announcement({}, count)]);
    const shown = await screen.findAllByRole('button', { name: /^Фото \d из/ });
    expect(shown).toHaveLength(tiles);
    expect(shown[0]?.parentElement).toHaveAttribute('data-count', String(tiles));
    expect(screen.queryByText(/^\+\d/)?.textContent ?? null).toBe(more);
  });

  test.each([
    ...['doc', 'docx', 'rtf', 'txt'].map((ending) => [ending, 'DescriptionOutlinedIcon'] as const),
    ['pdf', 'PictureAsPdfOutlinedIcon'],
    ...['ppt', 'pptx'].map((ending) => [ending, 'SlideshowOutlinedIcon'] as const),
    ...['xls', 'xlsx', 'csv'].map((ending) => [ending, 'TableChartOutlinedIcon'] as const),
    ...['zip', 'rar', '7z'].map((ending) => [ending, 'FolderZipOutlinedIcon'] as const),
    ['PNG', 'ImageOutlinedIcon'],
    ['exe', 'InsertDriveFileOutlinedIcon'],
  ] as const)('ATT-10: a file with the ending %s has the icon %s', (ending, icon) => {
    render(<FileIcon name={`Смета.2026.${ending}`} />);
    expect(screen.getByTestId(icon)).toBeInTheDocument();
  });

  test('NEWS-14: files are links with their names', async () => {
    const file = { id: 7, mime: 'application/pdf', preview_url: null, medium: null, large: null };
    openFeed([
      announcement({ file_attachments: [{ ...file, name: 'Акты.pdf', size: 2_400_000, s3_file: { file: '/f/7' } }] }),
    ]);
    const link = await screen.findByRole('link', { name: /Акты\.pdf/ });
    expect(link).toHaveAttribute('href', '/f/7');
    expect(link).toHaveTextContent('2,4 МБ');
    expect(within(link).getByTestId('PictureAsPdfOutlinedIcon')).toBeInTheDocument();
  });

  test.each([
    ['PERM-08', 'read', true, 'Нет права «Новости: создание и редактирование»'],
    ['NEWS-06', 'write', false, 'Среди адресатов есть недоступные вам'],
  ])(
    '%s: with %s and all its places mine: %p, the menu is greyed and says «%s»',
    async (_item, level, is_all_places, why) => {
      openFeed([announcement({ is_all_places })], level);
      const dots = await screen.findByRole('button', { name: /^Действия/ });
      expect(dots).toHaveAttribute('aria-disabled', 'true');
      expect(dots).toHaveAccessibleDescription(expect.stringContaining(why));
    },
  );
});

describe('deleting', () => {
  const REMOVE = 'DELETE /api/crm/news/1/';
  const RESTORE = 'POST /api/crm/news/1/restore/';
  // An offer of one test is over before the next one.
  afterEach(() => pass(11_000));

  async function hold(ms: number) {
    stopClock();
    const server = openFeed([announcement()]);
    server.answer(REMOVE, { status: 204 });
    server.answer(RESTORE, { json: savedNews(1) });
    await pass(1000);
    fireEvent.click(await screen.findByRole('button', { name: /^Действия/ }));
    const item = await screen.findByRole('menuitem', { name: 'Удалить' });
    // jsdom has no pointer events of its own.
    fireEvent(item, new MouseEvent('pointerdown', { bubbles: true, button: 0 }));
    expect(item).toHaveTextContent('Удерживайте...');
    await pass(ms);
    fireEvent.pointerUp(item);
    await pass(100);
    return server;
  }

  test('NEWS-07, NEWS-08: held for a second, nothing is sent', async () => {
    const server = await hold(1000);
    await pass(2000);
    expect(server.callsTo(REMOVE)).toEqual([]);
  });

  test('NEWS-07, NEWS-09: held for 1.6 s, it is sent and the list is asked for anew', async () => {
    const server = await hold(1600);
    expect(server.callsTo(REMOVE)).toHaveLength(1);
    expect(server.callsTo(LIST).length).toBeGreaterThan(1);
  });

  test('can be taken back for ten seconds', async () => {
    const server = await hold(1600);
    expect(screen.getByText('Объявление удалено')).toBeVisible();
    const before = server.callsTo(LIST).length;
    fireEvent.click(screen.getByRole('button', { name: 'Вернуть' }));
    await pass(100);
    expect(server.callsTo(RESTORE)).toHaveLength(1);
    await waitFor(() => expect(server.callsTo(LIST).length).toBeGreaterThan(before));
    expect(screen.queryByText('Объявление удалено')).toBeNull();
  });

  test('is final after that', async () => {
    await hold(1600);
    await pass(9000);
    expect(screen.getByRole('button', { name: 'Вернуть' })).toBeVisible();
    await pass(1500);
    expect(screen.queryByRole('button', { name: 'Вернуть' })).toBeNull();
  });
});

describe('a moment', () => {
  const now = new Date(2026, 2, 20, 15, 0);
  const at = (...parts: [number, number, number, number, number]) =>
    shortMomentText(new Date(...parts).toISOString(), now);
  test('SHELL-36, SHELL-37, SHELL-38: is a time under a day, a day in this year, a date with the year before', () => {
    expect(at(2026, 2, 20, 14, 5)).toBe('14:05');
    expect(at(2026, 2, 19, 15, 1)).toBe('15:01');
    expect(at(2026, 2, 19, 14, 59)).toBe('19 марта');
    expect(at(2026, 0, 5, 9, 0)).toBe('5 января');
    expect(at(2023, 2, 5, 9, 0)).toBe('5 марта 2023');
    expect(shortMomentText('нет', now)).toBe('');
  });
});
