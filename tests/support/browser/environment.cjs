const { TestEnvironment } = require('jest-environment-node');

/** Node, with word of whether the running test has failed: `testHasFailed` is there for what tidies up behind it. */
module.exports = class BrowserTestEnvironment extends TestEnvironment {
  handleTestEvent({ name }) {
    if (name === 'test_start') this.global.testHasFailed = false;
    if (name === 'test_fn_failure') this.global.testHasFailed = true;
  }
};
