import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { session } from '#console/data/session/session.ts';
import {
  changeSearch,
  currentSearch,
  resetSearch,
  showBuildingUnits,
} from '#console/sections/residents/search-state.ts';
import { listSuggestions } from '#console/sections/residents/suggestions.ts';
import { tagsQuery, withTags } from '#console/sections/residents/tags.ts';
import { unset } from '#i18n/typeset.ts';
import { TAG_OBJECTS } from '#resources/protocol/search/search.ts';
import { HOUSES } from '#tests/support/console/engine-stage.tsx';
import { FOUND, office, openResidents, suggested, TYPED } from '#tests/support/console/residents.ts';

const box = () => screen.findByRole('combobox', { name: 'Поиск резидентов' });
const chips = () =>
  screen
    .queryAllByRole('button', { name: /^Убрать условие/ })
    .map((chip) => unset(chip.getAttribute('aria-label') ?? ''));
const type = async (text: string) => userEvent.type(await box(), text);
/** Types and takes the first suggestion by Enter. */
async function add(text: string): Promise<void> {
  await type(text);
  await screen.findByRole('option', { name: new RegExp(`^Этаж ${text}`) });
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
}

test('RES-12: with exactly one building chosen its flats and residents stand there before any search', async () => {
  const server = office();
  session.checkedBuildings.set([HOUSES[0]?.id ?? 0]);
  openResidents();
  await screen.findByRole('table');
  expect(chips()).toEqual([]);
  expect(screen.getByText(/Ежов/)).toBeVisible();
  expect(server.callsTo(FOUND).map(({ url }) => url)).toEqual([
    `/api/crm/search/smart_search_by_tags/?buildings_id=${HOUSES[0]?.id}&page_size=100`,
  ]);
  // A search takes its place, and what was shown comes back with the last condition gone.
  await add('5');
  await waitFor(() => expect(server.callsTo(FOUND).at(-1)?.url).toMatch(/\?floor_entry=5&page_size/));
  await userEvent.click(screen.getByRole('button', { name: /^Убрать условие/ }));
  await screen.findByRole('table');
  expect(chips()).toEqual([]);
});

test('RES-13: another chosen building begins at its first page', () => {
  resetSearch();
  showBuildingUnits(3);
  changeSearch({ page: 2 });
  showBuildingUnits(3);
  expect(currentSearch().page).toBe(2);
  showBuildingUnits(5);
  expect(currentSearch().page).toBe(1);
});

