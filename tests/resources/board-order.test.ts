import * as fc from 'fast-check';
import { fitsBetween, ORDER_GAP, ORDER_MAX, orderBetween, spaceOut } from '#resources/rules/board/order.ts';

describe('orderBetween', () => {
  test('TASK-36: is the midpoint of two neighbours', () => {
    expect(orderBetween(1, 2)).toBe(1.5);
    expect(orderBetween(-3, 1)).toBe(-1);
    expect(orderBetween(0.25, 0.5)).toBe(0.375);
  });

  test('TASK-37: at an end the neighbour ∓ 0.001, in an empty column 1', () => {
    expect(orderBetween(null, 1)).toBe(0.999);
    expect(orderBetween(5, null)).toBe(5.001);
    expect(orderBetween(null, null)).toBe(1);
  });
});

describe('fitsBetween', () => {
  test('TASK-36: wants room on both sides', () => {
    expect(fitsBetween(1.5, 1, 2)).toBe(true);
    for (const order of [1, 2, 0.5, 2.5, 1 + ORDER_GAP / 2, 2 - ORDER_GAP / 2]) {
      expect([order, fitsBetween(order, 1, 2)]).toEqual([order, false]);
    }
  });

  test('TASK-37: an open end is open, up to where numbers stop being exact', () => {
    expect(fitsBetween(-40, null, 1)).toBe(true);
    expect(fitsBetween(40, 1, null)).toBe(true);
    expect(fitsBetween(ORDER_MAX * 2, 1, null)).toBe(false);
    expect(fitsBetween(Number.NaN, null, null)).toBe(false);
  });
});

/** Orders of a column, from the top, of any density. */
const columns = fc
  .tuple(
    fc.integer({ min: -50, max: 50 }),
    fc.array(fc.constantFrom(0, 1e-12, 1e-9, 1e-6, 0.0004, 0.001, 0.5, 3), { maxLength: 120 }),
  )
  .map(([top, steps]) => {
    let last = top;
    return steps.map((step) => {
      last += step;
      return last;
    });
  });

describe('spaceOut', () => {
  test('TASK-36: makes room: everything stands in its old sequence, with room between any two it touched', () => {
    fc.assert(
      fc.property(columns, (below) => {
        const above = below[0] ?? 1;
        const { order, pushed } = spaceOut(above, below);
        expect(fitsBetween(order, above, null)).toBe(true);
        const after = [...below];
        for (const { index, order: place } of pushed) after[index] = place;
        const touched = [order, ...after.slice(0, pushed.length + 1)];
        for (const [index, place] of touched.entries()) {
          const next = touched[index + 1];
          if (next !== undefined) expect(next - place).toBeGreaterThan(ORDER_GAP);
        }
      }),
    );
  });

  test('TASK-12: cards are only moved down, and only those right below: who reads on from an order skips none', () => {
    fc.assert(
      fc.property(columns, (below) => {
        const { pushed } = spaceOut(below[0] ?? 1, below);
        expect(pushed.map(({ index }) => index)).toEqual(pushed.map((_, place) => place));
        for (const { index, order } of pushed) expect(order).toBeGreaterThanOrEqual(below[index] ?? 0);
      }),
    );
  });

  test('TASK-36: a whole column by 0.001 is not rewritten for one card', () => {
    const column = Array.from({ length: 5_000 }, (_, index) => 1 + index * 0.001);
    expect(spaceOut(1, column.slice(1)).pushed.length).toBeLessThan(40);
  });

  test('TASK-36: a hundred cards put into the same gap one after another always find room', () => {
    let column = [1, 1.001, 2];
    for (let turn = 0; turn < 100; turn += 1) {
      const [above = 0, ...below] = column;
      const middle = orderBetween(above, below[0] ?? null);
      const room = fitsBetween(middle, above, below[0] ?? null)
        ? { order: middle, pushed: [] }
        : spaceOut(above, below);
      for (const { index, order } of room.pushed) below[index] = order;
      column = [above, room.order, ...below];
    }
    expect(new Set(column).size).toBe(103);
    expect([...column].sort((a, b) => a - b)).toEqual(column);
  });
});
