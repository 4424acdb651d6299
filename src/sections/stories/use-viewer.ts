import { useCallback, useEffect, useReducer } from 'react';
import { initialViewerState, remaining, type ViewerAction, type ViewerState, viewerReducer } from './viewer-state.ts';

type Untimed<Action> = Action extends ViewerAction ? Omit<Action, 'at'> : never;

/** Dispatches an action with the current time. */
export type ViewerDispatch = (action: Untimed<ViewerAction>) => void;

const isHidden = () => document.visibilityState === 'hidden';

/** Whether the system is set to reduced motion. */
export function prefersReducedMotion(): boolean {
  return globalThis.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/**
 * State of the viewer with its timer, which shows the next frame when the time is up and pauses while the tab is hidden.
 * @param storyTotal number of stories
 * @param storyIndex index of the chosen story
 */
export function useViewer(storyTotal: number, storyIndex: number): { state: ViewerState; dispatch: ViewerDispatch } {
  const [state, dispatchTimed] = useReducer(
    viewerReducer,
    { storyTotal, storyIndex, isPaused: prefersReducedMotion() },
    initialViewerState,
  );
  const dispatch = useCallback<ViewerDispatch>(
    (action) => dispatchTimed({ ...action, at: performance.now() } as ViewerAction),
    [],
  );

  useEffect(() => {
    if (state.since === null) return;
    const timer = setTimeout(() => dispatch({ type: 'due', turn: state.turn }), remaining(state, performance.now()));
    return () => clearTimeout(timer);
  }, [state, dispatch]);

  useEffect(() => {
    const update = () => dispatch({ type: isHidden() ? 'brake' : 'unbrake', brake: 'hidden' });
    update();
    document.addEventListener('visibilitychange', update);
    return () => document.removeEventListener('visibilitychange', update);
  }, [dispatch]);

  return { state, dispatch };
}
