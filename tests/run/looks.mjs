/** `npm run test:looks`: every page at every width and in both themes, with a picture of each in tests/artifacts to look at. */
process.env.LOOKS = 'all';
process.argv.splice(2, 0, 'e2e', 'looks');
await import('./jest.mjs');
