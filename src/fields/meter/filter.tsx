import { naming } from '#resources/language/kinds/bounds.ts';
import { COUNT } from '#resources/limits.ts';
import type { FilterProps } from '../field-props.ts';
import { fitsMask, parseDigits } from '../number/mask.ts';
import { ParsedFilter } from '../parts/parsed-filter.tsx';

/** Filters by the value of a meter; what is none filters by nothing. */
export default function MeterFilter({ label, value, onChange }: FilterProps<'meter'>) {
  return (
    <ParsedFilter<string>
      label={label}
      inputMode="numeric"
      value={value}
      shown={typeof value === 'string' ? value : ''}
      parse={(typed) => {
        const digits = parseDigits(typed, COUNT.meterDigits);
        if (digits === null) return {};
        return fitsMask(typed, COUNT.meterDigits) ? { value: digits } : { isWrong: true };
      }}
      problem={naming('kinds.maskDigits', { most: String(COUNT.meterDigits) })}
      onChange={onChange}
    />
  );
}
