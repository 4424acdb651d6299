import ReportProblemOutlined from '@mui/icons-material/ReportProblemOutlined';
import type { SvgIconProps } from '@mui/material/SvgIcon';
import type { ComponentType } from 'react';
import { useTranslate } from 'react-admin';
import { useUnreadableCount } from '#console/data/http/unread.ts';
import classes from './page-notes.module.css';

/** A line above the content of a page, announced to screen readers: what is missing, or how old the data is. */
export function PageNote({ icon: Icon, text }: { icon: ComponentType<SvgIconProps>; text: string }) {
  return (
    <p className={classes.note} role="status">
      <Icon aria-hidden />
      {text}
    </p>
  );
}

/**
 * Shows how many records of a list could not be decoded and are missing on the page.
 * @param path of its calls
 */
export function UnreadNote({ path }: { path: string }) {
  const translate = useTranslate();
  const count = useUnreadableCount(path);
  if (count === 0) return null;
  return <PageNote icon={ReportProblemOutlined} text={translate('shell.unread', { smart_count: count })} />;
}
