import type { FieldInput, Resource } from './define-resource.ts';
import { type DefinitionProblem, problem } from './definition-problem.ts';
import { compileExpression, ExpressionError } from './expressions/compile.ts';
import { type HeldLevel, hasFieldRights, isLevelEnough } from './field-levels.ts';
import { formPlace, formSections } from './form-sections.ts';
import { stateFields } from './moves.ts';
import { kindOf, writtenFields } from './payload.ts';
import { titleField } from './title-field.ts';
import { wireName } from './wire-keys.ts';

/** Problems of `see` and `change`: what everyone is shown must not depend on what is hidden from some. */

const fieldOf = ({ fields }: Resource, name: string): FieldInput | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined;

/** Fields that an expression looks at; none of one that cannot be read, which is reported with the expressions. */
function namesIn(source: string, { fields }: Resource): readonly string[] {
  try {
    return compileExpression(source, fields).names;
  } catch (error) {
    if (error instanceof ExpressionError) return [];
    throw error;
  }
}

/** Something of a definition that looks at other fields. */
interface Dependent {
  place: string;
  /** The least level of people who are shown it. */
  see: HeldLevel | undefined;
  names: readonly string[];
}

function* ofField(resource: Resource, name: string, field: FieldInput): Generator<Dependent> {
  const { see, requiredWith } = field;
  for (const option of ['computed', 'when', 'required', 'readonly'] as const) {
    const source = field[option];
    if (typeof source === 'string') yield { place: `fields.${name}.${option}`, see, names: namesIn(source, resource) };
  }
  if (requiredWith !== undefined) yield { place: `fields.${name}.requiredWith`, see, names: [requiredWith] };
  for (const [option, other] of kindOf(field).names?.(field as never) ?? [])
    yield { place: `fields.${name}.${option}`, see, names: [other] };
}

/** Fields whose values a shown move reveals: those of its condition and of the people who may make it. */
function* ofMoves(resource: Resource): Generator<Dependent> {
  for (const { name, process } of stateFields(resource)) {
    const see = resource.fields[name]?.see;
    for (const [at, { when, who: movers }] of process.moves.entries()) {
      const place = `fields.${name}.moves.${at}`;
      if (when) yield { place: `${place}.when.that`, see, names: namesIn(when.that, resource) };
      if (movers?.person) yield { place: `${place}.who.person`, see, names: movers.person };
    }
  }
}

function* dependents(resource: Resource): Generator<Dependent> {
  for (const [name, field] of Object.entries(resource.fields)) yield* ofField(resource, name, field);
  yield* ofMoves(resource);
  for (const [at, { that, field }] of (resource.checks ?? []).entries())
    yield { place: `checks.${at}.that`, see: fieldOf(resource, field)?.see, names: namesIn(that, resource) };
  for (const [at, { when }] of (resource.list.colours ?? []).entries())
    yield { place: `list.colours.${at}.when`, see: undefined, names: namesIn(when, resource) };
  for (const [at, { when, fields }] of formSections(resource).entries()) {
    if (!when) continue;
    const place = `${formPlace(resource)}.${at}.when.field`;
    for (const name of fields) yield { place, see: fieldOf(resource, name)?.see, names: [when.field] };
  }
}

/** Fields that everyone in the section has to see: the title, and those that decide which records are open. */
function* seenByAll(resource: Resource): Generator<DefinitionProblem> {
  const { building, record = {} } = resource;
  const title = titleField(resource);
  if (title !== null && fieldOf(resource, title)?.see) yield problem(`fields.${title}.see`, 'seeTitle');
  // The author of a record chooses its building; one in none is open to the whole section.
  const buildingField = building === undefined ? undefined : fieldOf(resource, building);
  if (buildingField?.change && !isLevelEnough('write', buildingField.change))
    yield problem(`fields.${building}.change`, 'changeBuilding');
  for (const [name, field] of Object.entries(resource.fields)) {
    if (!field.see) continue;
    const rule = Object.entries(record).find(([, key]) => key === wireName(name, field))?.[0];
    const by = name === building ? 'building' : rule && `record.${rule}`;
    if (by) yield problem(`fields.${name}.see`, 'seeRule', { by });
  }
}

/** Every problem of the rights of single fields. */
export function* fieldRightProblems(resource: Resource): Generator<DefinitionProblem> {
  if (!hasFieldRights(resource)) return;
  yield* seenByAll(resource);
  const inForm = new Set(writtenFields(resource));
  for (const [name, { see, change, required, initial }] of Object.entries(resource.fields)) {
    if (see && change && !isLevelEnough(change, see)) yield problem(`fields.${name}.change`, 'changeBelowSee', { see });
    // Records are made by people of the level `write`.
    const isFilledByAll = isLevelEnough('write', see) && isLevelEnough('write', change);
    if (required === true && inForm.has(name) && !isFilledByAll && initial === undefined)
      yield problem(`fields.${name}.required`, 'requiredUnfilled');
  }
  const reported = new Set<string>();
  for (const { place, see, names } of dependents(resource)) {
    for (const name of names) {
      const requiredLevel = fieldOf(resource, name)?.see;
      if (!requiredLevel || isLevelEnough(see ?? 'read', requiredLevel) || reported.has(`${place} ${name}`)) continue;
      reported.add(`${place} ${name}`);
      yield problem(place, 'seeStricter', { field: name, see: requiredLevel });
    }
  }
}
