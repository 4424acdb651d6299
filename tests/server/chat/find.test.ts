import { FIND_LIMITS } from '#resources/protocol/chat/chat.ts';
import { normalizeTag, parseFindQuery } from '#server/chat/find-query.ts';

describe('the query language of a search for people', () => {
  test.each([
    ['a blank is AND', 'company_1 resident', ['company_1', 'resident'], []],
    ['a comma is OR', 'company_1,building_7', [], ['company_1', 'building_7']],
    ['blanks around a comma say nothing', 'a1 , b1 ,c1', [], ['a1', 'b1', 'c1']],
    ['a term beside a comma is one of its OR, whatever else is asked', 'a1 b1, c1', ['a1'], ['b1', 'c1']],
    ['the same from the other side', 'a1, b1 c1', ['c1'], ['a1', 'b1']],
    ['quotes hold a term together', '"a1 b1" c1', ['a1 b1', 'c1'], []],
    ['a comma in quotes is none', '"a1,b1"', ['a1,b1'], []],
    ['case says nothing', 'Company_1 COMPANY_1', ['company_1'], []],
    ['a prefix is part of the term', 'phone:79000000001', ['phone:79000000001'], []],
    ['a comma without a term on a side joins nothing', ',a1,', [], ['a1']],
    ['commas alone ask for nothing', ' , ,', [], []],
  ])('CHAT-06: %s', (_what, query, all, any) => {
    expect(parseFindQuery(query)).toEqual({ all, any });
  });

  test('CHAT-06: a quote that is not closed, and more terms than there may be, are no query', () => {
    expect(parseFindQuery('"a1 b1')).toBeNull();
    const terms = (length: number) => Array.from({ length }, (_, at) => `t${at}`).join(' ');
    expect(parseFindQuery(terms(FIND_LIMITS.terms + 1))).toBeNull();
    expect(parseFindQuery(terms(FIND_LIMITS.terms))?.all).toHaveLength(FIND_LIMITS.terms);
  });

  test.each([
    ['Кв_12', 'кв_12'],
    ['email:a@b.ru', 'email:a@b.ru'],
    ['ab', 'ab'],
    [`a${'b'.repeat(95)}`, `a${'b'.repeat(95)}`],
    ['a', null],
    [`a${'b'.repeat(96)}`, null],
    ['_ab', null],
    ['a b', null],
    ['a,b', null],
    ['1x:value', null],
    ['toolongaprefixfor:value', null],
    ['ns:', null],
  ])('CHAT-06: as a tag %p is %p', (text, tag) => {
    expect(normalizeTag(text)).toBe(tag);
  });
});
