import Close from '@mui/icons-material/Close';
import Dialog from '@mui/material/Dialog';
import { useId } from 'react';
import { useTranslate } from 'react-admin';
import { IconButton } from '#console/ui/buttons/icon-button.tsx';
import classes from './viewer.module.css';

/** Dialog with a picture in full size. */
export default function Viewer({
  address,
  download,
  name,
  onClose,
}: {
  address: string;
  download: string;
  name: string;
  onClose: () => void;
}) {
  const translate = useTranslate();
  const id = useId();
  return (
    <Dialog open onClose={onClose} maxWidth={false} aria-labelledby={id}>
      <div className={classes.bar}>
        <span id={id}>{name}</span>
        <a className="link" href={download} download={name}>
          {translate('chats.download')}
        </a>
        <IconButton label={translate('chats.closeViewer')} onClick={onClose}>
          <Close />
        </IconButton>
      </div>
      <img className={classes.whole} src={address} alt={name} />
    </Dialog>
  );
}
