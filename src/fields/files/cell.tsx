import { useContext } from 'react';
import { useTranslate } from 'react-admin';
import { PopoverButton } from '#console/ui/buttons/popover-button.tsx';
import { getOpenableUrl, readFiles } from '#resources/language/kinds/file-values.ts';
import type { CellProps } from '../field-props.ts';
import { CellLink, WithinControl } from '../parts/cell-link.tsx';
import classes from './file-links.module.css';
import { FileLinks } from './file-links.tsx';

/** Number of files; a click opens a single file, or the list of several. */
export default function FilesCell({ value }: CellProps<'files'>) {
  const translate = useTranslate();
  const isWithinControl = useContext(WithinControl);
  const files = readFiles(value);
  if (files.length === 0) return translate('engine.list.nothing');
  const label = translate('engine.fields.filesCount', { smart_count: files.length });
  const [first, ...others] = files;
  const url = first && others.length === 0 ? getOpenableUrl(first) : null;
  if (url) {
    return (
      <CellLink target={{ href: url, isNewTab: true }} title={first?.realName}>
        {label}
      </CellLink>
    );
  }
  if (isWithinControl || !files.some(getOpenableUrl)) return label;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: only keeps a click on the files from opening the record
    <span onClick={(event) => event.stopPropagation()}>
      <PopoverButton
        className={classes.count}
        labelClass={undefined}
        icon={null}
        name={label}
        label={label}
        panel={() => (
          <div className={classes.panel}>
            <FileLinks files={files} />
          </div>
        )}
      />
    </span>
  );
}

/** The files of a record with name and size. */
export function FilesCard({ value }: Pick<CellProps<'files'>, 'value'>) {
  const translate = useTranslate();
  const files = readFiles(value);
  return files.length > 0 ? <FileLinks files={files} /> : translate('engine.list.nothing');
}
