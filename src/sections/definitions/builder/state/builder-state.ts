import { type DefinitionObject, parseDefinition, writeDefinition } from './definition-text.ts';

/** Maximum number of undo steps. */
const UNDO_STEPS_MAX = 1_000;

/** The edited text of the file with its undo and redo steps. */
export interface BuilderState {
  text: string;
  /** The definition parsed from the text; while the text is invalid JSON, the last valid one. */
  definition: DefinitionObject;
  isJson: boolean;
  /** Texts for redo, the next one last. */
  redoTexts: readonly string[];
  /** Texts for undo, the most recent one last. */
  undoTexts: readonly string[];
  /** Subject of the last step; further changes of the same subject are merged into that step. Null if the step is closed. */
  step: string | null;
}

export type BuilderAction =
  /** Changes the definition. @param step subject of the change, so that typing in one input is one undo step */
  | { type: 'change'; change: (definition: DefinitionObject) => DefinitionObject; step?: string }
  /** Replaces the text, typed in the JSON editor. */
  | { type: 'type'; text: string }
  /** Closes the current step, so that the next change starts a new one. */
  | { type: 'end-step' }
  | { type: 'undo' }
  | { type: 'redo' }
  /** Replaces the whole state by that of another text. */
  | { type: 'open'; text: string };

/** Initial state for a text. */
export function makeBuilderState(text: string): BuilderState {
  const definition = parseDefinition(text);
  return { text, definition: definition ?? {}, isJson: definition !== null, redoTexts: [], undoTexts: [], step: null };
}

function withText(state: BuilderState, text: string): BuilderState {
  const definition = parseDefinition(text);
  return { ...state, text, definition: definition ?? state.definition, isJson: definition !== null };
}

/** The state after a change; the redo steps are dropped. */
function withStep(state: BuilderState, text: string, step: string | null): BuilderState {
  if (text === state.text) return state;
  const isSameStep = step !== null && step === state.step && state.undoTexts.length > 0;
  const undoTexts = isSameStep ? state.undoTexts : [...state.undoTexts, state.text].slice(-UNDO_STEPS_MAX);
  return { ...withText(state, text), undoTexts, redoTexts: [], step };
}

/** Reducer of the builder; form, palette and JSON editor all change the same text through it. */
export function builderReducer(state: BuilderState, action: BuilderAction): BuilderState {
  switch (action.type) {
    case 'change':
      // While the text is invalid JSON, a change of the last valid definition would discard what is being typed.
      return state.isJson
        ? withStep(state, writeDefinition(action.change(state.definition)), action.step ?? null)
        : state;
    case 'type':
      return withStep(state, action.text, 'text');
    case 'end-step':
      return state.step === null ? state : { ...state, step: null };
    case 'undo': {
      const before = state.undoTexts.at(-1);
      if (before === undefined) return state;
      return {
        ...withText(state, before),
        undoTexts: state.undoTexts.slice(0, -1),
        redoTexts: [...state.redoTexts, state.text],
        step: null,
      };
    }
    case 'redo': {
      const next = state.redoTexts.at(-1);
      if (next === undefined) return state;
      return {
        ...withText(state, next),
        redoTexts: state.redoTexts.slice(0, -1),
        undoTexts: [...state.undoTexts, state.text],
        step: null,
      };
    }
    case 'open':
      return makeBuilderState(action.text);
    default:
      return action satisfies never;
  }
}
