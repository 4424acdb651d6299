import type { Flat } from '#resources/protocol/readings/reading-answers.ts';
import type { MeterType } from '#resources/rules/readings/meters.ts';
import type { UnplacedValue } from './unplaced-values.tsx';

/** Whether the building of a flat has this meter; true if unknown, so that the server decides when a value is sent. */
export const hasMeter = ({ collects: meters }: Flat, meter: MeterType) => meters?.includes(meter) ?? true;

/** A pasted value and its cell. */
export interface PlacedValue {
  flat: Flat;
  meter: MeterType;
  value: string;
}

/** Where in the table a block is pasted. */
export interface PasteTarget {
  /** Column of the first value. */
  column: number;
  /** Flats of the rows that the block covers. */
  flats: readonly Flat[];
  meters: readonly MeterType[];
  /** Returns the name of a meter. */
  formatMeter: (meter: MeterType) => string;
}

/** Assigns the values of a block to cells; `unplaced` are values without a cell. Empty values are skipped. */
export function placeBlock(
  block: readonly (readonly string[])[],
  { column, flats, meters, formatMeter }: PasteTarget,
): { placed: PlacedValue[]; unplaced: UnplacedValue[] } {
  const placed: PlacedValue[] = [];
  const unplaced: UnplacedValue[] = [];
  for (const [rowOffset, line] of block.entries()) {
    const flat = flats[rowOffset];
    for (const [columnOffset, value] of line.entries()) {
      if (value === '') continue;
      const meter = meters[column + columnOffset];
      if (!flat) unplaced.push({ value, why: 'below', where: null });
      else if (!meter) unplaced.push({ value, why: 'beside', where: null });
      else if (hasMeter(flat, meter)) placed.push({ flat, meter, value });
      else unplaced.push({ value, why: 'meter', where: { flat: flat.unit.label, meter: formatMeter(meter) } });
    }
  }
  return { placed, unplaced };
}
