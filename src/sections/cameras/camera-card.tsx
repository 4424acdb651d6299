import '#i18n/cameras-texts.ts';
import OpenInFullOutlined from '@mui/icons-material/OpenInFullOutlined';
import { lazy, Suspense, useState } from 'react';
import { type Identifier, useRecordContext, useTranslate } from 'react-admin';
import { useBuildings } from '#console/data/buildings/buildings.ts';
import { useIsFastScrolling } from '#console/engine/list/layouts/fast-scrolling.ts';
import { RecordMenu } from '#console/engine/record-menu.tsx';
import { typeset } from '#i18n/typeset.ts';
import type { RecordOf } from '#resources/language/define-resource.ts';
import type { cameras } from '#resources/sections/cameras.ts';
import classes from './camera-card.module.css';
import { CameraFrame, EmptyFrame } from './camera-frame.tsx';

const LargeCamera = lazy(() => import('./large-camera.tsx'));

const listFormat = new Intl.ListFormat('ru', { type: 'conjunction' });

/** Formats addresses grouped by street, in the given order: «ул. Лесная, 12 и 14; наб. Речников, 5». */
function addressesText(buildings: readonly { street: string; number: string }[]): string {
  const streets = new Map<string, string[]>();
  for (const { street, number } of buildings) streets.set(street, [...(streets.get(street) ?? []), number]);
  return typeset([...streets].map(([street, numbers]) => `${street}, ${listFormat.format(numbers)}`).join('; '));
}

/** One camera of the list (CAM-02, CAM-03): stream, name, addresses, menu. Slot `camera-card`. */
export default function CameraCard() {
  const camera = useRecordContext<RecordOf<typeof cameras>>();
  const { byId } = useBuildings();
  const isFastScrolling = useIsFastScrolling();
  const translate = useTranslate();
  const [largeId, setLargeId] = useState<Identifier | null>(null);
  if (!camera) return null;
  const addresses = addressesText(camera.buildings.flatMap((id) => byId.get(id) ?? []));
  return (
    <article className={classes.card}>
      {isFastScrolling ? (
        <EmptyFrame />
      ) : (
        <CameraFrame name={camera.name} link={camera.link}>
          <button
            type="button"
            className={classes.enlarge}
            aria-label={translate('cameras.enlarge', { name: camera.name })}
            title={translate('cameras.enlargeTip')}
            onClick={() => setLargeId(camera.id)}
          >
            <OpenInFullOutlined aria-hidden />
          </button>
        </CameraFrame>
      )}
      {largeId === null ? null : (
        <Suspense>
          <LargeCamera id={largeId} onCamera={setLargeId} onClose={() => setLargeId(null)} />
        </Suspense>
      )}
      <div className={classes.below}>
        <div className={classes.texts}>
          <b title={camera.name}>{camera.name}</b>
          <small title={addresses}>{addresses}</small>
        </div>
        {isFastScrolling ? null : <RecordMenu />}
      </div>
    </article>
  );
}
