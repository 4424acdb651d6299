import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { session } from '#console/data/session/session.ts';
import { CardCell, FieldCell } from '#console/engine/field-part.tsx';
import { WithinControl } from '#console/fields/parts/cell-link.tsx';
import { FIELDS } from '#console/fields/registry.ts';
import { firstLetter } from '#console/ui/display/avatar.tsx';
import type { FieldInput } from '#resources/language/define-resource.ts';
import { KIND_NAMES } from '#resources/language/kinds/registry.ts';
import { madeUp } from '#tests/support/console/definitions.ts';
import { HOUSES } from '#tests/support/console/engine-stage.tsx';
import { serveAnswers } from '#tests/support/console/server.ts';
import { renderOnStage } from '#tests/support/console/stage.tsx';

beforeEach(() => {
  session.token.set('stored');
  serveAnswers({ 'GET /api/crm/buildings/': { json: HOUSES } });
});

/** The cell of a field for what the record carries. */
async function show(field: FieldInput, value: unknown, isWithinControl = false) {
  const resource = madeUp({ fields: { field } });
  await act(async () => {
    renderOnStage(
      <WithinControl value={isWithinControl}>
        <div data-testid="cell">
          <FieldCell resource={resource} name="field" field={field} record={{ id: 1, field: value }} />
        </div>
      </WithinControl>,
    );
  });
  const cell = screen.getByTestId('cell');
  // Kinds load by themselves; what comes over the wire, as the buildings, is still on its way.
  await waitFor(() => expect(cell).not.toBeEmptyDOMElement());
  return cell;
}

const DOORS = { kind: 'checklist', of: 'porches', building: 'house' } as const;
const CHOICE = { kind: 'choice', options: [{ value: 'safe', label: 'Сейф' }] } as const;
const year = new Date().getFullYear();

test.each<[FieldInput, unknown, string]>([
  [{ kind: 'link' }, 'https://example.test/a', 'example.test/a'],
  [{ kind: 'email' }, 'a@example.test', 'a@example.test'],
  [{ kind: 'reference', to: 'cameras' }, { id: 7, label: 'Двор' }, 'Двор'],
  [{ kind: 'references', to: 'cameras' }, [{ id: 7, label: 'Двор' }], 'Двор'],
])('the link of %j is its text inside a control, such as a card that is dragged', async (field, value, text) => {
  expect(await show(field, value, true)).toHaveTextContent(text);
  expect(screen.queryByRole('link')).toBeNull();
  cleanup();
  await show(field, value);
  expect(screen.getByRole('link', { name: text })).toBeVisible();
});

const FILES = [
  { id: 1, name: 'Акт.pdf', size: 86_000, s3_file: { file: '/api/files/1/original?by=k' } },
  { id: 2, name: 'Двор.jpg', size: 0, url: 'https://files.example.test/2' },
] as const;

