import { durationText, minutesOf } from '#resources/language/kinds/clock-text.ts';
import type { FilterProps } from '../field-props.ts';
import { ParsedFilter } from '../parts/parsed-filter.tsx';

/** Filters by how long something takes; what is no duration filters by nothing. */
export default function DurationFilter({ label, value, onChange }: FilterProps<'duration'>) {
  return (
    <ParsedFilter<number>
      label={label}
      value={value}
      shown={typeof value === 'number' ? durationText(value) : ''}
      parse={(typed) => {
        const minutes = minutesOf(typed);
        if (minutes === null) return {};
        return typeof minutes === 'number' ? { value: minutes } : { isWrong: true };
      }}
      problem="kinds.duration"
      onChange={onChange}
    />
  );
}
