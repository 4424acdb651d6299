import { mkdir, writeFile } from 'node:fs/promises';
import { backup } from './backup.ts';
import { beside } from './beside.ts';
import { board, generatedBoard } from './board.ts';
import { builder } from './builder.ts';
import { bulk } from './bulk.ts';
import { cameras } from './cameras.ts';
import { chat } from './chat.ts';
import { extra, extraSections } from './extra.ts';
import { type Figure, type Measurement, table } from './figures.ts';
import { importing } from './import.ts';
import { load } from './load.ts';
import { million } from './million.ts';
import { moves } from './moves.ts';
import { news } from './news.ts';
import { pages } from './pages.ts';
import { readings } from './readings.ts';
import { reminders } from './reminders.ts';
import { rights } from './rights.ts';
import { search } from './search.ts';
import { sections } from './sections.ts';
import { shift } from './shift.ts';
import { start } from './start.ts';
import { stories } from './stories.ts';
import { worstFiles } from './worst-files.ts';
import { years } from './years.ts';

/**
 * `npm run bench`: every measurement, or those named behind it. Prints a table and writes the same as JSON into
 * `tests/artifacts/bench.json`. Figures of a quiet machine are written down in `docs/measurements.md`.
 */
const MEASUREMENTS: Readonly<Record<string, Measurement>> = {
  chat,
  pages,
  start,
  moves,
  search,
  shift,
  load,
  years,
  backup,
  import: importing,
  cameras,
  extra,
  'extra-sections': extraSections,
  million,
  news,
  stories,
  readings,
  board,
  'generated-board': generatedBoard,
  builder,
  bulk,
  rights,
  reminders,
  sections,
  beside,
  'worst-files': worstFiles,
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in MEASUREMENTS));
if (unknown.length) {
  console.error(`No such measurement: ${unknown.join(', ')}. There are ${Object.keys(MEASUREMENTS).join(', ')}.`);
  process.exit(1);
}
const figures: Figure[] = [];
for (const [name, measure] of Object.entries(MEASUREMENTS)) {
  if (wanted.length && !wanted.includes(name)) continue;
  console.error(`… ${name}`);
  figures.push(...(await measure()));
}
console.log(table(figures));
await mkdir('tests/artifacts', { recursive: true });
await writeFile('tests/artifacts/bench.json', JSON.stringify({ at: new Date().toISOString(), figures }, null, 2));
