import { useTranslate } from 'react-admin';
import { MeterIcon } from '#console/ui/meter-icon.tsx';
import { GROUP_METERS, groupOption, METER_GROUPS, METERS_OF } from '#resources/rules/readings/meters.ts';
import type { CellProps } from '../field-props.ts';
import classes from './cell.module.css';

/** The signs of what is collected; of one group also its option in words (SET-18, SET-22). */
export default function ReadingTypesCell({ value, field }: CellProps<'reading-types'>) {
  const translate = useTranslate();
  const types = Array.isArray(value) ? value.map(String) : [];
  const groups = (field.group ? [field.group] : METER_GROUPS).flatMap((group) => {
    const option = groupOption(group, types);
    return option ? { group, option } : [];
  });
  if (groups.length === 0) return <span className={classes.none}>{translate('engine.list.nothing')}</span>;
  return (
    <span className={classes.signs}>
      {groups.map(({ group, option }) => {
        const single = GROUP_METERS[group].length === 1;
        const words = translate(single ? 'engine.readings.on' : `engine.readings.short.${option}`);
        return (
          <span key={group} className={classes.group}>
            {METERS_OF[option].map((meter) => (
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
