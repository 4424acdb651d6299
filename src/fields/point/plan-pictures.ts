import { useContext } from 'react';
import { useGetOne, useTranslate } from 'react-admin';
import { RequestError } from '#console/data/http/request-error.ts';
import { fileGroup } from '#resources/file-types.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import type { FileValue } from '#resources/language/kinds/file-values.ts';
import { idOf } from '#resources/language/kinds/ids.ts';
import { pointerTo } from '#resources/language/kinds/traits.ts';
import { kindOf } from '#resources/language/payload.ts';
import { wireOf } from '#resources/language/wire-keys.ts';
import { KnownDefinitions } from '../known-definitions.ts';

/** A picture that a point may stand on. */
export interface PlanPicture {
  /** Id of its file. */
  file: number;
  name: string;
  url: string | null;
  /** A smaller one, for a browser that cannot draw the picture itself. */
  previewUrl: string | null;
}

/** The pictures that a point may stand on, and why there may be none. */
export interface Plan {
  pictures: readonly PlanPicture[];
  isPending: boolean;
  /** It is in a section that is closed to the person, or there no more. */
  isClosed: boolean;
  /** Asks for it again; null unless the call for it failed without saying that it is closed. */
  retry: (() => void) | null;
  /** Translated. */
  label: string;
  /** The picture is in a record that this one refers to. */
  isElsewhere: boolean;
}

const pictureOf = ({ id, status, realName, url = null, previewUrl = null }: FileValue): PlanPicture[] =>
  id !== undefined && status === 'done' && fileGroup(realName) === 'image' && (url ?? previewUrl) !== null
    ? [{ file: id, name: realName, url, previewUrl }]
    : [];

/** Pictures among files as a form holds them. */
const picturesOf = (files: unknown): PlanPicture[] =>
  Array.isArray(files) ? (files as FileValue[]).flatMap(pictureOf) : [];

const nothing = () => undefined;

/** Whether a failed call says that the record is closed to the person, or there no more. */
const saysClosed = (error: unknown): boolean => error instanceof RequestError && [403, 404].includes(error.status);

const sectionOf = (definitions: readonly Resource[], name: string | undefined) =>
  definitions.find((definition) => definition.name === name);

/** The pictures of a record that is referred to: those of its first field with files. */
function useReferredPictures(name: string | undefined, id: number | null) {
  const section = sectionOf(useContext(KnownDefinitions), name);
  const isAsked = section !== undefined && id !== null;
  const {
    data: record,
    isPending,
    error,
    refetch,
  } = useGetOne(name ?? '', { id: id ?? 0 }, { enabled: isAsked, retry: false, onError: nothing });
  const [source, field] =
    Object.entries(section?.fields ?? {}).find(([, one]) => pointerTo(one, 'files') !== null) ?? [];
  const wire = source !== undefined && field && record ? wireOf(source, field, record) : null;
  return {
    pictures: field ? picturesOf(kindOf(field).read?.(wire, field as never)) : [],
    isPending: isAsked && isPending,
    isClosed: id !== null && (section === undefined || saysClosed(error)),
    retry: isAsked && error !== null && !saysClosed(error) ? () => void refetch() : null,
  };
}

/**
 * The plan that a field names.
 * @param holder what holds the plan: a record as it is on the wire, or the value of the field in a form
 */
export function usePlan(
  { resource, plan }: { resource: string; plan: string },
  holder: { record: Readonly<Record<string, unknown>> } | { value: unknown },
): Plan {
  const translate = useTranslate();
  const field = sectionOf(useContext(KnownDefinitions), resource)?.fields[plan];
  const planValue = 'value' in holder ? holder.value : field && wireOf(plan, field, holder.record);
  const target = field ? pointerTo(field, 'records') : null;
  const referred = useReferredPictures(target?.section, target ? idOf(planValue) : null);
  const label = translate(`resources.${resource}.fields.${plan}`, { _: field?.label ?? plan });
  if (target) return { ...referred, label, isElsewhere: true };
  const files = 'value' in holder || !field ? planValue : kindOf(field).read?.(planValue, field as never);
  return { pictures: picturesOf(files), isPending: false, isClosed: false, retry: null, label, isElsewhere: false };
}
