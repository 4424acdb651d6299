import LockOutlined from '@mui/icons-material/LockOutlined';
import type { MouseEvent, ReactNode, Ref } from 'react';
import { Link } from 'react-router';
import { Reason, type ReasonText } from '../inputs/reason.tsx';
import classes from './action-button.module.css';

interface Props {
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger';
  /** 32, 36 (default) or 44 px high; on a phone 40, 44, 44. */
  size?: 'sm' | 'md' | 'lg';
  icon?: ReactNode;
  /** Begins the label with «➕», drawn as an icon. A label that has the sign already needs no `plus`. */
  plus?: boolean;
  /** Address inside the console: the button is a link. */
  to?: string;
  onClick?: (event: MouseEvent<HTMLElement>) => void;
  type?: 'button' | 'submit';
  /** Id of the form it submits, when it stands outside of it. */
  form?: string;
  /** The work it started is under way; further clicks are ignored. */
  busy?: boolean;
  /** A right or an object is missing: greyed, locked, with the reason; never works. */
  refusal?: ReasonText | null;
  /** Greyed without a lock, because the label itself is the reason; a click still works (invalid forms). */
  unready?: boolean;
  /** Greyed and yet working, as its label says what is missing and a press shows where (NEWS-27). */
  dim?: boolean;
  /** On a phone only the sign is shown (sheet header). */
  compact?: boolean;
  wide?: boolean;
  grow?: boolean;
  /** Said instead of the label where several buttons of a list have the same one. */
  name?: string;
  /** The thing that it opens, for a screen reader. */
  opens?: 'menu';
  ref?: Ref<HTMLButtonElement>;
  children: string;
}

/** The button of the console, and the link that looks like one. */
export function ActionButton({
  variant = 'secondary',
  size = 'md',
  icon,
  plus = false,
  to,
  onClick,
  type = 'button',
  form,
  busy = false,
  refusal = null,
  unready = false,
  dim = false,
  compact = false,
  wide = false,
  grow = false,
  name,
  opens,
  ref,
  children,
}: Props) {
  const flags = { [size]: size !== 'md', unready, dim, compact, wide, grow };
  const names = Object.keys(flags).filter((name) => flags[name]);
  const className = ['button', variant, ...names].map((name) => classes[name]).join(' ');
  const label = children.replace(/^➕\s*/, '');
  const sign = busy ? 'busy' : refusal ? 'lock' : null;
  const content = (
    <>
      {sign === 'busy' ? <span className={classes.busy} aria-hidden /> : null}
      {sign === 'lock' ? <LockOutlined aria-hidden /> : null}
      {sign ? null : icon}
      {plus || label !== children ? (
        <span className={sign ? classes.glyph : classes.plus} aria-hidden>
          ➕{' '}
        </span>
      ) : null}
      <span className={classes.label}>{label}</span>
    </>
  );

  if (to !== undefined && !refusal) {
    return (
      <Link className={className} to={to} onClick={onClick}>
        {content}
      </Link>
    );
  }
  if (to !== undefined) {
    return (
      <Reason reason={refusal}>
        {/* biome-ignore lint/a11y/useSemanticElements: a link that leads nowhere until the right is granted has no href */}
        <span className={className} role="link" tabIndex={0} aria-disabled>
          {content}
        </span>
      </Reason>
    );
  }
  return (
    <Reason reason={refusal}>
      <button
        className={className}
        type={type}
        form={form}
        ref={ref}
        aria-label={name}
        aria-haspopup={opens}
        aria-disabled={Boolean(refusal) || unready || undefined}
        aria-busy={busy || undefined}
        onClick={(event) => {
          if (refusal || busy) event.preventDefault();
          else onClick?.(event);
        }}
      >
        {content}
      </button>
    </Reason>
  );
}
