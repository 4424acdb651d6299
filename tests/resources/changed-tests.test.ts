import { readdirSync } from 'node:fs';
import { BROWSER_TESTS, browserTests } from '#tests/run/changed.mjs';

describe('the browser tests that a change touches', () => {
  test.each([
    [['src/sections/requests/board/board.tsx'], ['tests/e2e/tasks.test.ts']],
    [['server/sections/readings/queries.ts'], ['tests/e2e/readings.test.ts']],
    [['tests/e2e/import.test.ts'], ['tests/e2e/import.test.ts']],
    [['src/sections/chats/pane.tsx', 'server/chat/session-registry.ts'], ['tests/e2e/chat.test.ts']],
    [['docs/integrator.md', 'tests/support/rules.ts'], []],
  ])('%j: %j', (files, wanted) => {
    expect(browserTests(files)).toEqual(wanted);
  });

  test('every one that is named exists', () => {
    const there = readdirSync('tests/e2e');
    const named = new Set(Object.values(BROWSER_TESTS).flat());
    expect([...named].filter((name) => !there.includes(`${name}.test.ts`))).toEqual([]);
  });
});
