import { absent, api, custom, DEFERRED, FULL, hr, type Person, person, SPLIT } from './person.ts';

/** All people of the demo company. Everything else is derived from these facts, for any business date. */
export const PEOPLE: readonly Person[] = [
  // active
  person('Anna', 'Schäfer', 38, '04-12', { plan: FULL, term: { start: -12 }, links: [hr(1001)] }),
  person('Jürgen', 'Müller-Lüders', 57, '03-17', { plan: SPLIT, term: { start: -12 }, links: [hr(1002)] }),
  person('Ayşe', 'Yılmaz', 34, '09-02', { plan: DEFERRED, term: { start: -12 }, links: [hr(1003)] }),
  person('Łukasz', 'Wiśniewski', 41, '11-23', { plan: FULL, term: { start: -12 }, links: [hr(1004)] }),
  person('Hồng Nhung', 'Nguyễn', 29, '02-08', { plan: SPLIT, term: { start: -11 }, links: [hr(1005)] }),
  person('Seán', "O'Brien", 45, '06-30', { plan: SPLIT, term: { start: -12 }, links: [hr(1006)] }),
  person('Björn', 'Groß', 50, '01-05', { plan: DEFERRED, term: { start: -12 }, links: [hr(1007)] }),
  person('Katharina', 'von der Heide', 33, '07-19', { plan: FULL, term: { start: -9 }, links: [hr(1008)] }),
  person('Chiara', "D'Angelo", 27, '10-11', { plan: SPLIT, term: { start: -4 }, links: [api(40011)] }),
  person('Zoë', 'Çelik-Brandt', 25, '12-24', { plan: SPLIT, term: { start: -3 }, links: [api(40012)] }),
  person('Małgorzata', 'Dąbrowska', 39, '05-14', { plan: FULL, term: { start: -4 }, links: [api(40013)] }),
  person('Văn Minh', 'Trần', 47, '08-27', { plan: DEFERRED, term: { start: -4 }, links: [api(40014)] }),
  person('Ingeborg', 'Kühn', 61, '03-03', { plan: FULL, term: { start: -12 }, links: [hr(1009)] }),
  person('Marie-Luise', 'Fröhlich', 52, '10-01', { term: { start: -10 }, links: [hr(1010)] }),
  person('Émile', 'Lefèvre', 31, '04-28', { term: { start: -2 }, links: [hr(1011)] }),
  person(
    'Maximiliana Theodora Friederike',
    'Freifrau von und zu Hohenstein-Waldburg-Schönenfels',
    44,
    '11-09',
    {
      plan: FULL,
      term: { start: -12 },
      links: [hr(1012)],
    },
  ),
  // apprentices who share the workshop's address
  person('Emre', 'Kılıç', 18, '02-20', {
    email: 'lehrwerkstatt@lindenau.example',
    plan: FULL,
    term: { start: -3 },
    links: [hr(1013, { seen: -5, joins: -4 })],
  }),
  person('Leon', 'Jäger', 17, '08-15', {
    email: 'lehrwerkstatt@lindenau.example',
    plan: FULL,
    term: { start: -3 },
    links: [hr(1014, { seen: -5, joins: -4 })],
  }),
  // active, and known in other ways than through one integration
  person('Şükrü', 'Güneş', 54, '01-31', {
    plan: FULL,
    term: { start: -12 },
    links: [hr(1015), custom('api')],
  }),
  person('Petra', 'Weiß', 49, '06-06', {
    plan: SPLIT,
    term: { start: -7 },
    links: [custom('hr'), api(40015)],
  }),
  person('Hans-Peter', 'Öhlschläger', 63, '09-29', {
    plan: FULL,
    term: { start: -8 },
    links: [custom('hr')],
  }),
  person('Ursula', 'Böttcher', 58, '12-02', { plan: DEFERRED, term: { start: -6 } }),
  person('Milan', 'Novák', 36, '03-22', { plan: FULL, term: { start: -3 }, links: [hr(1016), api(40016)] }),
  // active after a pause, on vacation, with a leave only asked for
  person('Julia', 'Brückner', 35, '05-25', {
    plan: SPLIT,
    term: { start: -12 },
    links: [hr(1017, { absences: [absent('parental-leave', -7, -2), absent('vacation', 1, null)] })],
  }),
  person('Dominik', 'Krämer', 43, '07-07', {
    plan: FULL,
    term: { start: -12, paused: [-5, -3] },
    links: [hr(1018)],
  }),
  person('Saskia', 'Thönnes', 30, '10-17', {
    plan: DEFERRED,
    term: { start: -9 },
    links: [hr(1019, { absences: [{ ...absent('sabbatical', 3, 6), status: 'requested' }] })],
  }),
  // a change of plan ahead, one offered, a ticket under a new name, a term that went on after a gap in the rosters
  person('Florian', 'Küster', 40, '04-04', {
    plan: SPLIT,
    nextPlan: DEFERRED,
    term: { start: -12 },
    offer: { reason: 'plan-change', plan: DEFERRED, status: 'accepted' },
    links: [hr(1020)],
  }),
  person('Gülay', 'Arslan', 37, '08-08', {
    plan: SPLIT,
    nextPlan: FULL,
    term: { start: -9 },
    links: [hr(1021)],
  }),
  person('Tobias', 'Löwe', 32, '11-11', {
    plan: SPLIT,
    term: { start: -6 },
    offer: { reason: 'plan-change', plan: DEFERRED, status: 'pending' },
    links: [hr(1022)],
  }),
  person('Hannah', 'Sørensen-Groß', 28, '01-19', {
    plan: FULL,
    term: { start: -5 },
    links: [hr(1023)],
    lastNameBefore: 'Sørensen',
  }),
  person('Bartosz', 'Żak', 46, '09-13', {
    plan: FULL,
    term: { start: -12 },
    links: [hr(1024, { missing: -2 })],
  }),
  // back again: under a new personnel number, under the old one, and after an earlier pause
  person('Nadine', 'Schröder', 42, '02-14', {
    plan: FULL,
    pastTerm: { start: -12, end: -7, endedBy: 'hr' },
    term: { start: -2 },
    links: [hr(1025, { omitted: -8 }), hr(1068, { seen: -4, joins: -3 })],
  }),
  person('Kemal', 'Doğan', 51, '06-21', {
    plan: SPLIT,
    pastTerm: { start: -12, end: -5, endedBy: 'person' },
    term: { start: -1 },
    links: [hr(1026)],
  }),
  person('Sabine', 'Förster', 48, '12-12', {
    plan: DEFERRED,
    pastTerm: { start: -12, end: -6, endedBy: 'person', paused: [-10, -8] },
    term: { start: -3 },
    links: [hr(1027)],
  }),
  // scheduled
  person('Paul', 'Hübner', 24, '03-30', {
    plan: FULL,
    term: { start: 1 },
    links: [hr(1061, { seen: -1, joins: 1 })],
  }),
  person('Thùy Linh', 'Phạm', 26, '07-01', {
    plan: SPLIT,
    term: { start: 1 },
    links: [hr(1062, { seen: -1, joins: 1 })],
  }),
  person('Agnieszka', 'Wójcik', 33, '05-05', {
    plan: DEFERRED,
    term: { start: 2 },
    links: [api(40021, { seen: -1, joins: 2 })],
  }),
  person('Rainer', 'Schütz', 55, '10-26', {
    plan: FULL,
    pastTerm: { start: -11, end: -4, endedBy: 'hr' },
    term: { start: 1 },
    links: [hr(1028, { omitted: -5 }), hr(1063, { seen: -1, joins: 1 })],
  }),
  // a pause ahead
  person('Lena', 'Döring', 31, '02-27', {
    plan: FULL,
    term: { start: -12 },
    links: [hr(1029, { absences: [absent('maternity-leave', 1, 4), absent('parental-leave', 6, 14)] })],
  }),
  person('Oğuz', 'Şahin', 38, '08-03', {
    plan: SPLIT,
    term: { start: -8 },
    links: [hr(1030, { absences: [absent('sabbatical', 2, 8)] })],
  }),
  person('Carla', 'Weißmüller', 45, '06-16', {
    plan: DEFERRED,
    term: { start: -10, paused: [1, 3] },
    links: [hr(1031)],
  }),
  person('Jonas', 'Blüm', 29, '09-20', {
    plan: FULL,
    term: { start: -3, paused: [1, 2] },
    links: [api(40017)],
  }),
  // paused
  person('Melanie', 'Könnecke', 34, '01-27', {
    plan: SPLIT,
    term: { start: -12 },
    links: [hr(1032, { absences: [absent('parental-leave', -3, 9)] })],
  }),
  person('Andreas', 'Grünwald', 53, '04-16', {
    plan: FULL,
    term: { start: -12 },
    links: [hr(1033, { absences: [absent('sick-leave', -2, null)] })],
  }),
  person('Zofia', 'Szymańska', 41, '11-30', {
    plan: DEFERRED,
    term: { start: -9 },
    links: [hr(1034, { absences: [absent('unpaid-leave', 0, 2)] })],
  }),
  person('Matthias', 'Rößler', 47, '07-12', {
    plan: FULL,
    term: { start: -11, paused: [-1, null] },
    links: [hr(1035)],
  }),
  person('Elif', 'Çetin', 36, '03-08', {
    plan: SPLIT,
    term: { start: -5, paused: [1, 3] },
    links: [api(40018, { absences: [absent('care-leave', -1, 1)] })],
  }),
  // an end ahead
  person('Wolfgang', 'Kästner', 64, '05-20', {
    plan: FULL,
    term: { start: -12, end: 1, endedBy: 'hr' },
    links: [hr(1036)],
  }),
  person('Nele', 'Früh', 27, '10-09', {
    plan: SPLIT,
    term: { start: -7, end: 2, endedBy: 'hr' },
    links: [hr(1037)],
  }),
  person('Ali', 'Özdemir', 44, '12-19', {
    plan: DEFERRED,
    term: { start: -12, end: 1, endedBy: 'person' },
    links: [hr(1038)],
  }),
  person('Bettina', 'Sänger', 56, '02-03', {
    plan: SPLIT,
    term: { start: -10, end: 1, endedBy: 'contract' },
    offer: { reason: 'new-terms', plan: SPLIT, status: 'rejected' },
    links: [hr(1039)],
  }),
  // cancelled
  person('Stefan', 'Höfer', 39, '08-22', {
    plan: FULL,
    term: { start: -12, end: 0, endedBy: 'hr' },
    links: [hr(1040, { omitted: -1 })],
  }),
  person('Monika', 'Grzegorczyk', 60, '06-11', {
    plan: FULL,
    term: { start: -12, end: -3, endedBy: 'hr' },
    links: [hr(1041)],
  }),
  person('Claudia', 'Lübke', 43, '01-14', {
    plan: SPLIT,
    term: { start: -11, end: -1, endedBy: 'person' },
    links: [hr(1042)],
  }),
  person('Ibrahim', 'Yıldız', 35, '09-06', {
    plan: DEFERRED,
    term: { start: -9, end: 0, endedBy: 'contract' },
    offer: { reason: 'new-terms', plan: DEFERRED, status: 'rejected' },
    links: [hr(1043)],
  }),
  person('Heike', 'Nüßlein', 50, '04-23', {
    plan: SPLIT,
    term: { start: -12, end: -2, endedBy: 'person', paused: [-4, -2] },
    offer: { reason: 'enrolment', plan: SPLIT, status: 'pending' },
    links: [hr(1044)],
  }),
  // no subscription: waiting for a signature, signature refused, not enrolled, kept out, by hand, gone before enrolment
  person('Quỳnh', 'Lê', 23, '07-24', {
    plan: SPLIT,
    offer: { reason: 'enrolment', plan: SPLIT, status: 'pending' },
    links: [hr(1064, { seen: -1, joins: -1 })],
  }),
  person('Sven', 'Küppers', 46, '11-02', {
    plan: DEFERRED,
    offer: { reason: 'enrolment', plan: DEFERRED, status: 'rejected' },
    links: [hr(1045)],
  }),
  person('Aleksandra', 'Zielińska', 32, '05-09', { links: [api(40019)] }),
  person('Gerhard', 'Süßmilch', 62, '03-11', { links: [hr(1046, { autoSync: false })] }),
  person('Friederike', 'Ähle', 28, '10-30', {}),
  person('Marco', 'Rossi', 37, '02-11', { links: [hr(1065, { seen: -6, joins: -5, omitted: -2 })] }),
];
