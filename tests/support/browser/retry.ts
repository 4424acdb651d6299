import { jest } from '@jest/globals';

// Some of what these tests hold the product to is a time by the clock (a frame's 1500 ms, a right that shows within a second),
// and a busy machine can take that time away: a test gets a second chance, and the first failure stays in the log.
jest.retryTimes(1, { logErrorsBeforeRetry: true });
