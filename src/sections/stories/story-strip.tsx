import { useQueryClient } from '@tanstack/react-query';
import { lazy, memo, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useNotices } from '#console/data/live/notices.ts';
import { UnreadNote } from '#console/shell/page-notes.tsx';
import { Delayed, Skeleton } from '#console/ui/states/skeleton.tsx';
import { createPrefetchHandler } from '#console/ui/timing/prefetch-handler.ts';
import { BOOKLETS_PATH } from '#resources/protocol/paths/buildings.ts';
import { STRIP_KEY, type Story, useStrip } from './booklets.ts';
import { CoverPicture } from './cover-picture.tsx';
import { useSeenStories } from './seen-stories.ts';
import classes from './story-strip.module.css';
import { VIEWER_CLOSED } from './viewer-state.ts';

const loadViewer = () => import('./story-viewer.tsx');
const StoryViewer = lazy(loadViewer);
const fetchViewer = createPrefetchHandler(loadViewer);

const NO_STORIES: readonly Story[] = [];
/** Indexes of the skeleton covers shown while the strip loads. */
const SKELETON_INDEXES = [0, 1, 2, 3, 4, 5];

/**
 * Strip of stories above the announcements (STORY-01, STORY-02). Slot `story-strip`. Hidden if the checked buildings have no
 * stories (STORY-16).
 */
export default function StoryStrip() {
  const { stories, isPending } = useStrip();
  useRefetchOnNotification();
  return <Strip stories={stories ?? NO_STORIES} isPending={isPending && !stories} />;
}

/** Refetches the strip when a notification about a new story arrives. */
function useRefetchOnNotification(): void {
  const queryClient = useQueryClient();
  const latestId = useNotices().findLast(({ type }) => type === 'booklet')?.id;
  const lastFetched = useRef(latestId);
  useEffect(() => {
    if (latestId === undefined || latestId === lastFetched.current) return;
    lastFetched.current = latestId;
    void queryClient.invalidateQueries({ queryKey: STRIP_KEY });
  }, [latestId, queryClient]);
}

/** Stories and index that the viewer was opened with. */
interface ViewerStart {
  storyIndex: number;
  stories: readonly Story[];
  /** Stories without a ring when the viewer was opened. */
  seenIds: readonly number[];
}

const CLOSED_VIEWER: ViewerStart = { storyIndex: VIEWER_CLOSED, stories: [], seenIds: [] };

/** The covers, and the viewer, which stays open even if the covers disappear. */
function Strip({ stories, isPending }: { stories: readonly Story[]; isPending: boolean }) {
  const translate = useTranslate();
  const [seenIds, markSeen] = useSeenStories();
  // The viewer keeps the stories it was opened with, so that a changed list does not move it.
  const [viewer, setViewer] = useState(CLOSED_VIEWER);
  const latest = useRef(seenIds);
  latest.current = seenIds;
  const open = useCallback(
    (storyIndex: number) => setViewer({ storyIndex, stories, seenIds: latest.current }),
    [stories],
  );
  const close = useCallback(() => setViewer(CLOSED_VIEWER), []);
  const isClosed = viewer.storyIndex === VIEWER_CLOSED;
  // Avoids re-renders beneath the viewer: the rings of opened stories disappear only when it closes.
  const idsWithoutRing = isClosed ? seenIds : viewer.seenIds;
  if (isClosed && isPending) return <StripSkeleton />;
  if (isClosed && stories.length === 0) return null;
  return (
    <section aria-label={translate('stories.strip')}>
      <UnreadNote path={BOOKLETS_PATH} />
      <ul className={classes.strip}>
        {stories.map((story, index) => (
          <Cover key={story.id} story={story} index={index} isSeen={idsWithoutRing.includes(story.id)} onOpen={open} />
        ))}
      </ul>
      {isClosed ? null : (
        <Suspense>
          <StoryViewer stories={viewer.stories} start={viewer.storyIndex} onOpened={markSeen} onClose={close} />
        </Suspense>
      )}
    </section>
  );
}

/** One story of the strip; memoised, because the viewer marks stories as seen while it plays. */
const Cover = memo(function Cover({
  story,
  index,
  isSeen,
  onOpen,
}: {
  story: Story;
  index: number;
  isSeen: boolean;
  onOpen: (index: number) => void;
}) {
  const translate = useTranslate();
  return (
    <li>
      <button
        type="button"
        className={classes.story}
        data-seen={isSeen}
        onClick={({ currentTarget }) => {
          // Safari does not focus a clicked button, but the focus must return here when the viewer closes.
          currentTarget.focus();
          onOpen(index);
        }}
        onPointerEnter={fetchViewer}
        onFocus={fetchViewer}
      >
        <span className={classes.cover}>
          <CoverPicture address={story.cover?.medium} />
        </span>
        <span className={classes.title} title={story.title}>
          {story.title || translate('stories.nameless', { number: index + 1 })}
        </span>
        {isSeen ? null : <span className="sr-only">, {translate('stories.unread')}</span>}
      </button>
    </li>
  );
});

/** Reserves the height of the strip, so that the announcements do not jump when it is loaded. */
function StripSkeleton() {
  return (
    <div className={classes.room}>
      <Delayed>
        <div className={classes.strip}>
          {SKELETON_INDEXES.map((index) => (
            <div key={index} className={classes.story}>
              <span className={classes.bone}>
                <Skeleton height="100%" radius={12} />
              </span>
              <span className={classes.title}>
                <Skeleton width={64} height={10} />
              </span>
            </div>
          ))}
        </div>
      </Delayed>
    </div>
  );
}
