import '#i18n/form-pages-texts.ts';
import { useTranslate } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { Reason } from '#console/ui/inputs/reason.tsx';
import classes from '#console/ui/navigation/tabs.module.css';
import type { Resource } from '#resources/language/define-resource.ts';
import { useOpenSections } from './open-sections.ts';
import { useVisibleStep } from './use-visible-step.ts';

/**
 * The sections of a form as tabs above it: the current one is marked, a click scrolls to a section (SET-28). A closed section is
 * disabled and shows the reason.
 */
export function FormTabs({ resource }: { resource: Resource }) {
  const translate = useTranslate();
  const { errors } = useFormState();
  const sections = useOpenSections(resource);
  const [current, goToSection] = useVisibleStep(sections);
  return (
    <nav className={classes.tabs} aria-label={translate('engine.form.tabs')}>
      {sections.map(({ title, fields, closedReason }, index) => {
        const isClosed = closedReason !== null;
        return (
          <Reason
            key={fields.join()}
            reason={isClosed ? { title: translate(closedReason, { _: closedReason }) } : null}
          >
            <button
              type="button"
              className={classes.tab}
              aria-current={index === current && !isClosed ? 'step' : undefined}
              aria-disabled={isClosed || undefined}
              data-wrong={(!isClosed && fields.some((field) => errors[field])) || undefined}
              onClick={isClosed ? undefined : () => goToSection(index)}
            >
              {title ? translate(title, { _: title }) : index + 1}
            </button>
          </Reason>
        );
      })}
    </nav>
  );
}
