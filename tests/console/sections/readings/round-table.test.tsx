import { onlineManager } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { onFailure } from '#console/data/http/failures.ts';
import { ResourceProvider } from '#console/engine/resource-context.tsx';
import Round from '#console/sections/readings/round/round.tsx';
import type { MeterItem } from '#resources/protocol/readings/readings.ts';
import type { MeterType } from '#resources/rules/readings/meters.ts';
import { setDate } from '#tests/support/console/clock.ts';
import { HOUSES } from '#tests/support/console/engine-stage.tsx';
import {
  BUILDING,
  flat,
  GIVE,
  given,
  LIST,
  pageOf,
  queryOf,
  READINGS,
  readingRoom,
} from '#tests/support/console/readings.ts';
import { giveRoundRoom, openRound, SAVED } from '#tests/support/console/round-table.ts';
import { delayedReply } from '#tests/support/console/server.ts';
import { renderOnStage, said } from '#tests/support/console/stage.tsx';

const TAKE_BACK = 'DELETE /api/crm/meters/passes/7/';

/** A row of the round; cold water stood at 100. */
const { sender, date } = given({});
const row = (id: number): MeterItem =>
  flat(id, { norms: { water_cold: { value: '000100', month: '022024', date, sender, usual: 10 } } });
const cold = (id: number) => screen.findByRole<HTMLInputElement>('textbox', { name: `Холодная вода, квартира ${id}` });

giveRoundRoom();

const BUILDINGS_TAKEN = [BUILDING];

/** A round whose building comes to collect hot water in place of cold. */
function ChangingRound() {
  const [meters, setMeters] = useState<readonly MeterType[]>(['water_cold', 'gas']);
  return (
    <ResourceProvider resource={READINGS}>
      <button type="button" onClick={() => setMeters(['water_hot', 'gas'])}>
        Дом сменил счётчики
      </button>
      <Round buildings={BUILDINGS_TAKEN} month="032024" meters={meters} />
    </ResourceProvider>
  );
}

