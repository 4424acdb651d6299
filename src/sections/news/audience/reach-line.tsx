import '#i18n/audience-choice-texts.ts';
import GroupsOutlined from '@mui/icons-material/GroupsOutlined';
import { useTranslate } from 'react-admin';
import type { ReachAnswer } from '#resources/protocol/news/news.ts';
import type { AudienceTarget } from '#resources/sections/kinds/news.ts';
import classes from './audience.module.css';
import { useAudienceReach } from './reach.ts';

type Counts = Pick<ReachAnswer, 'flats' | 'residents'>;

/** «48 квартир, 61 житель». */
export function useReachText(): (counts: Counts) => string {
  const translate = useTranslate();
  return ({ flats, residents }) =>
    translate('audience.reach', {
      flats: translate('audience.flats', { smart_count: flats }),
      residents: translate('audience.residents', { smart_count: residents }),
    });
}

/** Number of recipients, in total and by part: «Подъезд 2: 48 квартир, 61 житель»; announced on changes. */
export function ReachLine({ path, target }: { path: string | undefined; target: AudienceTarget | null }) {
  const translate = useTranslate();
  const reachText = useReachText();
  const { answer, isPending } = useAudienceReach(path, target);
  const parts = answer?.parts ?? [];
  const [firstPart] = parts;
  return (
    <div className={classes.line} role="status" aria-busy={isPending}>
      {answer ? (
        <>
          <GroupsOutlined aria-hidden sx={{ fontSize: 20 }} />
          <div className={classes.texts}>
            <b>{parts.length === 1 && firstPart ? partText(firstPart) : reachText(answer)}</b>
            {parts.length > 1 ? <small>{parts.map(partText).join('; ')}</small> : null}
            {answer.residents === 0 ? <small>{translate('audience.nobody')}</small> : null}
          </div>
        </>
      ) : null}
      {!answer && isPending ? <span className={classes.waiting}>{translate('audience.counting')}</span> : null}
    </div>
  );

  function partText(part: ReachAnswer['parts'][number]) {
    return translate('audience.part', { label: part.label, reach: reachText(part) });
  }
}
