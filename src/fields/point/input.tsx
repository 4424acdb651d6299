import '#i18n/point-texts.ts';
import { useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import { announce } from '#console/ui/states/announce.ts';
import { type PointValue, parsePoint } from '#resources/language/kinds/point.ts';
import type { InputProps } from '../field-props.ts';
import { useFormRefusal, useWireRecord } from '../form-context.ts';
import { OptionGroup } from '../parts/option-group.tsx';
import { useField } from '../use-field.ts';
import { usePlan } from './plan-pictures.ts';
import { PlanNotLoaded, PlanView, usePointText } from './plan-view.tsx';
import classes from './point.module.css';

/** Input of a point on the picture of another field, set by click or arrow keys. */
export default function PointInput(props: InputProps<'point'>) {
  const { resource, field: definition } = props;
  const field = useField<PointValue | null>(props);
  const translate = useTranslate();
  const describePoint = usePointText();
  const refusal = useFormRefusal();
  const value: unknown = useWatch({ name: definition.plan });
  const record = useWireRecord();
  // The dialog of a move contains only the point, so the plan comes from the record.
  const plan = usePlan({ resource, plan: definition.plan }, value === undefined && record ? { record } : { value });
  const [chosenFile, setChosenFile] = useState<number | null>(null);
  const boxRef = useRef<HTMLDivElement>(null);
  const targetRef = useRef<HTMLButtonElement>(null);
  const point = parsePoint(field.value);
  const { pictures } = plan;
  const selectedFile = chosenFile ?? point?.file;
  const picture = pictures.find(({ file }) => file === selectedFile) ?? pictures[0];
  const retry = pictures.length ? null : plan.retry;
  const isGone = point !== null && !plan.isPending && !retry && !pictures.some(({ file }) => file === point.file);
  const isLocked = field.disabled || refusal !== null;
  const setPoint = (next: PointValue) => {
    field.onChange(next);
    field.onBlur();
    if (picture) announce(describePoint(picture, next));
  };
  const removePoint = () => {
    field.onChange(null);
    field.onBlur();
    announce(translate('point.removedNow'));
    // The pressed button disappears with the point.
    (targetRef.current ?? boxRef.current)?.focus();
  };
  const emptyTextKey = plan.isClosed ? 'point.closed' : plan.isElsewhere ? 'point.noPictureThere' : 'point.noPicture';
  return (
    <FieldFrame
      {...field.frame}
      group
      {...(picture && !isLocked ? { help: field.frame.help ?? translate('point.hint') } : {})}
    >
      <div className={classes.box} ref={boxRef} tabIndex={-1}>
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
            {...(isLocked ? {} : { onPoint: setPoint, target: targetRef })}
          />
        ) : plan.isPending || isGone || retry ? null : (
          <p className={classes.note}>{translate(emptyTextKey, { field: plan.label })}</p>
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
