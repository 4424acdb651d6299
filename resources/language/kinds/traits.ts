import { COUNT } from '../../limits.ts';
import { SECTION_TRAITS } from '../../sections/kinds/traits.ts';
import type { FieldInput, FieldOf } from '../define-resource.ts';
import type { FieldKind } from '../every-kind.ts';
import type { Numbering } from './number-template.ts';
import type { DeletionRule } from './reference.ts';
import type { KindName } from './registry.ts';
import type { Move, RecordState } from './state.ts';

/**
 * Traits of a kind for lists, records and searches. Apart from the kinds, so that the console can draw a list without
 * their rules.
 */

/** The parts of buildings that a field may keep several of. */
export type Parts = 'porches' | 'floors' | 'pipes';

/** A list of the server that a field chooses from. */
export interface ListPointer {
  to: 'list';
  /** Address of the list. */
  from: string;
  /** Keys of a thing: of its id, of its name, of what stands behind the name. */
  id: string;
  text?: string | undefined;
  more?: string | undefined;
  /** Queries of the call, each with the place in the record that it is taken from. */
  by: Readonly<Record<string, string>>;
  several: boolean;
}

/** Records of another section that a field refers to. */
interface RecordPointer {
  section: string;
  several: boolean;
  /** The effect of the deletion of one of them on the records that refer to it; left out: none. */
  onDelete?: DeletionRule | undefined;
  /** The references make a tree of the own section. */
  tree?: boolean | undefined;
}

/**
 * The target of the ids in a stored value. `inBuilding` names the field with their building, `inField` that with the files, or
 * with the record that has them.
 */
export type Pointer =
  | { to: 'building' }
  | { to: 'buildings' }
  | { to: 'unit'; inBuilding: string }
  | { to: 'parts'; of: Parts; inBuilding: string }
  | ({ to: 'records' } & RecordPointer)
  | { to: 'files'; imagesOnly: boolean }
  | { to: 'picture'; inField: string }
  | ListPointer;

/** The columns of a field that holds rows, and those whose sums stand below them. */
export interface RowsShape {
  columns: Readonly<Record<string, FieldInput>>;
  totals: readonly string[];
}

type Wire = Readonly<Record<string, unknown>>;

interface Choice {
  value: string;
  label?: string | undefined;
}

/** The process of a field that moves alone change. */
export interface RecordProcess {
  first: string;
  states: readonly RecordState[];
  moves: readonly Move[];
}

export interface KindTraits<Field> {
  /**
   * Where a list can be sorted by it: `everywhere`; `elsewhere`, that is by another server or where the whole list is there,
   * but not by the generic storage; `counted`, by a server that sorts by how many it holds; null where there is no order that
   * anybody would look for.
   */
  order: 'everywhere' | 'elsewhere' | 'counted' | null;
  /** A list offers to choose from one value to another. */
  isRanged?: true;
  /** A calendar can show records by it: by whole days, or by moments. */
  inCalendar?: 'day' | 'moment';
  /** It is a number to the reader, so that it is aligned to the right. */
  isNumeric?: true;
  /** Decimal places of an average of its values, where these can be added up. Left out: a list has no figures of it. */
  averagePlaces?(field: Field): number;
  /** The unit of its numbers, where they are shown otherwise than they are stored. */
  countedIn?: 'kopecks' | 'minutes';
  /** The grouping of records by it: by the value itself, or by the month of a day. Left out: each would be a group of its own. */
  groupedBy?: 'value' | 'month';
  /** It says little in a cell: a table shows it only where the definition names it as a column. */
  isSecondary?: true;
  /** A stored value can stand for the record as it is. */
  tellsRecord?: true;
  /** The first field of such a kind is the title of a record whose definition names none. */
  isTitle?: true;
  /** The separator of its parts where they make one text; `, ` when left out. */
  joint?: string;
  /**
   * The stored value is what a person reads and types, so that the search box may look in it: for a part of the text, for its
   * digits however they are written, or for the whole.
   */
  search?: 'text' | 'digits' | 'whole';
  /** Digits that a number is kept with, zeros in front. */
  digits?(field: Field): number | undefined;
  /** It is sorted by what it ends with: the year of `MMYYYY`. */
  isYearLast?: true;
  /** A filter asks for exactly this value, never for a part of its text. */
  isExact?: true;
  /** Whether its filter can give such a value. Left out: any text. */
  isFilterValue?(value: unknown, field: Field): boolean;
  /** Initial value of its filter beside the title of a list. @param month the company's present month, `MMYYYY` */
  firstFilter?(month: string): unknown;
  /** States that a record goes through by moves alone, beginning at `first`. */
  process?(field: Field): RecordProcess;
  /** How the server numbers new records by it. */
  numbering?(field: Field): Numbering;
  /** The choices, where the definition names them. */
  choices?(field: Field): readonly Choice[];
  /** Its value is about one record alone: it is never given to several at once. */
  isOfOneRecord?: true;
  /** The server says when its value was given. */
  isSigned?: true;
  /** It holds rows of cells. */
  rows?(field: Field): RowsShape;
  /** Its `initial` is the value itself, not an expression. */
  hasPlainInitial?: true;
  /** Keys of the record, where the value stands in several: the wire value is then an object of these. */
  keys?(field: Field): readonly string[];
  /** The value in a record, where that is not only the one at its own key. @param own the value there */
  held?(own: unknown, record: Wire, field: Field): unknown;
  /** The target of its values. Left out: none. */
  points?: { [To in Pointer['to']]: Points<To, Field> }[Pointer['to']];
}

