import { useEffect, useMemo } from 'react';
import { useTranslate } from 'react-admin';
import { useFormState, useWatch } from 'react-hook-form';
import { Checkbox } from '#console/ui/inputs/checkbox.tsx';
import { FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import { toId, toIds } from '#resources/language/kinds/ids.ts';
import { useChosenBuilding, useWholeBuilding } from '../building/building-parts.ts';
import type { FullProps, InputProps } from '../field-props.ts';
import { useWireRecord } from '../form-context.ts';
import { SetDifference } from '../parts/set-difference.tsx';
import { useField } from '../use-field.ts';
import classes from './input.module.css';
import { checklistOptions, hiddenTicks } from './options.ts';

/** Checkboxes for entrances, floors or risers of the building chosen in another field; cleared when the building changes. */
export default function ChecklistInput(props: InputProps<'checklist'>) {
  const { of: partType, building: buildingField, porches: porchField } = props.field;
  const hasHiddenTicks = useHasHiddenTicks(buildingField);
  const ruleField = useMemo(
    () => (hasHiddenTicks ? { ...props.field, required: false } : props.field),
    [hasHiddenTicks, props.field],
  );
  const field = useField<number[] | null>({ ...props, field: ruleField });
  const translate = useTranslate();
  const buildingId = useChosenBuilding(buildingField, props.source, () => field.onChange([]));
  const { building, isPending } = useWholeBuilding(buildingId);
  const porches = useWatch({ name: porchField ?? buildingField });
  const value = field.value ?? [];
  const options = checklistOptions(building, partType, porchField ? toIds(porches) : null);
  const hidden = hiddenTicks(building, partType, options);
  const visibleIds = value.filter((id) => !hidden.has(id));
  const { onChange } = field;
  // Floors of an entrance that is no longer ticked are hidden, so they are unticked too.
  useEffect(() => {
    if (visibleIds.length < value.length) onChange(visibleIds);
  });
  const hint = buildingId === null ? 'engine.fields.chooseBuildingFirst' : 'engine.list.nothingToChoose';
  return (
    <FieldFrame {...field.frame} group>
      {options.length ? (
        <div className={classes.ticks}>
          {options.map(({ id, key, params }) => (
            <Checkbox
              key={id}
              value={String(id)}
              checked={value.includes(id)}
              disabled={field.disabled}
              invalid={field.error !== null}
              onChange={(isOn) => {
                field.onChange(isOn ? [...value, id] : value.filter((other) => other !== id));
                field.onBlur();
              }}
            >
              {translate(key, params)}
            </Checkbox>
          ))}
        </div>
      ) : (
        <p className={classes.hint}>{translate(isPending ? 'ui.busy' : hint)}</p>
      )}
      {hasHiddenTicks ? <p className={classes.hint}>{translate('engine.fields.othersStay')}</p> : null}
    </FieldFrame>
  );
}

/**
 * Whether an existing record may contain ticks hidden from the person, because they have access to only part of its building. The
 * server keeps hidden ticks, so only it can check that anything is ticked at all.
 */
export function useHasHiddenTicks(buildingField: string): boolean {
  const record = useWireRecord();
  const { building } = useWholeBuilding(toId(useWatch({ name: buildingField })));
  const { dirtyFields } = useFormState({ name: buildingField, exact: true });
  return record !== null && building?.is_all_porches === false && !dirtyFields[buildingField];
}

/** The ticked parts of a building, on one side of a comparison. */
export function FullChecklist({ value, other, field, values }: FullProps<'checklist'>) {
  const translate = useTranslate();
  const { building } = useWholeBuilding(toId(values[field.building]));
  const ticks = new Map(checklistOptions(building, field.of, null).map((tick) => [tick.id, tick]));
  const items = toIds(value).map((id) => {
    const tick = ticks.get(id);
    return { key: id, node: tick ? translate(tick.key, tick.params) : `№${id}` };
  });
  return <SetDifference items={items} otherKeys={new Set(toIds(other))} />;
}
