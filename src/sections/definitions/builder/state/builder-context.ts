import { createContext, type Dispatch, useContext } from 'react';
import type { Resource } from '#resources/language/define-resource.ts';
import type { DefinitionProblem } from '#resources/language/definition-problem.ts';
import type { BuilderAction, BuilderState } from './builder-state.ts';
import type { DefinitionObject, Path } from './definition-text.ts';

/** State of the builder shared by all parts of its page. */
interface BuilderContextValue {
  state: BuilderState;
  dispatch: Dispatch<BuilderAction>;
  /** The section compiled from the definition; while that has problems, the last valid one. Null if there was none yet. */
  resource: Resource | null;
  problems: readonly DefinitionProblem[];
  /** The definition stored on the server; null for a new one. */
  savedDefinition: DefinitionObject | null;
  /** Name of the active section, which the edited definition may change; null if none is active. */
  activeName: string | null;
  /** The active added sections except this one. */
  otherSections: readonly Resource[];
}

export const BuilderContext = createContext<BuilderContextValue | null>(null);

/** State of the surrounding builder. */
export function useBuilder(): BuilderContextValue {
  const builder = useContext(BuilderContext);
  if (!builder) throw new Error('useBuilder needs a BuilderContext around it');
  return builder;
}

/** Only the dispatch of the builder, so that components that need nothing else do not rerender with every keystroke. */
export const BuilderDispatchContext = createContext<Dispatch<BuilderAction> | null>(null);

/** Dispatch of the surrounding builder. */
export function useBuilderDispatch(): Dispatch<BuilderAction> {
  const dispatch = useContext(BuilderDispatchContext);
  if (!dispatch) throw new Error('useBuilderDispatch needs a BuilderDispatchContext around it');
  return dispatch;
}

/** A path in the notation of problems: `fields.label.min`. */
export const problemPlace = (path: Path): string => path.join('.');

/** The problems at a path and below it. */
export const problemsWithin = (problems: readonly DefinitionProblem[], path: Path): readonly DefinitionProblem[] => {
  const place = problemPlace(path);
  return problems.filter((one) => one.place === place || one.place.startsWith(`${place}.`));
};