type Details<To extends Pointer['to']> = Omit<Extract<Pointer, { to: To }>, 'to'>;

type Points<To extends Pointer['to'], Field> = { to: To } & (keyof Details<To> extends never
  ? { details?: undefined }
  : { details(field: Field): Details<To> });

/** Digits of a number that the server gives, unless the definition says how many. */
export const USUAL_DIGITS = 4;

/** The state that a new record is in. */
export const firstState = ({
  states,
  initial,
}: {
  states: readonly { value: string }[];
  initial?: string | undefined;
}) => initial ?? states[0]?.value ?? '';

const isNumber = (value: unknown): boolean => typeof value === 'number';
const isTextLike = (value: unknown, pattern: RegExp): boolean => typeof value === 'string' && pattern.test(value);

const TRAITS: { readonly [Name in KindName]: KindTraits<FieldOf<Name>> } = {
  text: { order: 'everywhere', tellsRecord: true, isTitle: true, search: 'text' },
  'long-text': { order: 'everywhere', tellsRecord: true, isSecondary: true, search: 'text' },
  lines: { order: null, isSecondary: true },
  choice: {
    order: 'everywhere',
    groupedBy: 'value',
    hasPlainInitial: true,
    isExact: true,
    isFilterValue: (value, { options }) => options.some((option) => option.value === value),
    choices: ({ options }) => options,
  },
  state: {
    order: 'everywhere',
    groupedBy: 'value',
    hasPlainInitial: true,
    isExact: true,
    isFilterValue: (value, { states }) => states.some((one) => one.value === value),
    choices: ({ states }) => states,
    process: (field) => ({
      first: firstState(field),
      states: field.states as readonly RecordState[],
      moves: field.moves as readonly Move[],
    }),
  },
  phone: { order: 'everywhere', tellsRecord: true, search: 'digits' },
  link: { order: 'everywhere', tellsRecord: true, search: 'text' },
  checkbox: {
    order: 'everywhere',
    groupedBy: 'value',
    hasPlainInitial: true,
    isFilterValue: (value) => typeof value === 'boolean',
  },
  number: {
    order: 'everywhere',
    isRanged: true,
    isNumeric: true,
    tellsRecord: true,
    search: 'whole',
    digits: ({ digits }) => digits,
    // Two more than the values may have.
    averagePlaces: ({ decimals = 0 }) => Math.min(6, decimals + 2),
    isFilterValue: isNumber,
  },
  money: {
    order: 'everywhere',
    isRanged: true,
    isNumeric: true,
    countedIn: 'kopecks',
    averagePlaces: () => 0,
    isFilterValue: isNumber,
  },
  date: {
    order: 'everywhere',
    groupedBy: 'month',
    isRanged: true,
    inCalendar: 'day',
    tellsRecord: true,
    isFilterValue: (value) => isTextLike(value, /^\d{4}-\d{2}-\d{2}$/),
  },
  month: {
    order: 'everywhere',
    groupedBy: 'value',
    isYearLast: true,
    isFilterValue: (value) => isTextLike(value, /^\d{6}$/),
    firstFilter: (month) => month,
  },
  time: {
    order: 'everywhere',
    isRanged: true,
    tellsRecord: true,
    isFilterValue: (value) => isTextLike(value, /^(?:[01]\d|2[0-3]):[0-5]\d$/),
  },
  duration: {
    order: 'everywhere',
    isRanged: true,
    isNumeric: true,
    countedIn: 'minutes',
    averagePlaces: () => 0,
    isFilterValue: isNumber,
  },
  email: { order: 'everywhere', tellsRecord: true, search: 'text' },
  'company-number': { order: 'everywhere', tellsRecord: true, search: 'text' },
  'auto-number': {
    order: 'everywhere',
    tellsRecord: true,
    search: 'text',
    numbering: ({ template, digits = USUAL_DIGITS }) => ({ template, digits }),
  },
  meter: { order: 'everywhere', isNumeric: true, search: 'whole', digits: () => COUNT.meterDigits },
  level: { order: 'everywhere', isExact: true },
  files: {
    order: null,
    isSecondary: true,
    held: (own, record, { lists }) => own ?? lists?.flatMap((list) => record[list] ?? []) ?? own,
    points: { to: 'files', details: ({ only }) => ({ imagesOnly: only === 'images' }) },
  },
  building: { order: 'elsewhere', groupedBy: 'value', isFilterValue: isNumber, points: { to: 'building' } },
  buildings: { order: null, isFilterValue: isNumber, points: { to: 'buildings' } },
  unit: { order: null, points: { to: 'unit', details: ({ building }) => ({ inBuilding: building }) } },
  reference: {
    order: null,
    groupedBy: 'value',
    isFilterValue: isNumber,
    points: {
      to: 'records',
      details: ({ to, onDelete, tree }) => ({ section: to, several: false, onDelete, tree }),
    },
  },
  references: {
    order: null,
    isFilterValue: isNumber,
    points: { to: 'records', details: ({ to, onDelete }) => ({ section: to, several: true, onDelete }) },
  },
  checklist: {
    order: null,
    isSecondary: true,
    points: { to: 'parts', details: ({ of, building }) => ({ of, inBuilding: building }) },
  },
  avatar: { order: null, isSecondary: true },
  'one-of': {
    order: 'elsewhere',
    isFilterValue: isNumber,
    points: {
      to: 'list',
      details: ({ from, id = 'id', text, more, by = {} }) => ({ from, id, text, more, by, several: false }),
    },
  },
  'some-of': {
    order: null,
    isFilterValue: isNumber,
    points: { to: 'list', details: ({ from, text }) => ({ from, id: 'id', text, by: {}, several: true }) },
  },
  moment: { order: 'elsewhere', inCalendar: 'moment' },
  rows: { order: null, isSecondary: true, rows: ({ columns, totals = [] }) => ({ columns, totals }) },
  signature: {
    order: null,
    isSecondary: true,
    isOfOneRecord: true,
    isSigned: true,
    isFilterValue: (value) => typeof value === 'boolean',
  },
  point: {
    order: null,
    isSecondary: true,
    isOfOneRecord: true,
    isFilterValue: (value) => typeof value === 'boolean',
    points: { to: 'picture', details: ({ plan }) => ({ inField: plan }) },
  },
};

