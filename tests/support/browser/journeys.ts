import { raiseBoxStage } from './box-stage.ts';
import { raiseContractStage } from './contract-stage.ts';
import type { Shapes } from './shape-sets.ts';
import { walkOrder, walkRequestList, walkRequests } from './walk-requests.ts';
import {
  walkAnnouncements,
  walkCameras,
  walkChats,
  walkEmployees,
  walkImport,
  walkProfile,
  walkReadings,
  walkRecovery,
  walkResidents,
  walkRights,
  walkSettings,
  walkSignIn,
} from './walk-sections.ts';
import type { WalkStage } from './walk-stage.ts';

type Journey = readonly [title: string, walk: (stage: WalkStage) => Promise<unknown>];

/** Journeys through sign-in and the sections of buildings, on whichever server: announcements, requests, cameras, readings, settings. */
export const JOURNEYS_OF_BUILDINGS: readonly Journey[] = [
  ['AUTH-16, NEWS-04: somebody signs in by the form and reads announcements', walkSignIn],
  [
    'NEWS-09, NEWS-19, NEWS-49, NEWS-58, NEWS-62: an announcement is written, changed and deleted, and shows its target, its pictures too',
    walkAnnouncements,
  ],
  [
    'TASK-19, TASK-23, TASK-25, TASK-30, TASK-61, TASK-63: a request is made for floors of a building, opened, given to somebody and finished',
    walkRequests,
  ],
  ['TASK-36, TASK-38: a moved card is told by the documented keys alone and stays where it was put', walkOrder],
  ['TASK-11, TASK-12: the list, its paper and its file have all requests, page by page', walkRequestList],
  ['CAM-01, CAM-04, CAM-06, CAM-07: cameras are added, changed and deleted', walkCameras],
  ['READ-03, READ-18…28, READ-30: readings of all meters are submitted, beside what was last given', walkReadings],
  ['SET-06, SET-23, SET-38, SET-39, SET-44: settings of buildings and the company', walkSettings],
];

/** Journeys of what belongs to people: recovery, residents, employees, profile, chats, rights. */
export const JOURNEYS_OF_PEOPLE: readonly Journey[] = [
  ['AUTH-32, AUTH-35, AUTH-57: access is recovered by a code, an account is activated by a link', walkRecovery],
  [
    'RES-01, RES-05, RES-11, RES-15, RES-17, RES-19, RES-35, RES-37, RES-39: residents are found, invited, changed, blocked and deleted',
    walkResidents,
  ],
  ['IMPORT-12: residents are invited by a list', walkImport],
  [
    'CHAT-21, CHAT-28, EMP-01, EMP-02, EMP-10, EMP-14, EMP-26, EMP-29, EMP-45: employees are sorted, searched and written to, one is added, given rights and blocked',
    walkEmployees,
  ],
  ['PROF-01, PROF-11, AUTH-47, AUTH-48: the profile, its picture and the password', walkProfile],
  ['PERM-18, COMPL-06, COMPL-07, COMPL-12: who may not chat reads complaints by address', walkChats],
  ['PERM-05, PERM-07, PERM-21: who may read nothing is told so, who may read changes nothing by any form', walkRights],
];

const JOURNEYS: readonly Journey[] = [...JOURNEYS_OF_BUILDINGS, ...JOURNEYS_OF_PEOPLE];

/** Shapes of the contract server in words, the shapes, and which journeys are walked in them: all, when left out. */
interface WalkedShapes {
  how: string;
  shapes: Shapes;
  walks?: readonly Journey[1][];
}

/** The journeys through every section on the contract server, in each of these sets of the shapes that the documents leave open. */
export function describeJourneys(...sets: readonly WalkedShapes[]): void {
  const stage = raiseContractStage();

  describe.each(sets)('on a server that has only the documents, answers $how', ({ shapes, walks }) => {
    beforeEach(() => stage.control('shape', shapes));

    test.each(JOURNEYS.filter(([, walk]) => !walks || walks.includes(walk)))('%s', (_, walk) => walk(stage));
  });
}

/** Journeys on the backend in the box. */
export function describeJourneysOnTheBox(journeys: readonly Journey[]): void {
  const stage = raiseBoxStage();

  test.each(journeys)('%s', (_, walk) => walk(stage));
}
