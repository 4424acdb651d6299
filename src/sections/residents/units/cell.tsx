import { useTranslate } from 'react-admin';
import type { CellProps } from '#console/fields/field-props.ts';

interface ShownUnit {
  object?: { label?: unknown; building?: { street?: unknown; number?: unknown } };
}

/** The units of a person, each with its address. */
export default function UnitsCell({ value }: CellProps<'residents:units'>) {
  const translate = useTranslate();
  const items = Array.isArray(value) ? (value as ShownUnit[]) : [];
  const lines = items.flatMap(({ object }) =>
    object?.building
      ? [
          translate('residents.address', {
            street: String(object.building.street ?? ''),
            number: String(object.building.number ?? ''),
            label: String(object.label ?? ''),
          }),
        ]
      : [],
  );
  return lines.length ? lines.join('; ') : translate('engine.list.nothing');
}
