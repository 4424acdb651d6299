import type { Resource } from './define-resource.ts';
import { type DefinitionProblem, problem } from './definition-problem.ts';
import { compileExpression } from './expressions/compile.ts';
import { conditionProblem } from './expressions/problems.ts';
import { getPointerTo, getTraits, kindsWith } from './kinds/traits.ts';
import { listMoves } from './moves.ts';
import { suggestionParams } from './nearest.ts';
import type { NotifyRule } from './notify-rules.ts';
import { findOwnField } from './wire-keys.ts';

/** Checks of `comments` and `notify` that need the whole definition. */

const noField = ({ fields }: Resource, place: string, field: string) =>
  problem(place, 'noField', { field, ...suggestionParams(field, Object.keys(fields)) });

const DATE_KINDS = kindsWith(({ calendarUnit: inCalendar }) => inCalendar !== undefined);

/** Options only for rules about a date. */
const DATE_OPTIONS = ['field', 'days', 'minutes', 'at'] as const;

/** Problems of a rule about a date. */
function* dateProblems(resource: Resource, place: string, rule: NotifyRule): Generator<DefinitionProblem> {
  if (rule.on !== 'date') {
    for (const option of DATE_OPTIONS) {
      if (rule[option] !== undefined) yield problem(`${place}.${option}`, 'notifyOption', { option, on: 'date' });
    }
    return;
  }
  if (rule.field === undefined) {
    yield problem(place, 'notifyNoDate');
    return;
  }
  const field = findOwnField(resource, rule.field);
  const unit = field && getTraits(field).calendarUnit;
  if (!field) yield noField(resource, `${place}.field`, rule.field);
  else if (!unit) {
    const params = { field: rule.field, kind: field.kind, kinds: DATE_KINDS.join(', ') };
    yield problem(`${place}.field`, 'wrongKind', params);
  } else if (unit === 'day' && rule.minutes !== undefined) yield problem(`${place}.minutes`, 'notifyMinutes');
  else if (unit === 'moment' && rule.at !== undefined) yield problem(`${place}.at`, 'notifyAt');
}

/** Problems of options that belong to another event than the rule's. */
function* eventProblems(resource: Resource, place: string, rule: NotifyRule): Generator<DefinitionProblem> {
  if (rule.moves && rule.on !== 'move')
    yield problem(`${place}.moves`, 'notifyOption', { option: 'moves', on: 'move' });
  if (rule.fields && rule.on !== 'change')
    yield problem(`${place}.fields`, 'notifyOption', { option: 'fields', on: 'change' });
  const moves = listMoves(resource).map(({ move }) => move.name);
  if (rule.on === 'move' && !moves.length) yield problem(`${place}.on`, 'notifyMoves');
  for (const [index, name] of (rule.moves ?? []).entries()) {
    if (!moves.includes(name))
      yield problem(`${place}.moves.${index}`, 'noMove', { move: name, ...suggestionParams(name, moves) });
  }
  for (const [index, name] of (rule.fields ?? []).entries()) {
    if (!findOwnField(resource, name)) yield noField(resource, `${place}.fields.${index}`, name);
  }
}

function* recipientProblems(resource: Resource, place: string, { to }: NotifyRule): Generator<DefinitionProblem> {
  if (!to.level && !to.people && !to.author && !to.followers && !to.webhook)
    yield problem(`${place}.to`, 'notifyNobody');
  if (to.followers && !resource.comments) yield problem(`${place}.to.followers`, 'needsComments');
  for (const [index, name] of (to.people ?? []).entries()) {
    const field = findOwnField(resource, name);
    const personPlace = `${place}.to.people.${index}`;
    if (!field) yield noField(resource, personPlace, name);
    else if (getPointerTo(field, 'records')?.section !== 'employees')
      yield problem(personPlace, 'notEmployees', { field: name });
  }
}

/** Every problem of the notifications and comments of a definition. */
export function* notifyProblems(resource: Resource): Generator<DefinitionProblem> {
  const { comments, notify = [], generic, fields } = resource;
  if (comments && !generic) yield problem('comments', 'commentsForeign');
  if (resource.notify && !generic) yield problem('notify', 'notifyForeign');
  for (const [index, rule] of notify.entries()) {
    const place = `notify.${index}`;
    if (rule.on === 'comment' && !comments) yield problem(`${place}.on`, 'needsComments');
    yield* eventProblems(resource, place, rule);
    yield* recipientProblems(resource, place, rule);
    yield* dateProblems(resource, place, rule);
    if (rule.when === undefined) continue;
    const found = conditionProblem(`${place}.when`, rule.when, fields);
    if (found) yield found;
    else if (
      rule.on === 'date' &&
      !Object.hasOwn(fields, 'me') &&
      compileExpression(rule.when, fields).names.includes('me')
    )
      yield problem(`${place}.when`, 'notifyMe');
  }
}
