import classes from './display.module.css';

/** Six digits in two groups, for placeholders and sentences: «000 721». */
export function groupedDigits(value: string): string {
  return value.length === 6 ? `${value.slice(0, 3)}\u00a0${value.slice(3)}` : value;
}

/** A meter reading: digits grouped 3+3, leading zeros faint. */
export function Odometer({ value }: { value: string }) {
  const zeros = /^0*/.exec(value)?.[0].length ?? 0;
  const leadingZeros = Math.min(zeros, value.length - 1);
  const groups = [value.slice(0, -3), value.slice(-3)].filter(Boolean);
  let groupStart = 0;
  return (
    <span className={classes.odometer}>
      {groups.map((group, index) => {
        const faintDigits = Math.max(0, Math.min(group.length, leadingZeros - groupStart));
        groupStart += group.length;
        return (
          <span key={index === 0 ? 'high' : 'low'} className={classes.part}>
            {faintDigits > 0 ? <i>{group.slice(0, faintDigits)}</i> : null}
            {group.slice(faintDigits)}
            {index === 0 && groups.length > 1 ? ' ' : null}
          </span>
        );
      })}
    </span>
  );
}
