import { useTranslate } from 'react-admin';
import type { Resource } from '#resources/language/define-resource.ts';
import { formSections } from '#resources/language/form-sections.ts';
import { FormField } from './form-field.tsx';
import classes from './form-sections.module.css';

/** Id of a section on the page; the step list leads to it. */
export const sectionId = (index: number) => `section-${index + 1}`;

/** The sections of a form one below the other, each with its title and hint. */
export function FormSections({ resource }: { resource: Resource }) {
  const translate = useTranslate();
  const spoken = (text: string) => translate(text, { _: text });
  return (
    <div className={classes.sections}>
      {formSections(resource).map(({ title, hint, fields }, index) => (
        <section
          key={fields.join()}
          id={sectionId(index)}
          className={classes.section}
          {...(title ? { 'aria-label': spoken(title) } : {})}
        >
          {title ? <h2 className={classes.title}>{spoken(title)}</h2> : null}
          {hint ? <p className={classes.hint}>{spoken(hint)}</p> : null}
          {fields.map((name) => {
            const field = resource.fields[name];
            return field ? <FormField key={name} resource={resource} name={name} field={field} /> : null;
          })}
        </section>
      ))}
    </div>
  );
}
