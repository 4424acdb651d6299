import type { Flat } from '#resources/protocol/readings/reading-answers.ts';
import type { MeterType } from '#resources/rules/readings/meters.ts';
import type { UnplacedValuesNotice } from './unplaced-values.tsx';

/** Whether the building of a flat has this meter; a server that does not say is asked by giving a value. */
export const collects = ({ collects: known }: Flat, meter: MeterType) => known?.includes(meter) ?? true;

/** A value of a block and the cell it falls into. */
export interface Placed {
  flat: Flat;
  meter: MeterType;
  value: string;
}

/** The table that a block is pasted into. */
export interface PastedInto {
  /** The column that the first value falls into. */
  column: number;
  /** The flats from the row that the first value falls into, as far as the block and the table reach. */
  flats: readonly Flat[];
  meters: readonly MeterType[];
  /** How a meter is called. */
  named: (meter: MeterType) => string;
}

/** Which cell each value of a block falls into, and which values no cell takes. Empty ones are no values. */
export function placeBlock(
  block: readonly (readonly string[])[],
  { column, flats, meters, named }: PastedInto,
): { placed: Placed[]; homeless: UnplacedValuesNotice[] } {
  const placed: Placed[] = [];
  const homeless: UnplacedValuesNotice[] = [];
  for (const [down, line] of block.entries()) {
    const flat = flats[down];
    for (const [right, value] of line.entries()) {
      if (value === '') continue;
      const meter = meters[column + right];
      if (!flat) homeless.push({ value, why: 'below', where: null });
      else if (!meter) homeless.push({ value, why: 'beside', where: null });
      else if (collects(flat, meter)) placed.push({ flat, meter, value });
      else homeless.push({ value, why: 'meter', where: { flat: flat.unit.label, meter: named(meter) } });
    }
  }
  return { placed, homeless };
}
