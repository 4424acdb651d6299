import { useContext } from 'react';
import { useGetOne, useTranslate } from 'react-admin';
import { RequestError } from '#console/data/http/request-error.ts';
import { fileGroup } from '#resources/file-types.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import type { FileValue } from '#resources/language/kinds/file-values.ts';
import { toId } from '#resources/language/kinds/ids.ts';
import { getPointerTo } from '#resources/language/kinds/traits.ts';
import { getKind } from '#resources/language/payload.ts';
import { readWireValue } from '#resources/language/wire-keys.ts';
import { KnownDefinitions } from '../known-definitions.ts';

/** A picture on which a point can be set. */
export interface PlanPicture {
  /** Id of its file. */
  file: number;
  name: string;
  url: string | null;
  /** Smaller version for browsers that cannot display the picture itself. */
  previewUrl: string | null;
}

/** The pictures on which a point can be set, and the reasons why there may be none. */
export interface Plan {
  pictures: readonly PlanPicture[];
  isPending: boolean;
  /** The picture's section is closed to the person, or the picture no longer exists. */
  isClosed: boolean;
  /** Fetches it again; null unless fetching failed for a reason other than `isClosed`. */
  retry: (() => void) | null;
  /** Translated label of the plan field. */
  label: string;
  /** The picture belongs to a record that this one refers to. */
  isElsewhere: boolean;
}

const toPictures = ({ id, status, realName, url = null, previewUrl = null }: FileValue): PlanPicture[] =>
  id !== undefined && status === 'done' && fileGroup(realName) === 'image' && (url ?? previewUrl) !== null
    ? [{ file: id, name: realName, url, previewUrl }]
    : [];

/** Pictures among the files of a form value. */
const readPictures = (files: unknown): PlanPicture[] =>
  Array.isArray(files) ? (files as FileValue[]).flatMap(toPictures) : [];

const noop = () => undefined;

/** Whether an error means that the record is out of reach or no longer exists. */
const isClosedError = (error: unknown): boolean => error instanceof RequestError && [403, 404].includes(error.status);

const findDefinition = (definitions: readonly Resource[], name: string | undefined) =>
  definitions.find((definition) => definition.name === name);

/** The pictures of a referenced record: those of its first field with files. */
function useReferredPictures(name: string | undefined, id: number | null) {
  const section = findDefinition(useContext(KnownDefinitions), name);
  const isEnabled = section !== undefined && id !== null;
  const {
    data: record,
    isPending,
    error,
    refetch,
  } = useGetOne(name ?? '', { id: id ?? 0 }, { enabled: isEnabled, retry: false, onError: noop });
  const [source, field] =
    Object.entries(section?.fields ?? {}).find(([, one]) => getPointerTo(one, 'files') !== null) ?? [];
  const wire = source !== undefined && field && record ? readWireValue(source, field, record) : null;
  return {
    pictures: field ? readPictures(getKind(field).read?.(wire, field as never)) : [],
    isPending: isEnabled && isPending,
    isClosed: id !== null && (section === undefined || isClosedError(error)),
    retry: isEnabled && error !== null && !isClosedError(error) ? () => void refetch() : null,
  };
}

/** The plan that a field names. @param holder source of the plan: a record in wire format, or the field's form value */
export function usePlan(
  { resource, plan }: { resource: string; plan: string },
  holder: { record: Readonly<Record<string, unknown>> } | { value: unknown },
): Plan {
  const translate = useTranslate();
  const field = findDefinition(useContext(KnownDefinitions), resource)?.fields[plan];
  const planValue = 'value' in holder ? holder.value : field && readWireValue(plan, field, holder.record);
  const target = field ? getPointerTo(field, 'records') : null;
  const referredPictures = useReferredPictures(target?.section, target ? toId(planValue) : null);
  const label = translate(`resources.${resource}.fields.${plan}`, { _: field?.label ?? plan });
  if (target) return { ...referredPictures, label, isElsewhere: true };
  const files = 'value' in holder || !field ? planValue : getKind(field).read?.(planValue, field as never);
  return { pictures: readPictures(files), isPending: false, isClosed: false, retry: null, label, isElsewhere: false };
}
