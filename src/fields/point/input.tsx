import '#i18n/point-texts.ts';
import { useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import { announce } from '#console/ui/states/announce.ts';
import { type PointValue, pointOf } from '#resources/language/kinds/point.ts';
import type { InputProps } from '../field-props.ts';
import { useFormRefusal, useWireRecord } from '../form-context.ts';
import { OptionGroup } from '../parts/option-group.tsx';
import { useField } from '../use-field.ts';
import { usePlan } from './plan-pictures.ts';
import { PlanNotLoaded, PlanView, usePointText } from './plan-view.tsx';
import classes from './point.module.css';

/** A point on the picture in a neighbouring field, put there by a press or by arrows. */
export default function PointInput(props: InputProps<'point'>) {
  const { resource, field: definition } = props;
  const field = useField<PointValue | null>(props);
  const translate = useTranslate();
  const sayWhere = usePointText();
  const refusal = useFormRefusal();
  const value: unknown = useWatch({ name: definition.plan });
  const record = useWireRecord();
  // The dialog of a move asks for the point alone.
  const plan = usePlan({ resource, plan: definition.plan }, value === undefined && record ? { record } : { value });
  const [chosenFile, setChosenFile] = useState<number | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const target = useRef<HTMLButtonElement>(null);
  const point = pointOf(field.value);
  const { pictures } = plan;
  const wantedFile = chosenFile ?? point?.file;
  const picture = pictures.find(({ file }) => file === wantedFile) ?? pictures[0];
  const retry = pictures.length ? null : plan.retry;
  const isGone = point !== null && !plan.isPending && !retry && !pictures.some(({ file }) => file === point.file);
  const isLocked = field.disabled || refusal !== null;
  const put = (next: PointValue) => {
    field.set(next);
    field.leave();
    if (picture) announce(sayWhere(picture, next));
  };
  const removePoint = () => {
    field.set(null);
    field.leave();
    announce(translate('point.removedNow'));
    // The button that was pressed goes away with the point.
    (target.current ?? box.current)?.focus();
  };
  const why = plan.isClosed ? 'point.closed' : plan.isElsewhere ? 'point.noPictureThere' : 'point.noPicture';
  return (
    <FieldFrame
      {...field.frame}
      group
      {...(picture && !isLocked ? { help: field.frame.help ?? translate('point.hint') } : {})}
    >
      <div className={classes.box} ref={box} tabIndex={-1}>
        {retry ? <PlanNotLoaded onRetry={retry} isKept={point !== null} /> : null}
        {isGone ? (
          <p className={classes.note}>
            {translate(plan.isClosed ? 'point.closed' : 'point.gone')} {translate('point.again')}
          </p>
        ) : null}
        {pictures.length > 1 && picture ? (
          <OptionGroup
            name={`${field.id}-picture`}
            look="chips"
            options={pictures.map(({ file, name }) => ({ value: String(file), label: name }))}
            value={String(picture.file)}
            onChange={(file: string) => setChosenFile(Number(file))}
          />
        ) : null}
        {picture ? (
          <PlanView
            picture={picture}
            point={point?.file === picture.file ? point : null}
            {...(isLocked ? {} : { onPoint: put, target })}
          />
        ) : plan.isPending || isGone || retry ? null : (
          <p className={classes.note}>{translate(why, { field: plan.label })}</p>
        )}
        {point && !isLocked ? (
          <div>
            <ActionButton variant="ghost" size="sm" onClick={removePoint}>
              {translate('point.remove')}
            </ActionButton>
          </div>
        ) : null}
      </div>
    </FieldFrame>
  );
}
