import type { ComponentType } from 'react';
import type { FieldKind } from '#resources/language/every-kind.ts';
import type { KindName } from '#resources/language/kinds/registry.ts';
import type { CellProps, ChangeProps, FilterProps, FullProps, InputProps } from './field-props.ts';

type LoadComponent<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** Components of a kind, each loaded when a screen needs it. */
export interface FieldParts<Name extends FieldKind = FieldKind> {
  /** Null: values of the kind are only shown. */
  input: LoadComponent<InputProps<Name>> | null;
  cell: LoadComponent<CellProps<Name>>;
  /** Omitted or null: the kind cannot be filtered. */
  filter?: LoadComponent<FilterProps<Name>> | null;
  /** Shows a full form value beside another one; omitted where the cell suffices. */
  full?: LoadComponent<FullProps<Name>>;
  /** Shows a value in the record's card; omitted where the cell suffices. */
  card?: LoadComponent<CellProps<Name>>;
  /** Shows a change in the history of a record; omitted where the two cells suffice. */
  change?: LoadComponent<ChangeProps<Name>>;
}

/** Used by `reference` and `references`: both filter by one referenced record. */
const loadReferenceFilter = async () => ({ default: (await import('./reference/cell.tsx')).ReferenceFilter });

/** A kind that does not contain other kinds. */
type PlainKind = Exclude<KindName, 'rows'>;

/**
 * Every kind of the language except those that contain other kinds (`registry.ts`), by name. For a new kind see
 * section-author.md, "A new kind". A filter is in the file of its cell, a full value in that of its input.
 */
