import '#i18n/day-range-texts.ts';
import '#i18n/building-readings-texts.ts';
import { useTranslate } from 'react-admin';
import { Address } from '#console/fields/building/address.tsx';
import type { CellProps } from '#console/fields/field-props.ts';
import { MeterIcon } from '#console/ui/display/meter-icon.tsx';
import {
  findGroupOption,
  METER_GROUPS,
  METERS_BY_GROUP,
  METERS_BY_READING_TYPE,
} from '#resources/rules/readings/meters.ts';
import classes from './cells.module.css';

/** Address of a record, with the number as a plate. */
export function AddressCell({ value }: CellProps<'buildings:address'>) {
  const translate = useTranslate();
  const { street, number } = (value ?? {}) as { street?: string; number?: string };
  if (!number) return translate('engine.list.nothing');
  return <Address building={{ street: street ?? '', number }} aligned />;
}

/** Name of the object that the record refers to. */
export function NamedCell({ value, field }: CellProps<'buildings:named'>) {
  const translate = useTranslate();
  const { label, name } = (value ?? {}) as { label?: string; name?: string };
  const none = field.none ? translate(field.none, { _: field.none }) : translate('engine.list.nothing');
  return label ?? name ?? none;
}

/** «15–25 числа месяца». */
export function DayRangeCell({ value, field }: CellProps<'buildings:day-range'>) {
  const translate = useTranslate();
  const days = (value ?? {}) as Record<string, number | null>;
  const [start, end] = [days[field.start], days[field.end]];
  if (!start || !end) return translate('engine.list.nothing');
  return translate('dayRange.range', { start, end });
}

/** Icons of the collected meter types; for a single group also its option in words (SET-18, SET-22). */
export function ReadingTypesCell({ value, field }: CellProps<'buildings:reading-types'>) {
  const translate = useTranslate();
  const types = Array.isArray(value) ? value.map(String) : [];
  const groups = (field.group ? [field.group] : METER_GROUPS).flatMap((group) => {
    const option = findGroupOption(group, types);
    return option ? { group, option } : [];
  });
  if (groups.length === 0) return <span className={classes.none}>{translate('engine.list.nothing')}</span>;
  return (
    <span className={classes.signs}>
      {groups.map(({ group, option }) => {
        const hasSingleMeter = METERS_BY_GROUP[group].length === 1;
        const words = translate(hasSingleMeter ? 'engine.readings.on' : `engine.readings.short.${option}`);
        return (
          <span key={group} className={classes.group}>
            {METERS_BY_READING_TYPE[option].map((meter) => (
              <MeterIcon key={meter} meter={meter} size={18} />
            ))}
            {field.group ? (
              <span className={classes.words}>{words}</span>
            ) : (
              <span className="sr-only">{translate(`engine.readings.groups.${group}`)}</span>
            )}
          </span>
        );
      })}
    </span>
  );
}

/** Number of selected lines. */
export function SelectionCell({ value }: CellProps<'buildings:selection'>) {
  const translate = useTranslate();
  const lines: readonly { is_selected?: unknown }[] = Array.isArray(value) ? value : [];
  const selectedCount = lines.filter((line) => line.is_selected === true).length;
  return selectedCount ? String(selectedCount) : translate('engine.list.nothing');
}
