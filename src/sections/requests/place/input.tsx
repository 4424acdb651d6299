import '#i18n/audience-choice-texts.ts';
import '#i18n/place-choice-texts.ts';
import { useEffect } from 'react';
import { useTranslate } from 'react-admin';
import { useFormState } from 'react-hook-form';
import type { Building } from '#console/data/buildings/building-list.ts';
import { useBuildings } from '#console/data/buildings/buildings.ts';
import type { InputProps } from '#console/fields/field-props.ts';
import { OptionGroup } from '#console/fields/parts/option-group.tsx';
import { BuildingNotLoaded } from '#console/fields/places/not-loaded.tsx';
import { PartChoice } from '#console/fields/places/part-choice.tsx';
import { type PartGroup, scopeParts } from '#console/fields/places/scope-parts.ts';
import { useWholePlace } from '#console/fields/places/whole.ts';
import { type Field, useField } from '#console/fields/use-field.ts';
import { FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import { Skeleton } from '#console/ui/states/skeleton.tsx';
import { offersFloors, type PlaceValue, untouchedPlace } from '#resources/sections/kinds/requests.ts';
import classes from './input.module.css';
import { ObjectChoice } from './object-choice.tsx';

/** Converts a place passed by another page (`given`) into a value of this field, once the buildings are loaded. */
function useGivenPlace({ value, onChange }: Field<PlaceValue>): void {
  const { buildings, isPending } = useBuildings();
  const givenPlace = value?.given;
  useEffect(() => {
    if (givenPlace && !isPending) onChange(toGivenPlaceValue(givenPlace, buildings) ?? untouchedPlace());
  }, [givenPlace, isPending, buildings, onChange]);
}

/** Input of a place: a building or one entrance, then optionally its entrances and floors (TASK-46…52). */
export default function PlaceInput(props: InputProps<'requests:place'>) {
  const translate = useTranslate();
  const { submitCount } = useFormState();
  const field = useField<PlaceValue>(props);
  useGivenPlace(field);
  const value = { ...untouchedPlace(), ...field.value };
  const { object } = value;
  const { wholePlace, isPending, isGone, failed, retry } = useWholePlace(object);
  const partInError = findPartInError(value);
  const objectError = isGone ? translate('audience.gone') : partInError === 'object' ? field.error : null;
  const change = (part: Partial<PlaceValue>) => field.onChange({ ...value, ...part });
  // A list that was just opened has nothing ticked, so its error is shown only after a submit.
  const partError = (part: 'porches' | 'floors') => (partInError === part && submitCount > 0 ? field.error : null);

  const choosePorches = (porches: number[]) => {
    const floors = wholePlace ? floorsOfEntrances(wholePlace.floors, porches, value.floors) : [];
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
        onValue={(next, building) => field.onChange({ ...untouchedPlace(), object: next, building })}
      />
      {object !== null && isPending ? <Skeleton height={72} radius={8} /> : null}
      {object !== null && failed ? <BuildingNotLoaded onRetry={retry} /> : null}
      {object !== null && wholePlace && !isGone ? (
        <div className={classes.two}>
          {object.startsWith('building:') ? (
            <PartField
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
            <PartField
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

/** The part of a place that an error belongs to: the missing one, else `object`, which also shows the server's messages. */
function findPartInError(value: PlaceValue): 'object' | 'porches' | 'floors' {
  const { object, porchMode, porches, floorMode, floors } = value;
  if (object?.startsWith('building:') && porchMode === 'some' && porches.length === 0) return 'porches';
  if (offersFloors(value) && floorMode === 'some' && floors.length === 0) return 'floors';
  return 'object';
}

/** Ticked floors that belong to the ticked entrances. */
function floorsOfEntrances(
  all: readonly { id: number; porch: { id: number } | null }[],
  porches: readonly number[],
  ticked: readonly number[],
): number[] {
  const open = new Set(all.filter(({ porch }) => porch !== null && porches.includes(porch.id)).map(({ id }) => id));
  return ticked.filter((id) => open.has(id));
}

/** Choice of «Все» or «Некоторые», the latter with checkboxes (TASK-48, TASK-50). */
function PartField({
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
            textKey={word}
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

/**
 * Field value for a place passed by another page, reduced to what the reader may choose; null if they may choose neither the
 * building nor the entrance.
 */
export function toGivenPlaceValue(
  { building: buildingId, porch }: NonNullable<PlaceValue['given']>,
  buildings: readonly Building[],
): PlaceValue | null {
  const building = buildings.find(
    ({ id, available_porches }) => id === buildingId || available_porches.some((open) => open.id === porch),
  );
  if (!building) return null;
  const open = building.available_porches.find(({ id }) => id === porch);
  const emptyPlace = { ...untouchedPlace(), building: building.id };
  if (!building.is_all_porches) return open ? { ...emptyPlace, object: `porch:${open.id}` } : null;
  const wholeBuilding: PlaceValue = { ...emptyPlace, object: `building:${building.id}` };
  return open ? { ...wholeBuilding, porchMode: 'some', porches: [open.id] } : wholeBuilding;
}
