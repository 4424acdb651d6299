import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { extraDefinitions } from '#console/app/extra-definitions.ts';
import { liveRoutes, renamedSectionRoutes } from '#console/app/live-routes.tsx';
import { definitionTrouble } from '#console/data/definition-trouble.ts';
import { draftKey, readDraft, smallKey, writeDraft } from '#console/data/drafts/drafts.ts';
import { notifyConnectionOpen, notifyLiveFrame } from '#console/data/live/live-frames.ts';
import { loadCsvTexts, readableRows } from '#console/engine/list/export/export-rows.ts';
import { text } from '#i18n/text.ts';
import { madeUp } from '#tests/support/console/definitions.ts';
import { openRoutes, openSection, signedIn } from '#tests/support/console/engine-stage.tsx';
import { asked, keys } from '#tests/support/console/keys.ts';
import { delayedReply } from '#tests/support/console/server.ts';

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
    await userEvent.click(await screen.findByRole('button', { name: 'Скачать CSV' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    const calls = server.callsTo(LIST).filter(({ url }) => url.includes('before='));
    expect(calls.map(({ url }) => new URL(url, 'http://x').searchParams.get('before'))).toEqual(['2147483647', '501']);
    expect(calls.map((call) => asked(call, 'filter'))).toEqual([{ q: 'Ключ' }, { q: 'Ключ' }]);
  });

  test('is said to come without files and pictures, beside the button and where a file is loaded', async () => {
    signedIn('write', { [LIST]: { json: [{ id: 1, label: 'Подвал' }], headers: { 'content-range': 'keys 0-0/1' } } });
    const fields = {
      label: { kind: 'text', label: 'Что' },
      scans: { kind: 'files', label: 'Сканы' },
      face: { kind: 'avatar', label: 'Портрет' },
    } as const;
    const form = [{ fields: ['label', 'scans', 'face'] }];
    const resource = madeUp({ fields, form, list: { layout: 'table', columns: ['label'] } });
    const list = openSection(resource, '/keys');
    expect(await screen.findByText('Файл без полей: Сканы, Портрет')).toBeVisible();
    list.unmount();
    openSection(resource, '/keys/import');
    expect(await screen.findByText('Не переносятся файлом и заполняются в форме: Сканы, Портрет.')).toBeVisible();
    expect(screen.getByText(/со столбцами: Что\./)).toBeVisible();
  });

  test('says what people read: labels of choices, addresses of houses, flats and titles, commas in numbers', () => {
    const resource = madeUp({
      fields: {
        label: { kind: 'text', label: 'Что' },
        place: { kind: 'choice', label: 'Где', wire: 'kept_in', options: [{ value: 'safe', label: 'Сейф' }] },
        house: { kind: 'building', label: 'Дом' },
        sum: { kind: 'number', label: 'Сумма' },
        scans: { kind: 'files', label: 'Сканы' },
        flat: { kind: 'unit', label: 'Квартира', building: 'house' },
        who: { kind: 'reference', label: 'Кто', to: 'employees' },
      },
    });
    const record = {
      id: 1,
      label: 'Подвал',
      kept_in: 'safe',
      house: 3,
      sum: 1.5,
      scans: [],
      flat: { id: 8, label: '48' },
      who: { id: 9, label: 'Котова Анна' },
    };
    expect(
      readableRows(resource, [record, { id: 2 }], { getAddress: () => 'ул. Лесная, 12', translate: text }),
    ).toEqual([
      ['Подвал', 'Сейф', 'ул. Лесная, 12', '1,5', '48', 'Котова Анна'],
      [null, null, null, null, null, null],
    ]);
  });
});

