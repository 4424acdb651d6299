import { useQueryClient } from '@tanstack/react-query';
import { lazy, type MouseEvent, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useNotices } from '#console/data/notices.ts';
import { Delayed, Skeleton } from '#console/ui/skeleton.tsx';
import { STRIP_KEY, type Story, useStrip } from './booklets.ts';
import { useSeenStories } from './seen-stories.ts';
import classes from './story-strip.module.css';
import { CLOSED } from './viewer-state.ts';

const loadViewer = () => import('./story-viewer.tsx');
const StoryViewer = lazy(loadViewer);

/** Covers that stand for the strip while it loads. */
const BONES = [0, 1, 2, 3, 4, 5];

/**
 * The row of stories above the announcements (STORY-01, STORY-02). Slot `story-strip`. Nothing at all when the checked
 * buildings have none (STORY-16).
 */
export default function StoryStrip() {
  const { stories, isPending } = useStrip();
  useNews();
  if (isPending && !stories) return <StripSkeleton />;
  return stories?.length ? <Strip stories={stories} /> : null;
}

/** A notification of a new story fetches the strip anew. */
function useNews(): void {
  const queries = useQueryClient();
  const latest = useNotices().findLast(({ type }) => type === 'booklet')?.id;
  const known = useRef(latest);
  useEffect(() => {
    if (latest === undefined || latest === known.current) return;
    known.current = latest;
    void queries.invalidateQueries({ queryKey: STRIP_KEY });
  }, [latest, queries]);
}

/** The covers, and the viewer over them. @param stories at least one */
function Strip({ stories }: { stories: readonly Story[] }) {
  const translate = useTranslate();
  const [seen, markSeen] = useSeenStories();
  // The viewer keeps the stories it was opened with: a list that changes beneath it moves nothing.
  const [opened, setOpened] = useState<{ group: number; stories: readonly Story[] }>({ group: CLOSED, stories: [] });
  const open = (group: number) => (event: MouseEvent<HTMLButtonElement>) => {
    // Safari leaves a clicked button without the focus, and it is to come back here.
    event.currentTarget.focus();
    setOpened({ group, stories });
  };
  return (
    <section aria-label={translate('stories.strip')}>
      <ul className={classes.strip}>
        {stories.map((story, index) => (
          <li key={story.id}>
            <button
              type="button"
              className={classes.story}
              data-seen={seen.includes(story.id)}
              onClick={open(index)}
              onPointerEnter={loadViewer}
              onFocus={loadViewer}
            >
              <span className={classes.cover}>
                {story.cover ? <img src={story.cover.medium} alt="" draggable={false} decoding="async" /> : null}
              </span>
              <span className={classes.title} title={story.title}>
                {story.title || translate('stories.nameless', { number: index + 1 })}
              </span>
              {seen.includes(story.id) ? null : <span className="sr-only">, {translate('stories.unread')}</span>}
            </button>
          </li>
        ))}
      </ul>
      {opened.group === CLOSED ? null : (
        <Suspense>
          <StoryViewer
            stories={opened.stories}
            start={opened.group}
            onOpened={markSeen}
            onClose={() => setOpened({ group: CLOSED, stories: [] })}
          />
        </Suspense>
      )}
    </section>
  );
}

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