export const PLAIN_FIELDS = {
  text: {
    input: () => import('./text/input.tsx'),
    cell: () => import('./text/cell.tsx'),
    filter: async () => ({ default: (await import('./text/cell.tsx')).TextFilter }),
  },
  'long-text': {
    input: () => import('./long-text/input.tsx'),
    cell: () => import('./long-text/cell.tsx'),
    filter: async () => ({ default: (await import('./text/cell.tsx')).TextFilter }),
    full: async () => ({ default: (await import('./long-text/input.tsx')).FullLongText }),
  },
  lines: {
    input: () => import('./lines/input.tsx'),
    cell: () => import('./lines/cell.tsx'),
    filter: null,
  },
  choice: {
    input: () => import('./choice/input.tsx'),
    cell: () => import('./choice/cell.tsx'),
    filter: async () => ({ default: (await import('./choice/cell.tsx')).ChoiceFilter }),
  },
  state: {
    input: null,
    cell: () => import('./state/cell.tsx'),
    filter: async () => ({ default: (await import('./state/cell.tsx')).StateFilter }),
  },
  phone: {
    input: () => import('./phone/input.tsx'),
    cell: () => import('./phone/cell.tsx'),
    filter: async () => ({ default: (await import('./text/cell.tsx')).TextFilter }),
  },
  link: {
    input: () => import('./link/input.tsx'),
    cell: () => import('./link/cell.tsx'),
    filter: async () => ({ default: (await import('./text/cell.tsx')).TextFilter }),
    full: async () => ({ default: (await import('./link/input.tsx')).FullLink }),
  },
  checkbox: {
    input: () => import('./checkbox/input.tsx'),
    cell: () => import('./checkbox/cell.tsx'),
    filter: async () => ({ default: (await import('./checkbox/cell.tsx')).CheckboxFilter }),
  },
  number: {
    input: () => import('./number/input.tsx'),
    cell: () => import('./number/cell.tsx'),
    filter: async () => ({ default: (await import('./number/cell.tsx')).NumberFilter }),
  },
  money: {
    input: () => import('./money/input.tsx'),
    cell: () => import('./money/cell.tsx'),
    filter: async () => ({ default: (await import('./money/cell.tsx')).MoneyFilter }),
  },
  date: {
    input: () => import('./date/input.tsx'),
    cell: () => import('./date/cell.tsx'),
    filter: async () => ({ default: (await import('./date/cell.tsx')).DateFilter }),
  },
  month: {
    input: () => import('./month/input.tsx'),
    cell: () => import('./month/cell.tsx'),
    filter: () => import('./month/filter.tsx'),
  },
  time: {
    input: () => import('./time/input.tsx'),
    cell: async () => ({ default: (await import('./number/cell.tsx')).NoWrapCell }),
    filter: () => import('./time/filter.tsx'),
  },
  duration: {
    input: () => import('./duration/input.tsx'),
    cell: () => import('./duration/cell.tsx'),
    filter: async () => ({ default: (await import('./duration/cell.tsx')).DurationFilter }),
  },
  email: {
    input: () => import('./email/input.tsx'),
    cell: () => import('./email/cell.tsx'),
    filter: async () => ({ default: (await import('./text/cell.tsx')).TextFilter }),
  },
  'company-number': {
    input: () => import('./company-number/input.tsx'),
    cell: async () => ({ default: (await import('./number/cell.tsx')).NoWrapCell }),
    filter: async () => ({ default: (await import('./text/cell.tsx')).TextFilter }),
  },
  'auto-number': {
    input: null,
    cell: async () => ({ default: (await import('./number/cell.tsx')).NoWrapCell }),
    filter: async () => ({ default: (await import('./text/cell.tsx')).TextFilter }),
  },
  files: {
    input: () => import('./files/input.tsx'),
    cell: () => import('./files/cell.tsx'),
    filter: null,
    full: async () => ({ default: (await import('./files/input.tsx')).FullFiles }),
    card: async () => ({ default: (await import('./files/cell.tsx')).FilesCard }),
  },
  building: {
    input: () => import('./building/input.tsx'),
    cell: () => import('./building/cell.tsx'),
    filter: async () => ({ default: (await import('./building/cell.tsx')).BuildingFilter }),
  },
  buildings: {
    input: () => import('./buildings/input.tsx'),
    cell: () => import('./buildings/cell.tsx'),
    filter: async () => ({ default: (await import('./building/cell.tsx')).BuildingFilter }),
    full: async () => ({ default: (await import('./buildings/input.tsx')).FullBuildings }),
  },
  unit: {
    input: () => import('./unit/input.tsx'),
    cell: () => import('./unit/cell.tsx'),
    filter: async () => ({ default: (await import('./text/cell.tsx')).TextFilter }),
    full: async () => ({ default: (await import('./unit/input.tsx')).FullUnit }),
  },
  reference: {
    input: () => import('./reference/input.tsx'),
    cell: () => import('./reference/cell.tsx'),
    filter: loadReferenceFilter,
    full: async () => ({ default: (await import('./reference/input.tsx')).FullReference }),
  },
  references: {
    input: () => import('./references/input.tsx'),
    cell: () => import('./references/cell.tsx'),
    filter: loadReferenceFilter,
    full: async () => ({ default: (await import('./references/input.tsx')).FullReferences }),
  },
  checklist: {
    input: () => import('./checklist/input.tsx'),
    cell: () => import('./checklist/cell.tsx'),
    filter: async () => ({ default: (await import('./text/cell.tsx')).TextFilter }),
    full: async () => ({ default: (await import('./checklist/input.tsx')).FullChecklist }),
  },
  avatar: {
    input: () => import('./avatar/input.tsx'),
    cell: () => import('./avatar/cell.tsx'),
    filter: null,
  },
  level: {
    input: () => import('./level/input.tsx'),
    cell: () => import('./level/cell.tsx'),
    filter: async () => ({ default: (await import('./level/cell.tsx')).LevelFilter }),
  },
  meter: {
    input: () => import('./meter/input.tsx'),
    cell: () => import('./meter/cell.tsx'),
    filter: async () => ({ default: (await import('./meter/cell.tsx')).MeterFilter }),
  },
  moment: {
    input: () => import('./moment/input.tsx'),
    cell: () => import('./moment/cell.tsx'),
    filter: null,
  },
  'one-of': {
    input: () => import('./one-of/input.tsx'),
    cell: () => import('./one-of/cell.tsx'),
    filter: async () => ({ default: (await import('./one-of/cell.tsx')).OneOfFilter }),
  },
  'some-of': {
    input: () => import('./some-of/input.tsx'),
    cell: () => import('./some-of/cell.tsx'),
    filter: async () => ({ default: (await import('./one-of/cell.tsx')).OneOfFilter }),
    full: async () => ({ default: (await import('./some-of/input.tsx')).FullSomeOf }),
  },
  signature: {
    input: () => import('./signature/input.tsx'),
    cell: () => import('./signature/cell.tsx'),
    filter: async () => ({ default: (await import('./checkbox/cell.tsx')).CheckboxFilter }),
    full: async () => ({ default: (await import('./signature/input.tsx')).FullSignature }),
    card: async () => ({ default: (await import('./signature/cell.tsx')).SignatureCard }),
  },
  point: {
    input: () => import('./point/input.tsx'),
    cell: () => import('./point/cell.tsx'),
    filter: async () => ({ default: (await import('./checkbox/cell.tsx')).CheckboxFilter }),
    full: async () => ({ default: (await import('./point/card.tsx')).FullPoint }),
    card: () => import('./point/card.tsx'),
    change: async () => ({ default: (await import('./point/cell.tsx')).PointChange }),
  },
} as const satisfies { [Name in PlainKind]: FieldParts<Name> };
