import { LEVELS } from '#resources/language/access.ts';
import { TASK_STAGES } from '#resources/rules/requests/constants.ts';
import { canMoveRequest, isLimitedToPerforming } from '#resources/rules/requests/rights.ts';

const ME = 4;
const ROLES = ['admin', 'superuser', 'employee'];

describe('who moves a request', () => {
  test('PERM-05, PERM-09: nobody without write or performer, whatever the role and the request', () => {
    for (const level of ['denied', 'read', undefined] as const) {
      for (const role of ROLES) {
        for (const stage of TASK_STAGES)
          expect(canMoveRequest({ user: ME, role, level }, { stage, performer: ME })).toBe(false);
      }
    }
  });

  test('PERM-05: write moves everything', () => {
    for (const stage of TASK_STAGES) {
      for (const performer of [null, ME, 9]) {
        expect(canMoveRequest({ user: ME, role: 'employee', level: 'write' }, { stage, performer })).toBe(true);
      }
    }
  });

  test('PERM-05, TASK-39: a performer moves what is free and what is his, and nothing of another', () => {
    const subject = { user: ME, role: 'employee', level: 'performer' } as const;
    expect(canMoveRequest(subject, { stage: 'created', performer: null })).toBe(true);
    for (const stage of ['in_progress', 'done'] as const) {
      expect(canMoveRequest(subject, { stage, performer: ME })).toBe(true);
      expect(canMoveRequest(subject, { stage, performer: 9 })).toBe(false);
      expect(canMoveRequest(subject, { stage, performer: null })).toBe(false);
    }
  });

  test('PERM-05: who leads the company is a performer without being held to his own', () => {
    for (const role of ['admin', 'superuser']) {
      expect(canMoveRequest({ user: ME, role, level: 'performer' }, { stage: 'in_progress', performer: 9 })).toBe(true);
    }
    for (const level of LEVELS) {
      expect([level, isLimitedToPerforming({ role: 'admin', level })]).toEqual([level, false]);
      expect([level, isLimitedToPerforming({ role: 'employee', level })]).toEqual([level, level === 'performer']);
    }
  });
});
