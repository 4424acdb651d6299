import { useRecordContext } from 'react-admin';
import { useBuildings } from '#console/data/buildings.ts';
import { useIsFastScrolling } from '#console/engine/list/fast-scrolling.ts';
import { RecordMenu } from '#console/engine/record-menu.tsx';
import type { RecordOf } from '#resources/language/define-resource.ts';
import type { cameras } from '#resources/sections/cameras.ts';
import classes from './camera-card.module.css';
import { CameraFrame, NoFrame } from './camera-frame.tsx';

const conjoin = new Intl.ListFormat('ru', { type: 'conjunction' });

/** «ул. Лесная, 12 и 14; наб. Речников, 5»: buildings of one street together, streets in the order they come in. */
function addressesOf(buildings: readonly { street: string; number: string }[]): string {
  const streets = new Map<string, string[]>();
  for (const { street, number } of buildings) streets.set(street, [...(streets.get(street) ?? []), number]);
  return [...streets].map(([street, numbers]) => `${street}, ${conjoin.format(numbers)}`).join('; ');
}

/** One camera of the list (CAM-02, CAM-03): the frame, name and addresses, the menu. Slot `camera-card`. */
export default function CameraCard() {
  const camera = useRecordContext<RecordOf<typeof cameras>>();
  const { byId } = useBuildings();
  const fleeting = useIsFastScrolling();
  if (!camera) return null;
  const addresses = addressesOf(camera.buildings.flatMap((id) => byId.get(id) ?? []));
  return (
    <article className={classes.card}>
      {fleeting ? <NoFrame /> : <CameraFrame name={camera.name} link={camera.link} />}
      <div className={classes.below}>
        <div className={classes.texts}>
          <b title={camera.name}>{camera.name}</b>
          <small title={addresses}>{addresses}</small>
        </div>
        {fleeting ? null : <RecordMenu />}
      </div>
    </article>
  );
}
