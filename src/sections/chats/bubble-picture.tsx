import { lazy, Suspense, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { ChatPicture } from '#console/data/chat/content.ts';
import classes from './bubble.module.css';
import { usePane } from './pane-context.ts';

const Viewer = lazy(() => import('./viewer.tsx'));

/** A picture of a message; a click opens the viewer. Rendered as an image, so that scripts of an SVG do not run. */
export function BubblePicture({ picture }: { picture: ChatPicture }) {
  const translate = useTranslate();
  const { client } = usePane();
  const [open, setOpen] = useState(false);
  const name = picture.name || translate('chats.picture');
  if (!picture.address) return <i className={classes.invalid}>{translate('chats.noFile')}</i>;
  const address = client.fileAddress(picture.address);
  return (
    <>
      <button
        type="button"
        className={classes.picture}
        aria-label={translate('chats.openPicture', { name })}
        onClick={() => setOpen(true)}
      >
        <img src={address} alt={name} loading="lazy" />
      </button>
      {open ? (
        <Suspense>
          <Viewer
            address={address}
            download={client.fileAddress(picture.address, true)}
            name={name}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
