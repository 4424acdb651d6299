import { can, type Subject } from './access.ts';
import { RECORD_AUTHOR } from './complete-definition.ts';
import type { FieldInput, Resource } from './define-resource.ts';
import type { FieldLevel } from './field-levels.ts';
import { isEmpty, toId } from './kinds/ids.ts';
import type { Move, RecordState } from './kinds/state.ts';
import { getTraits, type RecordProcess } from './kinds/traits.ts';
import { wireName } from './wire-keys.ts';

/** Moves of records between states: which exist, which fields they ask for and who may make them; for client and server. */

type FieldsAndLocks = Pick<Resource, 'fields' | 'locked'>;
type WireRecord = Readonly<Record<string, unknown>>;

/** A field that only moves change. */
export interface StateField {
  name: string;
  wire: string;
  process: RecordProcess;
}

/** Whether only moves change a field. */
export const isStateField = (field: Pick<FieldInput, 'kind'>): boolean => getTraits(field).process !== undefined;

/** The fields of a definition that only moves change. */
export function stateFields({ fields }: FieldsAndLocks): StateField[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const process = getTraits(field).process?.(field);
    return process ? [{ name, wire: wireName(name, field), process }] : [];
  });
}

/** The field whose states are the columns of a board; undefined if there is none. */
export function boardField({ fields, list }: FieldsAndLocks & Pick<Resource, 'list'>): StateField | undefined {
  const states = stateFields({ fields });
  return list.board === undefined ? states[0] : states.find(({ name }) => name === list.board);
}

/** The state field of a board that people order by hand; undefined if there is no such board. */
export function orderedField(resource: FieldsAndLocks & Pick<Resource, 'list'>): StateField | undefined {
  const { layout, order } = resource.list;
  return layout === 'board' && order === 'manual' ? boardField(resource) : undefined;
}

/** A move with the field that it changes. */
export interface FieldMove {
  state: StateField;
  move: Move;
}

/** Every move of a definition. */
export const listMoves = (resource: FieldsAndLocks): FieldMove[] =>
  stateFields(resource).flatMap((state) => state.process.moves.map((move) => ({ state, move })));

/** The label of a state; its value if the definition no longer has the state. */
export const stateLabel = (states: readonly RecordState[], value: unknown): string =>
  states.find((one) => one.value === value)?.label ?? String(value ?? '');

/** Finds a move by name; null if there is none. */
export const findMove = (resource: FieldsAndLocks, name: string): FieldMove | null =>
  listMoves(resource).find(({ move }) => move.name === name) ?? null;

/** The moves that are possible from the record's current states. */
export const findPossibleMoves = (resource: FieldsAndLocks, record: WireRecord): FieldMove[] =>
  listMoves(resource).filter(({ state, move }) => move.from.includes(String(record[state.wire])));

/** Whether some move is allowed for the record's author. */
export const hasAuthorMoves = (resource: FieldsAndLocks): boolean =>
  listMoves(resource).some(({ move }) => move.who?.author);

/** A field that a move asks for; its `required` is the one that applies in the move. */
export interface AskedField {
  name: string;
  wire: string;
  field: FieldInput;
}

/**
 * The fields that a move asks for, without those the person may not change.
 * @param values values of the record after the move; they decide `requiredWith`
 */
export function askedFields(
  { fields, locked }: FieldsAndLocks,
  { asks = [] }: Move,
  values: WireRecord = {},
): AskedField[] {
  return asks.flatMap(({ field: name, required = false }) => {
    const field = fields[name];
    if (!field || locked?.has(name)) return [];
    const other = field.requiredWith === undefined ? undefined : fields[field.requiredWith];
    const isOtherFilled =
      other && field.requiredWith !== undefined && !isEmpty(values[wireName(field.requiredWith, other)]);
    const isRequired = required || field.required === true || isOtherFilled === true;
    return [{ name, wire: wireName(name, field), field: isRequired ? { ...field, required: true } : field }];
  });
}

/** The level needed to change the field of a move, if that field is locked for the person; else null. */
function lockedLevel({ locked, fields }: FieldsAndLocks, { name }: Move): FieldLevel | null {
  if (!locked?.size) return null;
  const changedField = listMoves({ fields }).find(({ move }) => move.name === name)?.state.name;
  return changedField !== undefined && locked.has(changedField) ? (fields[changedField]?.change ?? null) : null;
}

/**
 * Whether a person may make a move with a record, ignoring its current state.
 * @param resource definition as the person sees it
 */
export function canMakeMove(
  { levels, user }: Pick<Subject, 'levels' | 'user'>,
  resource: FieldsAndLocks & Pick<Resource, 'section'>,
  move: Move,
  record: WireRecord,
): boolean {
  const { section, fields } = resource;
  const { who: movers = { level: 'write' } } = move;
  if (!can(levels, section, 'see') || lockedLevel(resource, move)) return false;
  if (movers.level && can(levels, section, movers.level === 'read' ? 'see' : 'change')) return true;
  const id = toId(user);
  if (id === null) return false;
  if (movers.author && toId(record[RECORD_AUTHOR]) === id) return true;
  return (movers.person ?? []).some((name) => {
    const field = fields[name];
    return field !== undefined && toId(record[wireName(name, field)]) === id;
  });
}

/**
 * Describes who may make a move.
 * @param translate translates an i18n key
 */
export function describeMovers(
  resource: FieldsAndLocks,
  move: Move,
  translate: (key: string, params?: Record<string, unknown>) => string,
): string {
  const { fields } = resource;
  const { who: movers = { level: 'write' } } = move;
  const lockedAt = lockedLevel(resource, move);
  if (lockedAt) return translate(`moves.who.${lockedAt}`);
  const people = (movers.person ?? []).map((name) =>
    translate('moves.who.person', { field: fields[name]?.label ?? name }),
  );
  const author = movers.author ? [translate('moves.who.author')] : [];
  const level = movers.level ? [translate(`moves.who.${movers.level}`)] : [];
  return [...people, ...author, ...level].reduce((one, other) => translate('moves.who.or', { one, other }));
}