test('a list that the reader may not have leaves the file the ids of its things', async () => {
  signedIn('write', {
    'GET /api/crm/scenarios/companies/': { status: 403, json: { detail: 'Недостаточно прав' } },
    'GET /api/crm/services/': { json: [{ id: 4, name: 'Сантехника', icon: 'build' }] },
  });
  const resource = madeUp({
    fields: {
      label: { kind: 'text', label: 'Что' },
      firm: { kind: 'one-of', label: 'Фирма', from: '/api/crm/scenarios/companies/', text: 'name' },
      services: { kind: 'some-of', label: 'Услуги', from: '/api/crm/services/', text: 'name' },
    },
  });
  const words = await loadCsvTexts(resource, text, new AbortController().signal);
  expect(readableRows(resource, [{ id: 1, label: 'Подвал', firm: 7, services: [4] }], words)).toEqual([
    ['Подвал', expect.stringMatching(/^(№ )?7$/), 'Сантехника (№ 4)'],
  ]);
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
  await waitFor(() => expect(who.closest('li')).toHaveTextContent(/изменяет запись.*Где лежит:.*Сейф.*→.*Стол/));
});

test('sections that come, change and go are followed while the console is open; a failed look changes nothing', async () => {
  const DEFINITIONS = 'GET /resources/definitions/';
  const server = signedIn('write', { [DEFINITIONS]: { json: { definitions: [], problems: [], pending: [] } } });
  const extra = extraDefinitions();
  let told = 0;
  extra.subscribe(() => {
    told += 1;
  });
  expect(await extra.firstLoad).toEqual([]);
  expect(server.callsTo(DEFINITIONS)).toHaveLength(1);
  // That the server was heard is told as well, though it told of nothing.
  expect([told, extra.loadState()]).toEqual([1, 'heard']);

  // Put in after the first answer, before there was a line to hear of it.
  server.answer(DEFINITIONS, { json: { definitions: [madeUp()], problems: [], pending: [] } });
  notifyConnectionOpen();
  await waitFor(() => expect(extra.current().map(({ name }) => name)).toEqual(['keys']));
  notifyLiveFrame({ type: 'definitions-changed' });
  await waitFor(() => expect(server.callsTo(DEFINITIONS)).toHaveLength(3));
  expect(told).toBe(2);

  server.answer(DEFINITIONS, { json: { definitions: [], problems: [], pending: [] } });
  notifyConnectionOpen();
  await waitFor(() => expect(extra.current()).toEqual([]));
  expect(told).toBe(3);
});

test('a look that begins before another has ended takes nothing from it, and a late answer nothing from a later one', async () => {
  const DEFINITIONS = 'GET /resources/definitions/';
  const server = signedIn('write');
  const wrong = { file: 'keys.json', name: 'keys', title: null, problems: ['name: не указано'] };
  const first = delayedReply({ json: { definitions: [madeUp()], problems: [wrong], pending: [] } });
  server.answer(DEFINITIONS, first.reply);
  const extra = extraDefinitions();
  await waitFor(() => expect(server.callsTo(DEFINITIONS)).toHaveLength(1));
  const second = delayedReply({ json: { definitions: [], problems: [], pending: [] } });
  server.answer(DEFINITIONS, second.reply);
  notifyConnectionOpen();
  await waitFor(() => expect(server.callsTo(DEFINITIONS).length).toBeGreaterThan(1));
  first.release();
  expect((await extra.firstLoad).map(({ name }) => name)).toEqual(['keys']);
  expect(definitionTrouble.problems()).toEqual([wrong]);
  second.release();
  await waitFor(() => expect(extra.current()).toEqual([]));
  expect(definitionTrouble.problems()).toEqual([]);
});

test('the answer of an earlier look that comes last changes neither the sections nor what is said of wrong files', async () => {
  const DEFINITIONS = 'GET /resources/definitions/';
  const wrong = { file: 'keys.json', name: 'keys', title: null, problems: ['name: не указано'] };
  const early = delayedReply({ json: { definitions: [madeUp()], problems: [wrong], pending: [] } });
  const server = signedIn('write', { [DEFINITIONS]: early.reply });
  const extra = extraDefinitions();
  await waitFor(() => expect(server.callsTo(DEFINITIONS)).toHaveLength(1));
  server.answer(DEFINITIONS, { json: { definitions: [], problems: [], pending: [] } });
  notifyConnectionOpen();
  await waitFor(() => expect(extra.loadState()).toBe('heard'));
  await act(async () => early.release());
  expect(await extra.firstLoad).toEqual([]);
  expect(definitionTrouble.problems()).toEqual([]);
});

