import { text } from '#i18n/text.ts';
import { LISTED, type Recipient } from './target-queries.ts';

/** Items by a key, keys in the order they first come. */
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

/** Numbers in order, three or more in a row as «2–4». */
function runs(numbers: readonly number[]): string[] {
  const sequences: number[][] = [];
  for (const number of [...new Set(numbers)].sort((a, b) => a - b)) {
    const run = sequences.at(-1);
    if (run && run.at(-1) === number - 1) run.push(number);
    else sequences.push([number]);
  }
  return sequences.flatMap((run) => (run.length > 2 ? [`${run[0]}–${run.at(-1)}`] : run.map(String)));
}

/** «этаж 2», «этажи 2–4»: the word by how many there are, not by the last digit. */
function named(one: string, many: string, items: readonly string[], count = items.length): string {
  return text(`recipients.${count > 1 ? many : one}`, { list: enumerate(items) });
}

const partNumbers = (rows: readonly Recipient[]) => rows.map((row) => Number(row.part));
const partLabels = (rows: readonly Recipient[]) => rows.flatMap((row) => row.part ?? []);

function nameEntrances(rows: readonly Recipient[]): string {
  const numbers = [...new Set(rows.flatMap((row) => row.porch ?? []))];
  return named('porch', 'porches', runs(numbers), numbers.length);
}

/** «подъезды 1–7, этажи 2–9; подъезд 8, этаж 4»: entrances with the same floors stand together. */
function nameFloors(rows: readonly Recipient[]): string {
  const porches = [...groupBy(rows, (row) => row.porch).values()];
  const alike = groupBy(porches, (floors) => named('floor', 'floors', runs(partNumbers(floors)), floors.length));
  const lines = [...alike].map(([floors, of]) =>
    text('recipients.floorsOfPorches', { porches: nameEntrances(of.flat()), floors }),
  );
  return lines.join('; ');
}

/** Names of the recipients of a kind in one building; empty for a whole building. */
const PARTS: Readonly<Record<Recipient['kind'], (rows: readonly Recipient[], count: number) => string>> = {
  building: () => '',
  porch: nameEntrances,
  floor: nameFloors,
  pipe: (rows, count) =>
    count > LISTED.parts
      ? text('recipients.pipesCount', { smart_count: count })
      : named('pipe', 'pipes', [...new Set(partLabels(rows))]),
  unit: (rows, count) =>
    count > LISTED.parts
      ? text('recipients.flatsCount', { smart_count: count })
      : named('flat', 'flats', partLabels(rows)),
};

interface Building {
  street: string;
  number: string;
  /** Empty: all of it. */
  parts: string;
}

function groupByBuilding(rows: readonly Recipient[]): Building[] {
  return [...groupBy(rows, (row) => row.building).values()].flatMap((inside) => {
    const [first] = inside;
    if (!first) return [];
    const kinds = [...groupBy(inside, (row) => row.kind)];
    const whole = kinds.some(([kind]) => kind === 'building');
    const parts = whole ? [] : kinds.map(([kind, of]) => PARTS[kind](of, of[0]?.alike ?? 0));
    return { street: first.street, number: first.number, parts: parts.join('; ') };
  });
}

const nameAddress = (street: string, numbers: readonly string[], closed = true) =>
  text('recipients.address', { street, numbers: closed ? enumerate(numbers) : numbers.join(', ') });

/** «ул. Лесная, 12, 12к1 и 14; наб. Речников, 3». @param isComplete false: more are to follow */
function wholeBuildings(buildings: readonly Building[], isComplete: boolean): string {
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
 * The recipients of one announcement as a line (NEWS-62): «ул. Лесная, 12: подъезды 1 и 2», «3 дома: ул. Лесная, 12, 12к1 и
 * 14». @param rows as `selectRecipients` gives them
 */
export function recipientsLine(rows: readonly Recipient[]): string {
  const buildings = groupByBuilding(rows);
  const { houses: all = 0, whole = 0 } = rows[0] ?? {};
  const restCount = all - buildings.length;
  if (all > 1 && whole === all) {
    const list = wholeBuildings(buildings, restCount === 0);
    const said = restCount ? text('recipients.moreHouses', { list, count: restCount }) : list;
    return text('recipients.houses', { smart_count: all, list: said });
  }
  const lines = buildings.map(({ street, number, parts }) => {
    const address = nameAddress(street, [number]);
    return parts ? text('recipients.inHouse', { address, parts }) : address;
  });
  const list = lines.join('; ');
  return restCount ? text('recipients.moreObjects', { list, smart_count: restCount }) : list;
}
