// Runs in test:all alone: the page as a whole; its steps are in builder-state.test.ts, one section in e2e.
import { EditorView } from '@codemirror/view';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { draftKey, writeDraft } from '#console/data/drafts/drafts.ts';
import { KnownDefinitions } from '#console/fields/known-definitions.ts';
import { BuilderPage } from '#console/sections/definitions/builder/builder-page.tsx';
import { writeDefinition } from '#console/sections/definitions/builder/state/definition-text.ts';
import { makeBlankDefinition } from '#console/sections/definitions/builder/state/new-definition.ts';
import { DefinitionsPage } from '#console/sections/definitions/definitions-page.tsx';
import type { Resource } from '#resources/language/define-resource.ts';
import { readDefinition } from '#resources/language/read-definition.ts';
import { openRoutes, signedIn } from '#tests/support/console/engine-stage.tsx';
import type { Reply } from '#tests/support/console/server.ts';

const FILES = '/resources/definitions/files/';
const KEYS = makeBlankDefinition('Ключи', () => false);
const TEXT = writeDefinition({ ...KEYS, name: 'keys', section: 'keys' });
const AT = '2026-03-01T10:00:00.000Z';
const stored = (text: string, version: number) => ({
  file: 'keys.json',
  text,
  version,
  changedAt: AT,
  changedBy: 'Анна Лебедева',
});
const PUT_KEYS = `PUT ${FILES}keys.json/`;

/** Opens the page of files, or the builder of one. */
function open(
  address: string,
  answers: Readonly<Record<string, Reply>> = {},
  /** Added sections that are in force. */
  inForce: readonly Resource[] = [],
) {
  const server = signedIn('write', {
    'GET /resources/definitions/': { json: { definitions: [], problems: [], pending: [] } },
    [`GET ${FILES}`]: { json: { files: [], removed: [] } },
    [`GET ${FILES}keys.json/`]: { json: stored(TEXT, 3) },
    ...answers,
  });
  const keys = readDefinition(KEYS, 'keys');
  const page = openRoutes(
    keys,
    [
      { path: '/definitions', element: <DefinitionsPage /> },
      {
        path: '/definitions/:name',
        element: (
          <KnownDefinitions value={inForce}>
            <BuilderPage />
          </KnownDefinitions>
        ),
      },
    ],
    address,
  );
  return { ...page, server };
}

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const bodyOf = (call: { body: unknown } | undefined) => call?.body as { text: string; version: number };

// jsdom measures no text.
Range.prototype.getClientRects ??= () => [] as unknown as DOMRectList;
Range.prototype.getBoundingClientRect ??= () => new DOMRect();

test('sections that were begun here, and those that were taken away, lead to the builder', async () => {
  const removed = {
    file: 'pets.json',
    name: 'pets',
    title: 'Питомцы',
    version: 4,
    changedAt: AT,
    changedBy: 'Анна Лебедева',
  };
  const kept = { file: 'keys.json', name: 'keys', title: 'Ключи', version: 3, changedAt: AT, changedBy: null };
  const drafted = (name: string, text: string) => writeDraft(draftKey('1', `/definitions/${name}`, ''), { text });
  drafted('keys', TEXT);
  drafted('propuska', writeDefinition(makeBlankDefinition('Пропуска', () => false)));
  drafted('slip', '{');
  const { where } = open('/definitions', {
    [`GET ${FILES}`]: { json: { files: [{ ...kept, broken: false }], removed: [removed] } },
    [`GET ${FILES}pets.json/`]: { status: 404, json: { detail: 'Нет такой страницы', code: 'not_found' } },
    [`GET ${FILES}pets.json/versions/`]: {
      json: { versions: [{ version: 4, changedAt: AT, changedBy: null, removed: true }] },
    },
    [`GET ${FILES}pets.json/versions/4/`]: {
      json: { text: TEXT, version: 4, changedAt: AT, changedBy: null, removed: true },
    },
  });
  const drafts = (await screen.findByText('Черновики (2)')).closest('details') as HTMLElement;
  const draftNames = within(drafts)
    .getAllByRole('link', { hidden: true })
    .map(({ textContent }) => textContent);
  expect(new Set(draftNames)).toEqual(new Set(['Пропуска', 'slip']));
  await userEvent.click(screen.getByText('Черновики (2)'));
  await userEvent.click(screen.getByRole('button', { name: 'Удалить черновик: slip' }));
  expect(screen.getByText('Черновики (1)')).toBeVisible();
  expect(Object.keys(localStorage).filter((key) => key.includes('/definitions/slip'))).toEqual([]);
  const row = screen.getByRole('link', { name: 'Ключи' }).closest('tr') as HTMLElement;
  expect(within(row).getByText('есть черновик')).toBeVisible();
  await userEvent.click(screen.getByText('Убранные разделы (1)'));
  expect(screen.getByText(/^убран .*Анна Лебедева$/)).toBeVisible();
  await userEvent.click(screen.getByRole('link', { name: 'Питомцы' }));
  expect(where()).toBe('/definitions/pets');
  expect(await screen.findByRole('button', { name: 'Применить' })).toBeEnabled();
});

