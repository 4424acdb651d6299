import Close from '@mui/icons-material/Close';
import Modal from '@mui/material/Modal';
import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect } from 'react';
import { useTranslate } from 'react-admin';
import { OPENED_KEY, type Story } from './booklets.ts';
import { Neighbour } from './neighbour.tsx';
import { StoryStage } from './story-stage.tsx';
import classes from './story-viewer.module.css';
import { useViewer } from './use-viewer.ts';
import { besideGroup } from './viewer-state.ts';

const MOVES: Readonly<Record<string, 'previous' | 'next'>> = { ArrowLeft: 'previous', ArrowRight: 'next' };

/**
 * The full-screen viewer of stories (A§2, STORY-02…15), its own chunk. Keeps the focus inside and the page still, gives
 * the focus back when it closes, and forgets the stories it had opened.
 * @param start index of the story that was clicked
 * @param onOpened told of each story as it opens
 */
export default function StoryViewer({
  stories,
  start,
  onOpened,
  onClose,
}: {
  stories: readonly Story[];
  start: number;
  onOpened: (id: number) => void;
  onClose: () => void;
}) {
  const translate = useTranslate();
  const queries = useQueryClient();
  const { state, tell } = useViewer(stories.length, start);
  const story = stories[state.group];
  const paused = state.brakes.includes('pause');
  const titleOf = (index: number) => stories[index]?.title || translate('stories.nameless', { number: index + 1 });

  useEffect(() => () => queries.removeQueries({ queryKey: OPENED_KEY }), [queries]);
  useEffect(() => {
    if (story) onOpened(story.id);
  }, [story, onOpened]);
  if (!story) return null;

  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    const move = MOVES[event.key];
    if (move) tell({ type: move });
    else if (event.key === ' ' && event.target === event.currentTarget) {
      tell({ type: paused ? 'unbrake' : 'brake', brake: 'pause' });
    } else return;
    event.preventDefault();
  };
  const sides =
    stories.length > 1
      ? ([
          ['previous', -1],
          ['next', 1],
        ] as const)
      : [];
  return (
    <Modal open onClose={onClose} hideBackdrop className={classes.layer}>
      <div
        className={classes.viewer}
        role="dialog"
        aria-modal
        aria-label={titleOf(state.group)}
        tabIndex={-1}
        onKeyDown={press}
      >
        {sides.map(([side, step]) => {
          const index = besideGroup(state, step);
          const beside = stories[index];
          return beside ? (
            <Neighbour
              key={side}
              side={side}
              story={beside}
              title={titleOf(index)}
              onOpen={() => tell({ type: 'group', group: index })}
            />
          ) : null;
        })}
        <StoryStage stories={stories} state={state} tell={tell} title={titleOf(state.group)} />
        <button type="button" className={classes.close} aria-label={translate('stories.close')} onClick={onClose}>
          <Close aria-hidden />
        </button>
      </div>
    </Modal>
  );
}
