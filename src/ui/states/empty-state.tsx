import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { LiftPicture } from './lift-picture.tsx';
import type { PictureName } from './pictures.tsx';
import classes from './states.module.css';

/** The drawings that are not part of the first code; one that cannot be fetched leaves its sentence standing alone. */
const Picture = lazy<ComponentType<{ name: PictureName }>>(async () => {
  try {
    return await import('./pictures.tsx');
  } catch (error) {
    console.warn(error);
    return { default: () => null };
  }
});

/**
 * An empty state: picture, title, one sentence, at most one action.
 * @param heading level of the title; 1 on a page that has no other title
 */
export function EmptyState({
  picture,
  title,
  line,
  action,
  heading = 2,
}: {
  picture?: PictureName | 'lift';
  title: string;
  line?: ReactNode;
  action?: ReactNode;
  heading?: 1 | 2;
}) {
  const Heading = heading === 1 ? 'h1' : 'h2';
  return (
    <div className={classes.blank}>
      {picture ? (
        <div className={classes.picture}>
          {picture === 'lift' ? (
            <LiftPicture />
          ) : (
            <Suspense>
              <Picture name={picture} />
            </Suspense>
          )}
        </div>
      ) : null}
      <Heading className={classes.title}>{title}</Heading>
      {line ? <p className={classes.line}>{line}</p> : null}
      {action ? <div className={classes.action}>{action}</div> : null}
    </div>
  );
}
