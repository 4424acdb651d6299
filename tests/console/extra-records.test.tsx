import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { extraDefinitions } from '#console/app/extra-definitions.ts';
import { tellFrame, tellLineOpen } from '#console/data/live-frames.ts';
import { exportRows } from '#console/engine/list/export-rows.ts';
import { madeUp } from '#tests/support/console/definitions.ts';
import { openSection, signedIn } from '#tests/support/console/engine-stage.tsx';
import { asked, keys } from '#tests/support/console/keys.ts';

const LIST = 'GET /api/records/keys';
const LISTED = { layout: 'table', columns: ['label', 'place', 'copies'], search: ['label'] } as const;

describe('the file of a generated section', () => {
  test('holds every record that the filters let through, read by falling id a thousand at a time', async () => {
    const many = keys(1_500).map((key, at) => ({ ...key, id: 1_500 - at }));
    const server = signedIn('read', {
      [LIST]: (call) => {
        const before = Number(new URL(call.url, 'http://x').searchParams.get('before') ?? 2 ** 31);
        const [from, to] = asked(call, 'range') as [number, number];
        const left = many.filter(({ id }) => id < before);
        return {
          json: left.slice(from, to + 1),
          headers: { 'content-range': `keys ${from}-${to}/${left.length}` },
        };
      },
    });
    const saved: Blob[] = [];
    URL.createObjectURL = (blob) => {
      saved.push(blob as Blob);
      return 'blob:x';
    };
    URL.revokeObjectURL = () => undefined;
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    openSection(madeUp({ list: { ...LISTED, search: [...LISTED.search], columns: [...LISTED.columns] } }), '/keys');
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Поиск' }), 'Ключ');
    await waitFor(() => expect(asked(server.callsTo(LIST).at(-1), 'filter')).toEqual({ q: 'Ключ' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Выгрузить в CSV' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    const calls = server.callsTo(LIST).filter(({ url }) => url.includes('before='));
    expect(calls.map(({ url }) => new URL(url, 'http://x').searchParams.get('before'))).toEqual(['2147483647', '501']);
    expect(calls.map((call) => asked(call, 'filter'))).toEqual([{ q: 'Ключ' }, { q: 'Ключ' }]);
  });

  test('says what people read: labels of choices, addresses of houses, commas in numbers', () => {
    const resource = madeUp({
      fields: {
        label: { kind: 'text', label: 'Что' },
        place: { kind: 'choice', label: 'Где', wire: 'kept_in', options: [{ value: 'safe', label: 'Сейф' }] },
        house: { kind: 'building', label: 'Дом' },
        sum: { kind: 'number', label: 'Сумма' },
        scans: { kind: 'files', label: 'Сканы' },
      },
    });
    const record = { id: 1, label: 'Подвал', kept_in: 'safe', house: 3, sum: 1.5, scans: [] };
    expect(exportRows(resource, [record, { id: 2 }], new Map([[3, 'ул. Лесная, 12']]))).toEqual([
      ['Подвал', 'Сейф', 'ул. Лесная, 12', '1,5'],
      [null, null, null, null],
    ]);
  });
});

test('the side card of a generated section tells who changed what', async () => {
  const [key] = keys(1);
  signedIn('read', {
    [LIST]: { json: [key], headers: { 'content-range': 'keys 0-0/1' } },
    [`GET /api/records/keys/${key?.id}`]: { json: key },
    [`GET /api/records/keys/${key?.id}/history/`]: {
      json: {
        results: [
          {
            id: 9,
            at: '2026-03-05T10:00:00.000Z',
            action: 'update',
            by: { user: 1, name: 'Анна Котова' },
            changes: [{ field: 'kept_in', before: 'safe', after: 'desk' }],
          },
        ],
        before: null,
      },
    },
  });
  openSection(madeUp({ card: { title: 'label', fields: ['copies'] } }), `/keys?id=${key?.id}`);
  expect(await screen.findByText('История изменений')).toBeVisible();
  const who = await screen.findByText('Анна Котова');
  await waitFor(() => expect(who.closest('li')).toHaveTextContent(/изменил\(а\) запись.*Где лежит:.*Сейф.*→.*Стол/));
});

test('sections that come, change and go are followed while the console is open; a failed look changes nothing', async () => {
  const DEFINITIONS = 'GET /resources/definitions/';
  const server = signedIn('write', { [DEFINITIONS]: { json: { definitions: [], problems: [] } } });
  const extra = extraDefinitions();
  let told = 0;
  extra.follow(() => {
    told += 1;
  });
  expect(await extra.all).toEqual([]);
  tellLineOpen();
  expect(server.callsTo(DEFINITIONS)).toHaveLength(1);

  server.answer(DEFINITIONS, { json: { definitions: [madeUp()], problems: [] } });
  tellFrame({ type: 'definitions-changed' });
  await waitFor(() => expect(extra.known().map(({ name }) => name)).toEqual(['keys']));
  tellFrame({ type: 'definitions-changed' });
  await waitFor(() => expect(server.callsTo(DEFINITIONS)).toHaveLength(3));
  expect(told).toBe(1);

  server.answer(DEFINITIONS, { json: { definitions: [], problems: [] } });
  tellLineOpen();
  await waitFor(() => expect(extra.known()).toEqual([]));
  expect(told).toBe(2);
});
