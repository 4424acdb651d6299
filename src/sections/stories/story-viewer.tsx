import Modal from '@mui/material/Modal';
import { useQueryClient } from '@tanstack/react-query';
import { memo, useEffect, useLayoutEffect } from 'react';
import { useToastRoom } from '#console/ui/states/toast-room.ts';
import { OPENED_KEY, type Story } from './booklets.ts';
import { StoryDialog } from './story-dialog.tsx';
import classes from './story-viewer.module.css';

/**
 * Behind the viewer nothing of the page is seen: hidden, it is not painted either while frames pass. It keeps its layout and
 * the place it was scrolled to.
 * @returns shows it again
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
 * The full-screen viewer of stories (STORY-02…15), its own chunk. Keeps the focus inside and the page still, gives
 * the focus back when it closes, and forgets the stories it had opened.
 * @param start index of the story that was clicked
 * @param onOpened told of each story as it opens
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
  useToastRoom();
  useEffect(() => () => queryClient.removeQueries({ queryKey: OPENED_KEY }), [queryClient]);
  useLayoutEffect(hidePage, []);
  // The moving parts stand in the dialog: the frame around it is drawn once.
  return (
    <Modal open onClose={onClose} hideBackdrop className={classes.layer}>
      <StoryDialog stories={stories} start={start} onOpened={onOpened} onClose={onClose} />
    </Modal>
  );
});
