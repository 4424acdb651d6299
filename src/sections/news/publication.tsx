import { currentDate } from '#resources/clock.ts';
import '#i18n/news-later-texts.ts';
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined';
import { lazy, Suspense, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useAddition } from '#console/data/session/features.ts';
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

/** Tomorrow at nine, local time: the most frequent choice. */
function tomorrowMorning(now = currentDate()): string {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 9).toISOString();
}

/**
 * When an announcement is published, where the server does that and as long as it is not, and how residents will see it. One
 * that waits and is to come out at once is given the present moment: without one it would stay as it is.
 */
export default function PublicationInput(props: InputProps<'news:publication'>) {
  const translate = useTranslate();
  const isPlanned = useAddition('later');
  const record = useWireRecord();
  const [looking, setLooking] = useState(false);
  const isOpen = isPlanned && (record === null || Boolean(record.publish_at));
  return (
    <div className={classes.box}>
      {isOpen ? <When {...props} isWaiting={record !== null} /> : null}
      <ActionButton size="sm" icon={<VisibilityOutlined aria-hidden />} onClick={() => setLooking(true)}>
        {translate('newsLater.preview')}
      </ActionButton>
      {looking ? (
        <Suspense>
          <NewsPreview onClose={() => setLooking(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}

function When({ isWaiting, ...props }: InputProps<'news:publication'> & { isWaiting: boolean }) {
  const translate = useTranslate();
  const field = useField<string | null>(props);
  const { value, set } = field;
  // A value whose moment has passed came from the choice of «Сразу» below.
  const [isLater, setLater] = useState(value !== null);
  const choose = (next: string) => {
    setLater(next === LATER);
    if (next === LATER) set(tomorrowMorning());
    else set(isWaiting ? currentDate().toISOString() : null);
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
        onBlur={field.leave}
      />
      {isLater ? (
        <div className={classes.when}>
          <Suspense fallback={<Skeleton height={40} radius={8} />}>
            <MomentPicker
              label={translate('newsLater.at')}
              value={value === LATER ? null : value}
              onValue={(at) => set(at ?? LATER)}
              onLeave={field.leave}
              aria={field.aria}
            />
          </Suspense>
        </div>
      ) : null}
    </FieldFrame>
  );
}
