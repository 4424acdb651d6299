import '#i18n/month-picker-texts.ts';
import CalendarMonthOutlined from '@mui/icons-material/CalendarMonthOutlined';
import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { companyToday, presentMonth } from '#console/data/company-clock.ts';
import { PopoverButton } from '#console/ui/buttons/popover-button.tsx';
import { currentDate } from '#resources/clock.ts';
import { capitalise } from '#resources/language/words.ts';
import { monthFromDate, monthToDate } from '../date/days.ts';
import classes from './month-picker.module.css';

const MONTH_FORMAT = new Intl.DateTimeFormat('ru', { month: 'long' });
const MONTH_NAMES = Array.from({ length: 12 }, (_, month) => capitalise(MONTH_FORMAT.format(new Date(2024, month, 1))));
const COLUMN_COUNT = 3;
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -COLUMN_COUNT,
  ArrowDown: COLUMN_COUNT,
};

/** Formats a month: «март 2024» (READ-01, READ-02). */
export function formatMonth(date: Date): string {
  return `${MONTH_FORMAT.format(date)} ${date.getFullYear()}`;
}

/**
 * Month of a list: a button «за март 2024» that opens the months of a year; future months cannot be selected. Arrow keys move
 * between months.
 */
export function MonthPicker({
  label,
  value,
  onChange,
}: {
  label: string;
  value: unknown;
  onChange: (wire: string) => void;
}) {
  const translate = useTranslate();
  const chosenDate = monthToDate(value ?? presentMonth()) ?? currentDate();
  return (
    <PopoverButton
      className={classes.trigger}
      labelClass={classes.text}
      icon={<CalendarMonthOutlined aria-hidden />}
      name={label}
      label={translate('monthPicker.forMonth', { month: formatMonth(chosenDate) })}
      gap={6}
      panel={(close) => (
        <Months
          chosenDate={chosenDate}
          onChoose={(date) => {
            close();
            onChange(monthFromDate(date));
          }}
        />
      )}
    />
  );
}

function Months({ chosenDate, onChoose }: { chosenDate: Date; onChoose: (date: Date) => void }) {
  const translate = useTranslate();
  const currentMonth = companyToday().month;
  const thisYear = Math.floor(currentMonth / 100);
  const [year, setYear] = useState(chosenDate.getFullYear());
  const grid = useRef<HTMLDivElement>(null);
  const isFuture = (month: number) => year * 100 + month + 1 > currentMonth;
  const isSelected = (month: number) => year === chosenDate.getFullYear() && month === chosenDate.getMonth();

  function onKeyDown(event: KeyboardEvent, month: number) {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    grid.current?.querySelectorAll('button')[month + step]?.focus();
  }
  const renderYearButton = (step: number, key: string, Icon: typeof ChevronLeft, isPossible: boolean) => (
    <button
      type="button"
      className={classes.turn}
      aria-label={translate(key)}
      aria-disabled={isPossible ? undefined : true}
      onClick={() => isPossible && setYear(year + step)}
    >
      <Icon aria-hidden fontSize="small" />
    </button>
  );
  return (
    <div className={classes.panel}>
      <div className={classes.head}>
        <b aria-live="polite">{year}</b>
        {renderYearButton(-1, 'monthPicker.yearBefore', ChevronLeft, year > 2000)}
        {renderYearButton(1, 'monthPicker.yearAfter', ChevronRight, year < thisYear)}
      </div>
      <div className={classes.months} ref={grid}>
        {MONTH_NAMES.map((name, month) => (
          <button
            key={name}
            type="button"
            className={classes.month}
            aria-pressed={isSelected(month)}
            aria-disabled={isFuture(month) || undefined}
            // biome-ignore lint/a11y/noAutofocus: an opened dialog focuses its selected option
            autoFocus={isSelected(month)}
            onKeyDown={(event) => onKeyDown(event, month)}
            onClick={() => isFuture(month) || onChoose(new Date(year, month, 1))}
          >
            {name}
          </button>
        ))}
      </div>
    </div>
  );
}
