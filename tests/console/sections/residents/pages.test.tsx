import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { changeSearch } from '#console/sections/residents/search-state.ts';
import { building, FOUND, foundPage, office, openResidents, resident, unit } from '#tests/support/console/residents.ts';

const TAGS = [{ objectType: 'floor', searchType: 'contains', id: '5', label: '5' }] as const;
const DELETE = 'DELETE /api/crm/residents/11/';

test('RES-13, RES-19: when the only unit of the last page is found no more, the page before it is shown', async () => {
  const all = Array.from({ length: 11 }, (_, at) => unit(at + 1, { residents: [resident(at + 1, `Ежов-${at + 1}`)] }));
  const server = office('write', { [FOUND]: { json: foundPage([building(all)]) }, [DELETE]: { status: 204 } });
  changeSearch({ tags: TAGS });
  openResidents();
  await screen.findByText('1–10 из 11');
  await userEvent.click(screen.getByRole('button', { name: 'Страница 2' }));
  expect(await screen.findByText('11–11 из 11')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'кв. 11' }));
  const card = within(await screen.findByRole('complementary'));
  await userEvent.click(card.getByRole('button', { name: /Ежов-11/ }));
  server.answer(FOUND, { json: foundPage([building(all.slice(0, 10))]) });
  const remove = await screen.findByRole('menuitem', { name: 'Удалить' });
  jest.useFakeTimers();
  try {
    // jsdom has no PointerEvent of its own.
    fireEvent(remove, new MouseEvent('pointerdown', { bubbles: true, button: 0 }));
    await act(() => jest.advanceTimersByTimeAsync(1_600));
  } finally {
    jest.useRealTimers();
  }
  await waitFor(() => expect(server.callsTo(DELETE)).toHaveLength(1));
  expect(await screen.findByText('1–10 из 10')).toBeVisible();
  expect(screen.getAllByRole('button', { name: /^кв\./ })).toHaveLength(10);
  expect(screen.getByRole('button', { name: 'Страница 1' })).toHaveAttribute('aria-current', 'page');
  expect(screen.queryByRole('complementary')).toBeNull();
});

test('RES-13: a page beyond a hundred that is empty now leads to the last there is', async () => {
  const all = Array.from({ length: 101 }, (_, at) => unit(at + 1));
  let count = 101;
  office('write', {
    [FOUND]: ({ url }) => {
      const page = Number(new URL(url, 'http://x').searchParams.get('page') ?? 1);
      const here = all.slice(0, count).slice((page - 1) * 100, page * 100);
      return {
        json: foundPage(here.length ? [building(here)] : [], {
          count,
          number: page,
          next: count > page * 100 ? `?page=${page + 1}` : null,
        }),
      };
    },
  });
  changeSearch({ tags: TAGS, size: 100 });
  openResidents();
  await screen.findByText('1–100 из 101');
  count = 100;
  await userEvent.click(screen.getByRole('button', { name: 'Страница 2' }));
  expect(await screen.findByText('1–100 из 100')).toBeVisible();
  expect(screen.getByRole('button', { name: 'кв. 100' })).toBeVisible();
});
