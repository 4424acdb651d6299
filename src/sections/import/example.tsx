import Tooltip from '@mui/material/Tooltip';
import { useTranslate } from 'react-admin';
import { downloadCsv } from '#console/data/export/csv.ts';
import { IMPORT_COLUMNS } from '#resources/rules/import/columns.ts';
import classes from './upload-screen.module.css';

const EXAMPLE_ROWS = [
  ['48', 'Калинина', 'Дарья', '+79164082217'],
  ['49', 'Орлов', 'Борис', '89251139064'],
] as const;

/** Example of the file: a sample table with a tooltip about the columns, and a download link (IMPORT-02). */
export function ImportExample() {
  const translate = useTranslate();
  return (
    <figure className={classes.example}>
      <figcaption>{translate('import.upload.example')}</figcaption>
      <Tooltip describeChild title={translate('import.upload.exampleTip')} placement="top">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users need focus to see the tooltip */}
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
              {EXAMPLE_ROWS.map((cells) => (
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
          onClick={() => downloadCsv(translate('import.upload.exampleFile'), IMPORT_COLUMNS, EXAMPLE_ROWS)}
        >
          {translate('import.upload.exampleDownload')}
        </button>
      </p>
    </figure>
  );
}