test('«Пропуска» are made without a word of JSON: title, fields, «Применить»', async () => {
  const { server, where } = open('/definitions', {
    [`GET ${FILES}propuska.json/`]: { status: 404, json: { detail: 'Нет такой страницы', code: 'not_found' } },
    [`PUT ${FILES}propuska.json/`]: { json: { version: 1, problems: [], pending: false } },
  });
  await press('Новый раздел');
  await userEvent.type(await screen.findByLabelText('Название раздела'), 'Пропуска');
  await press('Создать');
  await press('Добавить поле: Дата');
  expect(where()).toBe('/definitions/propuska');
  const label = await screen.findByLabelText('Название');
  fireEvent.change(label, { target: { value: 'День визита' } });
  await userEvent.click(screen.getByRole('switch', { name: 'Обязательное' }));
  // The preview is the list itself.
  expect((await screen.findAllByText('День визита')).length).toBeGreaterThan(1);
  expect(screen.getAllByRole('heading', { name: 'Пропуска', level: 1 })).toHaveLength(2);
  await press('Применить');
  await waitFor(() => expect(server.callsTo(`PUT ${FILES}propuska.json/`)).toHaveLength(1));
  const body = bodyOf(server.callsTo(`PUT ${FILES}propuska.json/`)[0]);
  expect(body.version).toBe(0);
  expect(JSON.parse(body.text)).toMatchObject({
    name: 'propuska',
    words: { one: 'пропуск', many: 'пропусков' },
    fields: { nazvanie: { kind: 'text' }, denVizita: { kind: 'date', label: 'День визита', required: true } },
    list: { columns: ['nazvanie', 'denVizita'] },
    form: [{ fields: ['nazvanie', 'denVizita'] }],
  });
  await screen.findByText('Версия 1');
});

test('keys take a step back from the preview, but for what is typed into a previewed form', async () => {
  open('/definitions/keys');
  await press('Добавить поле: Телефон');
  await userEvent.click(await screen.findByRole('tab', { name: 'Форма' }));
  const preview = screen.getByRole('tabpanel', { name: 'Форма' });
  const undo = { code: 'KeyZ', key: 'z', ctrlKey: true };
  fireEvent.keyDown(await within(preview).findByLabelText('Название'), undo);
  expect(screen.getByRole('heading', { name: 'Поле «Телефон»' })).toBeVisible();
  fireEvent.keyDown(screen.getByRole('button', { name: 'Показать JSON' }), undo);
  expect(screen.queryByRole('heading', { name: 'Поле «Телефон»' })).toBeNull();
});

test('steps are taken back and made again by the keys, the draft is offered when one comes back', async () => {
  const { unmount } = open('/definitions/keys');
  await press('Добавить поле: Телефон');
  await press('Все поля');
  await screen.findByRole('button', { name: 'Настроить поле «Телефон»' });
  const row = screen.getByRole('button', { name: 'Настроить поле «Телефон»' });
  fireEvent.keyDown(row, { code: 'KeyZ', key: 'я', ctrlKey: true });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Настроить поле «Телефон»' })).toBeNull());
  fireEvent.keyDown(await screen.findByRole('button', { name: 'Настроить поле «Название»' }), {
    code: 'KeyZ',
    key: 'Я',
    ctrlKey: true,
    shiftKey: true,
  });
  await screen.findByRole('button', { name: 'Настроить поле «Телефон»' });
  unmount();
  open('/definitions/keys');
  await press('Восстановить');
  await screen.findByRole('button', { name: 'Настроить поле «Телефон»' });
});