describe('the table of the round', () => {
  test('READ-22: once the house collects another meter, its column is of that meter, even where there are as many', async () => {
    const server = readingRoom([row(1), row(2)], { answers: { [GIVE]: SAVED } });
    renderOnStage(<ChangingRound />);
    const user = userEvent.setup();
    await cold(1);
    await user.click(screen.getByRole('button', { name: 'Дом сменил счётчики' }));
    await user.click(await screen.findByRole('textbox', { name: 'Горячая вода, квартира 1' }));
    await user.keyboard('105{Enter}');
    await screen.findByText('Сохранено: 1');
    expect(server.callsTo(GIVE).map(({ body }) => body)).toEqual([{ unit: 1, readings: { water_hot: '000105' } }]);
  });

  test('READ-22: goes through one entrance, which the address names, and through all of them again', async () => {
    const porches = [
      { id: 71, number: 1 },
      { id: 72, number: 2 },
    ];
    const server = openRound([row(1), row(2)], {
      answers: { 'GET /api/crm/buildings/': { json: [{ ...HOUSES[0], available_porches: porches }] } },
    });
    await cold(1);
    const choice = screen.getByRole('combobox', { name: 'Подъезд обхода' });
    expect(
      within(choice)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Все подъезды', 'Подъезд 1', 'Подъезд 2']);
    await userEvent.selectOptions(choice, 'Подъезд 2');
    await waitFor(() => expect(queryOf(server.callsTo(LIST).at(-1), 'porch')).toBe('72'));
    await cold(1);
    await userEvent.selectOptions(choice, 'Все подъезды');
    await waitFor(() => expect(queryOf(server.callsTo(LIST).at(-1), 'porch')).toBeNull());
  });

  test('READ-29: an arrow over a doubt leads on and leaves it unsent; Enter on it sends; a corrected one goes by an arrow', async () => {
    const server = openRound([row(1), row(2), row(3)]);
    const user = userEvent.setup();
    await user.click(await cold(1));
    await user.keyboard('99{ArrowDown}');
    expect(await cold(2)).toHaveFocus();
    await user.keyboard('{ArrowUp}');
    expect(await cold(1)).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    expect(await screen.findByText('Проверьте: 1')).toBeVisible();
    await user.keyboard('98{Enter}');
    expect(await screen.findByText('Проверьте: 2')).toBeVisible();
    await user.clear(await cold(2));
    await user.keyboard('104{ArrowUp}');
    await screen.findByText('Сохранено: 1');
    expect(server.callsTo(GIVE).map(({ body }) => body)).toEqual([{ unit: 2, readings: { water_cold: '000104' } }]);
    await user.keyboard('{Enter}');
    await screen.findByText('Сохранено: 2');
    expect(server.callsTo(GIVE)[1]?.body).toEqual({ unit: 1, readings: { water_cold: '000099' } });
  });

  test('READ-22: a column over rows that did not load is not pasted, says so and leads nowhere', async () => {
    const flats = Array.from({ length: 101 }, (_, index) => row(index + 1));
    const said: string[] = [];
    const stop = onFailure(({ message }) => said.push(message));
    const server = openRound(flats, {
      answers: {
        [LIST]: (call) => (/[?&]page=2\b/.test(call.url) ? { status: 503, json: {} } : { json: pageOf(flats, call) }),
      },
    });
    const first = await cold(1);
    act(() => first.focus());
    const paste = (count: number) => {
      const text = Array(count).fill('105').join('\r\n');
      fireEvent.paste(first, { clipboardData: { getData: () => text } });
    };
    paste(101);
    const sentence = 'Ничего не вставлено: часть квартир не загрузилась. Вставьте столбец ещё раз.';
    await waitFor(() => expect(said).toContain(sentence));
    expect(first).toHaveFocus();
    expect(server.callsTo(GIVE)).toHaveLength(0);
    expect(first).toHaveValue('');
    stop();

    paste(3);
    await screen.findByText('Сохранено: 3');
    expect(await cold(3)).toHaveFocus();
  });

  test('READ-22: what the server has no room for in this minute is sent a moment later', async () => {
    const server = openRound([row(1), row(2)]);
    const told = [{ status: 429, json: { detail: 'Слишком часто' }, headers: { 'retry-after': '0' } }];
    server.answer(GIVE, () => told.pop() ?? SAVED);
    const user = userEvent.setup();
    await user.click(await cold(1));
    await user.keyboard('105{Enter}');
    await screen.findByText('Сохранено: 1');
    expect(screen.queryByText(/Не сохранено/)).toBeNull();
    expect(server.callsTo(GIVE).map(({ body }) => body)).toEqual(
      Array(2).fill({ unit: 1, readings: { water_cold: '000105' } }),
    );
  });

  test('READ-22: what was not saved is sent once more by a press', async () => {
    const server = openRound([row(1), row(2)], { answers: { [GIVE]: { status: 503, json: {} } } });
    const user = userEvent.setup();
    await user.click(await cold(1));
    await user.keyboard('105{Enter}');
    await screen.findByText('Не сохранено: 1');
    server.answer(GIVE, SAVED);
    await user.click(screen.getByRole('button', { name: 'Сохранить ещё раз' }));
    await screen.findByText('Сохранено: 1');
    expect(screen.queryByRole('button', { name: 'Сохранить ещё раз' })).toBeNull();
  });

  test('READ-22: what did not get through for want of a network is sent when it is back', async () => {
    const server = openRound([row(1), row(2)], { answers: { [GIVE]: { status: 503, json: {} } } });
    const user = userEvent.setup();
    await user.click(await cold(1));
    await user.keyboard('105{Enter}');
    await screen.findByText('Не сохранено: 1');
    await act(async () => onlineManager.setOnline(false));
    server.answer(GIVE, SAVED);
    await act(async () => onlineManager.setOnline(true));
    await screen.findByText('Сохранено: 1');
    expect(server.callsTo(GIVE)).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'Закончить обход' }));
    expect(await said('Обход закончен, внесено 1 показание')).toBeVisible();
  });

  test('READ-22: who ends a round of which something was not sent is asked, and finds it in the next one', async () => {
    openRound([row(1), row(2)], { answers: { [GIVE]: { status: 503, json: {} } } });
    const user = userEvent.setup();
    await user.click(await cold(1));
    await user.keyboard('105{Enter}');
    await screen.findByText('Не сохранено: 1');
    const question = 'Не отправлено значений: 1. Они останутся в этом браузере до следующего обхода. Закончить сейчас?';
    await user.click(screen.getByRole('button', { name: 'Закончить обход' }));
    await user.click(
      within(await screen.findByRole('dialog', { name: question })).getByRole('button', { name: 'Отменить' }),
    );
    expect(await cold(1)).toHaveValue('000105');
    await user.click(screen.getByRole('button', { name: 'Закончить обход' }));
    await user.click(
      within(await screen.findByRole('dialog', { name: question })).getByRole('button', { name: 'Закончить' }),
    );
    await waitFor(() => expect(screen.queryByRole('textbox', { name: /Холодная вода/ })).toBeNull());
    await user.click(await screen.findByRole('button', { name: 'Обход' }));
    expect(await cold(1)).toHaveValue('000105');
  });

  test('READ-22: closing the tab asks only where what was not sent is kept nowhere, and then the question says so', async () => {
    openRound([row(1), row(2), row(3)], { answers: { [GIVE]: { status: 503, json: {} } } });
    const asksOnClosing = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
    const user = userEvent.setup();
    await user.click(await cold(1));
    await user.keyboard('105{Enter}');
    await screen.findByText('Не сохранено: 1');
    expect(asksOnClosing()).toBe(false);
    const { setItem } = Storage.prototype;
    const full = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(function keep(this: Storage, key, value) {
      if (key.includes('draft')) throw new DOMException('full', 'QuotaExceededError');
      setItem.call(this, key, value);
    });
    await user.click(await cold(2));
    await user.keyboard('107{Enter}');
    await screen.findByText('Не сохранено: 2');
    expect(asksOnClosing()).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Закончить обход' }));
    const question = 'Не отправлено значений: 2. Они пропадут: браузер их не сохраняет. Закончить сейчас?';
    expect(await screen.findByRole('dialog', { name: question })).toBeVisible();
    full.mockRestore();
  });

  test('READ-22: flats further down that did not load say so, and come by «Повторить»', async () => {
    const flats = Array.from({ length: 105 }, (_, index) => row(index + 1));
    let down = true;
    const stop = onFailure(() => undefined);
    openRound(flats, {
      answers: {
        [LIST]: (call) =>
          down && /[?&]page=2\b/.test(call.url) ? { status: 503, json: {} } : { json: pageOf(flats, call) },
      },
    });
    const scroll = (await cold(1)).closest('table')?.parentElement as HTMLElement;
    scroll.scrollTop = 4000;
    fireEvent.scroll(scroll);
    expect(await screen.findByText('Часть квартир не загрузилась')).toBeVisible();
    expect(await cold(100)).toBeVisible();
    expect(screen.queryByRole('textbox', { name: 'Холодная вода, квартира 104' })).toBeNull();
    down = false;
    await userEvent.click(screen.getByRole('button', { name: 'Повторить' }));
    expect(await cold(104)).toBeVisible();
    expect(screen.queryByText('Часть квартир не загрузилась')).toBeNull();
    stop();
  });

  test('READ-22: Ctrl+Z leads to the cell it takes back, also when the server refuses, and says why there', async () => {
    const server = openRound([row(1), row(2), row(3)], {
      answers: { [TAKE_BACK]: { status: 400, json: { detail: 'Приём закрыт' } } },
    });
    const user = userEvent.setup();
    await user.click(await cold(1));
    await user.keyboard('105{Enter}');
    await screen.findByText('Сохранено: 1');
    await user.click(await cold(3));
    fireEvent.keyDown(await cold(3), { code: 'KeyZ', key: 'z', ctrlKey: true });
    expect(await screen.findAllByText(/Приём закрыт/)).not.toHaveLength(0);
    expect(await cold(1)).toHaveFocus();
    expect(await cold(1)).toHaveValue('000105');

    server.answer(TAKE_BACK, { status: 204 });
    await user.click(await cold(3));
    fireEvent.keyDown(await cold(3), { code: 'KeyZ', key: 'z', ctrlKey: true });
    await waitFor(async () => expect(await cold(1)).toHaveValue(''));
    await waitFor(async () => expect(await cold(1)).toHaveFocus());
    expect(server.callsTo(TAKE_BACK)).toHaveLength(2);
  });

  test('READ-04, READ-29: what is typed once the month has ended is not given for the new one', async () => {
    setDate(new Date(2024, 2, 31, 23, 58));
    const server = openRound([row(1), row(2)]);
    const user = userEvent.setup();
    await user.click(await cold(1));
    await user.keyboard('105{Enter}');
    await screen.findByText('Сохранено: 1');
    setDate(new Date(2024, 3, 1, 0, 2));
    await user.keyboard('106{Enter}');
    await screen.findByText('Не сохранено: 1');
    expect(await screen.findAllByText(/Начался новый месяц/)).not.toHaveLength(0);
    expect(await cold(2)).toHaveValue('000106');
    expect(server.callsTo(GIVE)).toHaveLength(1);
    await user.click(await cold(2));
    await user.keyboard('{Escape}');
    expect(await cold(2)).toHaveValue('');
  });

  test('READ-22: ended with a call under way, the list has what it kept', async () => {
    let kept = false;
    const { reply, release } = delayedReply(SAVED);
    const server = openRound([], {
      answers: {
        [LIST]: (call) => ({
          json: pageOf([{ ...row(1), month_result: kept ? given({ water_cold: '000105' }) : null }], call),
        }),
        [GIVE]: async () => {
          const answer = await reply();
          kept = true;
          return answer;
        },
      },
    });
    const user = userEvent.setup();
    await user.click(await cold(1));
    await user.keyboard('105{Enter}');
    await user.click(screen.getByRole('button', { name: 'Закончить обход' }));
    await waitFor(() => expect(screen.queryByRole('textbox', { name: /Холодная вода/ })).toBeNull());
    await waitFor(() => expect(server.callsTo(GIVE)).toHaveLength(1));
    const asked = server.callsTo(LIST).length;
    await act(async () => release());
    await waitFor(() => expect(server.callsTo(LIST).length).toBeGreaterThan(asked));
    const line = (await screen.findByRole('button', { name: '1' })).closest('tr');
    await waitFor(() => expect(line).toHaveTextContent(/105/));
  });
});
