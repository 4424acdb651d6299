import type { Generated } from 'kysely';
import type { Computed, Id, MomentNow, MomentOrNull } from './column-types.ts';

/** Types of announcements; `warn` and `advert` are other spellings of `alert` and `adv` (G-07). */
export type NewsType = 'info' | 'accident' | 'alert' | 'report' | 'adv' | 'warn' | 'advert';
export type TargetKind = 'building' | 'porch' | 'unit' | 'floor' | 'pipe';

/**
 * Announcements (news.md). `edited_at` is `date_edit` on the wire. With `deleted_at` it is hidden everywhere but can still be
 * restored.
 */
interface NewsTable {
  id: Id;
  title: string;
  description: string;
  type: NewsType;
  /** Sent to "all objects": the target rows are then all buildings and entrances of the author at that time. */
  for_all_objects: Generated<boolean>;
  author_id: number;
  created_at: MomentNow;
  edited_at: MomentNow;
  deleted_at: MomentOrNull;
  /**
   * Planned time of publication (`created_at` is then the same); null once published. Until then only people who may write
   * announcements see it.
   */
  publish_at: MomentOrNull;
  /** Folded title and text for `like`; has a trigram index. */
  search: Computed<string>;
}

/**
 * Targets of an announcement, one row each. `building_id` is always set, and `porch_id` wherever the target lies in one entrance,
 * so that access needs only these two: a row is visible to people with access to the entrance or, when it is null, to any
 * entrance of the building.
 */
interface NewsTargetsTable {
  id: Id;
  news_id: number;
  kind: TargetKind;
  building_id: number;
  porch_id: number | null;
  floor_id: number | null;
  pipe_id: number | null;
  unit_id: number | null;
}

/** Pictures and files of an announcement, in their order. */
interface NewsFilesTable {
  news_id: number;
  file_id: number;
  place: number;
}

/** Stories (stories.md). `duration` in ms, null = the viewer's default. `subtype` is that of the notification. */
export interface BookletsTable {
  id: Id;
  title: string;
  subtype: 'rules' | 'safety' | 'muni' | 'domcom';
  duration: number | null;
  cover_file_id: number;
  author_id: number | null;
  created_at: MomentNow;
}

/** Buildings that a story is shown for. */
interface BookletBuildingsTable {
  booklet_id: number;
  building_id: number;
}

/** Frames of a story in their order. `duration` in ms, null = the viewer's default (STORY-08). */
interface BookletFramesTable {
  id: Id;
  booklet_id: number;
  place: number;
  title: string;
  description: string;
  duration: number | null;
  background_type: 'image' | 'video';
  file_id: number;
}

/** Tables of announcements and stories. */
export interface NewsTables {
  news: NewsTable;
  news_targets: NewsTargetsTable;
  news_files: NewsFilesTable;
  booklets: BookletsTable;
  booklet_buildings: BookletBuildingsTable;
  booklet_frames: BookletFramesTable;
}
