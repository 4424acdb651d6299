import TableChartOutlined from '@mui/icons-material/TableChartOutlined';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { useListLeft } from '#console/data/list-left.ts';
import classes from './resident-search.module.css';

/** The way back to a checked list that was not sent, or whose rows with errors are still to be mended (IMPORT-08). */
export function LeftList() {
  const translate = useTranslate();
  const left = useListLeft();
  if (!left) return null;
  const { name, correct, wrong, forget } = left;
  const counts = [
    ...(correct ? [translate('residents.left.correct', { smart_count: correct })] : []),
    ...(wrong ? [translate('residents.left.wrong', { smart_count: wrong })] : []),
  ];
  return (
    <section className={classes.left} aria-label={translate('residents.left.label')}>
      <TableChartOutlined aria-hidden />
      <p>{translate('residents.left.waits', { name, rows: counts.join(', ') })}</p>
      <Link className="link" to="/download-resident-form">
        {translate('residents.left.back')}
      </Link>
      <button type="button" className="link" onClick={forget}>
        {translate('residents.left.forget')}
      </button>
    </section>
  );
}
