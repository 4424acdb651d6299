import { useRecordContext } from 'react-admin';

const DAY = 86_400_000;
const WORDS = new Intl.RelativeTimeFormat('ru', { numeric: 'auto' });

/** Days from one calendar day to another, both as `YYYY-MM-DD`. */
const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / DAY);

/** How many days are left until an inspection is due: «через 3 дня», «вчера» in red. */
export default function DaysLeft() {
  const until = useRecordContext()?.until;
  if (typeof until !== 'string') return null;
  const now = new Date(Date.now());
  const today = [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
  const left = daysBetween(today, until);
  return (
    <time dateTime={until} style={left < 0 ? { color: 'var(--danger-text)' } : {}}>
      {WORDS.format(left, 'day')}
    </time>
  );
}