describe('files of a record', () => {
  const rowWith = (value: unknown, isWithinControl = false) => show({ kind: 'files' }, value, isWithinControl);

  test('a single one is opened by its count, in a tab of its own', async () => {
    await rowWith([FILES[0]]);
    const link = screen.getByRole('link', { name: '1 файл' });
    expect(link).toHaveAttribute('href', '/api/files/1/original?by=k');
    expect(link).toHaveAttribute('target', '_blank');
    expect(link).toHaveAttribute('title', 'Акт.pdf');
  });

  test('of several the count opens the list, from which each is opened and saved', async () => {
    await rowWith(FILES);
    await userEvent.click(screen.getByRole('button', { name: '2 файла' }));
    const list = within(await screen.findByRole('dialog', { name: '2 файла' }));
    expect(list.getByRole('link', { name: 'Акт.pdf' })).toHaveAttribute('href', '/api/files/1/original?by=k');
    expect(list.getByText('86 КБ')).toBeVisible();
    expect(list.getByRole('link', { name: 'Двор.jpg' })).toHaveAttribute('href', 'https://files.example.test/2');
    const save = list.getByRole('link', { name: 'Скачать файл Акт.pdf' });
    expect(save).toHaveAttribute('download', 'Акт.pdf');
    expect(save).toHaveAttribute('href', '/api/files/1/original?by=k');
  });

  test('the count is its text alone in a card that is dragged, and where no file can be opened', async () => {
    for (const files of [FILES, [FILES[0]]]) {
      await rowWith(files, true);
      expect(screen.queryByRole('button')).toBeNull();
      expect(screen.queryByRole('link')).toBeNull();
      cleanup();
    }
    expect(await rowWith([{ id: 1, name: 'Акт.pdf', url: 'javascript:alert(1)' }])).toHaveTextContent('1 файл');
    expect(screen.queryByRole('link')).toBeNull();
  });

  test('what is pressed in a row does not open its record', async () => {
    const choose = jest.fn();
    const resource = madeUp({ fields: { field: { kind: 'files' } } });
    const row = (files: unknown) => (
      // biome-ignore lint/a11y: a row of a table takes clicks alone
      <div onClick={choose}>
        <FieldCell resource={resource} name="field" field={{ kind: 'files' }} record={{ id: 1, field: files }} />
      </div>
    );
    await act(async () => void renderOnStage(row(FILES)));
    await userEvent.click(await screen.findByRole('button', { name: '2 файла' }));
    await userEvent.click(await screen.findByText('86 КБ'));
    cleanup();
    await act(async () => void renderOnStage(row([FILES[0]])));
    await userEvent.click(await screen.findByRole('link', { name: '1 файл' }));
    expect(choose).not.toHaveBeenCalled();
  });

  test('the card of the record names them', async () => {
    const resource = madeUp({ fields: { field: { kind: 'files' } } });
    const field = { kind: 'files' } as const;
    await act(
      async () =>
        void renderOnStage(
          <CardCell resource={resource} name="field" field={field} record={{ id: 1, field: FILES }} />,
        ),
    );
    expect(await screen.findByRole('link', { name: 'Двор.jpg' })).toHaveAttribute('target', '_blank');
    expect(screen.getByText('86 КБ')).toBeVisible();
  });
});

