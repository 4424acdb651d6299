import type { Generated } from 'kysely';
import type { Computed, Id, MomentNow, MomentOrNull } from './column-types.ts';

/** Types of an announcement; `warn` and `advert` are other spellings of `alert` and `adv` (G-07). */
export type NewsType = 'info' | 'accident' | 'alert' | 'report' | 'adv' | 'warn' | 'advert';
export type TargetKind = 'building' | 'porch' | 'unit' | 'floor' | 'pipe';

/** Announcements (news.md). `edited_at` is the wire's date_edit. One with `deleted_at` is shown nowhere and can still be restored. */
interface NewsTable {
  id: Id;
  title: string;
  description: string;
  type: NewsType;
  /** Sent to "all objects": its target rows are then all buildings and entrances the author held at that time. */
  for_all_objects: Generated<boolean>;
  author_id: number;
  created_at: MomentNow;
  edited_at: MomentNow;
  deleted_at: MomentOrNull;
  /**
   * When it is to be published, as `created_at` then is; null once it is. Until then only readers with the right to
   * write see it.
   */
  publish_at: MomentOrNull;
  /** Folded title and text for `like`; has a trigram index. */
  search: Computed<string>;
}

/**
 * Recipients of an announcement, one row each. `building_id` is always set and `porch_id` wherever the recipient lies
 * in one entrance, so that scope needs only these two: a row is seen by holders of the entrance, or of any entrance
 * when it is null.
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

/** Story booklets (stories.md). `duration` in ms, null = the viewer's default. `subtype` is the notification's. */
export interface BookletsTable {
  id: Id;
  title: string;
  subtype: 'rules' | 'safety' | 'muni' | 'domcom';
  duration: number | null;
  cover_file_id: number;
  author_id: number | null;
  created_at: MomentNow;
}

/** Buildings a booklet is shown for. */
interface BookletBuildingsTable {
  booklet_id: number;
  building_id: number;
}

/** Frames of a booklet in their order. `duration` in ms, null = the viewer's default (STORY-08). */
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
