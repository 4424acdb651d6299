import Tooltip from '@mui/material/Tooltip';
import { useTranslate } from 'react-admin';
import { downloadCsv } from '#console/data/export/csv.ts';
import { IMPORT_COLUMNS } from '#resources/rules/import/columns.ts';
import classes from './upload-screen.module.css';

const ROWS = [
  ['48', 'Калинина', 'Дарья', '+79164082217'],
  ['49', 'Орлов', 'Борис', '89251139064'],
] as const;

/** An example of the file: a picture with a tooltip about its columns, and a file to download (IMPORT-02). */
export function Example() {
  const translate = useTranslate();
  return (
    <figure className={classes.example}>
      <figcaption>{translate('import.upload.example')}</figcaption>
      <Tooltip describeChild title={translate('import.upload.exampleTip')} placement="top">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: its tooltip is for the keyboard as well */}
        <div className={classes.sheet} tabIndex={0}>
          <table>
            <thead>
              <tr>
                {IMPORT_COLUMNS.map((column) => (
                  <th key={column}>
                    {column}
                    <small>{translate(`import.upload.columns.${column}`)}</small>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {ROWS.map((cells) => (
                <tr key={cells[0]}>
                  {cells.map((cell) => (
                    <td key={cell}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Tooltip>
      <p>
        {translate('import.upload.exampleHelp')}{' '}
        <button
          type="button"
          className="link"
          onClick={() => downloadCsv(translate('import.upload.exampleFile'), IMPORT_COLUMNS, ROWS)}
        >
          {translate('import.upload.exampleDownload')}
        </button>
      </p>
    </figure>
  );
}
