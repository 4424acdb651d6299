import '#i18n/form-pages-texts.ts';
import Check from '@mui/icons-material/Check';
import { useTranslate } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { Reason } from '#console/ui/inputs/reason.tsx';
import type { Resource } from '#resources/language/define-resource.ts';
import { useOpenSections } from './open-sections.ts';
import classes from './step-list.module.css';
import { useVisibleStep } from './use-visible-step.ts';

/**
 * The steps of a form beside it: current and completed ones are marked, a click scrolls to a step (EMP-17, EMP-30). A closed step
 * is disabled and shows the reason (EMP-20, EMP-32); the reason of steps that open while the form is filled in is also shown
 * below.
 */
export function StepList({ resource }: { resource: Resource }) {
  const translate = useTranslate();
  const { errors } = useFormState();
  const steps = useOpenSections(resource);
  const hint =
    steps.find(({ closedReason, later }) => closedReason !== null && closedReason !== later)?.closedReason ?? null;
  const [current, goToStep] = useVisibleStep(steps);
  return (
    <nav aria-label={translate('engine.form.steps')} className={classes.steps}>
      <ol>
        {steps.map(({ title, fields, closedReason }, index) => {
          const name = title ? translate(title, { _: title }) : String(index + 1);
          const isDone = closedReason === null && index < current && !fields.some((field) => errors[field]);
          const stateClass = index === current ? classes.current : isDone ? classes.done : '';
          if (closedReason !== null) {
            return (
              <li key={fields.join()}>
                <Reason reason={{ title: translate(closedReason, { _: closedReason }) }}>
                  <button type="button" className={`${classes.step} ${classes.closed}`} aria-disabled>
                    <span className={classes.number}>{index + 1}</span>
                    {name}
                  </button>
                </Reason>
              </li>
            );
          }
          return (
            <li key={fields.join()}>
              <button
                type="button"
                className={`${classes.step} ${stateClass}`}
                aria-current={index === current ? 'step' : undefined}
                onClick={() => goToStep(index)}
              >
                <span className={classes.number}>{isDone ? <Check aria-hidden /> : index + 1}</span>
                {name}
              </button>
            </li>
          );
        })}
      </ol>
      {hint ? <p className={classes.hint}>{translate(hint, { _: hint })}</p> : null}
    </nav>
  );
}
