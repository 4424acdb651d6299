/** So many test files may pass at their second try; one more, and the run fails. */
export const MAX_UNSTEADY = 3;
/** With more failed files than this the change is broken, and a second try of each would only cost time. */
export const MAX_RETRIED = 12;

/**
 * What one test file came to in jest's JSON report.
 * @typedef {{ path: string, passed: number, failed: number }} FileResult `failed` is at least 1 when the file itself could not run
 */

/**
 * @param {{ name: string, status: string, assertionResults: { status: string }[] }[]} testResults of jest's JSON report
 * @returns {FileResult[]}
 */
export function fileResults(testResults) {
  return testResults.map(({ name: path, status, assertionResults }) => {
    const count = (wanted) => assertionResults.filter((result) => result.status === wanted).length;
    const failed = count('failed');
    return { path, passed: count('passed'), failed: status === 'failed' ? Math.max(failed, 1) : failed };
  });
}

/**
 * What a run comes to after its failed files had a second try.
 * @param {readonly FileResult[]} first the failed files as they were among all others
 * @param {readonly FileResult[]} second the same files, each run alone; one that is missing stays failed
 * @returns {{ unsteady: string[], passed: number, failed: number }} `passed` and `failed` are added to the run's totals
 */
export function settle(first, second) {
  const unsteady = [];
  let passed = 0;
  let failed = 0;
  for (const before of first) {
    const after = second.find(({ path }) => path === before.path);
    if (!after || after.failed > 0) continue;
    unsteady.push(before.path);
    passed += after.passed - before.passed;
    failed -= before.failed;
  }
  return { unsteady, passed, failed };
}
