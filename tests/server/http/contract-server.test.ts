import { contractFailures } from '#tests/contract/selftest/selftest.mjs';
import { SHAPES } from '#tests/contract/state.mjs';
import { SHAPE_SETS, type Shapes } from '#tests/support/browser/shape-sets.ts';

test('the contract server takes every documented call the right way and reports each wrong one under its item', async () => {
  expect(await contractFailures()).toEqual([]);
});

test('API-06: every answer shape of it is walked through in at least one of the sets', () => {
  const sets: Shapes[] = Object.values(SHAPE_SETS);
  const walked = sets.flatMap((set) =>
    Object.entries(SHAPES).map(([name, [usual]]) => `${name}: ${set[name] ?? usual}`),
  );
  const there = Object.entries(SHAPES).flatMap(([name, variants]) => variants.map((variant) => `${name}: ${variant}`));
  expect([...new Set(walked)].sort()).toEqual(there.sort());
});