describe('typing', () => {
  test('RES-01, RES-12, SHELL-30: before any search there is the box and nothing else; the selector is greyed', async () => {
    const server = office();
    openResidents();
    expect(await box()).toHaveAttribute(
      'placeholder',
      'Дом, комплекс, имя, телефон, подъезд, помещение, стояк или этаж',
    );
    expect(screen.queryByRole('table')).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(await screen.findByRole('button', { name: /Все объекты/ })).toHaveAttribute('aria-disabled', 'true');
    expect(server.callsTo(FOUND)).toEqual([]);
  });

  test('RES-02, RES-04, RES-05, RES-06: a suggestion becomes a tag, and the tags are looked for', async () => {
    const server = office();
    openResidents();
    await type('5');
    const option = await screen.findByRole('option', { name: /Этаж 5/ });
    expect(option).toHaveTextContent('2 помещения');
    expect(server.callsTo(TYPED).at(-1)?.body).toEqual({ search: '5', context: [] });
    await userEvent.click(option);
    expect(chips()).toEqual(['Убрать условие «этаж: 5»']);
    await screen.findByRole('table');
    expect(server.callsTo(FOUND).map(({ url }) => url)).toEqual([
      '/api/crm/search/smart_search_by_tags/?floor_entry=5&page_size=100',
    ]);
    await type('12');
    await screen.findByRole('option', { name: /12/ });
    expect(server.callsTo(TYPED).at(-1)?.body).toEqual({
      search: '12',
      context: [{ object_type: 'floor', search_type: 'contains', id: '5' }],
    });
  });

  test('RES-03, API-19, ERR-06: an earlier call is cancelled by the next, without an alert', async () => {
    let answer: (() => void) | undefined;
    const server = office('write', {
      [TYPED]: ({ body }) => {
        const { search } = body as { search: string };
        const json = suggested({ types: ['resident'], search_str: search });
        if (search !== 'ив') return { json };
        return new Promise((resolve) => {
          answer = () => resolve({ json });
        });
      },
    });
    openResidents();
    await type('ив');
    await waitFor(() => expect(server.callsTo(TYPED)).toHaveLength(1));
    await type('анов');
    await screen.findByRole('option', { name: /иванов/ });
    expect(server.callsTo(TYPED)[0]?.signal?.aborted).toBe(true);
    answer?.();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('RES-04: Enter before the answer takes the first suggestion when it comes', async () => {
    office();
    openResidents();
    await type('5{Enter}');
    await waitFor(() => expect(chips()).toEqual(['Убрать условие «этаж: 5»']));
  });

  test('RES-04: arrow keys go through the suggestions, Escape closes them', async () => {
    office('write', {
      [TYPED]: {
        json: suggested({
          types: ['unit', 'floor', 'porch'],
          search_str: '2',
          counts: { unit: 1, floor: 100, porch: 5 },
        }),
      },
    });
    openResidents();
    await type('2');
    const options = await screen.findAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual([
      'Подъезд 25 помещений',
      'Помещение 21 помещение',
      'Этаж 2100 и больше',
    ]);
    expect(options[0]).toHaveAttribute('aria-selected', 'true');
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    expect(await box()).toHaveAttribute('aria-activedescendant', options[2]?.id);
    await userEvent.keyboard('{ArrowDown}{ArrowUp}{ArrowUp}');
    expect(options[1]).toHaveAttribute('aria-selected', 'true');
    await userEvent.keyboard('{Escape}');
    expect(await box()).toHaveAttribute('aria-expanded', 'false');
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(chips()).toEqual(['Убрать условие «помещение: 2»']);
  });

  test('RES-08, RES-09: nothing to suggest, and a failure, are said below the box', async () => {
    const server = office('write', { [TYPED]: { json: suggested() } });
    openResidents();
    await type('щщ');
    expect(await screen.findByText('Нет совпадений')).toBeVisible();
    server.answer(TYPED, { status: 500, json: { detail: 'x' } });
    await type('щ');
    expect(await screen.findByText('Произошла непредвиденная ошибка')).toBeVisible();
  });
});

describe('tags', () => {
  test('RES-06, RES-07: arrow keys lead through the tags; Backspace, Delete and the cross take them away', async () => {
    const server = office();
    openResidents();
    for (const text of ['1', '2', '3', '4']) await add(text);
    expect(chips()).toHaveLength(4);
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(screen.getByRole('button', { name: 'Убрать условие «этаж: 3»' })).toHaveFocus();
    await userEvent.keyboard('{Delete}');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Убрать условие «этаж: 4»' })).toHaveFocus());
    await userEvent.keyboard('{Home}{ArrowRight}{Backspace}');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Убрать условие «этаж: 1»' })).toHaveFocus());
    await userEvent.keyboard('{End}');
    expect(await box()).toHaveFocus();
    await userEvent.keyboard('{Backspace}');
    expect(chips()).toEqual(['Убрать условие «этаж: 1»']);
    expect(server.callsTo(FOUND).at(-1)?.url).toContain('?floor_entry=1&page_size=100');
    await userEvent.click(screen.getByRole('button', { name: 'Убрать условие «этаж: 1»' }));
    expect(chips()).toEqual([]);
    expect(screen.queryByRole('table')).toBeNull();
  });

  test('RES-07: the cross at the end takes all of it away, and nothing is found any more', async () => {
    office();
    openResidents();
    await add('1');
    await screen.findByRole('table');
    await type('иван');
    await userEvent.click(screen.getByRole('button', { name: 'Очистить поиск' }));
    expect(chips()).toEqual([]);
    expect(await box()).toHaveValue('');
    expect(screen.queryByRole('table')).toBeNull();
    expect(screen.getByText('Найдите помещение или резидента')).toBeVisible();
  });

  test('RES-05: the query has ids by comma, and a text a key', () => {
    const tags = [
      { objectType: 'building', searchType: 'object', id: 3, label: '' },
      { objectType: 'building', searchType: 'object', id: 5, label: '' },
      { objectType: 'complex', searchType: 'object', id: 1, label: '' },
      { objectType: 'resident', searchType: 'object', id: 7, label: '' },
      { objectType: 'resident', searchType: 'contains', id: 'Ёж & Ко', label: '' },
      { objectType: 'phone', searchType: 'contains', id: '+7 9', label: '' },
    ] as const;
    expect(tagsQuery(tags)).toBe(
      `buildings_id=3,5&complexes_id=1&residents_id=7&resident_entry=${encodeURIComponent('Ёж & Ко')}&phone_entry=%2B7%209`,
    );
    expect(withTags(tags, [tags[0], tags[3]])).toHaveLength(6);
  });

  test('RES-04, RES-06, RES-20: objects are tags of search type object, a resident by his `user`; a short form is several', () => {
    const unit = { unit_type: 'flat', label: '48', building: { street: 'ул. Лесная', number: '12' } } as const;
    const person = { id: 70, user: 7, first_name: 'Пётр', last_name: 'Ежов', phone_number: '', avatar: null, unit };
    const items = listSuggestions(
      suggested({
        search_str: 'д5 кв12',
        complexes: [{ id: 1, name: 'Роща' }],
        buildings: [{ id: 3, street: 'ул. Лесная', number: '12', complex: null }],
        residents: [person],
        parts: [
          { object_type: 'building', search_type: 'contains', id: 'д 5' },
          { object_type: 'unit', search_type: 'contains', id: 'кв 12' },
        ],
      }),
      (key) => key,
    );
    expect(items.map(({ tags }) => tags.map(({ objectType, searchType, id }) => [objectType, searchType, id]))).toEqual(
      [
        [
          ['building', 'contains', 'д 5'],
          ['unit', 'contains', 'кв 12'],
        ],
        [['complex', 'object', 1]],
        [['building', 'object', 3]],
        [['resident', 'object', 7]],
      ],
    );
  });
});

test('RES-01, RES-04, RES-05, RES-06: a tag of each kind, contained or found, is offered, taken, named and looked for', async () => {
  const unit = { unit_type: 'flat', label: '48', building: { street: 'ул. Лесная', number: '12' } } as const;
  const person = { id: 7, user: 7, first_name: 'Пётр', last_name: 'Ежов', phone_number: '', avatar: null, unit };
  const server = office('write', {
    [TYPED]: {
      json: suggested({
        search_str: '12',
        types: [...TAG_OBJECTS],
        counts: Object.fromEntries(TAG_OBJECTS.map((kind, at) => [kind, at + 1])),
        complexes: [{ id: 1, name: 'ЖК «Роща»' }],
        buildings: [{ id: 3, street: 'ул. Лесная', number: '12', complex: null }],
        residents: [person],
      }),
    },
  });
  openResidents();
  const offered = [
    ['Комплекс: 12', 'complex_entry=12', 'комплекс: 12'],
    ['Адрес содержит 12', 'building_entry=12', 'дом: 12'],
    ['Имя содержит 12', 'resident_entry=12', 'резидент: 12'],
    ['Подъезд 12', 'porch_entry=12', 'подъезд: 12'],
    ['Помещение 12', 'unit_entry=12', 'помещение: 12'],
    ['Стояк 12', 'pipe_entry=12', 'стояк: 12'],
    ['Этаж 12', 'floor_entry=12', 'этаж: 12'],
    ['Телефон содержит 12', 'phone_entry=12', 'телефон: 12'],
    ['ЖК «Роща»', 'complexes_id=1', 'комплекс: ЖК «Роща»'],
    ['12ул. Лесная', 'buildings_id=3', 'дом: ул. Лесная, 12'],
    ['Ежов Пётр', 'residents_id=7', 'резидент: Ежов Пётр'],
  ] as const;
  for (const [says, query, named] of offered) {
    await type('12');
    const options = await screen.findAllByRole('option');
    expect(options).toHaveLength(offered.length);
    const option = options.find(({ textContent }) => textContent?.includes(says));
    if (!option) throw new Error(`«${says}» is not among ${options.map(({ textContent }) => textContent).join(' | ')}`);
    await userEvent.click(option);
    expect(chips()).toEqual([`Убрать условие «${named}»`]);
    await waitFor(() => expect(server.callsTo(FOUND).at(-1)?.url).toContain(`?${query}&page_size=100`));
    await userEvent.click(screen.getByRole('button', { name: `Убрать условие «${named}»` }));
    expect(chips()).toEqual([]);
  }
});

test('the search outlives the page, not the session', async () => {
  office();
  const first = openResidents();
  await add('5');
  first.unmount();
  const second = openResidents();
  expect(await screen.findByRole('button', { name: /этаж: 5/ })).toBeVisible();
  const list = screen.getByRole('list', { name: 'Условия поиска' });
  expect(within(list).getAllByRole('listitem')[0]).toHaveAttribute('data-search-type', 'contains');
  second.unmount();
  localStorage.setItem('home-moderator', 'somebody else');
  openResidents();
  await box();
  await waitFor(() => expect(chips()).toEqual([]));
});
