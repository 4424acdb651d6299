import { can, type Subject } from './access.ts';
import { RECORD_AUTHOR } from './complete-definition.ts';
import type { FieldInput, Resource } from './define-resource.ts';
import type { FieldLevel } from './field-levels.ts';
import { idOf, isEmpty } from './kinds/ids.ts';
import type { Move, RecordState } from './kinds/state.ts';
import { type RecordProcess, traitsOf } from './kinds/traits.ts';
import { wireName } from './wire-keys.ts';

/**
 * Moves of records from state to state: which a definition has, what they ask for and the people allowed to make them,
 * for both sides.
 */

type Fields = Pick<Resource, 'fields' | 'locked'>;
type Wire = Readonly<Record<string, unknown>>;

/** A field that moves alone change. */
export interface StateField {
  name: string;
  wire: string;
  process: RecordProcess;
}

/** Whether moves alone change a field. */
export const isMoved = (field: Pick<FieldInput, 'kind'>): boolean => traitsOf(field).process !== undefined;

/** The fields of a definition that moves alone change. */
export function stateFields({ fields }: Fields): StateField[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const process = traitsOf(field).process?.(field);
    return process ? [{ name, wire: wireName(name, field), process }] : [];
  });
}

/** The field whose states are the columns of a board; undefined where the definition has none. */
export function boardField({ fields, list }: Fields & Pick<Resource, 'list'>): StateField | undefined {
  const states = stateFields({ fields });
  return list.board === undefined ? states[0] : states.find(({ name }) => name === list.board);
}

/** The field of states in whose columns people order records by hand; undefined where a definition has no such board. */
export function orderedField(resource: Fields & Pick<Resource, 'list'>): StateField | undefined {
  const { layout, order } = resource.list;
  return layout === 'board' && order === 'manual' ? boardField(resource) : undefined;
}

/** A move with the field that it changes. */
export interface FieldMove {
  state: StateField;
  move: Move;
}

/** Every move of a definition. */
export const everyMove = (resource: Fields): FieldMove[] =>
  stateFields(resource).flatMap((state) => state.process.moves.map((move) => ({ state, move })));

/** The label of a state; its value where the definition no longer has the state. */
export const stateLabel = (states: readonly RecordState[], value: unknown): string =>
  states.find((one) => one.value === value)?.label ?? String(value ?? '');

/** The move of a name; null when the definition has none. */
export const moveNamed = (resource: Fields, name: string): FieldMove | null =>
  everyMove(resource).find(({ move }) => move.name === name) ?? null;

/** The moves that lead on from where a record stands. */
export const movesFrom = (resource: Fields, record: Wire): FieldMove[] =>
  everyMove(resource).filter(({ state, move }) => move.from.includes(String(record[state.wire])));

/** Whether some move of a definition is for the author of the record. */
export const asksForAuthor = (resource: Fields): boolean => everyMove(resource).some(({ move }) => move.who?.author);

/** A field that a move asks for; its `required` is what holds within the move. */
export interface AskedField {
  name: string;
  wire: string;
  field: FieldInput;
}

/**
 * The fields that a move asks for, of those that the person may change.
 * @param values what the record will hold; they decide `requiredWith`
 */
export function askedFields({ fields, locked }: Fields, { asks = [] }: Move, values: Wire = {}): AskedField[] {
  return asks.flatMap(({ field: name, required = false }) => {
    const field = fields[name];
    if (!field || locked?.has(name)) return [];
    const other = field.requiredWith === undefined ? undefined : fields[field.requiredWith];
    const goesWith = other && field.requiredWith !== undefined && !isEmpty(values[wireName(field.requiredWith, other)]);
    const isRequired = required || field.required === true || goesWith === true;
    return [{ name, wire: wireName(name, field), field: isRequired ? { ...field, required: true } : field }];
  });
}

/** The level needed to change the field that a move sets, where that field is locked for the person; else null. */
function lockedLevel({ locked, fields }: Fields, { name }: Move): FieldLevel | null {
  if (!locked?.size) return null;
  const changed = everyMove({ fields }).find(({ move }) => move.name === name)?.state.name;
  return changed !== undefined && locked.has(changed) ? (fields[changed]?.change ?? null) : null;
}

/** Whether a person may make a move with a record, wherever it stands. @param resource as the person sees it */
export function mayMakeMove(
  { levels, user }: Pick<Subject, 'levels' | 'user'>,
  resource: Fields & Pick<Resource, 'section'>,
  move: Move,
  record: Wire,
): boolean {
  const { section, fields } = resource;
  const { who: movers = { level: 'write' } } = move;
  if (!can(levels, section, 'see') || lockedLevel(resource, move)) return false;
  if (movers.level && can(levels, section, movers.level === 'read' ? 'see' : 'change')) return true;
  const id = idOf(user);
  if (id === null) return false;
  if (movers.author && idOf(record[RECORD_AUTHOR]) === id) return true;
  return (movers.person ?? []).some((name) => {
    const field = fields[name];
    return field !== undefined && idOf(record[wireName(name, field)]) === id;
  });
}

/** The people allowed to make a move, in words. @param say a text by its key */
export function moversSaid(
  resource: Fields,
  move: Move,
  say: (key: string, params?: Record<string, unknown>) => string,
): string {
  const { fields } = resource;
  const { who: movers = { level: 'write' } } = move;
  const asked = lockedLevel(resource, move);
  if (asked) return say(`moves.who.${asked}`);
  const persons = (movers.person ?? []).map((name) => say('moves.who.person', { field: fields[name]?.label ?? name }));
  const author = movers.author ? [say('moves.who.author')] : [];
  const level = movers.level ? [say(`moves.who.${movers.level}`)] : [];
  return [...persons, ...author, ...level].reduce((one, other) => say('moves.who.or', { one, other }));
}
