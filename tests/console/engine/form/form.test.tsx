import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { onFailure } from '#console/data/http/failures.ts';
import type { FieldInput } from '#resources/language/define-resource.ts';
import { MS } from '#resources/limits.ts';
import { pass, stopClock } from '#tests/support/console/clock.ts';
import { crm, madeUp } from '#tests/support/console/definitions.ts';
import { openSection, signedIn } from '#tests/support/console/engine-stage.tsx';
import { delayedReply } from '#tests/support/console/server.ts';
import { takeComplaints } from '#tests/support/console/setup.ts';
import { said } from '#tests/support/console/stage.tsx';

const POST = 'POST /api/crm/keys/';
const ONE = 'GET /api/crm/keys/7/';
const PUT = 'PUT /api/crm/keys/7/';
const STORED = { id: 7, label: 'Подвал', kept_in: 'desk', copies: 2, secret: 'x' };
const LIST = {
  'GET /api/crm/keys/': { json: [] },
  'GET /api/records/keys': { json: [], headers: { 'content-range': 'keys 0-0/0' } },
};

const told: string[] = [];
let stop = (): void => undefined;
beforeEach(() => {
  told.length = 0;
  stop = onFailure(({ message }) => told.push(message));
});
afterEach(() => stop());

const label = () => screen.findByLabelText('Что открывает');
const submit = (name: string) => userEvent.click(screen.getByRole('button', { name }));

/** Fills the create form in. */
async function fill() {
  await userEvent.type(await label(), '  Чердак ');
  await userEvent.selectOptions(screen.getByLabelText('Где лежит'), 'Сейф');
  await userEvent.type(screen.getByLabelText('Копий'), '3');
}

