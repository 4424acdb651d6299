import type { FieldInput, Resource } from './define-resource.ts';
import { type DefinitionProblem, problem } from './definition-problem.ts';
import { compileExpression, ExpressionError } from './expressions/compile.ts';
import { hasFieldRights, isLevelEnough, type ReaderLevel } from './field-levels.ts';
import { formSections, formSectionsPath } from './form-sections.ts';
import { stateFields } from './moves.ts';
import { getKind, sentFields } from './payload.ts';
import { titleField } from './title-field.ts';
import { wireName } from './wire-keys.ts';

/** Checks of `see` and `change`: what everyone sees must not depend on fields that are hidden from some. */

const findField = ({ fields }: Resource, name: string): FieldInput | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined;

/** Fields that an expression uses; none for a syntax error, which is reported with the expressions. */
function getFieldNames(source: string, { fields }: Resource): readonly string[] {
  try {
    return compileExpression(source, fields).names;
  } catch (error) {
    if (error instanceof ExpressionError) return [];
    throw error;
  }
}

/** A part of a definition that depends on other fields. */
interface Dependent {
  place: string;
  /** Minimum level of the people who see it. */
  see: ReaderLevel | undefined;
  names: readonly string[];
}

function* fieldDependents(resource: Resource, name: string, field: FieldInput): Generator<Dependent> {
  const { see, requiredWith } = field;
  for (const option of ['computed', 'when', 'required', 'readonly'] as const) {
    const source = field[option];
    if (typeof source === 'string')
      yield { place: `fields.${name}.${option}`, see, names: getFieldNames(source, resource) };
  }
  if (requiredWith !== undefined) yield { place: `fields.${name}.requiredWith`, see, names: [requiredWith] };
  for (const [option, other] of getKind(field).namedFields?.(field as never) ?? [])
    yield { place: `fields.${name}.${option}`, see, names: [other] };
}

/** Fields whose values a visible move reveals: those in its condition and those that name who may make it. */
function* moveDependents(resource: Resource): Generator<Dependent> {
  for (const { name, process } of stateFields(resource)) {
    const see = resource.fields[name]?.see;
    for (const [index, { when, who: movers }] of process.moves.entries()) {
      const place = `fields.${name}.moves.${index}`;
      if (when) yield { place: `${place}.when.that`, see, names: getFieldNames(when.that, resource) };
      if (movers?.person) yield { place: `${place}.who.person`, see, names: movers.person };
    }
  }
}

function* dependents(resource: Resource): Generator<Dependent> {
  for (const [name, field] of Object.entries(resource.fields)) yield* fieldDependents(resource, name, field);
  yield* moveDependents(resource);
  for (const [index, { that, field }] of (resource.checks ?? []).entries())
    yield { place: `checks.${index}.that`, see: findField(resource, field)?.see, names: getFieldNames(that, resource) };
  for (const [index, { when }] of (resource.list.colours ?? []).entries())
    yield { place: `list.colours.${index}.when`, see: undefined, names: getFieldNames(when, resource) };
  for (const [index, { when, fields }] of formSections(resource).entries()) {
    if (!when) continue;
    const place = `${formSectionsPath(resource)}.${index}.when.field`;
    for (const name of fields) yield { place, see: findField(resource, name)?.see, names: [when.field] };
  }
}

/** Fields that everyone in the section must see: the title, and those that decide access to records. */
function* openFieldProblems(resource: Resource): Generator<DefinitionProblem> {
  const { building, record = {} } = resource;
  const title = titleField(resource);
  if (title !== null && findField(resource, title)?.see) yield problem(`fields.${title}.see`, 'seeTitle');
  // Authors (level `write`) must be able to set the building, because a record without one is open to the whole section.
  const buildingField = building === undefined ? undefined : findField(resource, building);
  if (buildingField?.change && !isLevelEnough('write', buildingField.change))
    yield problem(`fields.${building}.change`, 'changeBuilding');
  for (const [name, field] of Object.entries(resource.fields)) {
    if (!field.see) continue;
    const rule = Object.entries(record).find(([, key]) => key === wireName(name, field))?.[0];
    const reason = name === building ? 'building' : rule && `record.${rule}`;
    if (reason) yield problem(`fields.${name}.see`, 'seeRule', { by: reason });
  }
}

/** Every problem of the rights of single fields. */
export function* fieldRightProblems(resource: Resource): Generator<DefinitionProblem> {
  if (!hasFieldRights(resource)) return;
  yield* openFieldProblems(resource);
  const inForm = new Set(sentFields(resource));
  for (const [name, { see, change, required, initial }] of Object.entries(resource.fields)) {
    if (see && change && !isLevelEnough(change, see)) yield problem(`fields.${name}.change`, 'changeBelowSee', { see });
    // Creating a record needs only the level `write`.
    const isFilledByAll = isLevelEnough('write', see) && isLevelEnough('write', change);
    if (required === true && inForm.has(name) && !isFilledByAll && initial === undefined)
      yield problem(`fields.${name}.required`, 'requiredUnfilled');
  }
  const reported = new Set<string>();
  for (const { place, see, names } of dependents(resource)) {
    for (const name of names) {
      const requiredLevel = findField(resource, name)?.see;
      if (!requiredLevel || isLevelEnough(see ?? 'read', requiredLevel) || reported.has(`${place} ${name}`)) continue;
      reported.add(`${place} ${name}`);
      yield problem(place, 'seeStricter', { field: name, see: requiredLevel });
    }
  }
}