test('the JSON beside the form is in step with it, both ways', async () => {
  open('/definitions/keys');
  await press('Показать JSON');
  const editor = await waitFor(() => {
    const view = EditorView.findFromDOM(document.querySelector<HTMLElement>('.cm-editor') as HTMLElement);
    if (!view) throw new Error('No editor yet');
    return view;
  });
  expect(editor.state.doc.toString()).toBe(TEXT);
  const typed = TEXT.replace('"label": "Название"', '"label": "Ключ"');
  editor.dispatch({ changes: { from: 0, to: TEXT.length, insert: typed } });
  await screen.findByRole('button', { name: 'Настроить поле «Ключ»' });
  await press('Добавить поле: Деньги');
  await waitFor(() => expect(editor.state.doc.toString()).toContain('"kind": "money"'));
  editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: '{ "name": ' } });
  await screen.findByText('Пока это не JSON, форма слева не работает.');
});

test('mistakes stand at their fields before anything is sent, and those of the server are told', async () => {
  const { server } = open('/definitions/keys', {
    [PUT_KEYS]: { status: 422, json: { detail: 'В описании ошибки', code: 'invalid', problems: ['name: занято'] } },
  });
  await press('Настроить поле «Название»');
  await userEvent.type(await screen.findByLabelText('Не меньше'), '9');
  await userEvent.type(screen.getByLabelText('Не больше'), '5');
  expect((await screen.findAllByText('«Не меньше» (9) больше, чем «Не больше» (5)')).length).toBeGreaterThan(0);
  await screen.findByText('Ошибок: 1');
  await userEvent.clear(screen.getByLabelText('Не больше'));
  await waitFor(() => expect(screen.queryByText('Ошибок: 1')).toBeNull());
  await press('Применить');
  await screen.findByRole('button', { name: 'name: занято' });
  expect(bodyOf(server.callsTo(PUT_KEYS)[0]).version).toBe(3);
});

test('a version that another administrator has saved is shown beside one’s own; mine goes over it when I say so', async () => {
  const theirs = TEXT.replace('"Название"', '"Номер ключа"');
  const conflict = { detail: 'Раздел уже изменили', code: 'definition_changed', ...stored(theirs, 4) };
  const { server } = open('/definitions/keys', { [PUT_KEYS]: { status: 409, json: conflict } });
  await press('Добавить поле: Телефон');
  await press('Применить');
  const dialog = await screen.findByRole('dialog', { name: 'Раздел уже изменили' });
  expect(within(dialog).getByText(/Анна Лебедева/)).toBeVisible();
  expect(within(dialog).getByText(/"Номер ключа"/)).toBeVisible();
  expect(within(dialog).getAllByText(/"kind": "phone"/)[0]).toBeVisible();
  server.answer(PUT_KEYS, { json: { version: 5, problems: [], pending: true } });
  await press('Оставить мою');
  await screen.findByText('Версия 5');
  expect(server.callsTo(PUT_KEYS).map((call) => bodyOf(call).version)).toEqual([3, 4]);
  // Records that do not fit keep the former one in force.
  expect(screen.getByRole('link', { name: 'Посмотреть, что не подходит' })).toHaveAttribute('href', '/definitions');
});

test('a former version comes back into the builder', async () => {
  const before = TEXT.replace('"Название"', '"Бирка"');
  const change = { changedAt: AT, changedBy: null, removed: false };
  open('/definitions/keys', {
    [`GET ${FILES}keys.json/versions/`]: {
      json: {
        versions: [
          { version: 3, ...change },
          { version: 2, ...change },
        ],
      },
    },
    [`GET ${FILES}keys.json/versions/2/`]: { json: { version: 2, text: before, ...change } },
  });
  await press('История');
  await press('Что изменилось с этой версии: 2');
  await press('Вернуть эту версию: 2');
  await screen.findByRole('button', { name: 'Настроить поле «Бирка»' });
  await screen.findByText('Есть неприменённые изменения');
});

test('rights and the form are previewed', async () => {
  open('/definitions/keys');
  await userEvent.click(await screen.findByRole('tab', { name: 'Права' }));
  await screen.findByText('видеть раздел и записи');
  expect(screen.queryByText('добавлять и менять записи')).toBeNull();
  await userEvent.selectOptions(screen.getByLabelText('Уровень доступа'), 'Нет доступа');
  await screen.findByText('Для вас доступ закрыт');
  await userEvent.click(screen.getByRole('tab', { name: 'Форма' }));
  await screen.findByRole('heading', { name: 'Новый ключ' });
  await userEvent.click(screen.getByRole('tab', { name: 'Карточка' }));
  await screen.findByText('Название 1');
});

