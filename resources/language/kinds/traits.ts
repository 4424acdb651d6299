import { COUNT } from '../../limits.ts';
import { SECTION_TRAITS } from '../../sections/kinds/traits.ts';
import type { FieldInput, FieldOf } from '../define-resource.ts';
import type { FieldKind } from '../every-kind.ts';
import type { Numbering } from './number-template.ts';
import type { DeletionRule } from './reference.ts';
import type { KindName } from './registry.ts';
import type { Move, RecordState } from './state.ts';

/**
 * Traits of a kind for lists, records and searches. Kept apart from the kinds, so that the console can show a list without
 * bundling their validation.
 */

/** The parts of a building that a field can refer to. */
export type BuildingParts = 'porches' | 'floors' | 'pipes';

/** A list from the server that a field chooses from. */
export interface ListPointer {
  to: 'list';
  /** Path of the list. */
  from: string;
  /** Keys in an item of the list: id, name, and the text behind the name. */
  id: string;
  text?: string | undefined;
  more?: string | undefined;
  /** Query parameters of the request, each with the path in the record that its value comes from. */
  by: Readonly<Record<string, string>>;
  isMultiple: boolean;
}

/** Records of another section that a field refers to. */
interface RecordPointer {
  section: string;
  isMultiple: boolean;
  /** What happens to the referring records when one of these is deleted; left out: nothing. */
  onDelete?: DeletionRule | undefined;
  /** The references form a tree within their own section. */
  tree?: boolean | undefined;
}

/**
 * What the ids in a stored value refer to. `inBuilding` is the field with the building they are in; `inField` the field with
 * the files, or with the record that has them.
 */
export type Pointer =
  | { to: 'building' }
  | { to: 'buildings' }
  | { to: 'unit'; inBuilding: string }
  | { to: 'parts'; of: BuildingParts; inBuilding: string }
  | ({ to: 'records' } & RecordPointer)
  | { to: 'files'; imagesOnly: boolean }
  | { to: 'picture'; inField: string }
  | ListPointer;

/** The columns of a field of rows, and those with a sum below the rows. */
export interface RowsShape {
  columns: Readonly<Record<string, FieldInput>>;
  totals: readonly string[];
}

type WireRecord = Readonly<Record<string, unknown>>;

interface LabelledOption {
  value: string;
  label?: string | undefined;
}

/** The states of a field that only moves change. */
export interface RecordProcess {
  initialState: string;
  states: readonly RecordState[];
  moves: readonly Move[];
}

export interface KindTraits<Field> {
  /**
   * Where a list can be sorted by it. `everywhere`; `elsewhere`: by an external server or with the whole list loaded, but not
   * by the generic storage; `counted`: by a server that sorts by the number of items; null: sorting makes no sense.
   */
  order: 'everywhere' | 'elsewhere' | 'counted' | null;
  /** A list offers a range filter. */
  isRanged?: true;
  /** A calendar can place records by it: by whole days, or by date and time. */
  calendarUnit?: 'day' | 'moment';
  /** It looks like a number, so cells are aligned to the right. */
  isNumeric?: true;
  /** Decimal places of an average of its values. Left out: values cannot be summed, so lists have no totals of it. */
  averagePlaces?(field: Field): number;
  /** Unit in which its numbers are stored, if they are shown in another one. */
  storedUnit?: 'kopecks' | 'minutes';
  /** How a list groups records by it: by value, or by the month of a day. Left out: the list cannot be grouped by it. */
  groupedBy?: 'value' | 'month';
  /** Of little use in a table cell; shown only if the definition lists it as a column. */
  isSecondary?: true;
  /** The stored value can be shown as the title of a record unchanged. */
  canBeTitle?: true;
  /** The first field of such a kind is the title if the definition names none. */
  isTitle?: true;
  /** Separator of its parts when joined to one text; `, ` when left out. */
  separator?: string;
  /**
   * The stored value is what people read and type, so the search box can match it: part of the text, digits in any notation, or
   * the whole value.
   */
  search?: 'text' | 'digits' | 'whole';
  /** Fixed number of digits, padded with zeros. */
  digits?(field: Field): number | undefined;
  /** Sorted by its end: the year of `MMYYYY`. */
  isYearLast?: true;
  /** A filter matches the exact value, never part of the text. */
  isExact?: true;
  /** Whether a value is valid in its filter. Left out: any text. */
  isFilterValue?(value: unknown, field: Field): boolean;
  /**
   * Initial value of its filter beside the title of a list.
   * @param month the company's current month, `MMYYYY`
   */
  initialFilterValue?(month: string): unknown;
  /** States that only moves change, starting at `initialState`. */
  process?(field: Field): RecordProcess;
  /** How the server numbers new records. */
  numbering?(field: Field): Numbering;
  /** The options, if the definition lists them. */
  choices?(field: Field): readonly LabelledOption[];
  /** The value belongs to a single record, so bulk edits never offer it. */
  isPerRecord?: true;
  /** The server adds the time at which the value was given. */
  hasSigningTime?: true;
  /** Columns of a field of rows. */
  rows?(field: Field): RowsShape;
  /** Its `initial` is a plain value, not an expression. */
  hasPlainInitial?: true;
  /** Keys of the record if the value is spread over several; the wire value is then an object of these. */
  keys?(field: Field): readonly string[];
  /**
   * Reads the value from a record, if it is not only under its own key.
   * @param own the value under its own key
   */
  readFrom?(own: unknown, record: WireRecord, field: Field): unknown;
  /** What its ids refer to. Left out: it has no ids. */
  points?: { [To in Pointer['to']]: PointerTrait<To, Field> }[Pointer['to']];
}

type PointerDetails<To extends Pointer['to']> = Omit<Extract<Pointer, { to: To }>, 'to'>;

