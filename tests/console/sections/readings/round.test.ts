import { session } from '#console/data/session/session.ts';
import { CellDrafts } from '#console/sections/readings/round/cell-drafts.ts';
import { isBlock, parseCells, parseMeterValue } from '#console/sections/readings/round/paste.ts';
import { RoundStore } from '#console/sections/readings/round/round-store.ts';
import { flushAnswers, makeRound, place } from '#tests/support/console/round.ts';

describe('what is pasted', () => {
  test('a column and a block out of Excel, with thousands apart and a decimal comma', () => {
    expect(parseCells('1\r\n2\r\n\r\n3\r\n')).toEqual([['1'], ['2'], [''], ['3']]);
    expect(parseCells('1\t 2\n3\t4')).toEqual([
      ['1', '2'],
      ['3', '4'],
    ]);
    expect([isBlock('1\r\n'), isBlock('1\r\n2'), isBlock('1\t2')]).toEqual([false, true, true]);
    expect(['733', '1 092', '12,00', '', '12,5', 'abc', '1234567', '-1'].map(parseMeterValue)).toEqual([
      '733',
      '1092',
      '12',
      '',
      null,
      null,
      null,
      null,
    ]);
  });
});

describe('a cell of the round', () => {
  test('READ-22, READ-23, READ-26: is sent as six digits by itself and says how it stands', async () => {
    const { store, sent } = makeRound();
    const cell = place();
    store.type(cell, '105');
    expect(store.cell(cell)).toMatchObject({ text: '105', state: 'idle' });
    expect(store.commit(cell)).toBe(true);
    expect(store.cell(cell).state).toBe('saving');
    await flushAnswers();
    expect(store.cell(cell)).toMatchObject({ text: '000105', value: '000105', state: 'saved' });
    expect(sent).toEqual(['48 gas 000105']);
    expect(store.tally()).toEqual({ saving: 0, saved: 1, failed: 0, doubt: 0 });
    expect(store.commit(cell)).toBe(true);
    await flushAnswers();
    expect(sent).toHaveLength(1);
  });

  test.each([
    ['99', 'readings.round.lower'],
    ['200', 'readings.round.higher'],
  ])('READ-29: %s is doubted once and then sent', async (typed, note) => {
    const { store, sent } = makeRound();
    const cell = place();
    store.type(cell, typed);
    expect(store.commit(cell)).toBe(false);
    expect(store.cell(cell)).toMatchObject({ state: 'doubt', note: { key: note, last: '000100' } });
    expect(sent).toEqual([]);
    expect(store.commit(cell)).toBe(true);
    await flushAnswers();
    expect(sent).toHaveLength(1);
    expect(store.cell(cell).state).toBe('saved');
  });

  test('what was refused keeps what was typed and can be sent once more', async () => {
    let down = true;
    const { store, sent } = makeRound(async () => {
      if (down) throw new Error('Нет связи');
      return 8;
    });
    const cell = place();
    store.type(cell, '105');
    store.commit(cell);
    await flushAnswers();
    expect(store.cell(cell)).toMatchObject({ text: '000105', value: '', state: 'failed', note: { key: 'Нет связи' } });
    expect(store.tally().failed).toBe(1);
    down = false;
    store.commit(cell);
    await flushAnswers();
    expect(store.cell(cell)).toMatchObject({ value: '000105', state: 'saved' });
    expect(sent).toHaveLength(2);
  });

  test('letters stay in the cell and are not sent; nothing changes nothing', () => {
    const { store, sent } = makeRound();
    const cell = place({ given: '000090' });
    store.type(cell, '12a');
    expect(store.commit(cell)).toBe(false);
    expect(store.cell(cell)).toMatchObject({ text: '12a', state: 'failed', note: { key: 'readings.round.notNumber' } });
    store.revert(cell);
    store.type(cell, '');
    expect(store.commit(cell)).toBe(true);
    expect(store.cell(cell)).toMatchObject({ text: '000090', state: 'idle' });
    expect(sent).toEqual([]);
  });

  test('what is typed while the cell is on its way is not lost', async () => {
    const { store } = makeRound();
    const cell = place();
    store.type(cell, '105');
    store.commit(cell);
    store.type(cell, '1069');
    await flushAnswers();
    expect(store.cell(cell)).toMatchObject({ text: '1069', value: '000105' });
  });

  test('the last ones are taken back in turn, and what stood there comes back', async () => {
    const { store, taken } = makeRound();
    const [one, two] = [place({ given: '000101' }), place({ unit: 49 })];
    for (const cell of [one, two]) {
      store.type(cell, '105');
      store.commit(cell);
      await flushAnswers();
    }
    expect(await store.undo()).toBe(two);
    expect(store.cell(two)).toMatchObject({ text: '', value: '', state: 'idle' });
    await store.undo();
    expect(store.cell(one)).toMatchObject({ text: '000101', value: '000101' });
    expect(taken).toEqual(['7 gas', '7 gas']);
    expect(await store.undo()).toBeNull();
  });

  test('a pasted column is sent four at a time, and only what changes is drawn', async () => {
    let running = 0;
    let most = 0;
    const { store, sent } = makeRound(async () => {
      running += 1;
      most = Math.max(most, running);
      await flushAnswers();
      running -= 1;
      return 1;
    });
    const cells = Array.from({ length: 30 }, (_, index) => place({ unit: index, last: null }));
    const drawn = jest.fn();
    store.subscribe(cells[0] ?? null, drawn);
    for (const cell of cells) {
      store.type(cell, '5');
      store.commit(cell);
    }
    while (store.tally().saved < cells.length) await flushAnswers();
    expect([sent.length, most]).toEqual([30, 4]);
    // A typed text stands in its box already: on its way, then kept.
    expect(drawn).toHaveBeenCalledTimes(2);
  });
});

