import { diffLines } from 'diff';
import { useTranslate } from 'react-admin';
import classes from './line-diff.module.css';

/** Lines around a change that are shown too. */
const AROUND = 2;

interface Row {
  key: string;
  sign: '+' | '-' | ' ';
  text: string;
}

const linesOf = (value: string): string[] => value.replace(/\n$/, '').split('\n');

/** The rows of a difference; of what is the same only the lines beside a change, and how many lie between. */
function rowsOf(before: string, after: string): (Row | number)[] {
  const parts = diffLines(before, after);
  return parts.flatMap(({ value, added, removed }, at): (Row | number)[] => {
    const lines = linesOf(value);
    const sign = added ? '+' : removed ? '-' : ' ';
    const rows = lines.map((text, line): Row => ({ key: `${at}-${line}`, sign, text }));
    if (sign !== ' ' || lines.length <= 2 * AROUND + 1) return rows;
    const head = at === 0 ? [] : rows.slice(0, AROUND);
    const tail = at === parts.length - 1 ? [] : rows.slice(-AROUND);
    return [...head, lines.length - head.length - tail.length, ...tail];
  });
}

/** Differences between two texts, line by line. */
export function LineDiff({ before, after }: { before: string; after: string }) {
  const translate = useTranslate();
  if (before === after) return <p className={classes.same}>{translate('sectionBuilder.conflict.same')}</p>;
  return (
    <section className={classes.diff} aria-label={translate('sectionBuilder.diff.label')}>
      {rowsOf(before, after).map((row, at) =>
        typeof row === 'number' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: what is left out has no other name than its place
          <p key={at} className={classes.skipped}>
            {translate('sectionBuilder.diff.unchanged', { smart_count: row })}
          </p>
        ) : (
          <p
            key={row.key}
            className={row.sign === '+' ? classes.added : row.sign === '-' ? classes.removed : classes.line}
          >
            <span aria-hidden>{row.sign}</span>
            {row.sign === ' ' ? null : (
              <span className="sr-only">
                {translate(`sectionBuilder.conflict.${row.sign === '+' ? 'added' : 'removed'}`)}{' '}
              </span>
            )}
            <code>{row.text}</code>
          </p>
        ),
      )}
    </section>
  );
}
