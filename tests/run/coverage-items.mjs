import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const NAMED_BY_ROW = /['"`]%s[:,]? /;

/** The items of a name's beginning; a range stands for all between its ends. */
function itemsOf(beginning) {
  return beginning.split(/,? /).flatMap((part) => {
    const [, area, from, to = from] = /^([A-Z]+)-(\d+)(?:…(?:[A-Z]+-)?(\d+))?$/.exec(part) ?? [];
    const count = Number(to) - Number(from) + 1;
    return Array.from({ length: count }, (_, at) => `${area}-${String(Number(from) + at).padStart(2, '0')}`);
  });
}

/** Every requirement of `docs/specification`: pages as its index lists them, ids in their order. */
export function listedItems() {
  const page = (name) => readFileSync(join('docs/specification', name), 'utf8');
  const index = page('README.md').matchAll(/^\| [A-Z]+ \| \[[^\]]+\]\(([a-z]+\.md)\)/gm);
  return [...index].flatMap(([, name]) => {
    const items = [...page(name).matchAll(/^- \*\*([A-Z]+-\d{2})\*\* \S/gm)].map(([, item]) => item);
    return items.sort((a, b) => (a < b ? -1 : 1));
  });
}

/**
 * How tests name items. `name`: a test's name begins with them: 'CAM-10 …', 'CAM-10, CAM-12: …', 'AUTH-47…50 …',
 * 'NEWS-19…NEWS-22: …'; `row`: the first word of its row, test.each([['NEWS-45', …], …])('%s: …'). Only areas of the specification count:
 * UTF-16 is no item.
 */
function patterns() {
  const areas = `(?:${[...new Set(listedItems().map((item) => item.split('-')[0]))].join('|')})`;
  const item = `${areas}-\\d{2}(?:…(?:${areas}-)?\\d{2})?`;
  const items = `${item}(?:,? ${item})*`;
  return {
    name: new RegExp(`['"\`](?:%s, )?(${items}):? `, 'g'),
    row: new RegExp(`\\[\\s*'(${items})',`, 'g'),
  };
}

/** The items that the names of our tests begin with, each with the files that name it. */
function namedItems() {
  const named = new Map();
  const { name, row } = patterns();
  const files = readdirSync('tests', { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
  for (const file of files) {
    const code = readFileSync(join('tests', file), 'utf8');
    const rows = NAMED_BY_ROW.test(code) ? code.matchAll(row) : [];
    for (const [, items] of [...code.matchAll(name), ...rows]) {
      for (const item of itemsOf(items)) named.set(item, [...(named.get(item) ?? []), file]);
    }
  }
  return named;
}

/** Items that tests name although no page of the specification has them: a slip of the pen. */
function unknownItems() {
  const listed = new Set(listedItems());
  return [...namedItems().keys()].filter((item) => !listed.has(item));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const listed = listedItems();
  const named = namedItems();
  const areas = Map.groupBy
    ? Map.groupBy(listed, (item) => item.split('-')[0])
    : listed.reduce(
        (map, item) => map.set(item.split('-')[0], [...(map.get(item.split('-')[0]) ?? []), item]),
        new Map(),
      );
  for (const [area, items] of areas) {
    const missing = items.filter((item) => !named.has(item));
    console.log(`${area}: ${items.length - missing.length} of ${items.length} named by a test`);
    if (missing.length) console.log(`  not named: ${missing.join(' ')}`);
  }
  const unknown = unknownItems();
  if (unknown.length) {
    console.error(`Named by a test but in no list: ${unknown.join(' ')}`);
    process.exitCode = 1;
  }
}