const EVERY: { readonly [Name in FieldKind]: KindTraits<FieldOf<Name>> } = { ...TRAITS, ...SECTION_TRAITS };

/** Traits of the kind of a field. */
export function traitsOf({ kind }: Pick<FieldInput, 'kind'>): KindTraits<FieldInput> {
  return EVERY[kind] as unknown as KindTraits<FieldInput>;
}

/** Names of the kinds of the language of which something holds. */
export function kindsWith(holds: (traits: KindTraits<FieldInput>) => boolean): KindName[] {
  return (Object.keys(TRAITS) as KindName[]).filter((kind) => holds(traitsOf({ kind })));
}

/** The target of the ids in the values of a field; null for values that point at nothing. */
export function pointerOf(field: FieldInput): Pointer | null {
  const { points } = traitsOf(field);
  return points ? ({ to: points.to, ...points.details?.(field) } as Pointer) : null;
}

/** A pointer of one sort; null for a field that points elsewhere, or at nothing. */
export function pointerTo<To extends Pointer['to']>(field: FieldInput, to: To): Extract<Pointer, { to: To }> | null {
  const pointer = pointerOf(field);
  return pointer?.to === to ? (pointer as Extract<Pointer, { to: To }>) : null;
}

/** The field that names the building in which the ids of another field lie; null where none does. */
export function buildingFieldOf(field: FieldInput): string | null {
  const pointer = pointerOf(field);
  return pointer && 'inBuilding' in pointer ? pointer.inBuilding : null;
}
