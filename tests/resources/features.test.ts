import { readFileSync } from 'node:fs';
import { ADDITIONS } from '#resources/language/features.ts';

test('the page for integrators tells in its table of every addition, and of none that is not there', () => {
  const page = readFileSync('docs/integrator.md', 'utf8');
  const table = page.slice(page.indexOf('| `features` |'));
  const rows = [...table.slice(0, table.indexOf('\n\n')).matchAll(/^\| `([a-zA-Z-]+)` \| \S.* \| \S.* \|$/gm)].map(
    ([, name]) => name,
  );
  expect(rows.filter((name) => name !== 'features').sort()).toEqual([...ADDITIONS].sort());
});
