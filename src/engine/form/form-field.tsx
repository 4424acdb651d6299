import LockOutlined from '@mui/icons-material/LockOutlined';
import { useContext, useId } from 'react';
import { type RaRecord, useTranslate } from 'react-admin';
import { useFormState, useWatch } from 'react-hook-form';
import { requiredField } from '#console/fields/field-rule.ts';
import { useWireRecord } from '#console/fields/form-context.ts';
import { describedBy, FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import type { FieldInput, Resource } from '#resources/language/define-resource.ts';
import { isEmpty } from '#resources/language/kinds/ids.ts';
import { getKind } from '#resources/language/payload.ts';
import { FieldCell, FieldInputPart, useFieldLabel } from '../field-part.tsx';
import { FieldConditionsContext } from './field-conditions.ts';
import classes from './form.module.css';
import { dependencies } from './open-sections.ts';

interface Props {
  resource: Resource;
  name: string;
  field: FieldInput;
}

/**
 * A field of a form. Computed fields are always shown without an input; in edit forms so are fields that are given only once,
 * locked or readonly for the person, or informational.
 */
export function FormField(definedProps: Props) {
  const record = useWireRecord();
  const { absent, required, readonly } = useContext(FieldConditionsContext);
  const { name } = definedProps;
  if (absent.has(name)) return null;
  if (definedProps.field.computed !== undefined) return <ReadonlyField {...definedProps} />;
  const props = required.has(name) ? { ...definedProps, field: requiredField(definedProps.field) } : definedProps;
  if (props.resource.locked?.has(name)) return record ? <ReadonlyField {...props} /> : null;
  if (readonly.has(name) && record) return <FixedField {...props} record={record} />;
  if (getKind(props.field).isShownOnly) return record ? <InfoField {...props} record={record} /> : null;
  if (props.field.once && record) return <FixedField {...props} record={record} />;
  return dependencies(props.field).length ? <DependentField {...props} /> : <OpenField {...props} />;
}

/** A field that appears once the fields it depends on have values (TASK-53, TASK-54). */
function DependentField(props: Props) {
  const values = useWatch({ name: [...dependencies(props.field)] });
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

/** A read-only value: locked for the person, or computed from the current values just as the server will compute it. */
function ReadonlyField({ resource, name, field }: Props) {
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

/** Line with an informational value of the record being edited. */
function InfoField({ resource, name, field, record }: Props & { record: RaRecord }) {
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

/** A value that was set on creation and cannot be changed, with the reason if the section gives one (NEWS-56, NEWS-59). */
export function FixedField({ resource, name, field, record }: Props & { record: RaRecord }) {
  const translate = useTranslate();
  const label = useFieldLabel()(resource, name);
  const reason = translate(`resources.${resource.name}.once.${name}`, { _: '' });
  return (
    <section className={classes.given} aria-label={label} data-field={name}>
      <LockOutlined aria-hidden />
      <div className={classes.texts}>
        <FieldCell resource={resource} name={name} field={field} record={record} />
        {reason ? <small>{reason}</small> : null}
      </div>
    </section>
  );
}
