import LockOutlined from '@mui/icons-material/LockOutlined';
import { useContext, useId } from 'react';
import { type RaRecord, useTranslate } from 'react-admin';
import { useFormState, useWatch } from 'react-hook-form';
import { requiredField } from '#console/fields/field-rule.ts';
import { useWireRecord } from '#console/fields/form-context.ts';
import { describedBy, FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import type { FieldInput, Resource } from '#resources/language/define-resource.ts';
import { isEmpty } from '#resources/language/kinds/ids.ts';
import { kindOf } from '#resources/language/payload.ts';
import { FieldCell, FieldInputPart, useFieldLabel } from '../field-part.tsx';
import { FieldConditionsContext } from './field-conditions.ts';
import classes from './form.module.css';
import { awaited } from './open-sections.ts';

interface Props {
  resource: Resource;
  name: string;
  field: FieldInput;
}

/**
 * A field of a form, marked while something is wrong with it; one that is given only once, is locked for the person, or is never
 * asked for, is shown when editing, and one that is computed always.
 */
export function FormField(definedProps: Props) {
  const record = useWireRecord();
  const { absent, required, readonly } = useContext(FieldConditionsContext);
  const { name } = definedProps;
  if (absent.has(name)) return null;
  if (definedProps.field.computed !== undefined) return <OutputField {...definedProps} />;
  const props = required.has(name) ? { ...definedProps, field: requiredField(definedProps.field) } : definedProps;
  if (props.resource.locked?.has(name)) return record ? <OutputField {...props} /> : null;
  if (readonly.has(name) && record) return <GivenField {...props} record={record} />;
  if (kindOf(props.field).shownOnly) return record ? <ShownField {...props} record={record} /> : null;
  if (props.field.once && record) return <GivenField {...props} record={record} />;
  return awaited(props.field).length ? <AwaitingField {...props} /> : <OpenField {...props} />;
}

/** A field that is asked only once what it depends on is chosen (TASK-53, TASK-54). */
function AwaitingField(props: Props) {
  const values = useWatch({ name: [...awaited(props.field)] });
  return values.some(isEmpty) ? null : <OpenField {...props} />;
}

function OpenField({ resource, name, field }: Props) {
  const { errors } = useFormState({ name, exact: true });
  return (
    <div data-field={name} data-invalid={errors[name] ? 'true' : undefined}>
      <FieldInputPart resource={resource} name={name} field={field} />
    </div>
  );
}

/** A value that is not typed: one that is locked for the person, or follows what the others hold, as the server is going to compute it. */
function OutputField({ resource, name, field }: Props) {
  const translate = useTranslate();
  const id = useId();
  const label = useFieldLabel()(resource, name);
  const record = useWireRecord();
  const { computed } = useContext(FieldConditionsContext);
  const { errors } = useFormState({ name, exact: true });
  const message = errors[name]?.message;
  const error = message ? translate(String(message), { _: String(message) }) : null;
  const help = field.help ? translate(field.help, { _: field.help }) : undefined;
  return (
    <div data-field={name} data-invalid={error ? 'true' : undefined}>
      <FieldFrame id={id} label={label} error={error} help={help}>
        <output className={classes.computed} id={id} aria-describedby={describedBy(id, { error, help })}>
          <FieldCell resource={resource} name={name} field={field} record={{ id: '', ...record, ...computed }} />
        </output>
      </FieldFrame>
    </div>
  );
}

/** A line that tells something of the record being edited. */
function ShownField({ resource, name, field, record }: Props & { record: RaRecord }) {
  const label = useFieldLabel()(resource, name);
  return (
    <dl className={classes.shown} data-field={name}>
      <dt>{label}</dt>
      <dd>
        <FieldCell resource={resource} name={name} field={field} record={record} />
      </dd>
    </dl>
  );
}

/** A value that was given on creation and stays, with the reason where the section gives one (NEWS-56, NEWS-59). */
export function GivenField({ resource, name, field, record }: Props & { record: RaRecord }) {
  const translate = useTranslate();
  const label = useFieldLabel()(resource, name);
  const why = translate(`resources.${resource.name}.once.${name}`, { _: '' });
  return (
    <section className={classes.given} aria-label={label} data-field={name}>
      <LockOutlined aria-hidden />
      <div className={classes.texts}>
        <FieldCell resource={resource} name={name} field={field} record={record} />
        {why ? <small>{why}</small> : null}
      </div>
    </section>
  );
}
