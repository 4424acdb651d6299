import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { useWhen } from '#console/ui/states/use-when.ts';
import type { RemovedFile } from '#resources/protocol/definitions/stored-file-answers.ts';
import { builderPath } from '../../paths.ts';
import classes from './files-list.module.css';

/** A section that was created in this browser and never applied. */
export interface DraftedFile {
  name: string;
  title: string | null;
  /** ms since 1970. */
  at: number;
}

/** List of sections that exist only as drafts in this browser. */
export function DraftedFiles({
  drafts,
  onRemove,
}: {
  drafts: readonly DraftedFile[];
  onRemove: (name: string) => void;
}) {
  const translate = useTranslate();
  const when = useWhen();
  return (
    <FilesGroup title="sectionBuilder.files.drafts" line="sectionBuilder.files.draftsLine">
      {drafts.map(({ name, title, at }) => (
        <li key={name}>
          <Link to={builderPath(name)}>{title ?? name}</Link>
          <span>{translate('sectionBuilder.files.draftAt', { when: when(new Date(at).toISOString()) })}</span>
          <button
            type="button"
            className="link"
            aria-label={translate('sectionBuilder.files.removeDraftOf', { title: title ?? name })}
            onClick={() => onRemove(name)}
          >
            {translate('sectionBuilder.files.removeDraft')}
          </button>
        </li>
      ))}
    </FilesGroup>
  );
}

/** List of removed sections; the builder opens with their last text, and applying it restores them. */
export function RemovedFiles({ files }: { files: readonly RemovedFile[] }) {
  const translate = useTranslate();
  const when = useWhen();
  return (
    <FilesGroup title="sectionBuilder.files.removed" line="sectionBuilder.files.removedLine">
      {files.map(({ file, title, changedAt, changedBy }) => (
        <li key={file}>
          <Link to={builderPath(file)}>{title ?? file}</Link>
          <span>
            {translate('sectionBuilder.files.removedBy', {
              when: when(changedAt),
              who: changedBy ?? translate('sectionBuilder.files.unknownPerson'),
            })}
          </span>
        </li>
      ))}
    </FilesGroup>
  );
}

function FilesGroup({ title, line, children }: { title: string; line: string; children: readonly ReactNode[] }) {
  const translate = useTranslate();
  return (
    <details className={classes.part}>
      <summary>
        {translate(title)} ({children.length})
      </summary>
      <p className={classes.note}>{translate(line)}</p>
      <ul>{children}</ul>
    </details>
  );
}
