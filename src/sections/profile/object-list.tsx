import ChevronRight from '@mui/icons-material/ChevronRight';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { useLevels } from '#console/data/session/access.ts';
import { CreateEntryHint } from '#console/fields/parts/create-entry-hint.tsx';
import { Plate } from '#console/ui/display/plate.tsx';
import { typeset } from '#i18n/typeset.ts';
import { can } from '#resources/language/access.ts';
import type { Profile } from '#resources/protocol/people/profile-answers.ts';
import classes from './profile.module.css';

/** A building in the reader's own list (PROF-05). */
interface OwnObject {
  id: number;
  street: string;
  number: string;
  complex: { id: number; name: string } | null;
  /** Whether the reader has the whole building. */
  isWhole: boolean;
  /** Numbers of the entrances that the reader has. */
  porches: readonly number[];
}

const porchNumbers = (porches: readonly { number: number }[] = []): number[] =>
  porches.map(({ number }) => number).sort((a, b) => a - b);

/** Buildings of a profile without duplicates, in the server's order; single entrances are grouped by building. */
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

/** List «Мои объекты»; each links to its settings if the reader may change buildings (PROF-05, PROF-06). */
export function ObjectList({ profile }: { profile: Profile }) {
  const translate = useTranslate();
  const canEdit = can(useLevels(), 'buildings', 'change');
  const objects = ownObjects(profile);
  return (
    <section>
      <h2 className={classes.title}>
        {translate('profile.objects')} <span className={classes.count}>{objects.length}</span>
      </h2>
      {objects.length === 0 ? (
        <p className={classes.none}>
          {translate('profile.noObjectsLine')} <CreateEntryHint list="buildings" />
        </p>
      ) : null}
      <ul>
        {objects.map((object) => (
          <li key={object.id}>
            {canEdit ? (
              <Link className={classes.object} to={`/settings/buildings?id=${object.id}`}>
                <ObjectRow object={object} />
                <ChevronRight aria-hidden />
              </Link>
            ) : (
              <div className={classes.object}>
                <ObjectRow object={object} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function ObjectRow({ object }: { object: OwnObject }) {
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

/** «5 подъездов» for a whole building, «подъезды 1, 3» for single entrances. */
function Porches({ object: { isWhole, porches } }: { object: OwnObject }) {
  const translate = useTranslate();
  if (porches.length === 0) return null;
  const key = isWhole ? 'porches' : porches.length === 1 ? 'onePorch' : 'somePorches';
  const label = translate(`profile.${key}`, { smart_count: porches.length, numbers: porches.join(', ') });
  return <span className={classes.porches}>{label}</span>;
}
