import '#i18n/readings-page-texts.ts';
import { useMemo } from 'react';
import { useTranslate } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { companyToday } from '#console/data/company-clock.ts';
import { useParentChanged } from '#console/fields/building/building-parts.ts';
import type { InputProps } from '#console/fields/field-props.ts';
import { validateField } from '#console/fields/field-rule.ts';
import { useSaveWarning } from '#console/fields/form-context.ts';
import { MeterBox } from '#console/fields/meter/meter-box.tsx';
import { meterName } from '#console/fields/meter/meter-name.ts';
import { useField } from '#console/fields/use-field.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { groupedDigits } from '#console/ui/display/odometer.tsx';
import { toId } from '#resources/language/kinds/ids.ts';
import type { FlatReadings } from '#resources/protocol/readings/reading-answers.ts';
import { type MeterType, toMeters } from '#resources/rules/readings/meters.ts';
import { addMonths, countMonthsBetween, parseWireMonth } from '#resources/rules/readings/month.ts';
import { unlikelyValue } from '#resources/rules/readings/unlikely-value.ts';
import classes from './input.module.css';
import { lastReading, useSenderName } from './last-reading.ts';
import { type Loadable, useFlatReadings, useReadingData } from './reading-calls.ts';

type Values = Partial<Record<MeterType, string | null>>;

/** Text key of the mistake in a meter's value; null if there is no mistake or no value. */
const meterMistakeKey = (meter: MeterType, value: string | null | undefined): string | null =>
  validateField({ kind: 'meter', meter }, value ?? null);

/** An input for each meter of the building, with the previous readings of the flat (READ-18…27). */
export default function MetersInput(props: InputProps<'readings:meters'>) {
  const field = useField<Values | null>(props);
  const translate = useTranslate();
  const form = useFormContext();
  const building = toId(useWatch({ name: props.field.building }));
  const unit = toId(useWatch({ name: props.field.unit }));
  const buildings = useMemo(() => (building === null ? [] : [building]), [building]);
  const readingData = useReadingData(buildings);
  const readingsBefore = useFlatReadings(unit);
  const flat = readingsBefore.data;
  const meters = useMemo(() => toMeters(readingData.data?.reading_types ?? []), [readingData.data]);
  const values = field.value ?? {};

  useParentChanged(unit, props.source, () => field.onChange({}));

  useSaveWarning(props.source, (sent) =>
    unlikelyReadingQuestions(sent[props.source] as Values | null, flat, meters, translate),
  );

  if (building === null || unit === null) return <p className={classes.hint}>{translate('readings.chooseFlat')}</p>;
  if (!readingData.data) return <LoadState loadable={readingData} part="meters" />;
  if (meters.length === 0) return <p className={classes.hint}>{translate('readings.noMeters')}</p>;
  return (
    <fieldset className={classes.meters} aria-label={props.label}>
      {flat ? null : <LoadState loadable={readingsBefore} part="before" />}
      {meters.map((meter) => (
        <MeterField
          key={meter}
          id={`${field.id}-${meter}`}
          meter={meter}
          collected={meters}
          flat={flat}
          value={values[meter] ?? null}
          onValue={(value) => {
            // Read from the form, because the values of this render may be older than what was typed into another input.
            const currentValues = (form.getValues(props.source) ?? {}) as Values;
            field.onChange({ ...currentValues, [meter]: value });
          }}
          onLeave={field.onBlur}
          error={field.error ? meterMistakeKey(meter, values[meter]) : null}
          disabled={field.disabled}
        />
      ))}
      {field.error && !meters.some((meter) => meterMistakeKey(meter, values[meter])) ? (
        <p className={classes.error} role="alert">
          {field.error}
        </p>
      ) : null}
    </fieldset>
  );
}

/** Shown while data loads or after it failed, with a retry button. */
function LoadState({ loadable: { failed, retry }, part }: { loadable: Loadable<unknown>; part: 'meters' | 'before' }) {
  const translate = useTranslate();
  return (
    <div className={classes.awaited} role="status">
      <span>{translate(`readings.awaited.${part}${failed ? 'Failed' : ''}`)}</span>
      {failed ? (
        <ActionButton size="sm" onClick={retry}>
          {translate('readings.awaited.retry')}
        </ActionButton>
      ) : null}
    </div>
  );
}

/** Whether a month is so long ago that it must be shown with its year. */
const needsYear = (month: string | null) => {
  const monthOrdinal = parseWireMonth(month ?? '');
  return monthOrdinal !== null && monthOrdinal < addMonths(companyToday().month, -11);
};

function MeterField({
  meter,
  collected,
  flat,
  error,
  ...box
}: {
  id: string;
  meter: MeterType;
  collected: readonly MeterType[];
  flat: FlatReadings | null;
  value: string | null;
  onValue: (value: string | null) => void;
  onLeave: () => void;
  /** Text key of the mistake in the value. */
  error: string | null;
  disabled: boolean;
}) {
  const translate = useTranslate();
  const senderName = useSenderName();
  const last = lastReading(flat, meter);
  const monthValue = flat?.month_result?.meters[meter];
  const month = translate(`readings.monthIn.${last?.month?.slice(0, 2) ?? ''}`, { _: '' });
  const value = last ? groupedDigits(last.value) : '';
  const year = last?.month?.slice(2);
  const datedText = translate(needsYear(last?.month ?? null) ? 'readings.lastLongAgo' : 'readings.last', {
    month,
    year,
    value,
  });
  const lastText = month ? datedText : value;
  const tip = last ? (
    <>
      <div>{lastText}</div>
      <div>{senderName(last.sender)}</div>
    </>
  ) : undefined;
  const help = last
    ? translate('readings.lastFrom', { last: lastText, sender: senderName(last.sender) })
    : translate('readings.lastNone');
  return (
    <MeterBox
      {...box}
      error={error && translate(error)}
      meter={meter}
      name={translate(meterName(meter, collected))}
      last={monthValue ?? last?.value ?? null}
      tip={tip}
      help={monthValue ? `${help}. ${translate('readings.thisMonth', { value: groupedDigits(monthValue) })}` : help}
    />
  );
}

/** Questions about unlikely readings, asked before they are sent. */
function unlikelyReadingQuestions(
  values: Values | null,
  flat: FlatReadings | null,
  meters: readonly MeterType[],
  translate: (key: string, params?: Record<string, unknown>) => string,
): string[] {
  return meters.flatMap((meter) => {
    const last = lastReading(flat, meter);
    const value = values?.[meter];
    const thisMonth = flat?.month_result?.meters[meter] ?? null;
    const months = countMonthsBetween(parseWireMonth(last?.month ?? ''), companyToday().month);
    const history = { last: last?.value ?? null, thisMonth, usual: last?.usual ?? null, months };
    const doubt = value ? unlikelyValue(value, history) : null;
    if (!doubt) return [];
    const name = translate(meterName(meter, meters));
    return [translate(`readings.doubt.${doubt.why}`, { meter: name, last: groupedDigits(doubt.comparedWith) })];
  });
}
