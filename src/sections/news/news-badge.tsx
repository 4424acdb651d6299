import { useTranslate } from 'react-admin';
import type { Announcement } from '#resources/protocol/news/news-answers.ts';
import classes from './news-badge.module.css';

/** Class of a badge by the type on the wire; `warn` means `alert` and `advert` means `adv` (NEWS-17, NEWS-18, G-07). */
const LOOKS: Readonly<Record<string, string | undefined>> = {
  info: classes.info,
  accident: classes.accident,
  alert: classes.alert,
  warn: classes.alert,
  report: classes.report,
  adv: classes.adv,
  advert: classes.adv,
};

/** ИНФО, АВАРИЯ, ВАЖНО, ОТЧЕТ, РЕКЛАМА (NEWS-16). */
export function NewsBadge({ type }: Pick<Announcement, 'type'>) {
  const translate = useTranslate();
  return (
    <span className={`${classes.badge} ${LOOKS[type] ?? ''}`}>{translate(`news.badges.${type}`, { _: type })}</span>
  );
}
