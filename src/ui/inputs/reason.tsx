import Tooltip from '@mui/material/Tooltip';
import { cloneElement, type ReactElement, useId } from 'react';

/** Why a control is greyed: what is missing, and what is allowed now. */
export interface ReasonText {
  title: string;
  line?: string;
}

/**
 * Gives a control the reason why it is greyed: as a tooltip on hover, focus and tap, and always as the
 * description that a screen reader reads.
 * @param id of the description, for a control that stands inside of what is pointed at
 */
export function Reason({
  reason,
  id: givenId,
  children,
}: {
  reason: ReasonText | null | undefined;
  id?: string;
  children: ReactElement<{ 'aria-describedby'?: string }>;
}) {
  const own = useId();
  const id = givenId ?? own;
  if (!reason) return children;
  return (
    <>
      <Tooltip
        describeChild
        title={
          <>
            <b>{reason.title}</b>
            {reason.line ? <div>{reason.line}</div> : null}
          </>
        }
      >
        {cloneElement(children, { 'aria-describedby': id })}
      </Tooltip>
      <span id={id} hidden>
        {reason.line ? `${reason.title}. ${reason.line}` : reason.title}
      </span>
    </>
  );
}
