import '#i18n/building-plan-texts.ts';
import Select from '@mui/material/Select';
import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useFormState } from 'react-hook-form';
import type { InputProps } from '#console/fields/field-props.ts';
import { useField } from '#console/fields/use-field.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import { BUILDING } from '#resources/limits.ts';
import { NEW_OTHER, type OtherRow, otherUnits, toWireOtherUnits } from '#resources/sections/kinds/building-plans.ts';
import { PlanBox, RemoveRowButton } from './plan-box.tsx';
import classes from './plan-rows.module.css';

const UNIT_TYPES = ['office', 'storage', 'parking'] as const;
const PLACE_FIELDS = ['entrance', 'floor'] as const;

/** Offices, storage rooms and parking places: their entrance, floor and labels. */
export default function OtherUnitsInput(props: InputProps<'buildings:others'>) {
  const field = useField<OtherRow[] | null>(props);
  const translate = useTranslate();
  const { submitCount } = useFormState();
  const [isBlurred, setIsBlurred] = useState(false);
  const id = useId();
  const rows = field.value ?? [];
  const change = (at: number, part: Partial<OtherRow>) =>
    field.onChange(rows.map((row, index) => (index === at ? { ...row, ...part } : row)));
  const describedBy = field.error ? `${field.id}-error` : undefined;
  const leave = () => {
    setIsBlurred(true);
    field.onBlur();
  };
  return (
    <FieldFrame {...field.frame} group>
      <div className={classes.rows}>
        {rows.map((row, at) => {
          const issues =
            isBlurred || submitCount > 0 ? otherUnits.safeParse(toWireOtherUnits(row)).error?.issues : undefined;
          const wrongFields = new Set(issues?.map(({ path }) => path[0]));
          const rowLabel = (text: string) => translate('buildingPlan.ofRow', { text, number: at + 1 });
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is identified only by its index
            <div key={at} className={`${classes.row} ${classes.other}`}>
              <div className={classes.box}>
                <label htmlFor={`${id}-${at}`}>{translate('buildingPlan.unitType')}</label>
                <Select
                  native
                  fullWidth
                  value={row.unit_type}
                  disabled={field.disabled}
                  onChange={({ target }) => change(at, { unit_type: target.value })}
                  inputProps={{ id: `${id}-${at}`, 'aria-label': rowLabel(translate('buildingPlan.unitType')) }}
                >
                  {UNIT_TYPES.map((type) => (
                    <option key={type} value={type}>
                      {translate(`buildingPlan.unitTypes.${type}`)}
                    </option>
                  ))}
                </Select>
              </div>
              {PLACE_FIELDS.map((part) => (
                <PlanBox
                  key={part}
                  label={translate(`buildingPlan.parts.${part}`)}
                  name={rowLabel(translate(`buildingPlan.parts.${part}`))}
                  value={row[part]}
                  isInvalid={wrongFields.has(part)}
                  describedBy={describedBy}
                  disabled={field.disabled}
                  onValue={(value) => change(at, { [part]: value })}
                  onLeave={leave}
                />
              ))}
              <PlanBox
                className={classes.labels}
                label={translate('buildingPlan.parts.labels')}
                name={rowLabel(translate('buildingPlan.parts.labels'))}
                value={row.labels}
                isInvalid={wrongFields.has('labels')}
                describedBy={describedBy}
                disabled={field.disabled}
                numeric={false}
                placeholder={translate(`buildingPlan.labelsLike.${row.unit_type}`)}
                onValue={(labels) => change(at, { labels })}
                onLeave={leave}
              />
              <RemoveRowButton
                label={rowLabel(translate('buildingPlan.dropUnits'))}
                onDrop={() => field.onChange(rows.filter((_, index) => index !== at))}
              />
            </div>
          );
        })}
        {rows.length < BUILDING.otherUnits ? (
          <div>
            <ActionButton plus onClick={() => field.onChange([...rows, NEW_OTHER])}>
              {translate('buildingPlan.addUnits')}
            </ActionButton>
          </div>
        ) : null}
      </div>
    </FieldFrame>
  );
}
