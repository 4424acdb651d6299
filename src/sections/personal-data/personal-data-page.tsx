import { LastSeenNote } from '#console/engine/list/last-seen-note.tsx';
import '#i18n/personal-data-texts.ts';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link, useSearchParams } from 'react-router';
import { ask } from '#console/data/http/http.ts';
import { withQuery } from '#console/data/http/query-string.ts';
import { useAreLevelsLoaded } from '#console/data/session/access.ts';
import { useServerFeature } from '#console/data/session/features.ts';
import { LoadingOrFailed } from '#console/engine/list/states.tsx';
import { FilterBox } from '#console/fields/parts/filter-box.tsx';
import { Forbidden } from '#console/shell/forbidden.tsx';
import { Page } from '#console/shell/page.tsx';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { Delayed, Skeleton } from '#console/ui/states/skeleton.tsx';
import {
  PERSONAL_DATA_LIMITS,
  PERSONAL_DATA_PATH,
  type Person,
} from '#resources/protocol/personal-data/personal-data.ts';
import { decodePeople } from '#resources/protocol/personal-data/personal-data-answers.ts';
import classes from './personal-data.module.css';
import { personalDataKey, StoredPersonalData } from './stored-personal-data.tsx';
import { useDescribePerson } from './use-describe-person.ts';

/** `/settings/personal-data`: data of a person and their erasure. The search and the person are kept in the URL. */
export function PersonalDataPage() {
  const translate = useTranslate();
  const hasAddition = useServerFeature('personalData');
  const areLevelsKnown = useAreLevelsLoaded();
  return (
    <Page
      title={translate('settings.personalData')}
      selector="none"
      actions={<ActionButton to="/settings/company-profile">{translate('personalData.back')}</ActionButton>}
    >
      {hasAddition ? <Search /> : areLevelsKnown ? <Forbidden /> : null}
    </Page>
  );
}

const peopleKey = (text: string) => ['personal-data', 'people', text];

function Search() {
  const translate = useTranslate();
  const [params, setParams] = useSearchParams();
  const searchedText = params.get('text') ?? '';
  const person = Number(params.get('person')) || null;
  const [text, setText] = useState(searchedText);
  const nextText = text.trim().slice(0, PERSONAL_DATA_LIMITS.most);
  const find = (event: FormEvent) => {
    event.preventDefault();
    if (nextText.length >= PERSONAL_DATA_LIMITS.least) setParams({ text: nextText });
  };
  return (
    <>
      <LastSeenNote queryKey={person ? personalDataKey(person) : peopleKey(searchedText)} />
      <div className={classes.page}>
        <h2 className={classes.title}>{translate('settings.personalData')}</h2>
        <p className={classes.intro}>{translate('personalData.intro')}</p>
        <search>
          <form className={classes.search} onSubmit={find}>
            <FilterBox type="search" label={translate('personalData.search')} value={text} onText={setText} />
            <ActionButton type="submit" variant="primary" unready={nextText.length < PERSONAL_DATA_LIMITS.least}>
              {translate('personalData.find')}
            </ActionButton>
          </form>
        </search>
        <div className={classes.columns}>
          {searchedText ? <FoundPeople text={searchedText} person={person} /> : null}
          {person ? <StoredPersonalData key={person} id={person} /> : null}
        </div>
      </div>
    </>
  );
}

function FoundPeople({ text, person }: { text: string; person: number | null }) {
  const translate = useTranslate();
  const { data, error, refetch } = useQuery({
    queryKey: peopleKey(text),
    queryFn: ({ signal }) => ask(withQuery(PERSONAL_DATA_PATH, { text }), decodePeople, { signal }),
    staleTime: 0,
    retry: false,
  });
  if (!data) {
    return (
      <LoadingOrFailed error={error} onRetry={() => void refetch()}>
        <Delayed>
          <Skeleton height={160} radius={10} />
        </Delayed>
      </LoadingOrFailed>
    );
  }
  return (
    <section className={classes.people}>
      <p role="status" className={classes.count}>
        {data.length ? translate('personalData.found', { smart_count: data.length }) : translate('personalData.nobody')}
      </p>
      <ul>
        {data.map((foundPerson) => (
          <li key={foundPerson.id}>
            <FoundPerson text={text} one={foundPerson} isChosen={foundPerson.id === person} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function FoundPerson({ text, one: person, isChosen }: { text: string; one: Person; isChosen: boolean }) {
  const describePerson = useDescribePerson();
  return (
    <Link
      className={classes.person}
      to={{ search: String(new URLSearchParams({ text, person: String(person.id) })) }}
      aria-current={isChosen ? 'true' : undefined}
    >
      <strong>{person.name}</strong>
      <span>{describePerson(person)}</span>
    </Link>
  );
}
