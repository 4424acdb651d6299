import * as z from 'zod';
import { COLOURS } from '../colours.ts';
import { expressionText } from '../expressions/schema.ts';
import { normalizeHeading } from '../heading-key.ts';
import { suggestionParams } from '../nearest.ts';
import { formatOption, parseOption } from './choice.ts';
import { defineKind, typeMessage } from './kind.ts';
import { firstState } from './traits.ts';

const MOVE_NAME = /^[a-z][a-z0-9-]{0,39}$/;

const stateSchema = z.strictObject({
  value: z.string().min(1).max(60).describe('What a record holds'),
  label: z.string().min(1).max(60).describe('How it is called: «Принят»'),
  colour: z.enum(COLOURS).optional().describe('Colour of its chip; `neutral` when left out'),
  final: z.boolean().optional().describe('Nothing leads on from it'),
});

const whoSchema = z.strictObject({
  level: z
    .enum(['read', 'write'])
    .optional()
    .describe('Whoever may see (`read`) or change (`write`) records of the section'),
  author: z.literal(true).optional().describe('Whoever made the record'),
  person: z
    .array(z.string())
    .min(1)
    .max(5)
    .readonly()
    .optional()
    .describe('Whoever one of these fields names, each a `reference` to `employees`'),
});

const moveSchema = z.strictObject({
  name: z.string().regex(MOVE_NAME, 'name').describe('What the call names it by; once in a definition'),
  label: z.string().min(1).max(60).describe('Its button: «Принять»'),
  from: z.array(z.string()).min(1).max(50).readonly().describe('States it is offered in'),
  to: z.string().describe('State it leads to'),
  who: whoSchema
    .optional()
    .describe('Who may: any of those named; left out, whoever may change records. All of them have to see the section'),
  asks: z
    .array(
      z.strictObject({
        field: z.string().describe('The field'),
        required: z.boolean().optional().describe('It has to be given here, whatever the form says of it'),
      }),
    )
    .min(1)
    .max(20)
    .readonly()
    .optional()
    .describe('Fields that a dialog asks for; they are written together with the state, by the rules of the form'),
  when: z
    .strictObject({
      that: expressionText.describe('What has to be true of the record, as an expression'),
      hint: z.string().min(1).max(200).describe('Why the button is greyed while it is not'),
    })
    .optional()
    .describe('Offered only while this is true of the record as it is kept'),
  confirm: z.string().min(1).max(300).optional().describe('A question that has to be answered first'),
  hold: z
    .boolean()
    .optional()
    .describe('Its dialog opens in any case, and its button has to be held for a moment: for what is hard to mend'),
  said: z.string().min(1).max(200).optional().describe('What is said afterwards; left out: the state it is in now'),
});

/** A state that a record can be in. */
export type RecordState = z.output<typeof stateSchema>;
/** A move from state to state. */
export type Move = z.output<typeof moveSchema>;

interface Process {
  states: readonly RecordState[];
  moves: readonly Move[];
  initial?: string | undefined;
}

/** States that can be reached by moves from the initial state; from the first state if the initial one does not exist. */
function findReachableStates(process: Process): ReadonlySet<string> {
  const existingInitial = process.states.some(({ value }) => value === process.initial) ? process.initial : undefined;
  const reachedStates = new Set([firstState({ ...process, initial: existingInitial })]);
  for (let before = 0; before < reachedStates.size; ) {
    before = reachedStates.size;
    for (const { from, to } of process.moves) if (from.some((state) => reachedStates.has(state))) reachedStates.add(to);
  }
  return reachedStates;
}

/** The state of a record in its process, which only moves change. */
export const state = defineKind({
  expression: () => 'text',
  options: z.object({
    states: z.array(stateSchema).min(1).max(50).readonly().describe('States of a record, in order'),
    moves: z.array(moveSchema).max(100).readonly().describe('Ways from state to state, in the order of their buttons'),
    initial: z.string().optional().describe('State of a new record; left out: the first'),
  }),
  rule: ({ states }, missing) =>
    z.enum(
      states.map(({ value }) => value),
      typeMessage(missing, 'validation.choice'),
    ),
  isShownOnly: true,
  needsStorage: 'stateForeign',
  initial: firstState,
  csv: {
    write: (wire, { states }) => formatOption(wire, states),
    read: (cell, { states }) => parseOption(cell, states),
    isExact: true,
  },
  column: 'text',
  *problems(process) {
    const values = process.states.map(({ value }) => value);
    for (const [at, value] of values.entries()) {
      if (values.indexOf(value) !== at) yield [`states.${at}.value`, 'twice', { value }];
    }
    const labels = process.states.map(({ label }) => normalizeHeading(label));
    for (const [at, { label }] of process.states.entries()) {
      if (labels.indexOf(normalizeHeading(label)) !== at) yield [`states.${at}.label`, 'twice', { value: label }];
    }
    const unknown = (place: string, state: string) =>
      [place, 'noState', { state, states: values.join(', '), ...suggestionParams(state, values) }] as const;
    if (process.initial !== undefined && !values.includes(process.initial)) yield unknown('initial', process.initial);
    const final = new Set(process.states.flatMap((one) => (one.final ? one.value : [])));
    for (const [at, { from, to, asks, who: movers }] of process.moves.entries()) {
      const place = `moves.${at}`;
      for (const [index, value] of from.entries()) {
        if (!values.includes(value)) yield unknown(`${place}.from.${index}`, value);
        else if (from.indexOf(value) !== index) yield [`${place}.from.${index}`, 'twice', { value }];
        else if (final.has(value)) yield [`${place}.from.${index}`, 'fromFinal', { state: value }];
      }
      if (!values.includes(to)) yield unknown(`${place}.to`, to);
      else if (from.includes(to) && !asks) yield [`${place}.to`, 'movesNowhere', { state: to }];
      if (movers && !Object.values(movers).some(Boolean)) yield [`${place}.who`, 'nobodyMoves', {}];
    }
    const reachableStates = findReachableStates(process);
    for (const [at, { value }] of process.states.entries()) {
      if (!reachableStates.has(value)) yield [`states.${at}`, 'stateOutOfReach', { state: value }];
      else if (!final.has(value) && !process.moves.some(({ from }) => from.includes(value))) {
        yield [`states.${at}`, 'stateStuck', { state: value }];
      }
    }
  },
});