test('a form that is open keeps what is typed when the definitions change, and its list follows them', async () => {
  const DEFINITIONS = 'GET /resources/definitions/';
  const server = signedIn('write', {
    [DEFINITIONS]: { json: { definitions: [madeUp()], problems: [], pending: [] } },
    [LIST]: { json: keys(1), headers: { 'content-range': 'keys 0-0/1' } },
  });
  const extra = extraDefinitions();
  const [first] = await extra.firstLoad;
  if (!first) throw new Error('No section was told of');
  const page = openRoutes(first, liveRoutes(extra, first), '/keys/create');
  await userEvent.type(await screen.findByLabelText(/Что открывает/), 'Подвал');
  const renamed = madeUp();
  const fields = { ...renamed.fields, label: { kind: 'text' as const, label: 'Что запирает' } };
  server.answer(DEFINITIONS, { json: { definitions: [{ ...renamed, fields }], problems: [], pending: [] } });
  notifyLiveFrame({ type: 'definitions-changed' });
  await waitFor(() => expect(extra.current()[0]?.fields.label?.label).toBe('Что запирает'));
  expect(screen.getByLabelText(/Что открывает/)).toHaveValue('Подвал');
  page.unmount();
  openRoutes(first, liveRoutes(extra, first), '/keys');
  expect(await screen.findByText('Ключ 001')).toBeVisible();
});

describe('a section that is called otherwise now', () => {
  const DEFINITIONS = 'GET /resources/definitions/';
  const locks = () => madeUp({ name: 'locks', section: 'locks', was: 'keys' });
  const tell = () =>
    signedIn('write', {
      [DEFINITIONS]: { json: { definitions: [locks()], problems: [], pending: [] } },
      'GET /api/records/locks': { json: keys(1), headers: { 'content-range': 'locks 0-0/1' } },
      'GET /api/records/locks/1': { json: keys(1)[0] },
    });

  test.each([
    ['/keys?place=safe', '/locks?place=safe'],
    ['/keys/create', '/locks/create'],
    ['/keys/edit?id=1', '/locks/edit?id=1'],
    ['/keys/import', '/locks/import'],
  ])('has its page by the former address %s', async (from, to) => {
    tell();
    const extra = extraDefinitions();
    const [section] = await extra.firstLoad;
    if (!section) throw new Error('No section was told of');
    const { where } = openRoutes(
      section,
      [...liveRoutes(extra, section), ...renamedSectionRoutes(extra, section)],
      from,
    );
    await waitFor(() => expect(where()).toBe(to));
    expect(renamedSectionRoutes(extra, madeUp())).toEqual([]);
  });

  test('keeps drafts, small texts and what was chosen of its lists; what the new name has stays', async () => {
    const draft = (path: string, label: string) => writeDraft(draftKey('1', path, ''), { label });
    draft('/keys/create', 'Подвал');
    draft('/keys-of-others/create', 'Чужой');
    draft('/keys/edit', 'Прежний');
    draft('/locks/edit', 'Новый');
    writeDraft(smallKey('1', '/keys?comment=5'), { message: 'Ключ у меня' });
    localStorage.setItem('RaStoreupravdom.keys.columns', '"label"');
    tell();
    await extraDefinitions().firstLoad;
    const kept = (path: string) => readDraft(draftKey('1', path, ''))?.values.label;
    expect(['/locks/create', '/keys/create', '/keys-of-others/create', '/locks/edit'].map(kept)).toEqual([
      'Подвал',
      undefined,
      'Чужой',
      'Новый',
    ]);
    expect(readDraft(smallKey('1', '/locks?comment=5'))?.values).toEqual({ message: 'Ключ у меня' });
    expect(localStorage.getItem('RaStoreupravdom.locks.columns')).toBe('"label"');
  });
});
