import { useEffect, useMemo } from 'react';
import { useTranslate } from 'react-admin';
import { useFormState, useWatch } from 'react-hook-form';
import { Checkbox } from '#console/ui/inputs/checkbox.tsx';
import { FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import { idOf, idsOf } from '#resources/language/kinds/ids.ts';
import { useBuildingParts, useChosenBuilding } from '../building/building-parts.ts';
import type { FullProps, InputProps } from '../field-props.ts';
import { useWireRecord } from '../form-context.ts';
import { SetDifference } from '../parts/set-difference.tsx';
import { useField } from '../use-field.ts';
import classes from './input.module.css';
import { checklistOptions, hiddenTicks } from './options.ts';

/** Ticked entrances, floors or risers of the building in a neighbouring field; another building empties it. */
export default function ChecklistInput(props: InputProps<'checklist'>) {
  const { of: partType, building: buildingField, porches: porchField } = props.field;
  const othersStay = useOthersStay(buildingField);
  const fieldRules = useMemo(
    () => (othersStay ? { ...props.field, required: false } : props.field),
    [othersStay, props.field],
  );
  const field = useField<number[] | null>({ ...props, field: fieldRules });
  const translate = useTranslate();
  const buildingId = useChosenBuilding(buildingField, props.source, () => field.set([]));
  const { building, isPending } = useBuildingParts(buildingId);
  const porches = useWatch({ name: porchField ?? buildingField });
  const value = field.value ?? [];
  const options = checklistOptions(building, partType, porchField ? idsOf(porches) : null);
  const hidden = hiddenTicks(building, partType, options);
  const visibleIds = value.filter((id) => !hidden.has(id));
  const { set } = field;
  // A floor of an entrance that is ticked no longer is not seen, so it is not chosen either.
  useEffect(() => {
    if (visibleIds.length < value.length) set(visibleIds);
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
              onChange={(on) => {
                field.set(on ? [...value, id] : value.filter((other) => other !== id));
                field.leave();
              }}
            >
              {translate(key, params)}
            </Checkbox>
          ))}
        </div>
      ) : (
        <p className={classes.hint}>{translate(isPending ? 'ui.busy' : hint)}</p>
      )}
      {othersStay ? <p className={classes.hint}>{translate('engine.fields.othersStay')}</p> : null}
    </FieldFrame>
  );
}

/**
 * Whether a record may hold ticks that the person is not shown: it is edited, and its building is open to them in part. They stay
 * whatever they send, so whether anything is ticked at all only the server can say.
 */
export function useOthersStay(buildingField: string): boolean {
  const record = useWireRecord();
  const { building } = useBuildingParts(idOf(useWatch({ name: buildingField })));
  const { dirtyFields } = useFormState({ name: buildingField, exact: true });
  return record !== null && building?.is_all_porches === false && !dirtyFields[buildingField];
}

/** The ticked parts of a building, by name. */
export function FullChecklist({ value, other, field, values }: FullProps<'checklist'>) {
  const translate = useTranslate();
  const { building } = useBuildingParts(idOf(values[field.building]));
  const ticks = new Map(checklistOptions(building, field.of, null).map((tick) => [tick.id, tick]));
  const items = idsOf(value).map((id) => {
    const tick = ticks.get(id);
    return { key: id, node: tick ? translate(tick.key, tick.params) : `№${id}` };
  });
  return <SetDifference items={items} otherKeys={new Set(idsOf(other))} />;
}