describe('a create form', () => {
  test.each([
    ['generic', madeUp(), 'POST /api/records/keys'],
    ['crm', crm(), POST],
  ] as const)('of a %s section sends its values by wire name and leads to the list', async (_what, resource, path) => {
    const server = signedIn('write', { ...LIST, [path]: { status: 201, json: { id: 8 } } });
    const { where } = openSection(resource, '/keys/create');
    await fill();
    expect(screen.getByRole('heading', { name: 'Новый ключ' })).toBeVisible();
    await submit('Добавить ключ');
    await waitFor(() => expect(where()).toBe('/keys'));
    expect(await said('Ключ добавлен')).toBeVisible();
    expect(server.callsTo(path).map(({ body }) => body)).toEqual([{ label: 'Чердак', kept_in: 'safe', copies: 3 }]);
  });

  test('what is left empty and need not be filled goes as null', async () => {
    const server = signedIn('write', { ...LIST, [POST]: { status: 201, json: { id: 8 } } });
    const { where } = openSection(crm(), '/keys/create');
    await userEvent.type(await label(), 'Чердак');
    await submit('Добавить ключ');
    await waitFor(() => expect(where()).toBe('/keys'));
    expect(server.callsTo(POST)[0]?.body).toEqual({ label: 'Чердак', kept_in: null, copies: null });
  });

  test('is busy while it is sent, and sends once', async () => {
    const answer = delayedReply({ status: 201, json: { id: 8 } });
    const server = signedIn('write', { ...LIST, [POST]: answer.reply });
    const { where } = openSection(crm(), '/keys/create');
    await userEvent.type(await label(), 'Чердак');
    const button = screen.getByRole('button', { name: 'Добавить ключ' });
    await userEvent.click(button);
    await waitFor(() => expect(button).toHaveAttribute('aria-busy', 'true'));
    await userEvent.click(button);
    expect(where()).toBe('/keys/create');
    await act(async () => answer.release());
    await waitFor(() => expect(where()).toBe('/keys'));
    expect(server.callsTo(POST)).toHaveLength(1);
  });

  test('SHELL-34: sent with errors, says them at the fields, scrolls to the first and gives it the focus', async () => {
    const server = signedIn('write');
    const form = [{ fields: ['copies', 'label', 'place'] }];
    openSection(crm({}, { form }), '/keys/create');
    await userEvent.type(await label(), 'ab');
    await userEvent.type(screen.getByLabelText('Копий'), '5');
    await submit('Добавить ключ');
    const field = await label();
    expect(field).toHaveAccessibleDescription('слишком мало');
    expect(field).toBeInvalid();
    expect(field).not.toHaveFocus();
    await waitFor(() => expect(field).toHaveFocus());
    expect(server.callsTo(POST)).toHaveLength(0);
  });

  test('SHELL-34: whoever is at another field before the first with an error got the focus stays there', async () => {
    signedIn('write');
    const form = [{ fields: ['copies', 'label', 'place'] }];
    stopClock();
    try {
      openSection(crm({}, { form }), '/keys/create');
      fireEvent.change(await label(), { target: { value: 'ab' } });
      fireEvent.click(screen.getByRole('button', { name: 'Добавить ключ' }));
      await pass(MS.scrollToErrorDelay + MS.scrollToError / 2);
      const other = screen.getByLabelText('Копий');
      fireEvent.pointerDown(other);
      act(() => other.focus());
      await pass(MS.scrollToError * 2);
      expect(await label()).toBeInvalid();
      expect(other).toHaveFocus();
    } finally {
      jest.useRealTimers();
    }
  });

  test('an empty required field says so once it was left, not before', async () => {
    signedIn('write');
    openSection(crm(), '/keys/create');
    const field = await label();
    expect(field).toBeRequired();
    await userEvent.click(field);
    expect(screen.queryByText('обязательное поле')).toBeNull();
    await userEvent.tab();
    expect(await screen.findByText('обязательное поле')).toBeVisible();
    await userEvent.type(field, 'Подвал');
    await waitFor(() => expect(screen.queryByText('обязательное поле')).toBeNull());
  });

  test('what the server says of a field stands at it, what it says besides is told by the alert', async () => {
    const json = { kept_in: ['сейф полон'], weather: ['идёт дождь'], request_id: 'r-1' };
    const server = signedIn('write', { ...LIST, [POST]: { status: 400, json } });
    const { where } = openSection(crm(), '/keys/create');
    await fill();
    await submit('Добавить ключ');
    await waitFor(() => expect(screen.getByLabelText('Где лежит')).toHaveAccessibleDescription('сейф полон'));
    expect(await label()).toBeValid();
    expect(told).toEqual(['идёт дождь']);
    expect(where()).toBe('/keys/create');
    // The next attempt goes out all the same.
    server.answer(POST, { status: 201, json: { id: 8 } });
    await userEvent.selectOptions(screen.getByLabelText('Где лежит'), 'Стол');
    await submit('Добавить ключ');
    await waitFor(() => expect(where()).toBe('/keys'));
    takeComplaints();
  });

  test('ERR-11: any other failure is told by the alert; nothing that was typed is lost', async () => {
    signedIn('write', { [POST]: { status: 500, json: { detail: 'Склад закрыт' } } });
    const { where } = openSection(crm(), '/keys/create');
    await fill();
    await submit('Добавить ключ');
    await waitFor(() => expect(told).toEqual(['Склад закрыт']));
    expect(where()).toBe('/keys/create');
    expect(await label()).toHaveValue('  Чердак ');
    takeComplaints();
  });

  test('PERM-05, PERM-07: without the right the button is greyed with the reason, and Enter sends nothing', async () => {
    const server = signedIn('read', { [POST]: { status: 201, json: { id: 8 } } });
    openSection(crm(), '/keys/create');
    await userEvent.type(await label(), 'Чердак{Enter}');
    const button = screen.getByRole('button', { name: 'Добавить ключ' });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(button).toHaveAccessibleDescription(/Нет права «Ключи: добавление и редактирование»/);
    await userEvent.click(button);
    expect(server.callsTo(POST)).toHaveLength(0);
  });

  test('the way back leads to the list', async () => {
    signedIn('write');
    openSection(crm(), '/keys/create');
    await label();
    expect(screen.getByRole('link', { name: 'Вернуться к списку' })).toHaveAttribute('href', '/keys');
  });

  test('sections have their titles and hints', async () => {
    signedIn('write');
    const form = [{ title: 'Ключ', hint: 'Как на бирке', fields: ['label'] }, { fields: ['place', 'copies'] }];
    openSection(crm({}, { form }), '/keys/create');
    const section = within(await screen.findByRole('region', { name: 'Ключ' }));
    expect(section.getByText('Как на бирке')).toBeVisible();
    expect(await section.findByLabelText('Что открывает')).toBeVisible();
    expect(section.queryByLabelText('Копий')).toBeNull();
  });

  test('EMP-17: steps stand at its side, a click leads to one; the one at hand is marked', async () => {
    signedIn('write');
    const steps = [
      { title: 'Ключ', fields: ['label'] },
      { title: 'Место', fields: ['place', 'copies'] },
    ];
    openSection(crm({}, { form: { steps } }), '/keys/create');
    const list = within(await screen.findByRole('navigation', { name: 'Шаги' }));
    const [first, second] = list.getAllByRole('button') as [HTMLElement, HTMLElement];
    expect([first.textContent, second.textContent]).toEqual(['1Ключ', '2Место']);
    expect(first).toHaveAttribute('aria-current', 'step');
    const scrolled = jest.spyOn(Element.prototype, 'scrollIntoView');
    await userEvent.click(second);
    expect(scrolled.mock.contexts).toEqual([screen.getByRole('region', { name: 'Место' })]);
    expect(second).toHaveAttribute('aria-current', 'step');
    expect(first).not.toHaveAttribute('aria-current');
    scrolled.mockRestore();
  });

  test('a tab whose part waits for a choice is greyed, says why and leads nowhere until it is made', async () => {
    signedIn('write');
    const tabs = [
      { title: 'Ключ', fields: ['label', 'place'] },
      {
        title: 'Запас',
        fields: ['copies'],
        when: { field: 'place', is: 'safe', hint: 'Запас есть у ключей из сейфа' },
      },
    ];
    openSection(crm({}, { form: { tabs } }), '/keys/create');
    const bar = within(await screen.findByRole('navigation', { name: 'Части формы' }));
    const tab = () => bar.getByRole('button', { name: 'Запас' });
    await label();
    expect(tab()).toHaveAttribute('aria-disabled', 'true');
    expect(tab()).toHaveAccessibleDescription('Запас есть у ключей из сейфа');
    await userEvent.click(tab());
    expect(tab()).not.toHaveAttribute('aria-current');
    await userEvent.selectOptions(screen.getByLabelText('Где лежит'), 'Сейф');
    await waitFor(() => expect(tab()).not.toHaveAttribute('aria-disabled'));
    await userEvent.click(tab());
    expect(tab()).toHaveAttribute('aria-current', 'step');
    expect(tab()).not.toHaveAccessibleDescription();
  });
});

