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
  frameRights,
  isForeign,
  isRefusedWithoutTls,
  StreamLink,
  streamAddress,
  useStreamFailure,
} from './camera-frame.tsx';
import classes from './large-camera.module.css';

/** A camera as large as the window allows; arrows lead to the previous and the next camera of the list, which it need not belong to. */
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
  const at = data.findIndex((camera) => camera.id === id);
  // The alert reports a deleted camera.
  const { data: other } = useGetOne<RecordOf<typeof cameras>>(
    'cameras',
    { id: Number(id) },
    { enabled: at < 0, retry: false },
  );
  const camera = data[at] ?? other;
  const address = camera ? streamAddress(camera.link) : null;
  const failed = useStreamFailure(address);
  const isRefused = address !== null && isRefusedWithoutTls(address);
  if (!camera) return null;
  const step = (by: number) => {
    const next = data[at + by];
    if (at >= 0 && next) onCamera(next.id);
  };
  const end = { title: translate('cameras.end') };
  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={titleId}
      slotProps={{ paper: { sx: { width: 'min(1120px, calc(100vw - 24px))', maxWidth: 'none', margin: '12px' } } }}
      onKeyDown={({ key }) => {
        if (key === 'ArrowLeft') step(-1);
        if (key === 'ArrowRight') step(1);
      }}
    >
      <div className={classes.head}>
        <h2 id={titleId} className={classes.title} title={camera.name}>
          {camera.name}
        </h2>
        {at < 0 ? null : (
          <>
            <small aria-hidden>{translate('cameras.place', { number: at + 1, total: data.length })}</small>
            <IconButton label={translate('cameras.previous')} refusal={at > 0 ? null : end} onClick={() => step(-1)}>
              <ChevronLeft />
            </IconButton>
            <IconButton label={translate('cameras.next')} refusal={data[at + 1] ? null : end} onClick={() => step(1)}>
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
            {...frameRights(address)}
          />
        ) : (
          <p role="status">
            <VideocamOffOutlined aria-hidden />
            {translate(isRefused ? 'cameras.withoutTls' : 'cameras.noStream')}
          </p>
        )}
      </div>
      {address && isForeign(address) ? (
        <p className={classes.outside}>
          {isRefused ? null : <span>{translate('cameras.noPicture')} </span>}
          <StreamLink address={address}>{translate('cameras.openPage')}</StreamLink>
        </p>
      ) : null}
    </Dialog>
  );
}
