import { contractFailures } from '#tests/contract/selftest/selftest.mjs';

test('the contract server takes every documented call the right way and reports each wrong one under its item', async () => {
  expect(await contractFailures()).toEqual([]);
});
