import FavoriteBorderOutlined from '@mui/icons-material/FavoriteBorderOutlined';
import LightbulbOutlined from '@mui/icons-material/LightbulbOutlined';
import ReportProblemOutlined from '@mui/icons-material/ReportProblemOutlined';
import { useTranslate } from 'react-admin';
import { Skeleton } from '#console/ui/states/skeleton.tsx';
import type { ComplaintType } from '#resources/protocol/chat/complaints.ts';
import classes from './complaints.module.css';
import { type ComplaintsState, SHOWN_TYPES } from './complaints-state.ts';

const ICONS = {
  complaint: ReportProblemOutlined,
  suggestion: LightbulbOutlined,
  appreciation: FavoriteBorderOutlined,
} as const satisfies Record<ComplaintType, unknown>;

/** The three types, each with its newest complaint and the number of unread ones (COMPL-01, COMPL-10). */
export function TypeList({
  summaries,
  chosenType,
  onChoose,
}: {
  summaries: ComplaintsState['summaries'];
  chosenType: ComplaintType | null;
  onChoose: (type: ComplaintType) => void;
}) {
  const translate = useTranslate();
  return (
    <nav className={classes.types} aria-label={translate('complaints.typesLabel')} aria-busy={!summaries}>
      {SHOWN_TYPES.map((type) => {
        const Icon = ICONS[type];
        const summary = summaries?.[type];
        const unread = summary?.unread ?? 0;
        return (
          <button
            key={type}
            type="button"
            className={unread ? `${classes.type} ${classes.fresh}` : classes.type}
            aria-current={type === chosenType ? 'true' : undefined}
            onClick={() => onChoose(type)}
          >
            <span className={classes.sign}>
              <Icon aria-hidden sx={{ fontSize: 20 }} />
            </span>
            <b>{translate(`complaints.types.${type}`)}</b>
            <span className={classes.last}>
              {summary ? (summary.last?.description ?? translate('complaints.noPreview')) : <Skeleton width="80%" />}
            </span>
            {unread ? (
              <span className={classes.count}>
                <span aria-hidden>{unread}</span>
                <span className="sr-only">{translate('complaints.unread', { smart_count: unread })}</span>
              </span>
            ) : null}
          </button>
        );
      })}
    </nav>
  );
}
