import { flushAnswers, makeRound, place } from '#tests/support/console/round.ts';

/** Calls that are answered one by one. */
function held() {
  const waiting: { keep(): void; refuse(): void }[] = [];
  const give = () =>
    new Promise<number>((resolve, reject) =>
      waiting.push({ keep: () => resolve(7), refuse: () => reject(new Error('Нет связи')) }),
    );
  const answer = async (what: 'keep' | 'refuse') => {
    waiting.shift()?.[what]();
    await flushAnswers();
  };
  return { give, answer };
}

describe('a doubt', () => {
  test('READ-29: a value below what the month had is asked about; what was typed a moment ago is put right unasked', async () => {
    const { store, sent } = makeRound();
    const cell = place({ given: '000112' });
    store.type(cell, '111');
    expect(store.commit(cell)).toBe(false);
    expect(store.cell(cell)).toMatchObject({ state: 'doubt', note: { key: 'readings.round.given', last: '000112' } });
    store.type(cell, '118');
    store.commit(cell);
    await flushAnswers();
    store.type(cell, '115');
    expect(store.commit(cell)).toBe(true);
    await flushAnswers();
    expect(sent).toEqual(['48 gas 000118', '48 gas 000115']);
  });

  test('READ-29: a corrected value is saved as any other, and another doubtful one asks again', async () => {
    const { store, sent } = makeRound();
    const cell = place();
    store.type(cell, '99');
    store.commit(cell);
    store.type(cell, '98');
    expect([store.cell(cell).state, store.cell(cell).note, store.tally().doubt]).toEqual(['idle', null, 0]);
    expect(store.commit(cell)).toBe(false);
    expect(store.cell(cell)).toMatchObject({ text: '000098', state: 'doubt' });
    store.type(cell, '105');
    store.leave(cell);
    await flushAnswers();
    expect(sent).toEqual(['48 gas 000105']);
    expect(store.cell(cell)).toMatchObject({ value: '000105', state: 'saved' });
    expect(store.tally()).toEqual({ saving: 0, saved: 1, failed: 0, doubt: 0 });
  });

  test('READ-29: arrows, leaving the cell and pasting the same do not confirm it, Enter on the same value does', async () => {
    const { store, sent } = makeRound();
    const cell = place();
    store.type(cell, '99');
    for (let times = 0; times < 3; times += 1) store.leave(cell);
    store.type(cell, '99');
    store.leave(cell);
    await flushAnswers();
    expect(store.cell(cell)).toMatchObject({ text: '000099', state: 'doubt', note: { key: 'readings.round.lower' } });
    expect(sent).toEqual([]);
    expect(store.commit(cell)).toBe(true);
    await flushAnswers();
    expect(sent).toEqual(['48 gas 000099']);
    expect(store.cell(cell).state).toBe('saved');
  });

  test('READ-29: one that was confirmed is not asked about again when its call failed', async () => {
    const { give, answer } = held();
    const { store, sent } = makeRound(give);
    const cell = place();
    store.type(cell, '99');
    store.commit(cell);
    store.commit(cell);
    await answer('refuse');
    expect(store.cell(cell)).toMatchObject({ text: '000099', state: 'failed', note: { key: 'Нет связи' } });
    store.retry();
    await answer('refuse');
    expect(store.commit(cell)).toBe(true);
    await answer('refuse');
    store.leave(cell);
    await answer('keep');
    expect(sent).toEqual(Array(4).fill('48 gas 000099'));
    expect(store.cell(cell).state).toBe('saved');
  });
});

describe('what is typed over a value on its way', () => {
  /** A cell with 105 on its way, and this typed over it. */
  function over(text: string) {
    const { give, answer } = held();
    const round = makeRound(give);
    const cell = place();
    round.store.type(cell, '105');
    round.store.commit(cell);
    round.store.type(cell, text);
    return { ...round, cell, answer };
  }

  test('READ-22: is not shown as saved', async () => {
    const { store, cell, sent, answer } = over('106');
    await answer('keep');
    expect(store.cell(cell)).toMatchObject({ text: '106', value: '000105', state: 'idle' });
    expect(store.tally()).toEqual({ saving: 0, saved: 0, failed: 0, doubt: 0 });
    store.leave(cell);
    await answer('keep');
    expect(store.cell(cell)).toMatchObject({ text: '000106', value: '000106', state: 'saved' });
    expect(sent).toEqual(['48 gas 000105', '48 gas 000106']);
  });

  test.each(['keep', 'refuse'] as const)('READ-22: left, it follows the first one: %s', async (first) => {
    const { store, cell, sent, answer } = over('106');
    store.leave(cell);
    store.leave(cell);
    expect(sent).toEqual(['48 gas 000105']);
    await answer(first);
    expect(store.cell(cell)).toMatchObject({ text: '000106', state: 'saving' });
    await answer('keep');
    expect(store.cell(cell)).toMatchObject({ text: '000106', value: '000106', state: 'saved' });
    expect(sent).toEqual(['48 gas 000105', '48 gas 000106']);
  });

  test('READ-22: the same value is sent once', async () => {
    const { store, cell, sent, answer } = over('105');
    store.commit(cell);
    store.leave(cell);
    await answer('keep');
    expect(store.cell(cell)).toMatchObject({ text: '000105', state: 'saved' });
    expect(sent).toHaveLength(1);
  });

  test.each([
    ['99', '000099', 'doubt'],
    ['1a', '1a', 'failed'],
  ])('READ-29: %s is not taken by the answer to the first', async (typed, text, state) => {
    const { store, cell, sent, answer } = over(typed);
    store.leave(cell);
    await answer('keep');
    expect(store.cell(cell)).toMatchObject({ text, value: '000105', state });
    expect(sent).toHaveLength(1);
    store.revert(cell);
    expect(store.cell(cell)).toMatchObject({ text: '000105', state: 'idle' });
  });

  test('READ-22: let go of, the first one is left', async () => {
    const { store, cell, sent, answer } = over('106');
    store.leave(cell);
    store.revert(cell);
    await answer('keep');
    expect(store.cell(cell)).toMatchObject({ text: '000105', value: '000105', state: 'saved' });
    expect(sent).toHaveLength(1);
  });

  test('READ-22: the round has ended its calls only with the one that follows', async () => {
    const { store, cell, answer } = over('106');
    store.leave(cell);
    const ended = jest.fn();
    void store.whenIdle()?.then(ended);
    await answer('keep');
    expect(ended).not.toHaveBeenCalled();
    await answer('keep');
    expect(ended).toHaveBeenCalledTimes(1);
    expect(store.whenIdle()).toBeNull();
  });
});

describe('taking back', () => {
  test('READ-22: what was refused says why, and is the next to be taken back', async () => {
    let down = true;
    const { store, taken } = makeRound(undefined, async () => {
      if (down) throw new Error('Нет связи');
    });
    const [one, two] = [place(), place({ unit: 49 })];
    for (const cell of [one, two]) {
      store.type(cell, '105');
      store.commit(cell);
      await flushAnswers();
    }
    expect(await store.undo()).toBe(two);
    expect(store.cell(two)).toMatchObject({ text: '000105', state: 'saved', note: { key: 'Нет связи' } });
    down = false;
    expect(await Promise.all([store.undo(), store.undo(), store.undo()])).toEqual([two, one, null]);
    for (const cell of [one, two]) expect(store.cell(cell)).toMatchObject({ text: '', state: 'idle', note: null });
    expect(taken).toHaveLength(3);
  });
});
