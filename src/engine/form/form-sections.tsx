import { useEffect } from 'react';
import { useTranslate } from 'react-admin';
import type { Resource } from '#resources/language/define-resource.ts';
import classes from './form.module.css';
import { FormField } from './form-field.tsx';
import { useOpenSections } from './open-sections.ts';
import { sectionId, useNamedSection } from './use-visible-step.ts';

/** How long a scroll position is kept while the content above it still grows, ms. */
const PATIENCE = 4_000;

/** Actions of a person who wants to go elsewhere. */
const BY_HAND = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/**
 * Scrolls to an element, and again whenever the page around it changes its height meanwhile: lists above it may still be on
 * their way. Ends when the person does something themselves.
 */
function keepInView(id: string): void {
  const element = document.getElementById(id);
  element?.scrollIntoView();
  const around = element?.parentElement;
  if (!around || !globalThis.ResizeObserver) return;
  const observer = new ResizeObserver(() => element.scrollIntoView());
  const timer = setTimeout(end, PATIENCE);
  function end() {
    observer.disconnect();
    clearTimeout(timer);
    for (const type of BY_HAND) globalThis.removeEventListener(type, end, true);
  }
  observer.observe(around);
  for (const type of BY_HAND) globalThis.addEventListener(type, end, { capture: true, passive: true });
}

/**
 * The sections of a form one below the other, each with its title and hint. The one that `?screen=` names is scrolled to
 * as soon as it is there (SET-26).
 */
export function FormSections({ resource }: { resource: Resource }) {
  const translate = useTranslate();
  const sections = useOpenSections(resource);
  const namedSection = useNamedSection(sections);
  useEffect(() => {
    if (namedSection === null) return;
    // The heading takes the focus on arrival, which must not win over the place asked for.
    const frame = requestAnimationFrame(() => keepInView(sectionId(namedSection)));
    return () => cancelAnimationFrame(frame);
  }, [namedSection]);
  const spoken = (text: string) => translate(text, { _: text });
  return (
    <div className={classes.sections}>
      {sections.map(({ title, hint, columns, fields, closedReason }, index) =>
        closedReason === null ? (
          <section
            key={fields.join()}
            id={sectionId(index)}
            className={columns ? `${classes.section} ${classes.paired}` : classes.section}
            {...(title ? { 'aria-label': spoken(title) } : {})}
          >
            {title ? <h2 className={classes.title}>{spoken(title)}</h2> : null}
            {hint ? <p className={classes.hint}>{spoken(hint)}</p> : null}
            {fields.map((name) => {
              const field = resource.fields[name];
              return field ? <FormField key={name} resource={resource} name={name} field={field} /> : null;
            })}
          </section>
        ) : null,
      )}
    </div>
  );
}