type PointerTrait<To extends Pointer['to'], Field> = { to: To } & (keyof PointerDetails<To> extends never
  ? { details?: undefined }
  : { details(field: Field): PointerDetails<To> });

/** Default minimum length of an automatic number. */
export const DEFAULT_NUMBER_DIGITS = 4;

/** The state of a new record. */
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
  text: { order: 'everywhere', canBeTitle: true, isTitle: true, search: 'text' },
  'long-text': { order: 'everywhere', canBeTitle: true, isSecondary: true, search: 'text' },
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
      initialState: firstState(field),
      states: field.states as readonly RecordState[],
      moves: field.moves as readonly Move[],
    }),
  },
  phone: { order: 'everywhere', canBeTitle: true, search: 'digits' },
  link: { order: 'everywhere', canBeTitle: true, search: 'text' },
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
    canBeTitle: true,
    search: 'whole',
    digits: ({ digits }) => digits,
    // Two more than the values have.
    averagePlaces: ({ decimals = 0 }) => Math.min(6, decimals + 2),
    isFilterValue: isNumber,
  },
  money: {
    order: 'everywhere',
    isRanged: true,
    isNumeric: true,
    storedUnit: 'kopecks',
    averagePlaces: () => 0,
    isFilterValue: isNumber,
  },
  date: {
    order: 'everywhere',
    groupedBy: 'month',
    isRanged: true,
    calendarUnit: 'day',
    canBeTitle: true,
    isFilterValue: (value) => isTextLike(value, /^\d{4}-\d{2}-\d{2}$/),
  },
  month: {
    order: 'everywhere',
    groupedBy: 'value',
    isYearLast: true,
    isFilterValue: (value) => isTextLike(value, /^\d{6}$/),
    initialFilterValue: (month) => month,
  },
  time: {
    order: 'everywhere',
    isRanged: true,
    canBeTitle: true,
    isFilterValue: (value) => isTextLike(value, /^(?:[01]\d|2[0-3]):[0-5]\d$/),
  },
  duration: {
    order: 'everywhere',
    isRanged: true,
    isNumeric: true,
    storedUnit: 'minutes',
    averagePlaces: () => 0,
    isFilterValue: isNumber,
  },
  email: { order: 'everywhere', canBeTitle: true, search: 'text' },
  'company-number': { order: 'everywhere', canBeTitle: true, search: 'text' },
  'auto-number': {
    order: 'everywhere',
    canBeTitle: true,
    search: 'text',
    numbering: ({ template, digits = DEFAULT_NUMBER_DIGITS }) => ({ template, digits }),
  },
  meter: { order: 'everywhere', isNumeric: true, search: 'whole', digits: () => COUNT.meterDigits },
  level: { order: 'everywhere', isExact: true },
  files: {
    order: null,
    isSecondary: true,
    readFrom: (own, record, { lists }) => own ?? lists?.flatMap((list) => record[list] ?? []) ?? own,
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
      details: ({ to, onDelete, tree }) => ({ section: to, isMultiple: false, onDelete, tree }),
    },
  },
  references: {
    order: null,
    isFilterValue: isNumber,
    points: { to: 'records', details: ({ to, onDelete }) => ({ section: to, isMultiple: true, onDelete }) },
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
      details: ({ from, id = 'id', text, more, by = {} }) => ({ from, id, text, more, by, isMultiple: false }),
    },
  },
  'some-of': {
    order: null,
    isFilterValue: isNumber,
    points: { to: 'list', details: ({ from, text }) => ({ from, id: 'id', text, by: {}, isMultiple: true }) },
  },
  moment: { order: 'elsewhere', calendarUnit: 'moment' },
  rows: { order: null, isSecondary: true, rows: ({ columns, totals = [] }) => ({ columns, totals }) },
  signature: {
    order: null,
    isSecondary: true,
    isPerRecord: true,
    hasSigningTime: true,
    isFilterValue: (value) => typeof value === 'boolean',
  },
  point: {
    order: null,
    isSecondary: true,
    isPerRecord: true,
    isFilterValue: (value) => typeof value === 'boolean',
    points: { to: 'picture', details: ({ plan }) => ({ inField: plan }) },
  },
};

const ALL_TRAITS: { readonly [Name in FieldKind]: KindTraits<FieldOf<Name>> } = { ...TRAITS, ...SECTION_TRAITS };

/** The traits of a field's kind. */
export function getTraits({ kind }: Pick<FieldInput, 'kind'>): KindTraits<FieldInput> {
  return ALL_TRAITS[kind] as unknown as KindTraits<FieldInput>;
}

/** Names of the kinds (of the definition language) whose traits satisfy a condition. */
export function kindsWith(predicate: (traits: KindTraits<FieldInput>) => boolean): KindName[] {
  return (Object.keys(TRAITS) as KindName[]).filter((kind) => predicate(getTraits({ kind })));
}

/** What the ids in a field refer to; null if it has no ids. */
export function getPointer(field: FieldInput): Pointer | null {
  const { points } = getTraits(field);
  return points ? ({ to: points.to, ...points.details?.(field) } as Pointer) : null;
}

/** The pointer of a field if it refers to this type of target; else null. */
export function getPointerTo<To extends Pointer['to']>(field: FieldInput, to: To): Extract<Pointer, { to: To }> | null {
  const pointer = getPointer(field);
  return pointer?.to === to ? (pointer as Extract<Pointer, { to: To }>) : null;
}

/** Name of the field with the building that another field depends on; null if it depends on none. */
export function getBuildingField(field: FieldInput): string | null {
  const pointer = getPointer(field);
  return pointer && 'inBuilding' in pointer ? pointer.inBuilding : null;
}
