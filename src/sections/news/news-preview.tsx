import Close from '@mui/icons-material/Close';
import { useId } from 'react';
import { useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { FileIcon } from '#console/fields/files/file-icon.tsx';
import { formFiles } from '#console/fields/files/form-file.ts';
import { IconButton } from '#console/ui/buttons/icon-button.tsx';
import { PanelDialog } from '#console/ui/dialogs/panel-dialog.tsx';
import { currentDate } from '#resources/clock.ts';
import { fileGroup } from '#resources/file-types.ts';
import { LATER } from '#resources/sections/kinds/news.ts';
import { NewsBadge } from './news-badge.tsx';
import classes from './publication.module.css';

const DATE_FORMAT = new Intl.DateTimeFormat('ru', {
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
});

/** Values of the announcement form. */
interface PreviewValues {
  title?: string | null;
  description?: string | null;
  type?: string | null;
  attachments?: unknown;
  publish_at?: string | null;
}

/** Preview of the announcement in the surrounding form as on a resident's phone; loaded as a separate chunk. */
export default function NewsPreview({ onClose }: { onClose: () => void }) {
  const translate = useTranslate();
  const id = useId();
  const { title, description, type, attachments, publish_at } = useWatch() as PreviewValues;
  const files = formFiles(attachments).filter(({ status }) => status === 'done' || status === 'preparing');
  const pictures = files.filter(({ realName, previewUrl }) => previewUrl && fileGroup(realName) === 'image');
  const otherFiles = files.filter((file) => !pictures.includes(file));
  const publishDate = publish_at && publish_at !== LATER ? new Date(publish_at) : currentDate();
  return (
    <PanelDialog onClose={onClose} aria-labelledby={id} width={400}>
      <div className={classes.dialog}>
        <div className={classes.head}>
          <h2 id={id}>{translate('newsLater.title')}</h2>
          <IconButton label={translate('ui.close')} onClick={onClose}>
            <Close />
          </IconButton>
        </div>
        <div className={classes.phone}>
          <article className={classes.news}>
            <div className={classes.meta}>
              {type ? <NewsBadge type={type} /> : null}
              <span>{DATE_FORMAT.format(publishDate)}</span>
            </div>
            <h3 className={title ? undefined : classes.none}>{title || translate('newsLater.empty')}</h3>
            <p className={description ? undefined : classes.none}>{description || translate('newsLater.emptyText')}</p>
            {pictures.length ? (
              <div className={classes.pictures}>
                {pictures.map(({ key, previewUrl, realName }) => (
                  <img key={key} src={previewUrl ?? ''} alt={realName} />
                ))}
              </div>
            ) : null}
            {otherFiles.length ? (
              <ul className={classes.files}>
                {otherFiles.map(({ key, realName }) => (
                  <li key={key}>
                    <FileIcon name={realName} />
                    <span>{realName}</span>
                  </li>
                ))}
              </ul>
            ) : null}
          </article>
        </div>
      </div>
    </PanelDialog>
  );
}
