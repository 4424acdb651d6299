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
  sentEntrance,
} from '#resources/sections/kinds/building-plans.ts';
import { DropRow, PlanBox } from './plan-box.tsx';
import classes from './plan-rows.module.css';

const PARTS = ['floors', 'flats', 'from_floor', 'first_number'] as const satisfies readonly (keyof EntranceRow)[];

/** Another entrance is like the last one, and its flats go on. */
function more(rows: readonly EntranceRow[], count: number): EntranceRow[] {
  const like = { ...(rows.at(-1) ?? NEW_ENTRANCE), first_number: '' };
  return Array.from({ length: count }, (_, at) => rows[at] ?? like);
}

/** Parts of an entrance that no plan can have. */
function wrongParts(row: EntranceRow): ReadonlySet<unknown> {
  const checked = entrancePlan.safeParse(sentEntrance(row));
  return new Set(checked.error?.issues.map(({ path }) => path[0]));
}

/** Entrances one below the other: how many floors and flats each has, and by which number its flats begin. */
export default function EntrancesInput(props: InputProps<'buildings:entrances'>) {
  const field = useField<EntranceRow[] | string | null>(props);
  const translate = useTranslate();
  const { submitCount } = useFormState();
  const [isLeft, setIsLeft] = useState(false);
  const { value } = field;
  const isRefused = typeof value === 'string';
  // The rows stay while the typed number is not a number.
  const [last, setLast] = useState<readonly EntranceRow[]>([NEW_ENTRANCE]);
  const rows = isRefused ? last : (value ?? []);
  const [countText, setCountText] = useState<string | null>(null);
  const count = (text: string) => {
    setCountText(text);
    const wanted = /^\s*\d{1,9}\s*$/.test(text) ? Number(text) : 0;
    setLast(rows);
    field.set(wanted >= 1 && wanted <= BUILDING.entrances ? more(rows, wanted) : text);
  };
  const describedBy = field.error ? `${field.id}-error` : undefined;
  const leave = () => {
    setCountText(null);
    setIsLeft(true);
    field.leave();
  };
  const isTried = isLeft || submitCount > 0;
  return (
    <FieldFrame {...field.frame} group>
      <div className={classes.rows}>
        <div className={classes.count}>
          <span>{translate('buildingPlan.entranceCount')}</span>
          <OutlinedInput
            className={classes.narrow}
            value={countText ?? (isRefused ? value : String(rows.length))}
            error={isTried && isRefused}
            disabled={field.disabled}
            onChange={({ target }) => count(target.value)}
            onBlur={leave}
            inputProps={{
              inputMode: 'numeric',
              autoComplete: 'off',
              'aria-invalid': (isTried && isRefused) || undefined,
              'aria-describedby': describedBy,
              'aria-label': translate('buildingPlan.entranceCount'),
            }}
          />
        </div>
        {rows.map((row, at) => {
          const wrongFields = isTried ? wrongParts(row) : new Set();
          const title = translate('buildingPlan.entrance', { number: at + 1 });
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: an entrance is known by its place alone
            <div key={at} className={classes.row}>
              <span className={classes.title}>{title}</span>
              {rows.length > 1 ? (
                <DropRow
                  label={translate('buildingPlan.dropEntrance', { number: at + 1 })}
                  onDrop={() => field.set(rows.filter((_, index) => index !== at))}
                />
              ) : null}
              {PARTS.map((part) => (
                <PlanBox
                  key={part}
                  label={translate(`buildingPlan.parts.${part}`)}
                  name={`${title}: ${translate(`buildingPlan.parts.${part}`)}`}
                  value={row[part]}
                  wrong={wrongFields.has(part)}
                  describedBy={describedBy}
                  disabled={field.disabled}
                  placeholder={part === 'first_number' ? translate('buildingPlan.goesOn') : ''}
                  onValue={(value) =>
                    field.set(rows.map((one, index) => (index === at ? { ...one, [part]: value } : one)))
                  }
                  onLeave={leave}
                />
              ))}
            </div>
          );
        })}
        {rows.length < BUILDING.entrances ? (
          <div>
            <ActionButton plus onClick={() => field.set(more(rows, rows.length + 1))}>
              {translate('buildingPlan.addEntrance')}
            </ActionButton>
          </div>
        ) : null}
      </div>
    </FieldFrame>
  );
}
