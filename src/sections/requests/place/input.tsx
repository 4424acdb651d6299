import '#i18n/audience-choice-texts.ts';
import '#i18n/place-choice-texts.ts';
import { useEffect } from 'react';
import { useTranslate } from 'react-admin';
import { useFormState } from 'react-hook-form';
import type { Building } from '#console/data/buildings/building-list.ts';
import { useBuildings } from '#console/data/buildings/buildings.ts';
import type { InputProps } from '#console/fields/field-props.ts';
import { OptionGroup } from '#console/fields/parts/option-group.tsx';
import { NotLoaded } from '#console/fields/places/not-loaded.tsx';
import { PartChoice } from '#console/fields/places/part-choice.tsx';
import { type PartGroup, scopeParts } from '#console/fields/places/scope-parts.ts';
import { useWhole } from '#console/fields/places/whole.ts';
import { type Field, useField } from '#console/fields/use-field.ts';
import { FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import { Skeleton } from '#console/ui/states/skeleton.tsx';
import { offersFloors, type PlaceValue, untouchedPlace } from '#resources/sections/kinds/requests.ts';
import classes from './input.module.css';
import { ObjectChoice } from './object-choice.tsx';

/** Turns a place handed over by another page into a choice of this field, once the buildings are loaded. */
function useGiven({ value, set }: Field<PlaceValue>): void {
  const { buildings, isPending } = useBuildings();
  const givenPlace = value?.given;
  useEffect(() => {
    if (givenPlace && !isPending) set(placeGiven(givenPlace, buildings) ?? untouchedPlace());
  }, [givenPlace, isPending, buildings, set]);
}

/** A building or an entrance of it, and once it is chosen its entrances and floors (TASK-46…52). */
export default function PlaceInput(props: InputProps<'requests:place'>) {
  const translate = useTranslate();
  const { submitCount } = useFormState();
  const field = useField<PlaceValue>(props);
  useGiven(field);
  const value = { ...untouchedPlace(), ...field.value };
  const { object } = value;
  const { wholePlace, isPending, isGone, failed, retry } = useWhole(object);
  const wrong = wrongPart(value);
  const objectError = isGone ? translate('audience.gone') : wrong === 'object' ? field.error : null;
  const change = (part: Partial<PlaceValue>) => field.set({ ...value, ...part });
  // A just opened list has nothing ticked; its message shows only after the form was sent.
  const partError = (part: 'porches' | 'floors') => (wrong === part && submitCount > 0 ? field.error : null);

  const choosePorches = (porches: number[]) => {
    const floors = wholePlace ? entranceFloors(wholePlace.floors, porches, value.floors) : [];
    change({ porches, floors });
  };
  const floors: readonly PartGroup[] = wholePlace
    ? scopeParts(
        {
          ...wholePlace,
          floors: wholePlace.floors.filter(
            ({ porch }) => !value.porches.length || (porch !== null && value.porches.includes(porch.id)),
          ),
        },
        'floors',
      )
    : [];
  return (
    <div className={classes.box}>
      <ObjectChoice
        field={{ ...field, error: objectError, frame: { ...field.frame, error: objectError } }}
        value={object}
        onValue={(next, building) => field.set({ ...untouchedPlace(), object: next, building })}
      />
      {object !== null && isPending ? <Skeleton height={72} radius={8} /> : null}
      {object !== null && failed ? <NotLoaded onRetry={retry} /> : null}
      {object !== null && wholePlace && !isGone ? (
        <div className={classes.two}>
          {object.startsWith('building:') ? (
            <Part
              id={`${field.id}-porches`}
              label={translate('engine.place.porches')}
              word="audience.porchNumber"
              mode={value.porchMode}
              groups={scopeParts(wholePlace, 'porches')}
              chosenIds={value.porches}
              error={partError('porches')}
              onMode={(porchMode) => change({ porchMode, porches: [], floorMode: 'all', floors: [] })}
              onChosen={choosePorches}
            />
          ) : null}
          {offersFloors(value) ? (
            <Part
              id={`${field.id}-floors`}
              label={translate('engine.place.floors')}
              word="audience.floorNumber"
              mode={value.floorMode}
              groups={floors}
              chosenIds={value.floors}
              error={partError('floors')}
              onMode={(floorMode) => change({ floorMode, floors: [] })}
              onChosen={(ticked) => change({ floors: ticked })}
            />
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

/** The part of a place that an error is about: the missing one, else `object`, where messages of the server stand too. */
function wrongPart(value: PlaceValue): 'object' | 'porches' | 'floors' {
  const { object, porchMode, porches, floorMode, floors } = value;
  if (object?.startsWith('building:') && porchMode === 'some' && porches.length === 0) return 'porches';
  if (offersFloors(value) && floorMode === 'some' && floors.length === 0) return 'floors';
  return 'object';
}

/** Ticked floors that lie in the ticked entrances. */
function entranceFloors(
  all: readonly { id: number; porch: { id: number } | null }[],
  porches: readonly number[],
  ticked: readonly number[],
): number[] {
  const open = new Set(all.filter(({ porch }) => porch !== null && porches.includes(porch.id)).map(({ id }) => id));
  return ticked.filter((id) => open.has(id));
}

/** «Все» or «Некоторые», and on the latter boxes to tick (TASK-48, TASK-50). */
function Part({
  id,
  label,
  word,
  mode,
  groups,
  chosenIds,
  error,
  onMode,
  onChosen,
}: {
  id: string;
  label: string;
  word: string;
  mode: 'all' | 'some';
  groups: readonly PartGroup[];
  chosenIds: readonly number[];
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
            { value: 'all', label: translate('engine.place.all') },
            { value: 'some', label: translate('engine.place.some') },
          ]}
          value={mode}
          invalid={error !== null}
          onChange={(next) => onMode(next as 'all' | 'some')}
        />
        {mode === 'some' ? (
          <PartChoice
            groups={groups}
            word={word}
            value={chosenIds}
            invalid={error !== null}
            disabled={false}
            onChange={onChosen}
          />
        ) : null}
      </FieldFrame>
    </div>
  );
}

/** The choosable part of a place that another page knows; null when the building is not the person's. */
export function placeGiven(
  { building: buildingId, porch }: NonNullable<PlaceValue['given']>,
  buildings: readonly Building[],
): PlaceValue | null {
  const building = buildings.find(
    ({ id, available_porches }) => id === buildingId || available_porches.some((open) => open.id === porch),
  );
  if (!building) return null;
  const open = building.available_porches.find(({ id }) => id === porch);
  const at = { ...untouchedPlace(), building: building.id };
  if (!building.is_all_porches) return open ? { ...at, object: `porch:${open.id}` } : null;
  const whole: PlaceValue = { ...at, object: `building:${building.id}` };
  return open ? { ...whole, porchMode: 'some', porches: [open.id] } : whole;
}
