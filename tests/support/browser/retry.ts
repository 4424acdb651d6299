import { jest } from '@jest/globals';

// A loaded machine can make a browser miss a moment: a test gets a second chance, and the first failure stays in the log.
jest.retryTimes(1, { logErrorsBeforeRetry: true });
