import Tooltip from '@mui/material/Tooltip';
import { cloneElement, type ReactElement, useId } from 'react';

/** Why a control is disabled: what is missing, and what is allowed now. */
export interface ReasonText {
  title: string;
  line?: string;
}

/**
 * Shows why a control is disabled: as a tooltip on hover, focus and tap, and as its description for screen readers.
 * @param id id of the description, if a control inside `children` refers to it
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
  const generatedId = useId();
  const id = givenId ?? generatedId;
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
