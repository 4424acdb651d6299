import { createContext, type Dispatch, useContext } from 'react';
import type { Resource } from '#resources/language/define-resource.ts';
import type { DefinitionProblem } from '#resources/language/definition-problem.ts';
import type { BuilderAction, BuilderState } from './builder-state.ts';
import type { DefinitionObject, Path } from './definition-text.ts';

/** The builder that a part of its page stands in. */
interface Builder {
  state: BuilderState;
  dispatch: Dispatch<BuilderAction>;
  /** The section that the definition makes; while it has problems, the last one it made. Null for none yet. */
  resource: Resource | null;
  problems: readonly DefinitionProblem[];
  /** The definition as the server has it; null for a new one. */
  savedDefinition: DefinitionObject | null;
  /** The name of the section in force, which the file may change; null for none. */
  nameInForce: string | null;
  /** The other added sections. */
  otherSections: readonly Resource[];
}

export const BuilderContext = createContext<Builder | null>(null);

/** The builder around the caller. */
export function useBuilder(): Builder {
  const builder = useContext(BuilderContext);
  if (!builder) throw new Error('useBuilder needs a BuilderContext around it');
  return builder;
}

/** The dispatch of the builder by itself: what asks for it alone is not drawn anew with every letter. */
export const BuilderDispatchContext = createContext<Dispatch<BuilderAction> | null>(null);

/** The dispatch of the builder around the caller. */
export function useBuilderDispatch(): Dispatch<BuilderAction> {
  const dispatch = useContext(BuilderDispatchContext);
  if (!dispatch) throw new Error('useBuilderDispatch needs a BuilderDispatchContext around it');
  return dispatch;
}

/** A path as problems name it: `fields.label.min`. */
export const placeOf = (path: Path): string => path.join('.');

/** The problems at a place and below it. */
export const problemsWithin = (problems: readonly DefinitionProblem[], path: Path): readonly DefinitionProblem[] => {
  const place = placeOf(path);
  return problems.filter((one) => one.place === place || one.place.startsWith(`${place}.`));
};
