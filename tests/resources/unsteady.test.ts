import { fileResults, settle } from '#tests/run/unsteady.mjs';

const file = (name: string, status: string, ...tests: string[]) => ({
  name,
  status,
  assertionResults: tests.map((result) => ({ status: result })),
});

describe('test files that fail and pass alone', () => {
  test('a file that could not run at all counts as one failure', () => {
    const results = fileResults([
      file('a', 'passed', 'passed', 'passed'),
      file('b', 'failed'),
      file('c', 'failed', 'passed', 'failed', 'failed'),
      file('d', 'failed', 'passed'),
    ]);
    expect(results).toEqual([
      { path: 'a', passed: 2, failed: 0 },
      { path: 'b', passed: 0, failed: 1 },
      { path: 'c', passed: 1, failed: 2 },
      { path: 'd', passed: 1, failed: 1 },
    ]);
  });

  test('is named and counted as passed when its second try passes', () => {
    const settled = settle([{ path: 'c', passed: 1, failed: 2 }], [{ path: 'c', passed: 3, failed: 0 }]);
    expect(settled).toEqual({ unsteady: ['c'], passed: 2, failed: -2 });
  });

  test.each([
    ['fails again', [{ path: 'c', passed: 2, failed: 1 }]],
    ['has no second result', []],
  ])('stays failed when it %s', (_, second) => {
    const settled = settle([{ path: 'c', passed: 1, failed: 2 }], second);
    expect(settled).toEqual({ unsteady: [], passed: 0, failed: 0 });
  });
});
