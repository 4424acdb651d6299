import type { Resource } from './define-resource.ts';
import { type DefinitionProblem, problem } from './definition-problem.ts';
import { compileExpression } from './expressions/compile.ts';
import { conditionProblem } from './expressions/problems.ts';
import { kindsWith, pointerTo, traitsOf } from './kinds/traits.ts';
import { everyMove } from './moves.ts';
import { meantBy } from './nearest.ts';
import type { NotifyRule } from './notify-rules.ts';
import { ownField } from './wire-keys.ts';

/** Problems of `comments` and `notify` that only the whole definition shows. */

const noField = ({ fields }: Resource, place: string, field: string) =>
  problem(place, 'noField', { field, ...meantBy(field, Object.keys(fields)) });

const DATED = kindsWith(({ inCalendar }) => inCalendar !== undefined);

/** Options that only a rule about a date may have. */
const OF_DATE = ['field', 'days', 'minutes', 'at'] as const;

/** A rule about a date of the record. */
function* ofDate(resource: Resource, place: string, rule: NotifyRule): Generator<DefinitionProblem> {
  if (rule.on !== 'date') {
    for (const option of OF_DATE) {
      if (rule[option] !== undefined) yield problem(`${place}.${option}`, 'notifyOption', { option, on: 'date' });
    }
    return;
  }
  if (rule.field === undefined) {
    yield problem(place, 'notifyNoDate');
    return;
  }
  const field = ownField(resource, rule.field);
  const unit = field && traitsOf(field).inCalendar;
  if (!field) yield noField(resource, `${place}.field`, rule.field);
  else if (!unit) {
    const params = { field: rule.field, kind: field.kind, kinds: DATED.join(', ') };
    yield problem(`${place}.field`, 'wrongKind', params);
  } else if (unit === 'day' && rule.minutes !== undefined) yield problem(`${place}.minutes`, 'notifyMinutes');
  else if (unit === 'moment' && rule.at !== undefined) yield problem(`${place}.at`, 'notifyAt');
}

/** Problems of options that narrow a rule, where the rule is about another event. */
function* ofEvent(resource: Resource, place: string, rule: NotifyRule): Generator<DefinitionProblem> {
  if (rule.moves && rule.on !== 'move')
    yield problem(`${place}.moves`, 'notifyOption', { option: 'moves', on: 'move' });
  if (rule.fields && rule.on !== 'change')
    yield problem(`${place}.fields`, 'notifyOption', { option: 'fields', on: 'change' });
  const moves = everyMove(resource).map(({ move }) => move.name);
  if (rule.on === 'move' && !moves.length) yield problem(`${place}.on`, 'notifyMoves');
  for (const [at, name] of (rule.moves ?? []).entries()) {
    if (!moves.includes(name)) yield problem(`${place}.moves.${at}`, 'noMove', { move: name, ...meantBy(name, moves) });
  }
  for (const [at, name] of (rule.fields ?? []).entries()) {
    if (!ownField(resource, name)) yield noField(resource, `${place}.fields.${at}`, name);
  }
}

function* ofRecipients(resource: Resource, place: string, { to }: NotifyRule): Generator<DefinitionProblem> {
  if (!to.level && !to.people && !to.author && !to.followers && !to.webhook)
    yield problem(`${place}.to`, 'notifyNobody');
  if (to.followers && !resource.comments) yield problem(`${place}.to.followers`, 'needsComments');
  for (const [at, name] of (to.people ?? []).entries()) {
    const field = ownField(resource, name);
    const person = `${place}.to.people.${at}`;
    if (!field) yield noField(resource, person, name);
    else if (pointerTo(field, 'records')?.section !== 'employees')
      yield problem(person, 'notEmployees', { field: name });
  }
}

/** Every problem of the notifications and comments of a definition. */
export function* notifyProblems(resource: Resource): Generator<DefinitionProblem> {
  const { comments, notify = [], generic, fields } = resource;
  if (comments && !generic) yield problem('comments', 'commentsForeign');
  if (resource.notify && !generic) yield problem('notify', 'notifyForeign');
  for (const [at, rule] of notify.entries()) {
    const place = `notify.${at}`;
    if (rule.on === 'comment' && !comments) yield problem(`${place}.on`, 'needsComments');
    yield* ofEvent(resource, place, rule);
    yield* ofRecipients(resource, place, rule);
    yield* ofDate(resource, place, rule);
    if (rule.when === undefined) continue;
    const wrong = conditionProblem(`${place}.when`, rule.when, fields);
    if (wrong) yield wrong;
    else if (
      rule.on === 'date' &&
      !Object.hasOwn(fields, 'me') &&
      compileExpression(rule.when, fields).names.includes('me')
    )
      yield problem(`${place}.when`, 'notifyMe');
  }
}
