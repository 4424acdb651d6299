import { currentDate } from '#resources/clock.ts';
import '#i18n/news-later-texts.ts';
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined';
import { lazy, Suspense, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useServerFeature } from '#console/data/session/features.ts';
import type { InputProps } from '#console/fields/field-props.ts';
import { useWireRecord } from '#console/fields/form-context.ts';
import { OptionGroup } from '#console/fields/parts/option-group.tsx';
import { useField } from '#console/fields/use-field.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import { Skeleton } from '#console/ui/states/skeleton.tsx';
import { LATER } from '#resources/sections/kinds/news.ts';
import classes from './publication.module.css';

const MomentPicker = lazy(() => import('#console/fields/parts/moment-picker.tsx'));
const NewsPreview = lazy(() => import('./news-preview.tsx'));

/** Tomorrow at nine, local time: the default of a planned announcement. */
function tomorrowMorning(now = currentDate()): string {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 9).toISOString();
}

/**
 * Time of publication, if the server supports it and the announcement is not published yet, and a preview. «Сразу» for a planned
 * announcement sends the current time, because without a value it would stay planned.
 */
export default function PublicationInput(props: InputProps<'news:publication'>) {
  const translate = useTranslate();
  const hasScheduling = useServerFeature('later');
  const record = useWireRecord();
  const [isPreviewOpen, setIsPreviewOpen] = useState(false);
  const canSchedule = hasScheduling && (record === null || Boolean(record.publish_at));
  return (
    <div className={classes.box}>
      {canSchedule ? <PublicationTime {...props} isWaiting={record !== null} /> : null}
      <ActionButton size="sm" icon={<VisibilityOutlined aria-hidden />} onClick={() => setIsPreviewOpen(true)}>
        {translate('newsLater.preview')}
      </ActionButton>
      {isPreviewOpen ? (
        <Suspense>
          <NewsPreview onClose={() => setIsPreviewOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}

function PublicationTime({ isWaiting, ...props }: InputProps<'news:publication'> & { isWaiting: boolean }) {
  const translate = useTranslate();
  const field = useField<string | null>(props);
  const { value, onChange } = field;
  // A value in the past was set by choosing «Сразу» below.
  const [isLater, setIsLater] = useState(value !== null);
  const choose = (next: string) => {
    setIsLater(next === LATER);
    if (next === LATER) onChange(tomorrowMorning());
    else onChange(isWaiting ? currentDate().toISOString() : null);
  };
  return (
    <FieldFrame {...field.frame} group>
      <OptionGroup
        name={field.id}
        look="radio"
        options={[
          { value: 'now', label: translate('newsLater.now') },
          { value: LATER, label: translate('newsLater.later') },
        ]}
        value={isLater ? LATER : 'now'}
        onChange={choose}
        onBlur={field.onBlur}
      />
      {isLater ? (
        <div className={classes.when}>
          <Suspense fallback={<Skeleton height={40} radius={8} />}>
            <MomentPicker
              label={translate('newsLater.at')}
              value={value === LATER ? null : value}
              onValue={(at) => onChange(at ?? LATER)}
              onLeave={field.onBlur}
              aria={field.aria}
            />
          </Suspense>
        </div>
      ) : null}
    </FieldFrame>
  );
}
