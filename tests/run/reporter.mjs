import { relative } from 'node:path';

/** How often a run says how far it is, ms. */
const EVERY = 15_000;

/** Says while jest runs how far it is, and names what failed at once. */
export default class ProgressReporter {
  #began = performance.now();
  #said = performance.now();

  onTestCaseResult({ path }, { status, fullName }) {
    if (status === 'failed') console.error(`  ✗ ${relative('tests', path)}: ${fullName}`);
  }

  onTestResult(_test, { failureMessage }, { numTotalTestSuites, ...results }) {
    if (failureMessage) console.error(failureMessage);
    const files = results.numPassedTestSuites + results.numFailedTestSuites;
    if (performance.now() - this.#said < EVERY && files < numTotalTestSuites) return;
    this.#said = performance.now();
    const seconds = Math.round((this.#said - this.#began) / 1000);
    const failed = results.numFailedTests ? `, ${results.numFailedTests} failed` : '';
    console.error(
      `  ${seconds} s: ${files} of ${numTotalTestSuites} files, ${results.numPassedTests} tests passed${failed}`,
    );
  }
}
