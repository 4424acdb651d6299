import classes from './display.module.css';

/** Six digits as three and three, for placeholders and sentences: «000 721». */
export function groupedDigits(value: string): string {
  return value.length === 6 ? `${value.slice(0, 3)}\u00a0${value.slice(3)}` : value;
}

/** The reading of a meter: digits split 3+3, the zeros in front faint. */
export function Odometer({ value }: { value: string }) {
  const zeros = /^0*/.exec(value)?.[0].length ?? 0;
  const faint = Math.min(zeros, value.length - 1);
  const parts = [value.slice(0, -3), value.slice(-3)].filter(Boolean);
  let at = 0;
  return (
    <span className={classes.odometer}>
      {parts.map((part, index) => {
        const pale = Math.max(0, Math.min(part.length, faint - at));
        at += part.length;
        return (
          <span key={index === 0 ? 'high' : 'low'} className={classes.part}>
            {pale > 0 ? <i>{part.slice(0, pale)}</i> : null}
            {part.slice(pale)}
            {index === 0 && parts.length > 1 ? ' ' : null}
          </span>
        );
      })}
    </span>
  );
}
