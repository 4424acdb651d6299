import Modal from '@mui/material/Modal';
import { useQueryClient } from '@tanstack/react-query';
import { memo, useEffect, useLayoutEffect } from 'react';
import { useToastOffset } from '#console/ui/states/toast-offset.ts';
import { OPENED_KEY, type Story } from './booklets.ts';
import { StoryDialog } from './story-dialog.tsx';
import classes from './story-viewer.module.css';

/**
 * Hides the page behind the viewer, so that it is not painted while frames change. It keeps its layout and scroll position.
 * @returns a function that shows it again
 */
function hidePage(): (() => void) | undefined {
  const page = document.getElementById('root');
  if (!page) return undefined;
  page.style.visibility = 'hidden';
  return () => {
    page.style.visibility = '';
  };
}

/**
 * The full-screen viewer of stories (STORY-02…15), loaded as a separate chunk. Traps the focus, locks page scrolling,
 * restores the focus when it closes, and removes the opened stories from the cache.
 * @param start index of the story that was clicked
 * @param onOpened called with each story that opens
 */
export default memo(function StoryViewer({
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
  const queryClient = useQueryClient();
  useToastOffset();
  useEffect(() => () => queryClient.removeQueries({ queryKey: OPENED_KEY }), [queryClient]);
  useLayoutEffect(hidePage, []);
  // Everything that changes is in the dialog, so that the layer around it renders once.
  return (
    <Modal open onClose={onClose} hideBackdrop className={classes.layer}>
      <StoryDialog stories={stories} start={start} onOpened={onOpened} onClose={onClose} />
    </Modal>
  );
});
