import { type DefinitionObject, parseDefinition, writeDefinition } from './definition-text.ts';

/** Steps that can be taken back. */
const STEPS = 1_000;

/** The text of the file under way, with the steps that led to it. */
export interface BuilderState {
  text: string;
  /** The definition in the text; while that is no JSON, the last one that was. */
  definition: DefinitionObject;
  isJson: boolean;
  undone: readonly string[];
  done: readonly string[];
  /** The subject of the last step: a further change of the same belongs to it. */
  step: string | null;
}

export type BuilderAction =
  /** Another definition comes of the one there is. @param step what is changed, where typing goes on changing it */
  | { type: 'change'; change: (definition: DefinitionObject) => DefinitionObject; step?: string }
  /** The text is typed itself. */
  | { type: 'type'; text: string }
  /** Makes the next change a step of its own. */
  | { type: 'end-step' }
  | { type: 'undo' }
  | { type: 'redo' }
  /** Begins anew with another text. */
  | { type: 'open'; text: string };

/** The state that a text begins with. */
export function openedText(text: string): BuilderState {
  const definition = parseDefinition(text);
  return { text, definition: definition ?? {}, isJson: definition !== null, undone: [], done: [], step: null };
}

function atText(state: BuilderState, text: string): BuilderState {
  const definition = parseDefinition(text);
  return { ...state, text, definition: definition ?? state.definition, isJson: definition !== null };
}

/** The state after a step forward; what was undone before is gone then. */
function stepped(state: BuilderState, text: string, step: string | null): BuilderState {
  if (text === state.text) return state;
  const isSame = step !== null && step === state.step && state.done.length > 0;
  const done = isSame ? state.done : [...state.done, state.text].slice(-STEPS);
  return { ...atText(state, text), done, undone: [], step };
}

/** The one reducer of the builder: form, palette and JSON all change the same text. */
export function builderReducer(state: BuilderState, action: BuilderAction): BuilderState {
  switch (action.type) {
    case 'change':
      // Over a text that is no JSON a change of the definition would throw away what is being typed.
      return state.isJson
        ? stepped(state, writeDefinition(action.change(state.definition)), action.step ?? null)
        : state;
    case 'type':
      return stepped(state, action.text, 'text');
    case 'end-step':
      return state.step === null ? state : { ...state, step: null };
    case 'undo': {
      const before = state.done.at(-1);
      if (before === undefined) return state;
      return {
        ...atText(state, before),
        done: state.done.slice(0, -1),
        undone: [...state.undone, state.text],
        step: null,
      };
    }
    case 'redo': {
      const next = state.undone.at(-1);
      if (next === undefined) return state;
      return {
        ...atText(state, next),
        undone: state.undone.slice(0, -1),
        done: [...state.done, state.text],
        step: null,
      };
    }
    case 'open':
      return openedText(action.text);
    default:
      return action satisfies never;
  }
}
