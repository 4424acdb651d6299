import { useQueryClient } from '@tanstack/react-query';
import { lazy, memo, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useNotices } from '#console/data/live/notices.ts';
import { UnreadNote } from '#console/shell/page-notes.tsx';
import { Delayed, Skeleton } from '#console/ui/states/skeleton.tsx';
import { fetchAhead } from '#console/ui/timing/fetch-ahead.ts';
import { BOOKLETS_PATH } from '#resources/protocol/paths/buildings.ts';
import { STRIP_KEY, type Story, useStrip } from './booklets.ts';
import { CoverPicture } from './cover-picture.tsx';
import { useSeenStories } from './seen-stories.ts';
import classes from './story-strip.module.css';
import { CLOSED } from './viewer-state.ts';

const loadViewer = () => import('./story-viewer.tsx');
const StoryViewer = lazy(loadViewer);
const fetchViewer = fetchAhead(loadViewer);

const NONE: readonly Story[] = [];
/** Covers that stand for the strip while it loads. */
const BONES = [0, 1, 2, 3, 4, 5];

/**
 * The row of stories above the announcements (STORY-01, STORY-02). Slot `story-strip`. Nothing at all when the checked
 * buildings have none (STORY-16).
 */
export default function StoryStrip() {
  const { stories, isPending } = useStrip();
  useNews();
  return <Strip stories={stories ?? NONE} isPending={isPending && !stories} />;
}

/** A notification of a new story fetches the strip anew. */
function useNews(): void {
  const queryClient = useQueryClient();
  const latest = useNotices().findLast(({ type }) => type === 'booklet')?.id;
  const lastFetched = useRef(latest);
  useEffect(() => {
    if (latest === undefined || latest === lastFetched.current) return;
    lastFetched.current = latest;
    void queryClient.invalidateQueries({ queryKey: STRIP_KEY });
  }, [latest, queryClient]);
}

/** Stories and place that the viewer was opened with. */
interface ViewerStart {
  group: number;
  stories: readonly Story[];
  /** Stories without a ring then. */
  seenIds: readonly number[];
}

const CLOSED_VIEWER: ViewerStart = { group: CLOSED, stories: [], seenIds: [] };

/** The covers, and the viewer over them, which stays when the covers go. */
function Strip({ stories, isPending }: { stories: readonly Story[]; isPending: boolean }) {
  const translate = useTranslate();
  const [seenIds, markSeen] = useSeenStories();
  // The viewer keeps the stories it was opened with: a list that changes beneath it moves nothing.
  const [viewer, setViewer] = useState(CLOSED_VIEWER);
  const latest = useRef(seenIds);
  latest.current = seenIds;
  const open = useCallback((group: number) => setViewer({ group, stories, seenIds: latest.current }), [stories]);
  const close = useCallback(() => setViewer(CLOSED_VIEWER), []);
  const isClosed = viewer.group === CLOSED;
  // Nothing is redrawn beneath the viewer: rings of opened stories disappear when it closes.
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
          <StoryViewer stories={viewer.stories} start={viewer.group} onOpened={markSeen} onClose={close} />
        </Suspense>
      )}
    </section>
  );
}

/** One story of the strip; drawn anew only when it changes itself, since the viewer marks stories while it plays. */
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
          // Safari leaves a clicked button without the focus, and it is to come back here.
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

/** Keeps the room of the strip, so that the announcements do not jump when it comes. */
function StripSkeleton() {
  return (
    <div className={classes.room}>
      <Delayed>
        <div className={classes.strip}>
          {BONES.map((bone) => (
            <div key={bone} className={classes.story}>
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
