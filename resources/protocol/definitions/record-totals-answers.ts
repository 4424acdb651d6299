import { decodeCount, decodeFlag, decodeObject, decodeParts, textOrNull, unwrapBody } from '../open-shapes.ts';
import type { RecordGroups, RecordTotals } from './records.ts';

const DECIMAL = /^-?\d+(?:\.\d+)?$/;

/** Decodes a figure; null if it is not a decimal number. */
const decodeFigure = (value: unknown): string | null => {
  const text = textOrNull(value);
  return text !== null && DECIMAL.test(text) ? text : null;
};

const decodeFigures = (value: unknown): Record<string, string | null> =>
  Object.fromEntries(Object.entries(decodeObject(value)).map(([figure, one]) => [figure, decodeFigure(one)]));

/** `GET /api/records/{resource}/totals/`. */
export function decodeRecordTotals(body: unknown): RecordTotals {
  const { totals } = decodeObject(unwrapBody(body));
  const fields = Object.entries(decodeObject(totals)).map(([wire, figures]) => [wire, decodeFigures(figures)]);
  return { count: decodeCount(body) ?? 0, totals: Object.fromEntries(fields) };
}

/** `GET /api/records/{resource}/groups/`. */
export function decodeRecordGroups(body: unknown): RecordGroups {
  const { groups, isWhole } = decodeObject(unwrapBody(body));
  return {
    groups: decodeParts(groups, (group) => ({ ...decodeRecordTotals(group), value: group.value ?? null })),
    isWhole: decodeFlag(isWhole) ?? true,
  };
}
