import '#i18n/point-texts.ts';
import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { PanelDialog } from '#console/ui/dialogs/panel-dialog.tsx';
import { type PointValue, parsePoint } from '#resources/language/kinds/point.ts';
import type { CellProps, FullProps } from '../field-props.ts';
import { type Plan, type PlanPicture, usePlan } from './plan-pictures.ts';
import { MarkedPicture, PlanNotLoaded, PlanView } from './plan-view.tsx';
import classes from './point.module.css';

/** The plan with the point; a click enlarges it. Shows a message if the picture is deleted or out of reach. */
export default function PointCard({ value, field, resource, record }: CellProps<'point'>) {
  const plan = usePlan({ resource, plan: field.plan }, { record });
  return <PointOnPlan point={parsePoint(value)} plan={plan} />;
}

/** A form's point in a comparison. */
export function FullPoint({ value, field, resource, values }: FullProps<'point'>) {
  const plan = usePlan({ resource, plan: field.plan }, { value: values[field.plan] });
  return <PointOnPlan point={parsePoint(value)} plan={plan} />;
}

function PointOnPlan({ point, plan }: { point: PointValue | null; plan: Plan }) {
  const translate = useTranslate();
  if (!point) return translate('engine.list.nothing');
  const picture = plan.pictures.find(({ file }) => file === point.file);
  if (picture) return <SmallPlan picture={picture} point={point} label={plan.label} />;
  if (plan.isPending) return translate('ui.busy');
  if (plan.retry) return <PlanNotLoaded onRetry={plan.retry} />;
  return <span className={classes.note}>{translate(plan.isClosed ? 'point.closed' : 'point.gone')}</span>;
}

function SmallPlan({ picture, point, label }: { picture: PlanPicture; point: PointValue; label: string }) {
  const translate = useTranslate();
  const id = useId();
  const [isLarge, setIsLarge] = useState(false);
  return (
    <>
      <button type="button" className={classes.thumb} title={translate('point.open')} onClick={() => setIsLarge(true)}>
        <MarkedPicture picture={picture} point={point} />
      </button>
      {isLarge ? (
        <PanelDialog width={1000} aria-labelledby={id} onClose={() => setIsLarge(false)}>
          <div className={classes.dialog}>
            <h2 id={id} className={classes.title}>
              {label}
            </h2>
            <PlanView picture={picture} point={point} />
            <div className={classes.buttons}>
              <ActionButton onClick={() => setIsLarge(false)}>{translate('ui.close')}</ActionButton>
            </div>
          </div>
        </PanelDialog>
      ) : null}
    </>
  );
}
