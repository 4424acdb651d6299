import { diffLines } from 'diff';
import { useTranslate } from 'react-admin';
import classes from './line-diff.module.css';

/** Number of unchanged lines shown before and after a change. */
const CONTEXT_LINES = 2;

interface Row {
  key: string;
  sign: '+' | '-' | ' ';
  text: string;
}

const splitLines = (value: string): string[] => value.replace(/\n$/, '').split('\n');

/** Rows of a diff; a number stands for that many hidden unchanged lines. */
function diffRows(before: string, after: string): (Row | number)[] {
  const parts = diffLines(before, after);
  return parts.flatMap(({ value, added, removed }, index): (Row | number)[] => {
    const lines = splitLines(value);
    const sign = added ? '+' : removed ? '-' : ' ';
    const rows = lines.map((text, line): Row => ({ key: `${index}-${line}`, sign, text }));
    if (sign !== ' ' || lines.length <= 2 * CONTEXT_LINES + 1) return rows;
    const head = index === 0 ? [] : rows.slice(0, CONTEXT_LINES);
    const tail = index === parts.length - 1 ? [] : rows.slice(-CONTEXT_LINES);
    return [...head, lines.length - head.length - tail.length, ...tail];
  });
}

/** Line diff of two texts. */
export function LineDiff({ before, after }: { before: string; after: string }) {
  const translate = useTranslate();
  if (before === after) return <p className={classes.same}>{translate('sectionBuilder.conflict.same')}</p>;
  return (
    <section className={classes.diff} aria-label={translate('sectionBuilder.diff.label')}>
      {diffRows(before, after).map((row, index) =>
        typeof row === 'number' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: hidden lines have no other id than their index
          <p key={index} className={classes.skipped}>
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
