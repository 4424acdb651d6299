import '#i18n/building-plan-texts.ts';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useFormState } from 'react-hook-form';
import type { InputProps } from '#console/fields/field-props.ts';
import { useField } from '#console/fields/use-field.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import { BUILDING } from '#resources/limits.ts';
import {
  type EntranceRow,
  entrancePlan,
  NEW_ENTRANCE,
  toWireEntrance,
} from '#resources/sections/kinds/building-plans.ts';
import { PlanBox, RemoveRowButton } from './plan-box.tsx';
import classes from './plan-rows.module.css';

const ENTRANCE_FIELDS = [
  'floors',
  'flats',
  'from_floor',
  'first_number',
] as const satisfies readonly (keyof EntranceRow)[];

/** Changes the number of entrances; new ones copy the last one and continue its flat numbers. */
function resizeRows(rows: readonly EntranceRow[], count: number): EntranceRow[] {
  const template = { ...(rows.at(-1) ?? NEW_ENTRANCE), first_number: '' };
  return Array.from({ length: count }, (_, index) => rows[index] ?? template);
}

/** Fields of an entrance with an invalid value. */
function invalidFields(row: EntranceRow): ReadonlySet<unknown> {
  const checked = entrancePlan.safeParse(toWireEntrance(row));
  return new Set(checked.error?.issues.map(({ path }) => path[0]));
}

/** List of entrances: floors, flats and first flat number of each. */
export default function EntrancesInput(props: InputProps<'buildings:entrances'>) {
  const field = useField<EntranceRow[] | string | null>(props);
  const translate = useTranslate();
  const { submitCount } = useFormState();
  const [isBlurred, setIsBlurred] = useState(false);
  const { value } = field;
  const isCountInvalid = typeof value === 'string';
  // Rows shown while the typed count is invalid.
  const [lastRows, setLastRows] = useState<readonly EntranceRow[]>([NEW_ENTRANCE]);
  const rows = isCountInvalid ? lastRows : (value ?? []);
  const [countText, setCountText] = useState<string | null>(null);
  const changeCount = (text: string) => {
    setCountText(text);
    const newCount = /^\s*\d{1,9}\s*$/.test(text) ? Number(text) : 0;
    setLastRows(rows);
    field.onChange(newCount >= 1 && newCount <= BUILDING.entrances ? resizeRows(rows, newCount) : text);
  };
  const describedBy = field.error ? `${field.id}-error` : undefined;
  const leave = () => {
    setCountText(null);
    setIsBlurred(true);
    field.onBlur();
  };
  const showsErrors = isBlurred || submitCount > 0;
  return (
    <FieldFrame {...field.frame} group>
      <div className={classes.rows}>
        <div className={classes.count}>
          <span>{translate('buildingPlan.entranceCount')}</span>
          <OutlinedInput
            className={classes.narrow}
            value={countText ?? (isCountInvalid ? value : String(rows.length))}
            error={showsErrors && isCountInvalid}
            disabled={field.disabled}
            onChange={({ target }) => changeCount(target.value)}
            onBlur={leave}
            inputProps={{
              inputMode: 'numeric',
              autoComplete: 'off',
              'aria-invalid': (showsErrors && isCountInvalid) || undefined,
              'aria-describedby': describedBy,
              'aria-label': translate('buildingPlan.entranceCount'),
            }}
          />
        </div>
        {rows.map((row, at) => {
          const wrongFields = showsErrors ? invalidFields(row) : new Set();
          const title = translate('buildingPlan.entrance', { number: at + 1 });
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: an entrance is identified only by its index
            <div key={at} className={classes.row}>
              <span className={classes.title}>{title}</span>
              {rows.length > 1 ? (
                <RemoveRowButton
                  label={translate('buildingPlan.dropEntrance', { number: at + 1 })}
                  onDrop={() => field.onChange(rows.filter((_, index) => index !== at))}
                />
              ) : null}
              {ENTRANCE_FIELDS.map((part) => (
                <PlanBox
                  key={part}
                  label={translate(`buildingPlan.parts.${part}`)}
                  name={`${title}: ${translate(`buildingPlan.parts.${part}`)}`}
                  value={row[part]}
                  isInvalid={wrongFields.has(part)}
                  describedBy={describedBy}
                  disabled={field.disabled}
                  placeholder={part === 'first_number' ? translate('buildingPlan.goesOn') : ''}
                  onValue={(value) =>
                    field.onChange(rows.map((one, index) => (index === at ? { ...one, [part]: value } : one)))
                  }
                  onLeave={leave}
                />
              ))}
            </div>
          );
        })}
        {rows.length < BUILDING.entrances ? (
          <div>
            <ActionButton plus onClick={() => field.onChange(resizeRows(rows, rows.length + 1))}>
              {translate('buildingPlan.addEntrance')}
            </ActionButton>
          </div>
        ) : null}
      </div>
    </FieldFrame>
  );
}