test.each(['Список', 'Карточка'])(
  'the preview of «%s» is drawn anew and leaves the keyboard to who types',
  async (tab) => {
    open('/definitions/keys');
    await userEvent.click(await screen.findByRole('tab', { name: tab }));
    await press('Добавить поле: Строка');
    const label = await screen.findByLabelText('Название');
    await userEvent.clear(label);
    for (const typed of ['К', 'Кл', 'Клю']) {
      await userEvent.keyboard(typed.slice(-1));
      await within(screen.getByRole('tabpanel', { name: tab })).findAllByText(typed);
      expect(label).toHaveFocus();
      expect(label).toHaveValue(typed);
    }
  },
);

test('the card of a section with states is previewed with its moves', async () => {
  open('/definitions/keys');
  await userEvent.click(await screen.findByText('Остальные'));
  await press('Добавить поле: Состояние');
  await userEvent.click(screen.getByRole('tab', { name: 'Карточка' }));
  const preview = screen.getByRole('tabpanel', { name: 'Карточка' });
  await within(preview).findByRole('button', { name: /Завершить/ });
});

test('columns of rows are named, added, put in order and added up without JSON', async () => {
  const { server } = open('/definitions/keys', { [PUT_KEYS]: { json: { version: 4, problems: [], pending: false } } });
  await userEvent.click(await screen.findByText('Остальные'));
  await press('Добавить поле: Таблица строк');
  const columns = () => screen.getByRole('group', { name: 'Колонки' });
  const labels = () =>
    within(columns())
      .getAllByLabelText('Название')
      .map((input) => (input as HTMLInputElement).value);
  await screen.findByRole('group', { name: 'Колонки' });
  const count = labels().length;
  await press('Добавить колонку');
  const added = within(columns()).getAllByLabelText('Название').at(-1) as HTMLInputElement;
  fireEvent.change(added, { target: { value: 'Стоимость' } });
  await userEvent.selectOptions(within(columns()).getAllByLabelText('Вид').at(-1) as HTMLElement, 'Деньги');
  expect(labels()).toHaveLength(count + 1);
  await press(`Выше: Стоимость ${count + 1}`);
  expect(labels().at(-2)).toBe('Стоимость');
  await press('Применить');
  await waitFor(() => expect(server.callsTo(PUT_KEYS)).toHaveLength(1));
  const { fields } = JSON.parse(bodyOf(server.callsTo(PUT_KEYS)[0]).text);
  const [rows] = Object.values(fields as Record<string, { kind: string; columns?: object }>).filter(
    ({ kind }) => kind === 'rows',
  );
  expect(Object.entries(rows?.columns ?? {}).at(-2)).toEqual(['stoimost', { kind: 'money', label: 'Стоимость' }]);
});

test('the keyboard goes along with the items of a list, and names are added from a menu', async () => {
  open('/definitions/keys');
  await press('Добавить поле: Выбор из списка');
  await press('Добавить: варианты');
  const item = (number: number) => screen.getByRole('group', { name: `Варианты ${number}` });
  expect(within(item(3)).getByLabelText('Название')).toHaveFocus();
  await press('Выше: Вариант 3 3');
  expect(screen.getByRole('button', { name: 'Выше: Вариант 3 2' })).toHaveFocus();
  await press('Выше: Вариант 3 2');
  const first = screen.getByRole('button', { name: 'Выше: Вариант 3 1' });
  expect(first).toHaveFocus();
  expect(first).toHaveAccessibleDescription('Выше: Вариант 3 1. Уже первое');
  await press('Удалить: Вариант 3 1');
  expect(screen.getByRole('button', { name: 'Добавить: варианты' })).toHaveFocus();

  await press('Все поля');
  expect(screen.getByRole('button', { name: 'Настроить поле «Выбор из списка»' })).toHaveFocus();
  await userEvent.click(screen.getByRole('tab', { name: 'Раздел' }));
  const columns = within(screen.getByRole('group', { name: 'Колонки' }));
  await userEvent.click(columns.getByRole('button', { name: 'Удалить: Выбор из списка' }));
  await press('Добавить: колонки');
  await userEvent.keyboard('{Enter}');
  expect(await columns.findByRole('button', { name: 'Удалить: Выбор из списка' })).toBeVisible();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Добавить: колонки' })).toHaveFocus());
});

