import { lazy, Suspense, useRef, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { useNavigate } from 'react-router';
import { RequestError } from '#console/data/request-error.ts';
import { FormPage } from '#console/shell/page.tsx';
import { usePerson } from '#console/shell/person.ts';
import { ActionButton } from '#console/ui/action-button.tsx';
import { DraftOffer } from '#console/ui/draft-offer.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import classes from './avatar.module.css';
import { useChosenPicture } from './chosen-picture.ts';
import type { Choice } from './cropper.tsx';
import { CurrentAvatar } from './current-avatar.tsx';
import { FileChoice } from './file-choice.tsx';
import { useOwnAvatar } from './own-avatar.ts';
import { avatarData } from './picture.ts';
import { usePictureDraft } from './picture-draft.ts';
import { type View, WHOLE } from './view.ts';

const Cropper = lazy(() => import('./cropper.tsx'));

/**
 * `/avatar`: choose a picture, a square of it, save; or delete the present one (B§2.10, PROF-08…15). What was chosen and not
 * saved is offered back.
 */
export function AvatarPage() {
  const translate = useTranslate();
  const notify = useNotify();
  const navigate = useNavigate();
  const person = usePerson();
  const { save, remove } = useOwnAvatar();
  const { picture, choose } = useChosenPicture();
  const { offer, keep, keepView, forget } = usePictureDraft();
  const [from, setFrom] = useState<View>(WHOLE);
  const choice = useRef<Choice | null>(null);
  const [busy, setBusy] = useState(false);
  const current = person?.avatar;

  async function take(file: File, view: View) {
    setFrom(view);
    if (await choose(file)) keep(file, view);
  }

  async function send() {
    if (!picture || !choice.current || busy) return;
    const { square, degrees } = choice.current;
    setBusy(true);
    try {
      await save(avatarData(picture, square, degrees));
      forget();
      notify('profile.avatar.saved');
      await navigate('/profile');
    } catch (error) {
      // The alert has told of a failed call; the picture stays for another try.
      if (!(error instanceof RequestError)) throw error;
      setBusy(false);
    }
  }

  return (
    <FormPage
      heading={translate('profile.avatar.title')}
      back={{
        to: '/profile',
        label: translate('profile.avatar.back'),
        ...(picture ? { tooltip: translate('profile.avatar.backTooltip') } : {}),
      }}
      footer={
        <ActionButton variant="primary" busy={busy} unready={!picture} onClick={send}>
          {translate(picture ? 'profile.avatar.save' : 'profile.avatar.chooseFirst')}
        </ActionButton>
      }
    >
      {offer && !picture ? (
        <DraftOffer at={offer.at} onRestore={() => take(offer.file, offer.view)} onDiscard={forget} />
      ) : null}
      <div className={classes.page}>
        {picture ? (
          <Suspense fallback={<Skeleton width={400} height={400} radius={12} />}>
            <Cropper
              key={picture.src}
              picture={picture}
              from={from}
              onView={keepView}
              onChoice={(next) => {
                choice.current = next;
              }}
            />
          </Suspense>
        ) : null}
        <FileChoice again={picture !== null} onFile={(file) => take(file, WHOLE)} />
        {current && !picture ? (
          <CurrentAvatar
            name={person.name}
            picture={current}
            onDelete={() => remove(current).then(() => notify('profile.avatar.deleted'))}
          />
        ) : null}
      </div>
    </FormPage>
  );
}
