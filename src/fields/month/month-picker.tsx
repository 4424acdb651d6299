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

const NAME = new Intl.DateTimeFormat('ru', { month: 'long' });
const MONTHS = Array.from({ length: 12 }, (_, month) => capitalise(NAME.format(new Date(2024, month, 1))));
const ACROSS = 3;
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -ACROSS, ArrowDown: ACROSS };

/** «март 2024» (READ-01, READ-02). */
export function monthText(date: Date): string {
  return `${NAME.format(date)} ${date.getFullYear()}`;
}

/**
 * The month a list is about: a button «за март 2024» that opens the months of a year; what lies ahead cannot be chosen.
 * Arrows lead from month to month.
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
      label={translate('monthPicker.forMonth', { month: monthText(chosenDate) })}
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
  const now = companyToday().month;
  const thisYear = Math.floor(now / 100);
  const [year, setYear] = useState(chosenDate.getFullYear());
  const grid = useRef<HTMLDivElement>(null);
  const isFuture = (month: number) => year * 100 + month + 1 > now;
  const isChosen = (month: number) => year === chosenDate.getFullYear() && month === chosenDate.getMonth();

  function lead(event: KeyboardEvent, month: number) {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    grid.current?.querySelectorAll('button')[month + step]?.focus();
  }
  const turn = (by: number, key: string, Sign: typeof ChevronLeft, possible: boolean) => (
    <button
      type="button"
      className={classes.turn}
      aria-label={translate(key)}
      aria-disabled={possible ? undefined : true}
      onClick={() => possible && setYear(year + by)}
    >
      <Sign aria-hidden fontSize="small" />
    </button>
  );
  return (
    <div className={classes.panel}>
      <div className={classes.head}>
        <b aria-live="polite">{year}</b>
        {turn(-1, 'monthPicker.yearBefore', ChevronLeft, year > 2000)}
        {turn(1, 'monthPicker.yearAfter', ChevronRight, year < thisYear)}
      </div>
      <div className={classes.months} ref={grid}>
        {MONTHS.map((name, month) => (
          <button
            key={name}
            type="button"
            className={classes.month}
            aria-pressed={isChosen(month)}
            aria-disabled={isFuture(month) || undefined}
            // biome-ignore lint/a11y/noAutofocus: an opened dialog takes the focus to what is chosen
            autoFocus={isChosen(month)}
            onKeyDown={(event) => lead(event, month)}
            onClick={() => isFuture(month) || onChoose(new Date(year, month, 1))}
          >
            {name}
          </button>
        ))}
      </div>
    </div>
  );
}
