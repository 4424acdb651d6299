import { useRecordContext } from 'react-admin';
import { useBuildings } from '#console/data/buildings.ts';
import { useFleeting } from '#console/engine/list/fleeting.ts';
import { RecordMenu } from '#console/engine/record-menu.tsx';
import type { cameras } from '#resources/cameras.ts';
import type { RecordOf } from '#resources/language/define-resource.ts';
import { addressesOf } from './addresses.ts';
import classes from './camera-card.module.css';
import { CameraFrame, NoFrame } from './camera-frame.tsx';

/** One camera of the list (CAM-02, CAM-03): the frame, name and addresses, the menu. Slot `camera-card`. */
export default function CameraCard() {
  const camera = useRecordContext<RecordOf<typeof cameras>>();
  const { byId } = useBuildings();
  const fleeting = useFleeting();
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
