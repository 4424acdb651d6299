import ErrorOutlined from '@mui/icons-material/ErrorOutlined';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import classes from './field-frame.module.css';

/** Ids of error and help of a field, for `aria-describedby`. */
export function describedBy(id: string, parts: { error?: unknown; help?: unknown }): string | undefined {
  const ids = [parts.error ? `${id}-error` : null, parts.help ? `${id}-help` : null].filter(Boolean);
  return ids.length ? ids.join(' ') : undefined;
}

/**
 * Frame of a form control: label and counter above, help and error below.
 * @param id of the control; the error gets `<id>-error`, the help `<id>-help` (see `describedBy`)
 * @param error translated message
 * @param counter characters typed and allowed
 * @param quiet hides the label of a group visually, when the heading above says the same
 * @param group the children are several controls: renders a fieldset with the label as legend
 */
export function FieldFrame({
  id,
  label,
  error,
  counter,
  help,
  required = false,
  group = false,
  quiet = false,
  children,
}: {
  id: string;
  label: string;
  error?: string | null;
  counter?: { count: number; max: number };
  help?: ReactNode;
  required?: boolean;
  group?: boolean;
  quiet?: boolean;
  children: ReactNode;
}) {
  const translate = useTranslate();
  const className = error ? `${classes.field} ${classes.failed}` : classes.field;
  const count = counter ? <span className={classes.counter}>{translate('ui.counter', counter)}</span> : null;
  const errorAndHelp = (
    <>
      {error ? (
        <p className={classes.error} id={`${id}-error`} role="alert">
          <ErrorOutlined aria-hidden />
          <span>{error}</span>
        </p>
      ) : null}
      {help ? (
        <p className={classes.help} id={`${id}-help`}>
          {help}
        </p>
      ) : null}
    </>
  );
  if (group) {
    return (
      <fieldset className={className} aria-describedby={describedBy(id, { error, help })} id={id}>
        <legend className={quiet ? 'sr-only' : `${classes.label} ${classes.legend}`}>
          {label}
          {count}
        </legend>
        {children}
        {errorAndHelp}
      </fieldset>
    );
  }
  return (
    <div className={className} data-required={required || undefined}>
      <div className={classes.label}>
        <label htmlFor={id}>{label}</label>
        {count}
      </div>
      {children}
      {errorAndHelp}
    </div>
  );
}