test('a choice under another name in the data is named so wherever the field names it', async () => {
  const { server } = open('/definitions/keys', { [PUT_KEYS]: { json: { version: 4, problems: [], pending: false } } });
  await userEvent.click(await screen.findByText('Остальные'));
  await press('Добавить поле: Состояние');
  const state = await screen.findByRole('group', { name: 'Состояния 1' });
  await userEvent.click(within(state).getByText('Ещё'));
  const value = within(state).getByLabelText('Значение в данных');
  await userEvent.clear(value);
  await userEvent.tab();
  await screen.findByText('Имя пустое, повторяется или содержит недопустимые знаки');
  await userEvent.type(value, 'begun');
  await userEvent.tab();
  // A label that changes afterwards leaves a name alone that was given by hand.
  fireEvent.change(within(state).getByLabelText('Название'), { target: { value: 'Начато' } });
  await press('Применить');
  await waitFor(() => expect(server.callsTo(PUT_KEYS)).toHaveLength(1));
  const { fields } = JSON.parse(bodyOf(server.callsTo(PUT_KEYS)[0]).text);
  expect(fields.sostoyanie).toMatchObject({
    states: [{ value: 'begun', label: 'Начато' }, { value: 'sdelano' }],
    moves: [{ from: ['begun'], to: 'sdelano' }],
  });
});

test('a field is taken out of the form and put back, and a part of the form has two columns', async () => {
  const { server } = open('/definitions/keys', { [PUT_KEYS]: { json: { version: 4, problems: [], pending: false } } });
  await press('Добавить поле: Дата');
  await userEvent.selectOptions(screen.getByLabelText('Часть формы'), 'Не в форме');
  await press('Все поля');
  await screen.findByRole('heading', { name: 'Не в форме' });
  await userEvent.click(screen.getByText('Ещё'));
  await userEvent.click(screen.getByRole('switch', { name: 'В две колонки' }));
  await press('Применить');
  await waitFor(() => expect(server.callsTo(PUT_KEYS)).toHaveLength(1));
  expect(JSON.parse(bodyOf(server.callsTo(PUT_KEYS)[0]).text).form).toEqual([{ fields: ['nazvanie'], columns: 2 }]);
});

describe('another name for a section', () => {
  const section = (text: string) => readDefinition(JSON.parse(text), 'keys');
  const NAME = 'Имя раздела в данных и адресе';
  async function rename(name: string): Promise<void> {
    await userEvent.click(await screen.findByRole('tab', { name: 'Раздел' }));
    const input = screen.getByLabelText(NAME);
    fireEvent.change(input, { target: { value: name } });
    fireEvent.blur(input);
  }

  test('goes to the server with the former one, in the same file; bad and taken ones are not taken over', async () => {
    const saved = { json: { version: 4, problems: [], pending: false } };
    const others = [section(TEXT), section(TEXT.replaceAll('"keys"', '"boxes"'))];
    const { server } = open('/definitions/keys', { [PUT_KEYS]: saved }, others);
    for (const name of ['boxes', 'Keys', 'cameras']) {
      await rename(name);
      expect(screen.getByText(/^Строчные латинские буквы, цифры и дефис/)).toBeVisible();
    }
    await rename('locks');
    await press('Применить');
    await waitFor(() => expect(server.callsTo(PUT_KEYS)).toHaveLength(1));
    const { text, version } = bodyOf(server.callsTo(PUT_KEYS)[0]);
    expect([version, JSON.parse(text)]).toMatchObject([3, { name: 'locks', was: 'keys', section: 'locks' }]);
  });

  test('comes back with a former version, which says what the section is called now', async () => {
    const renamed = TEXT.replace('"name": "keys"', '"name": "locks", "was": "keys"').replace(
      '"section": "keys"',
      '"section": "locks"',
    );
    const change = { changedAt: AT, changedBy: null, removed: false };
    const { server } = open(
      '/definitions/keys',
      {
        [`GET ${FILES}keys.json/`]: { json: stored(renamed, 4) },
        [`GET ${FILES}keys.json/versions/`]: {
          json: {
            versions: [
              { version: 4, ...change },
              { version: 3, ...change },
            ],
          },
        },
        [`GET ${FILES}keys.json/versions/3/`]: { json: { version: 3, text: TEXT, ...change } },
        [PUT_KEYS]: { json: { version: 5, problems: [], pending: false } },
      },
      [section(renamed)],
    );
    await press('История');
    await press('Что изменилось с этой версии: 3');
    await press('Вернуть эту версию: 3');
    await screen.findByText('Есть неприменённые изменения');
    await press('Применить');
    await waitFor(() => expect(server.callsTo(PUT_KEYS)).toHaveLength(1));
    const { text } = bodyOf(server.callsTo(PUT_KEYS)[0]);
    expect(JSON.parse(text)).toMatchObject({ name: 'keys', was: 'locks', section: 'keys' });
  });
});
