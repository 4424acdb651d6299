import { useCallback, useEffect, useReducer } from 'react';
import { openAt, remaining, stepViewer, type ViewerAction, type ViewerState } from './viewer-state.ts';

type Untimed<Action> = Action extends ViewerAction ? Omit<Action, 'at'> : never;

/** Tells the viewer what happened, now. */
export type Tell = (action: Untimed<ViewerAction>) => void;

const isHidden = () => document.visibilityState === 'hidden';

/** Whether the person asked the system for less motion. */
export function wantsStillness(): boolean {
  return globalThis.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/**
 * The state of the viewer with its timer: moves on when the frame's time is up, stands while the tab is hidden.
 * @param groups how many there are
 * @param group index of the chosen one
 */
export function useViewer(groups: number, group: number): { state: ViewerState; tell: Tell } {
  const [state, dispatch] = useReducer(stepViewer, { groups, group, still: wantsStillness() }, openAt);
  const tell = useCallback<Tell>((action) => dispatch({ ...action, at: performance.now() } as ViewerAction), []);

  useEffect(() => {
    if (state.since === null) return;
    const timer = setTimeout(() => tell({ type: 'due', turn: state.turn }), remaining(state, performance.now()));
    return () => clearTimeout(timer);
  }, [state, tell]);

  useEffect(() => {
    const look = () => tell({ type: isHidden() ? 'brake' : 'unbrake', brake: 'hidden' });
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [tell]);

  return { state, tell };
}
