import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import type { ShiftAnswer, ShiftCounts } from '#resources/protocol/shift/shift.ts';
import { type Counted, DURING, listAddress, NOW, type ShiftSpan } from './links.ts';
import classes from './shift.module.css';

/** What is pressing is marked where there is any of it. */
const PRESSING: ReadonlySet<Counted> = new Set(['overdue', 'accidents']);

/** The numbers over all buildings, each the way to its list; those that the person may not see are not there. */
export function Numbers({ shift }: { shift: ShiftAnswer }) {
  const translate = useTranslate();
  const groups = [
    { title: translate('shift.now'), keys: NOW.filter((key) => shift.counts[key] !== null) },
    { title: translate('shift.during'), keys: DURING.filter((key) => shift.counts[key] !== null) },
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
                    data-pressing={(PRESSING.has(key) && Number(shift.counts[key]) > 0) || undefined}
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

/** One number of a building, as the way to its list; nothing for none. */
export function BuildingNumber({
  counted,
  counts,
  span,
  building,
}: {
  counted: Counted;
  counts: ShiftCounts;
  span: ShiftSpan;
  building: { id: number; label: string };
}) {
  const translate = useTranslate();
  const count = counts[counted] ?? 0;
  if (count === 0) return null;
  const number = translate(`shift.numbers.${counted}`, { smart_count: count });
  return (
    <Link
      className="link tnum"
      to={listAddress(counted, span, building.id)}
      aria-label={translate('shift.numberOf', { number, building: building.label })}
      data-pressing={PRESSING.has(counted) || undefined}
    >
      {count.toLocaleString('ru')}
    </Link>
  );
}
