import { lazy, Suspense } from 'react';
import { useListContext } from 'react-admin';
import { useSearchParams } from 'react-router';

const LargeCamera = lazy(() => import('./large-camera.tsx'));

/** The camera named in the URL in full size, even if its buildings are not checked. Slot `linked-camera`. */
export default function LinkedCamera() {
  const [params, setParams] = useSearchParams();
  const { data } = useListContext();
  const id = Number(params.get('large')) || null;
  if (id === null || !data) return null;
  const show = (next: string | null) =>
    setParams(
      (query) => {
        if (next === null) query.delete('large');
        else query.set('large', next);
        return query;
      },
      { replace: true },
    );
  return (
    <Suspense>
      <LargeCamera id={id} onCamera={(next) => show(String(next))} onClose={() => show(null)} />
    </Suspense>
  );
}
