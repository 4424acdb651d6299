import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ImportCode, ImportRow } from '#resources/protocol/import/import.ts';
import { CONVERT, checkList, openImport, row, SUBMIT, signedInToImport } from '#tests/support/console/imports.tsx';
import type { Reply } from '#tests/support/console/server.ts';
import { said } from '#tests/support/console/stage.tsx';

/** Opens the check screen of a list with these rows. */
async function check(rows: readonly ImportRow[], change: Partial<Reply> = {}) {
  const server = signedInToImport(rows);
  server.answer(CONVERT, { json: rows, ...change });
  const page = openImport();
  await checkList();
  return { server, ...page };
}

const tab = (name: string) => screen.getByRole('tab', { name: new RegExp(`^${name}`) });
/** Cells of the row whose first name is this. */
const cellsOf = (name: string) =>
  within(screen.getByText(new RegExp(name)).closest('tr') as HTMLElement)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);
const submitButton = () => screen.getByRole('button', { name: 'Отправить приглашение' });
const WRONG = { errors: ['EMPTY_FIELD_UNIT'] satisfies ImportCode[], label: '', id: null };

describe('what is shown', () => {
  it('IMPORT-08 IMPORT-10 rows are parted between two tabs, in the columns Помещение, Резидент, Телефон', async () => {
    await check([row(2), row(3, WRONG), row(4)]);
    expect(tab('Корректные')).toHaveTextContent('2');
    expect(tab('С ошибками')).toHaveTextContent('1');
    expect(tab('С ошибками')).toHaveAttribute('aria-selected', 'true');
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Помещение',
      'Резидент',
      'Телефон',
    ]);
    expect(screen.getByText('Калинина-3 Дарья')).toBeVisible();
    await userEvent.click(tab('Корректные'));
    expect(cellsOf('Калинина-2')).toEqual(['кв. 2', 'Калинина-2 Дарья', '+7 (916) 000-00-02']);
    expect(screen.queryByText('Калинина-3 Дарья')).toBeNull();
  });

  it('IMPORT-09 tabs and button say on hover who is invited and who is not', async () => {
    await check([row(2), row(3, WRONG)]);
    await userEvent.hover(tab('Корректные'));
    expect(await screen.findByRole('tooltip')).toHaveTextContent('Им будет отправлено приглашение');
    await userEvent.hover(tab('С ошибками'));
    expect(await screen.findByText('Они не получат приглашение')).toBeVisible();
    await userEvent.hover(submitButton());
    expect(await screen.findByText('Приглашения уйдут только корректным резидентам')).toBeVisible();
  });

  it.each<[string, Partial<ImportRow>, string[]]>([
    [
      'IMPORT-13 EMPTY_FIELD_UNIT',
      { label: '', errors: ['EMPTY_FIELD_UNIT'] },
      ['Нет', 'Лапина Вера', '+7 (916) 204-15-38'],
    ],
    [
      'IMPORT-14 UNAVAILABLE_UNIT',
      { label: '901', errors: ['UNAVAILABLE_UNIT'] },
      ['кв. 901', 'Лапина Вера', '+7 (916) 204-15-38'],
    ],
    [
      'IMPORT-15 EMPTY_FIELD_FIRST_NAME and EMPTY_FIELD_LAST_NAME',
      { first_name: '', last_name: '', errors: ['EMPTY_FIELD_LAST_NAME', 'EMPTY_FIELD_FIRST_NAME'] },
      ['кв. 48', 'Без фамилии и имени', '+7 (916) 204-15-38'],
    ],
    [
      'IMPORT-16 EMPTY_FIELD_FIRST_NAME',
      { first_name: '', errors: ['EMPTY_FIELD_FIRST_NAME'] },
      ['кв. 48', 'ЛапинаБез имени', '+7 (916) 204-15-38'],
    ],
    [
      'IMPORT-17 EMPTY_FIELD_LAST_NAME',
      { last_name: '', errors: ['EMPTY_FIELD_LAST_NAME'] },
      ['кв. 48', 'Без фамилииВера', '+7 (916) 204-15-38'],
    ],
    [
      'IMPORT-18 EMPTY_FIELD_PHONE_NUMBER',
      { phone_number: '', errors: ['EMPTY_FIELD_PHONE_NUMBER'] },
      ['кв. 48', 'Лапина Вера', 'Отсутствует'],
    ],
    [
      'IMPORT-19 ALREADY_EXIST_PHONE',
      { errors: ['ALREADY_EXIST_PHONE'] },
      ['кв. 48', 'Лапина Вера', '+7 (916) 204-15-38Уже существует'],
    ],
    [
      'IMPORT-20 INCORRECT_FORMAT_PHONE',
      { phone_number: '8 916 55', errors: ['INCORRECT_FORMAT_PHONE'] },
      ['кв. 48', 'Лапина Вера', '8 916 55Неверный формат'],
    ],
    [
      'IMPORT-21 three codes at once',
      {
        label: '',
        first_name: '',
        phone_number: '8 916 55',
        errors: ['EMPTY_FIELD_UNIT', 'EMPTY_FIELD_FIRST_NAME', 'INCORRECT_FORMAT_PHONE'],
      },
      ['Нет', 'ЛапинаБез имени', '8 916 55Неверный формат'],
    ],
    [
      'IMPORT-13 IMPORT-19 no unit and a taken phone',
      { label: '', errors: ['EMPTY_FIELD_UNIT', 'ALREADY_EXIST_PHONE'] },
      ['Нет', 'Лапина Вера', '+7 (916) 204-15-38Уже существует'],
    ],
    [
      'IMPORT-14 IMPORT-19 an unknown unit and a taken phone',
      { label: '901', errors: ['UNAVAILABLE_UNIT', 'ALREADY_EXIST_PHONE'] },
      ['кв. 901', 'Лапина Вера', '+7 (916) 204-15-38Уже существует'],
    ],
    [
      'IMPORT-16 IMPORT-19 no first name and a taken phone',
      { first_name: '', errors: ['EMPTY_FIELD_FIRST_NAME', 'ALREADY_EXIST_PHONE'] },
      ['кв. 48', 'ЛапинаБез имени', '+7 (916) 204-15-38Уже существует'],
    ],
    [
      'ours: a long first name',
      { errors: ['LONG_FIELD_FIRST_NAME'] },
      ['кв. 48', 'Лапина ВераДлиннее 60 символов', '+7 (916) 204-15-38'],
    ],
    [
      'ours: a long name',
      { errors: ['LONG_FIELD_LAST_NAME'] },
      ['кв. 48', 'Лапина ВераДлиннее 60 символов', '+7 (916) 204-15-38'],
    ],
  ])('%s stands in its cell', async (_name, over, cells) => {
    const base = { label: '48', last_name: 'Лапина', first_name: 'Вера', phone_number: '+79162041538' };
    await check([row(2, { ...base, ...over })]);
    const [, line] = screen.getAllByRole('row');
    expect(
      within(line as HTMLElement)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual(cells);
  });

  it('IMPORT-14 the label of a unit that is not there is marked as an error', async () => {
    await check([row(2, { label: '901', errors: ['UNAVAILABLE_UNIT'] })]);
    expect(screen.getByText('кв. 901').closest('[class*=wrong]')).not.toBeNull();
    expect(screen.getByText('Калинина-2 Дарья').closest('[class*=wrong]')).toBeNull();
  });

  it('IMPORT-20 a number that Excel has spoiled is explained', async () => {
    await check([row(2, { phone_number: '7,91235E+10', errors: ['INCORRECT_FORMAT_PHONE'] })]);
    await userEvent.hover(screen.getByText('Неверный формат'));
    expect(await screen.findByRole('tooltip')).toHaveTextContent(
      /Excel испортил номер: вместо цифр записал «7,91235E\+10»/,
    );
  });
});

