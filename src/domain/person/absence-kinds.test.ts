import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type AbsenceKind, AbsenceTypes, knownKind } from './absence-kinds.ts';

describe('the kind of an absence', () => {
  const cases: Record<AbsenceKind | 'unknown', string[]> = {
    parental: [
      'parental',
      'parental_leave',
      'Parental Leave',
      'PARENTAL-LEAVE',
      'parentalLeave',
      'Elternzeit',
      'elternzeit ',
    ],
    maternity: ['maternity', 'maternity-leave', 'Mutterschutz', 'MUTTERSCHUTZ', 'Beschäftigungsverbot'],
    unpaid: [
      'unpaid',
      'unpaid leave',
      'Unbezahlter Urlaub',
      'unbezahlter_urlaub',
      'Urlaub (unbezahlt)',
      'Leave without pay',
    ],
    sabbatical: ['sabbatical', 'Sabbatical', 'Sabbatjahr'],
    military: ['military', 'military-service', 'Wehrdienst', 'Wehrübung', 'Wehruebung', 'Wehru\u0308bung'],
    'voluntary-service': [
      'voluntary-service',
      'Bundesfreiwilligendienst',
      'Freiwilliges Soziales Jahr',
      'FÖJ',
    ],
    care: ['care', 'care-leave', 'Pflegezeit', 'Familienpflegezeit', 'Pflege Angehöriger'],
    sick: [
      'sick',
      'sick_leave',
      'SickLeave',
      'Krankheit',
      'krank',
      'Arbeitsunfähigkeit',
      'ARBEITSUNFÄHIG',
      'Illness',
    ],
    other: [
      'vacation',
      'Urlaub',
      'Fortbildung',
      'Home-Office',
      'Homeoffice',
      'Dienstreise',
      'Überstundenabbau',
      'Sonderurlaub',
      'Kind krank',
      'other',
    ],
    unknown: ['Sonderurlaub XY', 'moon-walk', 'leave', '…', '', 'Elternzeit 2', 'unbezahlter Parkplatz'],
  };
  for (const [kind, types] of Object.entries(cases))
    it(`is ${kind} for ${types.length} spellings`, () => {
      for (const type of types) assert.equal(knownKind(type) ?? 'unknown', kind, type);
    });

  it('is that of the integration if it names the type itself, in any spelling', () => {
    const types = new AbsenceTypes({ 'Sonderurlaub XY': 'unpaid', Urlaub: 'sabbatical' });
    assert.deepEqual(
      ['sonderurlaub-xy', 'SONDERURLAUB XY', 'urlaub', 'Krankheit', 'Sonderurlaub'].map((type) =>
        types.kindOf(type),
      ),
      ['unpaid', 'unpaid', 'sabbatical', 'sick', 'other'],
    );
  });
});
