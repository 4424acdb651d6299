/** Whether `npm test` runs, which tries fewer random values than `npm run test:all`. Set by `tests/run.mjs`. */
export const isEssentialRun = process.env.TESTS === 'essential';
