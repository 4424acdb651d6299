import { useId, useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import { SearchBox } from '#console/fields/parts/search-box.tsx';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { Avatar } from '#console/ui/display/avatar.tsx';
import { Delayed, Skeleton } from '#console/ui/states/skeleton.tsx';
import type { Performer } from '#resources/protocol/requests/tasks.ts';
import { filterPeople, fullName } from '../model/people.ts';
import classes from './modal.module.css';
import { Modal } from './modal.tsx';

/**
 * «Выберите исполнителя заявки»: choice of one performer; cannot be submitted before another one than the current is chosen.
 * @param people null while loading; `note` is shown after the position
 * @param missingInput why performers cannot be fetched; shown instead of the list
 * @param emptyText text for an empty list
 * @param current id of the current performer
 */
export function PerformerChoice({
  subtitle,
  people,
  failed,
  onRetry,
  missingInput = null,
  emptyText,
  current,
  onPerformer,
  onClose,
}: {
  subtitle: string;
  people: readonly (Performer & { note?: string })[] | null;
  failed: boolean;
  onRetry: () => void;
  missingInput?: string | null;
  emptyText: string;
  current: number | null;
  onPerformer: (performer: Performer) => void;
  onClose: () => void;
}) {
  const translate = useTranslate();
  const name = useId();
  const [performer, setPerformer] = useState<Performer | null>(null);
  const [query, setQuery] = useState('');
  const matches = useMemo(() => filterPeople(people ?? [], query), [people, query]);
  const selected = performer?.user ?? current;
  const canSubmit = performer !== null && performer.user !== current;

  function renderList() {
    if (failed) {
      return (
        <div className={classes.note}>
          <p>{translate('tasks.performer.failed')}</p>
          <ActionButton size="sm" onClick={onRetry}>
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
    if (matches.length === 0) {
      const emptyMessage = people.length === 0 ? emptyText : translate('tasks.performer.noMatch');
      return <p className={classes.note}>{emptyMessage}</p>;
    }
    return matches.map((person) => (
      <label key={person.user} className={classes.person}>
        <Avatar name={fullName(person)} picture={person.avatar} size={36} />
        <span className={classes.two}>
          <b>{fullName(person)}</b>
          <small>{[person.position, person.note].filter(Boolean).join(' · ')}</small>
        </span>
        <input
          type="radio"
          className={classes.dot}
          name={name}
          checked={person.user === selected}
          onChange={() => setPerformer(person)}
        />
      </label>
    ));
  }

  return (
    <Modal
      title={translate('tasks.performer.title')}
      subtitle={subtitle}
      onClose={onClose}
      onSubmit={() => {
        if (canSubmit && performer) onPerformer(performer);
      }}
      footer={
        <>
          <ActionButton onClick={onClose}>{translate('tasks.performer.cancel')}</ActionButton>
          <ActionButton variant="primary" type="submit" unready={!canSubmit}>
            {translate('tasks.performer.submit')}
          </ActionButton>
        </>
      }
    >
      {missingInput ? (
        <p className={classes.note}>{missingInput}</p>
      ) : (
        <>
          <SearchBox label={translate('tasks.performer.search')} value={query} onText={setQuery} />
          <div className={classes.people} role="radiogroup" aria-label={translate('tasks.performer.group')}>
            {renderList()}
          </div>
        </>
      )}
    </Modal>
  );
}
