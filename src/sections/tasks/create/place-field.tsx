import { useTranslate } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { PartChoice } from '#console/fields/audience/part-choice.tsx';
import { type PartGroup, partsOf } from '#console/fields/audience/scope-parts.ts';
import { useWhole } from '#console/fields/audience/whole.ts';
import { OptionGroup } from '#console/fields/parts/option-group.tsx';
import { FieldFrame } from '#console/ui/field-frame.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import classes from './create.module.css';
import { ObjectChoice } from './object-choice.tsx';
import { offersFloors, type PlaceValue, placeProblem, untouchedPlace } from './place-value.ts';
import { useFormField } from './use-form-field.ts';

/** Where help is needed: the object, and once it is chosen its entrances and floors (TASK-46…52). */
export function PlaceField() {
  const translate = useTranslate();
  const { submitCount } = useFormState();
  const field = useFormField<PlaceValue>(
    'place',
    translate('tasks.form.object'),
    (value) => placeProblem(value)?.text ?? null,
    true,
  );
  const value = field.value ?? untouchedPlace();
  const { object } = value;
  const { whole, isPending, gone } = useWhole(object);
  const wrong = field.error ? (placeProblem(value)?.part ?? 'object') : null;
  const objectError = gone ? translate('audience.gone') : wrong === 'object' ? field.error : null;
  const change = (part: Partial<PlaceValue>) => field.set({ ...value, ...part });
  // What has just opened has nothing ticked; that is complained about once the form was sent.
  const errorOf = (part: 'porches' | 'floors') => (wrong === part && submitCount > 0 ? field.error : null);

  const choosePorches = (porches: number[]) => {
    const floors = whole ? floorsOf(whole.floors, porches, value.floors) : [];
    change({ porches, floors });
  };
  const floors: readonly PartGroup[] = whole
    ? partsOf(
        {
          ...whole,
          floors: whole.floors.filter(({ porch }) => !value.porches.length || value.porches.includes(porch.id)),
        },
        'floors',
      )
    : [];
  return (
    <div className={classes.box}>
      <ObjectChoice
        field={{ ...field, error: objectError, frame: { ...field.frame, error: objectError } }}
        value={object}
        onValue={(next) => field.set({ ...untouchedPlace(), object: next })}
      />
      {object !== null && isPending ? <Skeleton height={72} radius={8} /> : null}
      {object !== null && whole && !gone ? (
        <div className={classes.two}>
          {object.startsWith('building:') ? (
            <Part
              id={`${field.id}-porches`}
              label={translate('tasks.form.porches')}
              word="audience.porchNumber"
              mode={value.porchMode}
              groups={partsOf(whole, 'porches')}
              chosen={value.porches}
              error={errorOf('porches')}
              onMode={(porchMode) => change({ porchMode, porches: [], floorMode: 'all', floors: [] })}
              onChosen={choosePorches}
            />
          ) : null}
          {offersFloors(value) ? (
            <Part
              id={`${field.id}-floors`}
              label={translate('tasks.form.floors')}
              word="audience.floorNumber"
              mode={value.floorMode}
              groups={floors}
              chosen={value.floors}
              error={errorOf('floors')}
              onMode={(floorMode) => change({ floorMode, floors: [] })}
              onChosen={(ticked) => change({ floors: ticked })}
            />
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

/** Ticked floors that lie in the ticked entrances. */
function floorsOf(
  all: readonly { id: number; porch: { id: number } }[],
  porches: readonly number[],
  ticked: readonly number[],
): number[] {
  const open = new Set(all.filter(({ porch }) => porches.includes(porch.id)).map(({ id }) => id));
  return ticked.filter((id) => open.has(id));
}

/** «Все» or «Некоторые», and on the latter boxes to tick (TASK-48, TASK-50). */
function Part({
  id,
  label,
  word,
  mode,
  groups,
  chosen,
  error,
  onMode,
  onChosen,
}: {
  id: string;
  label: string;
  word: string;
  mode: 'all' | 'some';
  groups: readonly PartGroup[];
  chosen: readonly number[];
  error: string | null;
  onMode: (mode: 'all' | 'some') => void;
  onChosen: (ids: number[]) => void;
}) {
  const translate = useTranslate();
  return (
    <div data-field={id} data-invalid={error ? 'true' : undefined}>
      <FieldFrame id={id} label={label} error={error} group>
        <OptionGroup
          name={id}
          look="radio"
          options={[
            { value: 'all', label: translate('tasks.form.all') },
            { value: 'some', label: translate('tasks.form.some') },
          ]}
          value={mode}
          invalid={error !== null}
          onChange={(next) => onMode(next as 'all' | 'some')}
        />
        {mode === 'some' ? (
          <PartChoice
            groups={groups}
            word={word}
            value={chosen}
            invalid={error !== null}
            disabled={false}
            onChange={onChosen}
          />
        ) : null}
      </FieldFrame>
    </div>
  );
}
