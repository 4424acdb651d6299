import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import { request } from '#console/data/http.ts';
import { withQuery } from '#console/data/query-string.ts';
import { SearchBox } from '#console/fields/parts/search-box.tsx';
import { ActionButton } from '#console/ui/action-button.tsx';
import { Avatar } from '#console/ui/avatar.tsx';
import { Delayed, Skeleton } from '#console/ui/skeleton.tsx';
import { performersOf } from '#resources/protocol/task-answers.ts';
import type { Performer } from '#resources/protocol/tasks.ts';
import classes from './modal.module.css';
import { Modal } from './modal.tsx';
import { fullName } from './people.ts';

/** Who works on a service in a building (TASK-23, TASK-55); by what of both is known, where the server does not say the other. */
function usePerformers(building: number | null, service: number | null) {
  const { data, error, refetch } = useQuery({
    queryKey: ['tasks', 'performers', building, service],
    queryFn: async ({ signal }) => {
      return performersOf(await request(withQuery('/api/crm/performers/', { building, service }), { signal }));
    },
    retry: false,
  });
  return { people: data ?? null, failed: error !== null && !data, retry: () => void refetch() };
}

const folded = (text: string) => text.toLocaleLowerCase('ru').replaceAll('ё', 'е');

/** Those whose name or position has every typed word. */
function matching(people: readonly Performer[], typed: string): readonly Performer[] {
  const words = folded(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return people;
  return people.filter((person) => {
    const said = folded(`${fullName(person)} ${person.position ?? ''}`);
    return words.every((word) => said.includes(word));
  });
}

/**
 * «Выберите исполнителя заявки» (TASK-22…25, TASK-43): who works on this service in this building; nothing can be sent
 * before one is chosen.
 * @param current who works on it now
 */
export default function PerformerDialog({
  about,
  building,
  service,
  current,
  onPerformer,
  onClose,
}: {
  about: string;
  /** Null where the server does not say it. */
  building: number | null;
  /** Null where the server does not say it. */
  service: number | null;
  current: number | null;
  onPerformer: (performer: Performer) => void;
  onClose: () => void;
}) {
  const translate = useTranslate();
  const name = useId();
  const { people, failed, retry } = usePerformers(building, service);
  const [chosen, setChosen] = useState<Performer | null>(null);
  const [typed, setTyped] = useState('');
  const found = useMemo(() => matching(people ?? [], typed), [people, typed]);
  const selected = chosen?.user ?? current;
  const ready = chosen !== null && chosen.user !== current;

  function list() {
    if (failed) {
      return (
        <div className={classes.note}>
          <p>{translate('tasks.performer.failed')}</p>
          <ActionButton size="sm" onClick={retry}>
            {translate('tasks.performer.retry')}
          </ActionButton>
        </div>
      );
    }
    if (!people) {
      return (
        <Delayed>
          {['62%', '48%', '56%'].map((width) => (
            <div key={width} className={classes.person}>
              <Skeleton width={36} height={36} radius={18} />
              <Skeleton width={width} height={14} />
            </div>
          ))}
        </Delayed>
      );
    }
    if (found.length === 0) {
      const nothing = people.length === 0 ? 'tasks.performer.nobody' : 'tasks.performer.noMatch';
      return <p className={classes.note}>{translate(nothing)}</p>;
    }
    return found.map((person) => (
      <label key={person.user} className={classes.person}>
        <Avatar name={fullName(person)} picture={person.avatar} size={36} />
        <span className={classes.two}>
          <b>{fullName(person)}</b>
          <small>{person.position}</small>
        </span>
        <input
          type="radio"
          className={classes.dot}
          name={name}
          checked={person.user === selected}
          onChange={() => setChosen(person)}
        />
      </label>
    ));
  }

  return (
    <Modal
      title={translate('tasks.performer.title')}
      about={about}
      onClose={onClose}
      onSubmit={() => {
        if (ready && chosen) onPerformer(chosen);
      }}
      footer={
        <>
          <ActionButton onClick={onClose}>{translate('tasks.performer.cancel')}</ActionButton>
          <ActionButton variant="primary" type="submit" unready={!ready}>
            {translate('tasks.performer.submit')}
          </ActionButton>
        </>
      }
    >
      <SearchBox label={translate('tasks.performer.search')} value={typed} onText={setTyped} />
      <div className={classes.people} role="radiogroup" aria-label={translate('tasks.performer.group')}>
        {list()}
      </div>
    </Modal>
  );
}
