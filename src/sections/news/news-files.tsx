import { useTranslate } from 'react-admin';
import { FileIcon } from '#console/fields/files/file-icon.tsx';
import { sizeText } from '#console/fields/files/form-file.ts';
import type { NewsItem } from '#resources/protocol/news.ts';
import classes from './news-files.module.css';

/** Files of an announcement as links, each with the icon of its group, its name and its size (NEWS-14, ATT-10). */
export function NewsFiles({ files }: { files: NewsItem['file_attachments'] }) {
  const translate = useTranslate();
  if (files.length === 0) return null;
  return (
    <ul className={classes.files}>
      {files.map(({ id, name, size, s3_file }) => {
        const said = size > 0 ? sizeText(size) : null;
        return (
          <li key={id}>
            <a className={classes.file} href={s3_file.file} target="_blank" rel="noopener noreferrer" title={name}>
              <FileIcon name={name} />
              <span>{name}</span>
              {said ? <small>{translate(said.key, said.params)}</small> : null}
            </a>
          </li>
        );
      })}
    </ul>
  );
}
