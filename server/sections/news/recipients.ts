import { text } from '#i18n/text.ts';
import { RECIPIENTS_LISTED, type Recipient } from './target-queries.ts';

/** Groups items by a key; keys in the order of their first appearance. */
function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** «1», «1 и 2», «1, 2 и 3». */
function enumerate(items: readonly string[]): string {
  const last = items.at(-1) ?? '';
  if (items.length < 2) return last;
  return text('recipients.and', { list: items.slice(0, -1).join(', '), last });
}

/** Numbers in ascending order, three or more in a row as «2–4». */
function formatRuns(numbers: readonly number[]): string[] {
  const sequences: number[][] = [];
  for (const number of [...new Set(numbers)].sort((a, b) => a - b)) {
    const run = sequences.at(-1);
    if (run && run.at(-1) === number - 1) run.push(number);
    else sequences.push([number]);
  }
  return sequences.flatMap((run) => (run.length > 2 ? [`${run[0]}–${run.at(-1)}`] : run.map(String)));
}

/** «этаж 2», «этажи 2–4»: singular or plural by the count, not by the last digit. */
function formatList(one: string, many: string, items: readonly string[], count = items.length): string {
  return text(`recipients.${count > 1 ? many : one}`, { list: enumerate(items) });
}

const partNumbers = (rows: readonly Recipient[]) => rows.map((row) => Number(row.part));
const partLabels = (rows: readonly Recipient[]) => rows.flatMap((row) => row.part ?? []);

function nameEntrances(rows: readonly Recipient[]): string {
  const numbers = [...new Set(rows.flatMap((row) => row.porch ?? []))];
  return formatList('porch', 'porches', formatRuns(numbers), numbers.length);
}

/** «подъезды 1–7, этажи 2–9; подъезд 8, этаж 4»: entrances with the same floors are combined. */
function nameFloors(rows: readonly Recipient[]): string {
  const porches = [...groupBy(rows, (row) => row.porch).values()];
  const porchesByFloors = groupBy(porches, (floors) =>
    formatList('floor', 'floors', formatRuns(partNumbers(floors)), floors.length),
  );
  const lines = [...porchesByFloors].map(([floors, porchRows]) =>
    text('recipients.floorsOfPorches', { porches: nameEntrances(porchRows.flat()), floors }),
  );
  return lines.join('; ');
}

/** Text of the recipients of a kind in one building; empty for a whole building. */
const PART_FORMATTERS: Readonly<Record<Recipient['kind'], (rows: readonly Recipient[], count: number) => string>> = {
  building: () => '',
  porch: nameEntrances,
  floor: nameFloors,
  pipe: (rows, count) =>
    count > RECIPIENTS_LISTED.parts
      ? text('recipients.pipesCount', { smart_count: count })
      : formatList('pipe', 'pipes', [...new Set(partLabels(rows))]),
  unit: (rows, count) =>
    count > RECIPIENTS_LISTED.parts
      ? text('recipients.flatsCount', { smart_count: count })
      : formatList('flat', 'flats', partLabels(rows)),
};

interface Building {
  street: string;
  number: string;
  /** Empty for the whole building. */
  parts: string;
}

function groupByBuilding(rows: readonly Recipient[]): Building[] {
  return [...groupBy(rows, (row) => row.building).values()].flatMap((inside) => {
    const [first] = inside;
    if (!first) return [];
    const kinds = [...groupBy(inside, (row) => row.kind)];
    const whole = kinds.some(([kind]) => kind === 'building');
    const parts = whole
      ? []
      : kinds.map(([kind, kindRows]) => PART_FORMATTERS[kind](kindRows, kindRows[0]?.alike ?? 0));
    return { street: first.street, number: first.number, parts: parts.join('; ') };
  });
}

const nameAddress = (street: string, numbers: readonly string[], isComplete = true) =>
  text('recipients.address', { street, numbers: isComplete ? enumerate(numbers) : numbers.join(', ') });

/** «ул. Лесная, 12, 12к1 и 14; наб. Речников, 3». @param isComplete false if more buildings follow */
function formatWholeBuildings(buildings: readonly Building[], isComplete: boolean): string {
  const streets = groupBy(buildings, (building) => building.street);
  const lines = [...streets].map(([street, sameStreet]) =>
    nameAddress(
      street,
      sameStreet.map((building) => building.number),
      isComplete,
    ),
  );
  return lines.join('; ');
}

/**
 * The recipients of an announcement as a line (NEWS-62): «ул. Лесная, 12: подъезды 1 и 2», «3 дома: ул. Лесная, 12, 12к1 и 14».
 * @param rows from `selectRecipients`
 */
export function formatRecipients(rows: readonly Recipient[]): string {
  const buildings = groupByBuilding(rows);
  const { houses: totalCount = 0, whole = 0 } = rows[0] ?? {};
  const restCount = totalCount - buildings.length;
  if (totalCount > 1 && whole === totalCount) {
    const list = formatWholeBuildings(buildings, restCount === 0);
    const listText = restCount ? text('recipients.moreHouses', { list, count: restCount }) : list;
    return text('recipients.houses', { smart_count: totalCount, list: listText });
  }
  const lines = buildings.map(({ street, number, parts }) => {
    const address = nameAddress(street, [number]);
    return parts ? text('recipients.inHouse', { address, parts }) : address;
  });
  const list = lines.join('; ');
  return restCount ? text('recipients.moreObjects', { list, smart_count: restCount }) : list;
}
