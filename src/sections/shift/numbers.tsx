import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import type { ShiftAnswer, ShiftCounts } from '#resources/protocol/shift/shift.ts';
import { type CountName, CURRENT_COUNTS, listAddress, SHIFT_COUNTS, type ShiftSpan } from './links.ts';
import classes from './shift.module.css';

/** Counters that are highlighted when above 0. */
const URGENT_COUNTS: ReadonlySet<CountName> = new Set(['overdue', 'accidents']);

/** Totals over all buildings, each with a link to its list; counters that the person may not see are left out. */
export function Numbers({ shift }: { shift: ShiftAnswer }) {
  const translate = useTranslate();
  const groups = [
    { title: translate('shift.now'), keys: CURRENT_COUNTS.filter((key) => shift.counts[key] !== null) },
    { title: translate('shift.during'), keys: SHIFT_COUNTS.filter((key) => shift.counts[key] !== null) },
  ];
  return (
    <div className={classes.groups}>
      {groups.map(({ title, keys }) =>
        keys.length ? (
          <section key={title} aria-label={title}>
            <h2 className={classes.heading}>{title}</h2>
            <ul className={classes.numbers}>
              {keys.map((key) => (
                <li key={key}>
                  <Link
                    className={classes.number}
                    to={listAddress(key, shift)}
                    data-pressing={(URGENT_COUNTS.has(key) && Number(shift.counts[key]) > 0) || undefined}
                    data-none={shift.counts[key] === 0 || undefined}
                  >
                    <b className="tnum">{Number(shift.counts[key]).toLocaleString('ru')}</b>
                    <span>{translate(`shift.counts.${key}`)}</span>
                    <small>{translate(`shift.hints.${key}`)}</small>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ) : null,
      )}
    </div>
  );
}

/** One counter of a building, as a link to its list; empty for 0. */
export function BuildingNumber({
  countName,
  counts,
  span,
  building,
}: {
  countName: CountName;
  counts: ShiftCounts;
  span: ShiftSpan;
  building: { id: number; label: string };
}) {
  const translate = useTranslate();
  const count = counts[countName] ?? 0;
  if (count === 0) return null;
  const number = translate(`shift.numbers.${countName}`, { smart_count: count });
  return (
    <Link
      className="link tnum"
      to={listAddress(countName, span, building.id)}
      aria-label={translate('shift.numberOf', { number, building: building.label })}
      data-pressing={URGENT_COUNTS.has(countName) || undefined}
    >
      {count.toLocaleString('ru')}
    </Link>
  );
}
