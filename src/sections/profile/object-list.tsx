import ChevronRight from '@mui/icons-material/ChevronRight';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { useLevels } from '#console/data/session/access.ts';
import { WayToMake } from '#console/fields/parts/way-to-make.tsx';
import { Plate } from '#console/ui/display/plate.tsx';
import { typeset } from '#i18n/typeset.ts';
import { can } from '#resources/language/access.ts';
import type { Profile } from '#resources/protocol/people/profile-answers.ts';
import classes from './profile.module.css';

/** A building of the person's own list (PROF-05). */
interface OwnObject {
  id: number;
  street: string;
  number: string;
  complex: { id: number; name: string } | null;
  /** Whether every entrance is open to the person. */
  isWhole: boolean;
  /** Numbers of the open entrances. */
  porches: readonly number[];
}

const porchNumbers = (porches: readonly { number: number }[] = []): number[] =>
  porches.map(({ number }) => number).sort((a, b) => a - b);

/** The buildings of a profile in the order they come in, each once; single entrances gathered under theirs. */
export function ownObjects({ buildings, porches }: Pick<Profile, 'buildings' | 'porches'>): OwnObject[] {
  const objects = new Map<number, OwnObject>();
  for (const { id, street, number, complex, porches: open } of buildings) {
    objects.set(id, { id, street, number, complex, isWhole: true, porches: porchNumbers(open) });
  }
  for (const { building } of porches) {
    if (objects.has(building.id)) continue;
    const { id, street, number, complex } = building;
    const open = porchNumbers(porches.filter((porch) => porch.building.id === id));
    objects.set(id, { id, street, number, complex, isWhole: false, porches: open });
  }
  return [...objects.values()];
}

/** «Мои объекты» with their number; each a link to its settings with the right to change objects (PROF-05, PROF-06). */
export function ObjectList({ profile }: { profile: Profile }) {
  const translate = useTranslate();
  const linked = can(useLevels(), 'buildings', 'change');
  const objects = ownObjects(profile);
  return (
    <section>
      <h2 className={classes.title}>
        {translate('profile.objects')} <span className={classes.count}>{objects.length}</span>
      </h2>
      {objects.length === 0 ? (
        <p className={classes.none}>
          {translate('profile.noObjectsLine')} <WayToMake list="buildings" />
        </p>
      ) : null}
      <ul>
        {objects.map((object) => (
          <li key={object.id}>
            {linked ? (
              <Link className={classes.object} to={`/settings/buildings?id=${object.id}`}>
                <Row object={object} />
                <ChevronRight aria-hidden />
              </Link>
            ) : (
              <div className={classes.object}>
                <Row object={object} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Row({ object }: { object: OwnObject }) {
  const translate = useTranslate();
  return (
    <>
      <Plate number={object.number} solid aligned size="md" />
      <span className={classes.address}>
        <b>{typeset(object.street)}</b>
        <small>{object.complex?.name ?? translate('profile.noComplex')}</small>
      </span>
      <Porches object={object} />
    </>
  );
}

/** «5 подъездов» for a wholly open building, «подъезды 1, 3» for a building open in part. */
function Porches({ object: { isWhole, porches } }: { object: OwnObject }) {
  const translate = useTranslate();
  if (porches.length === 0) return null;
  const key = isWhole ? 'porches' : porches.length === 1 ? 'onePorch' : 'somePorches';
  const label = translate(`profile.${key}`, { smart_count: porches.length, numbers: porches.join(', ') });
  return <span className={classes.porches}>{label}</span>;
}
