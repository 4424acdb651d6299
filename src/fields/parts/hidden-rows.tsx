import { useTranslate } from 'react-admin';
import classes from './drop-zone.module.css';

/**
 * How many rows of a workbook Excel hides, and the press that takes them in or leaves them out again.
 * @param taken whether they are among the rows that were read
 */
export function HiddenRows({ count, taken, onPress }: { count: number; taken: boolean; onPress: () => void }) {
  const translate = useTranslate();
  return (
    <p className={classes.hidden}>
      <span role="status">
        {translate(taken ? 'import.upload.hiddenTaken' : 'import.upload.hidden', { smart_count: count })}
      </span>{' '}
      <button type="button" className="link" onClick={onPress}>
        {translate(taken ? 'import.upload.leaveHidden' : 'import.upload.takeHidden')}
      </button>
    </p>
  );
}
