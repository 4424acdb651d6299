import { type MeterType, singleElectricity } from '#resources/rules/readings/meters.ts';

/** The same in few letters, as the head of a column has it: «ХВС», «День». */
export const shortMeterName = (meter: MeterType, collected: readonly MeterType[]): string =>
  meterName(meter, collected).replace('.meters.', '.short.');

/** Text key of a meter's name; electricity with one meter alone has no time of day (READ-32). */
export function meterName(meter: MeterType, collected: readonly MeterType[]): string {
  return `readings.meters.${meter === 'elec_day' && singleElectricity(collected) ? 'elec_single' : meter}`;
}
