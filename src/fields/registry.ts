import type { ComponentType } from 'react';
import type { FieldKind } from '#resources/language/every-kind.ts';
import type { KindName } from '#resources/language/kinds/registry.ts';
import type { SectionKind } from '#resources/sections/kinds/registry.ts';
import type { CellProps, FilterProps, FullProps, InputProps } from './field-props.ts';

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** What the console knows of a kind; each part is loaded when a screen needs it. */
export interface FieldParts<Name extends FieldKind = FieldKind> {
  /** Null: the kind is only shown. */
  input: Load<InputProps<Name>> | null;
  cell: Load<CellProps<Name>>;
  /** Left out or null: the kind cannot be filtered by. */
  filter?: Load<FilterProps<Name>> | null;
  /** Draws a form's value in full, beside another one; left out where the cell says all of it. */
  full?: Load<FullProps<Name>>;
}

/**
 * Every kind of the language by its name. A new kind is a file in `resources/language/kinds`, a folder beside this
 * file and one entry here; the compiler says when one is missing.
 */
export const FIELDS = {
  text: {
    input: () => import('./text/input.tsx'),
    cell: () => import('./text/cell.tsx'),
    filter: () => import('./text/filter.tsx'),
  },
  'long-text': {
    input: () => import('./long-text/input.tsx'),
    cell: () => import('./long-text/cell.tsx'),
    filter: () => import('./text/filter.tsx'),
    full: () => import('./long-text/full.tsx'),
  },
  lines: {
    input: () => import('./lines/input.tsx'),
    cell: () => import('./lines/cell.tsx'),
    filter: null,
  },
  choice: {
    input: () => import('./choice/input.tsx'),
    cell: () => import('./choice/cell.tsx'),
    filter: () => import('./choice/filter.tsx'),
  },
  state: {
    input: null,
    cell: () => import('./state/cell.tsx'),
    filter: () => import('./state/filter.tsx'),
  },
  phone: {
    input: () => import('./phone/input.tsx'),
    cell: () => import('./phone/cell.tsx'),
    filter: () => import('./text/filter.tsx'),
  },
  link: {
    input: () => import('./link/input.tsx'),
    cell: () => import('./link/cell.tsx'),
    filter: () => import('./text/filter.tsx'),
    full: () => import('./link/full.tsx'),
  },
  checkbox: {
    input: () => import('./checkbox/input.tsx'),
    cell: () => import('./checkbox/cell.tsx'),
    filter: () => import('./checkbox/filter.tsx'),
  },
  number: {
    input: () => import('./number/input.tsx'),
    cell: () => import('./number/cell.tsx'),
    filter: () => import('./number/filter.tsx'),
  },
  money: {
    input: () => import('./money/input.tsx'),
    cell: () => import('./money/cell.tsx'),
    filter: () => import('./money/filter.tsx'),
  },
  date: {
    input: () => import('./date/input.tsx'),
    cell: () => import('./date/cell.tsx'),
    filter: () => import('./date/filter.tsx'),
  },
  month: {
    input: () => import('./month/input.tsx'),
    cell: () => import('./month/cell.tsx'),
    filter: () => import('./month/filter.tsx'),
  },
  time: {
    input: () => import('./time/input.tsx'),
    cell: () => import('./parts/one-piece.tsx'),
    filter: () => import('./time/filter.tsx'),
  },
  duration: {
    input: () => import('./duration/input.tsx'),
    cell: () => import('./duration/cell.tsx'),
    filter: () => import('./duration/filter.tsx'),
  },
  email: {
    input: () => import('./email/input.tsx'),
    cell: () => import('./email/cell.tsx'),
    filter: () => import('./text/filter.tsx'),
  },
  'company-number': {
    input: () => import('./company-number/input.tsx'),
    cell: () => import('./parts/one-piece.tsx'),
    filter: () => import('./text/filter.tsx'),
  },
  'auto-number': {
    input: null,
    cell: () => import('./parts/one-piece.tsx'),
    filter: () => import('./text/filter.tsx'),
  },
  files: {
    input: () => import('./files/input.tsx'),
    cell: () => import('./files/cell.tsx'),
    filter: null,
    full: () => import('./files/full.tsx'),
  },
  building: {
    input: () => import('./building/input.tsx'),
    cell: () => import('./building/cell.tsx'),
    filter: () => import('./building/filter.tsx'),
  },
  buildings: {
    input: () => import('./buildings/input.tsx'),
    cell: () => import('./buildings/cell.tsx'),
    filter: () => import('./building/filter.tsx'),
    full: () => import('./buildings/full.tsx'),
  },
  unit: {
    input: () => import('./unit/input.tsx'),
    cell: () => import('./unit/cell.tsx'),
    filter: () => import('./text/filter.tsx'),
    full: () => import('./unit/full.tsx'),
  },
  reference: {
    input: () => import('./reference/input.tsx'),
    cell: () => import('./reference/cell.tsx'),
    filter: () => import('./reference/filter.tsx'),
    full: () => import('./reference/full.tsx'),
  },
  checklist: {
    input: () => import('./checklist/input.tsx'),
    cell: () => import('./checklist/cell.tsx'),
    filter: () => import('./text/filter.tsx'),
    full: () => import('./checklist/full.tsx'),
  },
  avatar: {
    input: () => import('./avatar/input.tsx'),
    cell: () => import('./avatar/cell.tsx'),
    filter: null,
  },
  level: {
    input: () => import('./level/input.tsx'),
    cell: () => import('./level/cell.tsx'),
    filter: () => import('./level/filter.tsx'),
  },
  meter: {
    input: () => import('./meter/input.tsx'),
    cell: () => import('./meter/cell.tsx'),
    filter: () => import('./meter/filter.tsx'),
  },
  moment: {
    input: () => import('./moment/input.tsx'),
    cell: () => import('./moment/cell.tsx'),
    filter: null,
  },
  'one-of': {
    input: () => import('./one-of/input.tsx'),
    cell: () => import('./one-of/cell.tsx'),
    filter: () => import('./one-of/filter.tsx'),
  },
  'some-of': {
    input: () => import('./some-of/input.tsx'),
    cell: () => import('./some-of/cell.tsx'),
    filter: () => import('./one-of/filter.tsx'),
    full: () => import('./some-of/full.tsx'),
  },
} as const satisfies { [Name in KindName]: FieldParts<Name> };

/** The parts of kinds that sections have for themselves. */
export type SectionFields = { readonly [Name in SectionKind]?: FieldParts<Name> };
