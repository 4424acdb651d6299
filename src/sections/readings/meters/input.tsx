import '#i18n/readings-page-texts.ts';
import { useMemo } from 'react';
import { useTranslate } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { companyToday } from '#console/data/company-clock.ts';
import { useAnotherChoice } from '#console/fields/building/building-parts.ts';
import type { InputProps } from '#console/fields/field-props.ts';
import { fieldMistake } from '#console/fields/field-rule.ts';
import { useQuestion } from '#console/fields/form-context.ts';
import { MeterBox } from '#console/fields/meter/meter-box.tsx';
import { meterName } from '#console/fields/meter/meter-name.ts';
import { useField } from '#console/fields/use-field.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { groupedDigits } from '#console/ui/display/odometer.tsx';
import { idOf } from '#resources/language/kinds/ids.ts';
import type { FlatReadings } from '#resources/protocol/readings/reading-answers.ts';
import { type MeterType, metersOf } from '#resources/rules/readings/meters.ts';
import { monthLater, monthNumber, monthsBetween } from '#resources/rules/readings/month.ts';
import { unlikelyValue } from '#resources/rules/readings/unlikely-value.ts';
import classes from './input.module.css';
import { lastGiven, useSenderName } from './last-given.ts';
import { type Loadable, useFlatReadings, useReadingData } from './reading-calls.ts';

type Values = Partial<Record<MeterType, string | null>>;

/** Text key of the mistake in a meter's value; null if there is no mistake or no value. */
const wrongIn = (meter: MeterType, value: string | null | undefined): string | null =>
  fieldMistake({ kind: 'meter', meter }, value ?? null);

/** A value for every meter that the building collects, with what the flat gave before (READ-18…27). */
export default function MetersInput(props: InputProps<'readings:meters'>) {
  const field = useField<Values | null>(props);
  const translate = useTranslate();
  const form = useFormContext();
  const building = idOf(useWatch({ name: props.field.building }));
  const unit = idOf(useWatch({ name: props.field.unit }));
  const buildings = useMemo(() => (building === null ? [] : [building]), [building]);
  const collects = useReadingData(buildings);
  const readingsBefore = useFlatReadings(unit);
  const flat = readingsBefore.data;
  const meters = useMemo(() => metersOf(collects.data?.reading_types ?? []), [collects.data]);
  const values = field.value ?? {};

  useAnotherChoice(unit, props.source, () => field.set({}));

  useQuestion(props.source, (sent) => doubts(sent[props.source] as Values | null, flat, meters, translate));

  if (building === null || unit === null) return <p className={classes.hint}>{translate('readings.chooseFlat')}</p>;
  if (!collects.data) return <LoadState asked={collects} part="meters" />;
  if (meters.length === 0) return <p className={classes.hint}>{translate('readings.noMeters')}</p>;
  return (
    <fieldset className={classes.meters} aria-label={props.label}>
      {flat ? null : <LoadState asked={readingsBefore} part="before" />}
      {meters.map((meter) => (
        <OneMeter
          key={meter}
          id={`${field.id}-${meter}`}
          meter={meter}
          collected={meters}
          flat={flat}
          value={values[meter] ?? null}
          onValue={(value) => {
            // Of the form itself: a box that is left after another was typed into must not bring old values back.
            const now = (form.getValues(props.source) ?? {}) as Values;
            field.set({ ...now, [meter]: value });
          }}
          onLeave={field.leave}
          error={field.error ? wrongIn(meter, values[meter]) : null}
          disabled={field.disabled}
        />
      ))}
      {field.error && !meters.some((meter) => wrongIn(meter, values[meter])) ? (
        <p className={classes.error} role="alert">
          {field.error}
        </p>
      ) : null}
    </fieldset>
  );
}

/** Shown while data loads or after it failed, with a retry button. */
function LoadState({ asked: { failed, retry }, part }: { asked: Loadable<unknown>; part: 'meters' | 'before' }) {
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

/** A value so old that the month alone would not name it. */
const isOld = (month: string | null) => {
  const number = monthNumber(month ?? '');
  return number !== null && number < monthLater(companyToday().month, -11);
};

function OneMeter({
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
  const last = lastGiven(flat, meter);
  const monthValue = flat?.month_result?.meters[meter];
  const month = translate(`readings.monthIn.${last?.month?.slice(0, 2) ?? ''}`, { _: '' });
  const value = last ? groupedDigits(last.value) : '';
  const year = last?.month?.slice(2);
  const dated = translate(isOld(last?.month ?? null) ? 'readings.lastLongAgo' : 'readings.last', {
    month,
    year,
    value,
  });
  const lastText = month ? dated : value;
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

/** Readings that deserve a second look before they are sent. */
function doubts(
  values: Values | null,
  flat: FlatReadings | null,
  meters: readonly MeterType[],
  translate: (key: string, params?: Record<string, unknown>) => string,
): string[] {
  return meters.flatMap((meter) => {
    const last = lastGiven(flat, meter);
    const value = values?.[meter];
    const own = flat?.month_result?.meters[meter] ?? null;
    const months = monthsBetween(monthNumber(last?.month ?? ''), companyToday().month);
    const known = { last: last?.value ?? null, own, usual: last?.usual ?? null, months };
    const doubt = value ? unlikelyValue(value, known) : null;
    if (!doubt) return [];
    const name = translate(meterName(meter, meters));
    return [translate(`readings.doubt.${doubt.why}`, { meter: name, last: groupedDigits(doubt.against) })];
  });
}