describe('what a list shows of a field', () => {
  test('every kind has its cell and its input', () => {
    expect(Object.keys(FIELDS).sort()).toEqual([...KIND_NAMES].sort());
  });

  test.each<[FieldInput, unknown, string]>([
    [{ kind: 'text' }, 'Подвал', 'Подвал'],
    [{ kind: 'long-text' }, 'Первая\nвторая', 'Первая вторая'],
    [CHOICE, 'safe', 'Сейф'],
    [CHOICE, 'loft', 'loft'],
    [{ kind: 'phone' }, '+79162041538', '+7 (916) 204-15-38'],
    [{ kind: 'link' }, 'https://example.test/a', 'example.test/a'],
    [{ kind: 'checkbox' }, true, 'Да'],
    [{ kind: 'checkbox' }, false, 'Нет'],
    [{ kind: 'number', unit: 'м³' }, 12345.5, '12 345,5 м³'],
    [{ kind: 'number', digits: 6 }, '42', '000042'],
    [{ kind: 'number' }, 0, '0'],
    [{ kind: 'money' }, 123_456_789, '1 234 567,89 ₽'],
    [{ kind: 'reference', to: 'cameras' }, { id: 7, label: 'Двор' }, 'Двор'],
    [{ kind: 'reference', to: 'cameras' }, { id: 7, label: null }, 'Запись № 7'],
    [{ kind: 'date' }, '2023-03-05', '5 марта 2023'],
    [{ kind: 'date' }, `${year}-03-05`, '5 марта'],
    [{ kind: 'month' }, '032024', 'март 2024'],
    [{ kind: 'time' }, '09:30', '09:30'],
    [{ kind: 'duration' }, 90, '1 ч 30 мин'],
    [{ kind: 'auto-number', template: 'АКТ-{number}' }, 'АКТ-0042', 'АКТ-0042'],
    [{ kind: 'email' }, 'dom@example.ru', 'dom@example.ru'],
    [{ kind: 'company-number', of: 'inn' }, '7707083893', '7707083893'],
    [{ kind: 'files' }, [{ id: 1 }, { id: 2 }], '2 файла'],
    [{ kind: 'building' }, 3, '12ул. Лесная'],
    [{ kind: 'building' }, { id: 99, street: 'ул. Речная', number: '1' }, '1ул. Речная'],
    [{ kind: 'building' }, 99, 'Объект № 99'],
    [{ kind: 'buildings' }, [{ id: 5 }], '7ул. Садовая'],
    [{ kind: 'buildings' }, [3, 5, 99], '3 объекта'],
    [{ kind: 'unit', building: 'house' }, { id: 101, label: 'кв. 12' }, 'кв. 12'],
    [{ kind: 'unit', building: 'house' }, 101, 'Помещение № 101'],
    [{ kind: 'unit', building: 'house' }, { id: 101, label: null }, 'Помещение № 101'],
    [DOORS, [31, 32], '2'],
    [DOORS, [{ id: 31, label: '1' }], 'Подъезд 1'],
    [DOORS, [1, 2, 3, 4].map((id) => ({ id, label: String(id) })), '4'],
    [{ ...DOORS, of: 'floors' }, [{ id: 41, label: '3', porch: 2 }], 'Подъезд 2, этаж 3'],
    [{ ...DOORS, of: 'pipes' }, [1, 2].map((id) => ({ id, label: `ХВС-${id}` })), 'Стояк ХВС-1; Стояк ХВС-2'],
    [{ kind: 'level', section: 'cameras' }, 'write', 'Добавлять и редактировать'],
    [{ kind: 'level', section: 'tasks' }, 'performer', 'Быть исполнителем'],
  ])('%j with %j is «%s»', async (field, value, text) => {
    const cell = await show(field, value);
    await waitFor(() => expect(cell).toHaveTextContent(text, { normalizeWhitespace: true }));
  });

  test.each(KIND_NAMES.filter((kind) => !['checkbox', 'avatar', 'audience'].includes(kind)))(
    '%s without a value is a dash',
    async (kind) => {
      const field = { kind, options: [], section: 'cameras' } as unknown as FieldInput;
      expect(await show(field, null)).toHaveTextContent(/^–$/);
    },
  );

  test('a link opens a page of its own; what is no web address is only text', async () => {
    await show({ kind: 'link' }, 'https://example.test/a');
    const link = screen.getByRole('link');
    expect(link).toHaveAttribute('href', 'https://example.test/a');
    expect(link).toHaveAttribute('target', '_blank');
    expect(link.getAttribute('rel')).toContain('noopener');
  });

  test('a reference leads to its record', async () => {
    await show({ kind: 'reference', to: 'cameras' }, { id: 7, label: 'Двор' });
    expect(screen.getByRole('link', { name: 'Двор' })).toHaveAttribute('href', '/edit-camera-form?id=7');
  });

  test('an address of e-mail opens a letter to it and nothing else', async () => {
    await show({ kind: 'email' }, 'a?bcc=b@example.ru');
    expect(screen.getByRole('link')).toHaveAttribute('href', 'mailto:a%3Fbcc%3Db@example.ru');
  });

  test('a link that is a script is no link', async () => {
    expect(await show({ kind: 'link' }, 'javascript:alert(1)')).toHaveTextContent('javascript:alert(1)');
    expect(screen.queryByRole('link')).toBeNull();
  });

  test('a picture is shown', async () => {
    const cell = await show({ kind: 'avatar' }, '/api/files/5');
    expect(cell.querySelector('img')).toHaveAttribute('src', '/api/files/5');
  });

  test('EMP-03: several houses are counted, their addresses are in the tooltip', async () => {
    await show({ kind: 'buildings' }, [3, 5]);
    await userEvent.hover(await screen.findByText('2 объекта'));
    expect(await screen.findByRole('tooltip')).toHaveTextContent('ул. Лесная, 12; ул. Садовая, 7');
  });
});

test.each([
  ['Подвал', false],
  ['Отключение горячей воды на время проверки сетей', true],
  ['Водопроводноканализационный', true],
])('of a text longer than its place, such as «%s», all stands in the tooltip: %s', async (text, isTold) => {
  await show({ kind: 'text' }, text);
  expect(screen.queryByTitle(text) !== null).toBe(isTold);
  expect(screen.getByTestId('cell')).toHaveTextContent(text);
});

test.each([
  ['Анна', 'А'],
  [' ёлка', 'ё'],
  ['🏠 Дом', '🏠'],
  ['', ''],
])('the first letter of «%s» is «%s», whole', (name, letter) => expect(firstLetter(name)).toBe(letter));
