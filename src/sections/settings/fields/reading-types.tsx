import '#i18n/building-readings-texts.ts';
import { useTranslate } from 'react-admin';
import type { InputProps } from '#console/fields/field-props.ts';
import { OptionGroup } from '#console/fields/parts/option-group.tsx';
import { useField } from '#console/fields/use-field.ts';
import { MeterIcon } from '#console/ui/display/meter-icon.tsx';
import { Checkbox } from '#console/ui/inputs/checkbox.tsx';
import { FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import {
  findGroupOption,
  METER_GROUPS,
  METERS_BY_GROUP,
  METERS_BY_READING_TYPE,
  type MeterGroup,
  OPTIONS_BY_GROUP,
  type ReadingType,
} from '#resources/rules/readings/meters.ts';
import classes from './reading-types.module.css';

/** The types after setting or clearing the option of a group; other groups stay unchanged. */
export function withOption(
  types: readonly ReadingType[],
  group: MeterGroup,
  option: ReadingType | null,
): ReadingType[] {
  const meters: readonly string[] = METERS_BY_GROUP[group];
  const isOfGroup = (type: ReadingType) => METERS_BY_READING_TYPE[type].some((meter) => meters.includes(meter));
  return METER_GROUPS.flatMap((otherGroup) => {
    if (otherGroup === group) return option ?? [];
    const ownMeters: readonly string[] = METERS_BY_GROUP[otherGroup];
    return types.filter(
      (type) => !isOfGroup(type) && METERS_BY_READING_TYPE[type].some((meter) => ownMeters.includes(meter)),
    );
  });
}

/** Meter types of a building: a checkbox for each of the four groups, with its options beside it (SET-30…32). */
export default function ReadingTypesInput(props: InputProps<'buildings:reading-types'>) {
  const field = useField<ReadingType[] | null>(props);
  const translate = useTranslate();
  const types = field.value ?? [];
  const set = (group: MeterGroup, option: ReadingType | null) => {
    field.onChange(withOption(types, group, option));
    field.onBlur();
  };
  return (
    <FieldFrame {...field.frame} group>
      <div className={classes.rows}>
        {METER_GROUPS.map((group) => {
          const chosenOption = findGroupOption(group, types);
          const options = OPTIONS_BY_GROUP[group];
          const name = translate(`engine.readings.groups.${group}`);
          return (
            <div key={group} className={chosenOption ? classes.line : `${classes.line} ${classes.off}`}>
              <MeterIcon meter={METERS_BY_GROUP[group][0]} off={!chosenOption} />
              <Checkbox
                checked={chosenOption !== null}
                disabled={field.disabled}
                value={group}
                onChange={(on) => set(group, on ? options[0] : null)}
              >
                {name}
              </Checkbox>
              {chosenOption && options.length > 1 ? (
                <div role="radiogroup" aria-label={name} className={classes.options}>
                  <OptionGroup
                    name={`${field.id}-${group}`}
                    look="segments"
                    options={options.map((value) => ({ value, label: translate(`engine.readings.options.${value}`) }))}
                    value={chosenOption}
                    disabled={field.disabled}
                    onChange={(option) => set(group, option as ReadingType)}
                  />
                </div>
              ) : null}
            </div>
          );
        })}
      </div>
    </FieldFrame>
  );
}