describe('cells of one flat', () => {
  const METERS = ['water_cold', 'water_hot', 'gas', 'heating'] as const;
  /** All meters of these flats, pasted at once. */
  function paste(store: RoundStore, units: readonly number[]) {
    const cells = units.flatMap((unit) => METERS.map((meter) => place({ unit, meter, last: null })));
    for (const cell of cells) {
      store.type(cell, '5');
      store.leave(cell);
    }
    return cells;
  }

  test('READ-22: that wait together go in one call', async () => {
    const { store, sent, taken } = makeRound();
    // The first four find room for a call at once.
    const cells = paste(store, [1, 2, 3]);
    while (store.tally().saved < cells.length) await flushAnswers();
    const all = METERS.map((meter) => `${meter} 000005`).join(', ');
    expect(sent).toEqual([...METERS.map((meter) => `1 ${meter} 000005`), `2 ${all}`, `3 ${all}`]);
    await store.undo();
    expect(taken).toEqual(['7 heating']);
    expect(store.tally().saved).toBe(cells.length - 1);
  });

  test('READ-22: one that the server refuses leaves the others kept; all that failed goes once more by one press', async () => {
    let closed = true;
    const refusal = () => Object.assign(new Error('Дом не собирает газ'), { name: 'Refused' });
    const { store, sent } = makeRound(async (values) => {
      if (closed && values.includes('gas')) throw refusal();
      return 7;
    });
    const cells = paste(store, [1, 2]);
    while (store.tally().saving > 0) await flushAnswers();
    expect(store.tally()).toEqual({ saving: 0, saved: 6, failed: 2, doubt: 0 });
    const failed = cells.filter((cell) => store.cell(cell).state === 'failed');
    expect(failed.map(({ unit, meter }) => `${unit} ${meter}`)).toEqual(['1 gas', '2 gas']);
    expect(store.countRefused()).toBe(2);
    closed = false;
    sent.length = 0;
    store.retry();
    while (store.tally().saving > 0) await flushAnswers();
    expect([sent, store.tally().saved, store.countRefused()]).toEqual([['1 gas 000005', '2 gas 000005'], 8, 0]);
  });
});

describe('what is not on the server when the tab is closed', () => {
  const MONTH = '11.2026';
  const calls = (give: () => Promise<number>) => ({
    submit: give,
    isRefusal: () => false,
    undo: async () => undefined,
    describeError: () => 'нет связи',
  });
  /** The round as it is opened anew, in a tab of its own. */
  function open(give: () => Promise<number> = async () => 7) {
    const kept = new CellDrafts(MONTH);
    return { kept, store: new RoundStore(calls(give), kept) };
  }
  beforeEach(() => session.userId.set('7'));

  test('stands in its cells again as not sent; once sent, or let go of, it is forgotten', async () => {
    const [typed, lost, sound] = [place({ unit: 1 }), place({ unit: 2 }), place({ unit: 3 })];
    const first = open(async () => Promise.reject(new Error('offline')));
    first.store.type(typed, '11');
    first.store.type(lost, '110');
    first.store.commit(lost);
    await flushAnswers();
    first.kept.flush();

    const second = open();
    expect(second.store.cell(typed)).toMatchObject({ text: '11', value: '', state: 'failed' });
    expect(second.store.cell(lost)).toMatchObject({ text: '000110', state: 'failed' });
    expect(second.store.cell(sound)).toMatchObject({ text: '', state: 'idle' });
    expect(second.store.tally().failed).toBe(2);
    second.store.commit(lost);
    second.store.revert(typed);
    await flushAnswers();
    expect(second.store.tally()).toMatchObject({ failed: 0, saved: 1 });
    second.kept.flush();

    const third = open();
    for (const cell of [typed, lost, sound]) expect(third.store.cell(cell)).toMatchObject({ text: '', state: 'idle' });
  });

  test('READ-29: passing by does not send it; Enter does, and so does typing or pasting it once more', async () => {
    const [passed, pasted] = [place({ unit: 11 }), place({ unit: 12 })];
    const first = open();
    for (const cell of [passed, pasted]) first.store.type(cell, '110');
    first.kept.flush();

    const sent: string[] = [];
    const give = async () => sent.push('sent');
    const second = open(give);
    for (const cell of [passed, pasted]) second.store.leave(cell);
    await flushAnswers();
    expect([sent.length, second.store.tally().failed]).toEqual([0, 2]);
    second.store.commit(passed);
    second.store.type(pasted, '110');
    second.store.leave(pasted);
    await flushAnswers();
    expect([sent.length, second.store.tally().saved]).toEqual([2, 2]);
    second.kept.flush();
  });

  test('of another month, and what somebody else has given meanwhile, is not', () => {
    const first = open();
    first.store.type(place(), '110');
    first.kept.flush();
    expect(new CellDrafts('10.2026').getDraft('48 gas')).toBeUndefined();
    expect(open().store.cell(place({ given: '110' }))).toMatchObject({ text: '110', state: 'idle' });
  });
});
