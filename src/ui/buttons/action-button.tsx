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
  /** Starts the label with «➕», shown as an icon; not needed if the label already contains it. */
  plus?: boolean;
  /** Path inside the console: renders a link. */
  to?: string;
  onClick?: (event: MouseEvent<HTMLElement>) => void;
  type?: 'button' | 'submit';
  /** Id of the form it submits, when it is outside of it. */
  form?: string;
  /** Its action is running; further clicks are ignored. */
  busy?: boolean;
  /** A right or an object is missing: greyed out, with a lock and the reason; clicks are ignored. */
  refusal?: ReasonText | null;
  /** Greyed out without a lock, because the label itself is the reason; clicks still work (invalid forms). */
  unready?: boolean;
  /** Greyed out but working: the label says what is missing, and a click shows where (NEWS-27). */
  dim?: boolean;
  /** On phones only the icon is shown (page header). */
  compact?: boolean;
  wide?: boolean;
  grow?: boolean;
  /** Accessible name, where several buttons of a list have the same label. */
  name?: string;
  /** What it opens, for screen readers. */
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
  const state = busy ? 'busy' : refusal ? 'lock' : null;
  const content = (
    <>
      {state === 'busy' ? <span className={classes.busy} aria-hidden /> : null}
      {state === 'lock' ? <LockOutlined aria-hidden /> : null}
      {state ? null : icon}
      {plus || label !== children ? (
        <span className={state ? classes.glyph : classes.plus} aria-hidden>
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
        {/* biome-ignore lint/a11y/useSemanticElements: without the right the link has no href */}
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