describe('the submission', () => {
  it('IMPORT-11 cannot be sent when no row is sound', async () => {
    const { server } = await check([row(2, WRONG)]);
    expect(submitButton()).toHaveAttribute('aria-disabled', 'true');
    expect(screen.getByText('Нет корректных строк')).toBeVisible();
    await userEvent.click(submitButton());
    expect(server.callsTo(SUBMIT)).toEqual([]);
  });

  it('IMPORT-12 RES-39 sends the sound rows alone, as JSON in one field, and leads to the residents', async () => {
    const { server } = await check([row(2), row(3, WRONG), row(4)]);
    server.answer(SUBMIT, {
      json: { params: { created: 2, rows: [2, 4].map((at) => ({ row: at, user: at, errors: [] })) } },
    });
    await userEvent.click(submitButton());
    await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent(/^\/residents\?buildings_id=\d+$/));
    expect(await said('Добавлены 2 резидента, приглашения отправлены. Осталась 1 строка с ошибками')).toBeVisible();
    const [call] = server.callsTo(SUBMIT);
    const form = call?.body as FormData;
    expect([...form.keys()]).toEqual(['convert_residents_result']);
    expect(JSON.parse(String(form.get('convert_residents_result')))).toEqual([row(2), row(4)]);
    expect(call?.headers['idempotency-key']).toMatch(/^[\w-]{8,}$/);
  });

  it('IMPORT-10 IMPORT-12 a list of thousands goes in parts, each under a key of its own; what broke off goes again under the same one', async () => {
    const rows = Array.from({ length: 2300 }, (_, at) =>
      row(at + 2, { phone_number: `+7916${String(at).padStart(7, '0')}` }),
    );
    const { server } = await check(rows);
    // Only what is in view stands in the page.
    expect(screen.getByText('Калинина-2 Дарья')).toBeVisible();
    expect(screen.getAllByRole('row').length).toBeLessThan(100);
    const partOf = (body: unknown) =>
      JSON.parse(String((body as FormData).get('convert_residents_result'))) as ImportRow[];
    let fail = true;
    server.answer(SUBMIT, ({ body }) => {
      const sent = partOf(body);
      if (sent[0]?.row === 1002 && fail) {
        fail = false;
        return { status: 503, json: { detail: 'нет', code: 'unavailable' } };
      }
      return {
        json: {
          params: { created: sent.length, rows: sent.map((one) => ({ row: one.row, user: one.row, errors: [] })) },
        },
      };
    });
    await userEvent.click(submitButton());
    expect(await screen.findByRole('alert')).toHaveTextContent(/Никто не будет добавлен дважды.*Добавлено \d+ из 2300/);
    const left = Number(/\d+/.exec(tab('Корректные').textContent ?? '')?.[0]);
    expect(left).toBeGreaterThanOrEqual(1000);
    expect(left).toBeLessThan(2300);
    await userEvent.click(submitButton());
    await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('/residents'));
    // By the first row of each part: which keys it went under.
    const keys = new Map<number, string[]>();
    for (const { body, headers } of server.callsTo(SUBMIT)) {
      const first = partOf(body)[0]?.row ?? 0;
      keys.set(first, [...(keys.get(first) ?? []), String(headers['idempotency-key'])]);
    }
    expect([...keys.keys()].sort((a, b) => a - b)).toEqual([2, 1002, 2002]);
    expect(keys.get(1002)).toHaveLength(2);
    for (const under of keys.values()) expect(new Set(under).size).toBe(1);
    expect(new Set([...keys.values()].flat()).size).toBe(3);
  });

  it('rows that the server refuses after all come back with their codes, and the page stays', async () => {
    const { server } = await check([row(2), row(3)]);
    server.answer(SUBMIT, {
      json: {
        params: {
          created: 1,
          rows: [
            { row: 2, user: 9, errors: [] },
            { row: 3, user: null, errors: ['ALREADY_EXIST_PHONE'] },
          ],
        },
      },
    });
    await userEvent.click(submitButton());
    expect(await screen.findByRole('alert')).toHaveTextContent('1 строку сервер не принял');
    expect(screen.getByText('Уже существует')).toBeVisible();
    expect(tab('Корректные')).toHaveTextContent('0');
  });

  it.each([
    [
      'a code of ours',
      { status: 409, json: { detail: 'x', code: 'conflict' } },
      'Список в это же время меняет кто-то ещё',
    ],
    ['a code of rows', { status: 400, json: { detail: 'UNAVAILABLE_UNIT' } }, 'Такого помещения в этом доме нет'],
    [
      'no right any more',
      { status: 403, json: { detail: 'x', code: 'no_right' } },
      'Добавлять резидентов вам больше нельзя',
    ],
    ['a dead gateway', { status: 502, text: '<html>' }, 'Сервер не ответил'],
  ])('IMPORT-24 %s becomes an error of the form', async (_what, reply, sentence) => {
    const { server } = await check([row(2)]);
    server.answer(SUBMIT, reply);
    await userEvent.click(submitButton());
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
    expect(submitButton()).not.toHaveAttribute('aria-disabled');
  });

  it('IMPORT-25 an unknown message is shown as it came, of a field too', async () => {
    const { server } = await check([row(2)]);
    server.answer(SUBMIT, { status: 400, json: { detail: 'Дом на ремонте' } });
    await userEvent.click(submitButton());
    expect(await screen.findByRole('alert')).toHaveTextContent('Дом на ремонте');
    server.answer(SUBMIT, {
      status: 400,
      json: { convert_residents_result: ['Слишком странный список'], request_id: 'x' },
    });
    await userEvent.click(submitButton());
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(/^Слишком странный список$/));
  });
});

it('IMPORT-07 a server that numbers no rows is understood as well', async () => {
  const bare = [row(2), row(3, WRONG)].map(({ row: _, ...unnumbered }) => unnumbered);
  const { server } = await check([], { json: bare, malformed: true });
  expect(tab('Корректные')).toHaveTextContent('1');
  expect(server.callsTo(CONVERT)).toHaveLength(1);
});
