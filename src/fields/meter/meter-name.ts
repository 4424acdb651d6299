import { hasSingleElectricity, type MeterType } from '#resources/rules/readings/meters.ts';

/** Text key of the short name for column headers: «ХВС», «День». */
export const shortMeterName = (meter: MeterType, collected: readonly MeterType[]): string =>
  meterName(meter, collected).replace('.meters.', '.short.');

/** Text key of a meter's name; a single electricity meter has no time of day in its name (READ-32). */
export function meterName(meter: MeterType, collected: readonly MeterType[]): string {
  return `readings.meters.${meter === 'elec_day' && hasSingleElectricity(collected) ? 'elec_single' : meter}`;
}
