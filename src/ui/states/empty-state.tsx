import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { LiftPicture } from './lift-picture.tsx';
import type { PictureName } from './pictures.tsx';
import classes from './states.module.css';

/** Pictures load as a separate chunk; if that fails, the empty state is shown without one. */
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
 * @param headingLevel level of the title; 1 on a page without another title
 */
export function EmptyState({
  picture,
  title,
  description,
  action,
  headingLevel = 2,
}: {
  picture?: PictureName | 'lift';
  title: string;
  description?: ReactNode;
  action?: ReactNode;
  headingLevel?: 1 | 2;
}) {
  const Heading = headingLevel === 1 ? 'h1' : 'h2';
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
      {description ? <p className={classes.line}>{description}</p> : null}
      {action ? <div className={classes.action}>{action}</div> : null}
    </div>
  );
}