describe('an edit form', () => {
  test('holds what is stored, sends the fields of the form and leads to the list', async () => {
    const server = signedIn('write', { ...LIST, [ONE]: { json: STORED }, [PUT]: { json: STORED } });
    const { where } = openSection(crm(), '/keys/edit?id=7');
    expect(await label()).toHaveValue('Подвал');
    expect(screen.getByLabelText('Где лежит')).toHaveValue('desk');
    expect(screen.getByLabelText('Копий')).toHaveValue('2');
    await userEvent.clear(await label());
    await userEvent.type(await label(), 'Чердак');
    await submit('Сохранить изменения');
    await waitFor(() => expect(where()).toBe('/keys'));
    expect(await said('Ключ изменён')).toBeVisible();
    expect(server.callsTo(PUT).map(({ body }) => body)).toEqual([{ label: 'Чердак', kept_in: 'desk', copies: 2 }]);
  });

  test('by PATCH names the record in the body too', async () => {
    const path = 'PATCH /api/crm/keys/7/';
    const server = signedIn('write', { ...LIST, [ONE]: { json: STORED }, [path]: { json: STORED } });
    const { where } = openSection(crm({ update: 'PATCH' }), '/keys/edit?id=7');
    await userEvent.type(await label(), ' 2');
    await submit('Сохранить изменения');
    await waitFor(() => expect(where()).toBe('/keys'));
    expect(server.callsTo(path)[0]?.body).toEqual({ id: 7, label: 'Подвал 2', kept_in: 'desk', copies: 2 });
  });

  test('does not send what is given once', async () => {
    const fields = { ...crm().fields, place: { ...crm().fields.place, once: true } as FieldInput };
    const server = signedIn('write', { ...LIST, [ONE]: { json: STORED }, [PUT]: { json: STORED } });
    const { where } = openSection(crm({}, { fields }), '/keys/edit?id=7');
    await userEvent.type(await label(), ' 2');
    await submit('Сохранить изменения');
    await waitFor(() => expect(where()).toBe('/keys'));
    expect(server.callsTo(PUT)[0]?.body).toEqual({ label: 'Подвал 2', copies: 2 });
  });

  test('what the server says of a field stands at it', async () => {
    signedIn('write', { [ONE]: { json: STORED }, [PUT]: { status: 400, json: { label: 'уже занято' } } });
    openSection(crm(), '/keys/edit?id=7');
    await userEvent.type(await label(), ' 2');
    await submit('Сохранить изменения');
    expect(await screen.findByText('уже занято')).toBeVisible();
    expect(told).toEqual([]);
    takeComplaints();
  });

  test.each([
    ['without an id', '/keys/edit', null],
    ['with an unknown id', '/keys/edit?id=7', 404],
    ['with an id that is text', '/keys/edit?id=7', 400],
  ])('SHELL-07: %s says «Вы попали не туда» with a way back', async (_how, address, status) => {
    signedIn('write', status ? { [ONE]: { status, json: {} } } : {});
    openSection(crm(), address);
    expect(await screen.findByRole('heading', { name: 'Вы попали не туда' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Вернуться к списку' })).toHaveAttribute('href', '/keys');
    expect(screen.queryByLabelText('Что открывает')).toBeNull();
    takeComplaints();
  });

  test('ERR-11: a record that does not arrive can be asked for again', async () => {
    const server = signedIn('write', { [ONE]: { status: 500, json: { error: 'Склад закрыт' } } });
    openSection(crm(), '/keys/edit?id=7');
    expect(await screen.findByText('Данные не доехали')).toBeVisible();
    expect(told).toEqual(['Склад закрыт']);
    server.answer(ONE, { json: STORED });
    await submit('обновить страницу');
    expect(await label()).toHaveValue('Подвал');
    takeComplaints();
  });

  test('react-admin’s own addresses lead to it', async () => {
    signedIn('write', { ...LIST, [ONE]: { json: STORED } });
    const { where, router } = openSection(crm(), '/keys/7');
    expect(await label()).toHaveValue('Подвал');
    expect(where()).toBe('/keys/edit?id=7');
    await act(() => router.navigate('/keys'));
    await waitFor(() => expect(where()).toBe('/keys'));
    await act(() => router.navigate('/keys/7/show'));
    await waitFor(() => expect(where()).toBe('/keys/edit?id=7'));
    // The router remarks on a first address that only leads on.
    takeComplaints();
  });
});
