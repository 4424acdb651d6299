import '#i18n/form-pages-texts.ts';
import { useTranslate } from 'react-admin';
import { useFormState } from 'react-hook-form';
import classes from '#console/ui/navigation/tabs.module.css';
import type { Resource } from '#resources/language/define-resource.ts';
import { useOpenSections } from './open-sections.ts';
import { useVisibleStep } from './use-visible-step.ts';

/** The sections of a form as a tab bar above it: the one at hand is marked, a click leads to one (SET-28). */
export function FormTabs({ resource }: { resource: Resource }) {
  const translate = useTranslate();
  const { errors } = useFormState();
  const sections = useOpenSections(resource);
  const [current, go] = useVisibleStep(sections);
  return (
    <nav className={classes.tabs} aria-label={translate('engine.form.tabs')}>
      {sections.map(({ title, fields }, index) => (
        <button
          key={fields.join()}
          type="button"
          className={classes.tab}
          aria-current={index === current ? 'step' : undefined}
          data-wrong={fields.some((field) => errors[field]) || undefined}
          onClick={() => go(index)}
        >
          {title ? translate(title, { _: title }) : index + 1}
        </button>
      ))}
    </nav>
  );
}
