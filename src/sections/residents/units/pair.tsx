import '#i18n/resident-search-texts.ts';
import Close from '@mui/icons-material/Close';
import { useMemo } from 'react';
import { useTranslate } from 'react-admin';
import { Address } from '#console/fields/building/address.tsx';
import type { BuildingOption } from '#console/fields/building/building-options.ts';
import { useWholeBuilding } from '#console/fields/building/building-parts.ts';
import { SearchSelect } from '#console/fields/parts/search-select.tsx';
import type { FieldControl } from '#console/fields/use-field.ts';
import { IconButton } from '#console/ui/buttons/icon-button.tsx';
import { describedBy } from '#console/ui/inputs/field-frame.tsx';
import type { UnitPair } from '#resources/sections/kinds/residents.ts';
import classes from './input.module.css';

/** Field props of one select of a pair, with its own error message. */
function selectField(
  id: string,
  label: string,
  error: string | null,
  onBlur: () => void,
  disabled: boolean,
): FieldControl {
  return {
    id,
    onBlur,
    error,
    disabled,
    frame: { id, label, error, required: true },
    aria: {
      'aria-invalid': error ? true : undefined,
      'aria-required': true,
      'aria-describedby': describedBy(id, { error }),
    },
  };
}

/**
 * Selects for a building and a flat of it, in a titled frame («Первый объект»).
 * @param problem text key of the mistake to show; null for none
 * @param takenUnits flats that are not offered here
 * @param onRemove omitted if the pair cannot be removed
 */
export function Pair({
  id,
  title,
  pair,
  buildings,
  problem,
  takenUnits,
  disabled,
  onBuilding,
  onUnit,
  onLeave,
  onRemove,
}: {
  id: string;
  title: string;
  pair: UnitPair;
  buildings: { options: readonly BuildingOption[]; isPending: boolean };
  problem: 'validation.object' | 'validation.flat' | null;
  takenUnits: ReadonlySet<number>;
  disabled: boolean;
  onBuilding: (building: number | null) => void;
  onUnit: (unit: number | null) => void;
  onLeave: () => void;
  onRemove?: () => void;
}) {
  const translate = useTranslate();
  const { building, isPending } = useWholeBuilding(pair.building);
  const flats = useMemo(
    () =>
      (building?.units ?? [])
        .filter(({ object }) => object.id === pair.unit || !takenUnits.has(object.id))
        .map(({ object }) => ({
          id: object.id,
          label: object.label,
          group: object.porch ? translate('engine.fields.porch', { number: object.porch.number }) : '',
        })),
    [building, pair.unit, takenUnits, translate],
  );
  const problemText = (key: NonNullable<typeof problem>) => (problem === key ? translate(key) : null);
  return (
    <fieldset className={classes.pair}>
      <legend className="sr-only">{title}</legend>
      <div className={classes.head}>
        <span className={classes.title} aria-hidden>
          {title}
        </span>
        {onRemove ? (
          <IconButton label={translate('residents.units.remove', { title })} onClick={onRemove}>
            <Close />
          </IconButton>
        ) : null}
      </div>
      <div className={classes.controls}>
        <SearchSelect
          field={selectField(
            `${id}-building`,
            translate('residents.units.building'),
            problemText('validation.object'),
            onLeave,
            disabled,
          )}
          options={buildings.options}
          value={pair.building}
          onValue={(value) => onBuilding(value as number | null)}
          loading={buildings.isPending}
          placeholder={translate('engine.fields.chooseBuilding')}
          renderOptionContent={(option) => <Address building={option.building} aligned />}
        />
        <SearchSelect
          field={selectField(
            `${id}-unit`,
            translate('residents.units.flat'),
            problemText('validation.flat'),
            onLeave,
            disabled,
          )}
          options={flats}
          value={pair.unit}
          onValue={(value) => onUnit(value as number | null)}
          loading={isPending}
          missingHint={pair.building === null ? translate('engine.fields.chooseBuildingFirst') : undefined}
          placeholder={translate('engine.fields.chooseUnit')}
        />
      </div>
    </fieldset>
  );
}
