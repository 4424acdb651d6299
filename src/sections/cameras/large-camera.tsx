import '#i18n/cameras-texts.ts';
import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import Close from '@mui/icons-material/Close';
import VideocamOffOutlined from '@mui/icons-material/VideocamOffOutlined';
import Dialog from '@mui/material/Dialog';
import { useId } from 'react';
import { type Identifier, useGetOne, useListContext, useTranslate } from 'react-admin';
import { IconButton } from '#console/ui/buttons/icon-button.tsx';
import type { RecordOf } from '#resources/language/define-resource.ts';
import type { cameras } from '#resources/sections/cameras.ts';
import {
  iframePermissions,
  isExternalUrl,
  isRefusedWithoutTls,
  StreamLink,
  streamAddress,
  useStreamFailure,
} from './camera-frame.tsx';
import classes from './large-camera.module.css';

/** Full-size camera dialog; arrow keys switch within the list, or do nothing if the camera is not in it. */
export default function LargeCamera({
  id,
  onCamera,
  onClose,
}: {
  id: Identifier;
  onCamera: (id: Identifier) => void;
  onClose: () => void;
}) {
  const translate = useTranslate();
  const titleId = useId();
  const { data = [] } = useListContext<RecordOf<typeof cameras>>();
  const index = data.findIndex((camera) => camera.id === id);
  // Not in the current list; if it was deleted, the failed call shows the global alert.
  const { data: fetchedCamera } = useGetOne<RecordOf<typeof cameras>>(
    'cameras',
    { id: Number(id) },
    { enabled: index < 0, retry: false },
  );
  const camera = data[index] ?? fetchedCamera;
  const address = camera ? streamAddress(camera.link) : null;
  const failed = useStreamFailure(address);
  const isRefused = address !== null && isRefusedWithoutTls(address);
  if (!camera) return null;
  const goBy = (offset: number) => {
    const next = data[index + offset];
    if (index >= 0 && next) onCamera(next.id);
  };
  const endReason = { title: translate('cameras.end') };
  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={titleId}
      slotProps={{ paper: { sx: { width: 'min(1120px, calc(100vw - 24px))', maxWidth: 'none', margin: '12px' } } }}
      onKeyDown={({ key }) => {
        if (key === 'ArrowLeft') goBy(-1);
        if (key === 'ArrowRight') goBy(1);
      }}
    >
      <div className={classes.head}>
        <h2 id={titleId} className={classes.title} title={camera.name}>
          {camera.name}
        </h2>
        {index < 0 ? null : (
          <>
            <small aria-hidden>{translate('cameras.place', { number: index + 1, total: data.length })}</small>
            <IconButton
              label={translate('cameras.previous')}
              refusal={index > 0 ? null : endReason}
              onClick={() => goBy(-1)}
            >
              <ChevronLeft />
            </IconButton>
            <IconButton
              label={translate('cameras.next')}
              refusal={data[index + 1] ? null : endReason}
              onClick={() => goBy(1)}
            >
              <ChevronRight />
            </IconButton>
          </>
        )}
        <IconButton label={translate('ui.close')} onClick={onClose}>
          <Close />
        </IconButton>
      </div>
      <div className={classes.stream}>
        {address && !failed && !isRefused ? (
          <iframe
            key={address}
            title={translate('cameras.frame', { name: camera.name })}
            src={address}
            {...iframePermissions(address)}
          />
        ) : (
          <p role="status">
            <VideocamOffOutlined aria-hidden />
            {translate(isRefused ? 'cameras.withoutTls' : 'cameras.noStream')}
          </p>
        )}
      </div>
      {address && isExternalUrl(address) ? (
        <p className={classes.outside}>
          {isRefused ? null : <span>{translate('cameras.noPicture')} </span>}
          <StreamLink address={address}>{translate('cameras.openPage')}</StreamLink>
        </p>
      ) : null}
    </Dialog>
  );
}
