/** The kinds of absence. Only `other` never pauses a month; `sick` pauses from its 43rd day (docs/lifecycle.md). */
export const ABSENCE_KINDS = [
  'parental',
  'maternity',
  'unpaid',
  'sabbatical',
  'military',
  'voluntary-service',
  'care',
  'sick',
  'other',
] as const;
export type AbsenceKind = (typeof ABSENCE_KINDS)[number];

/** The types of absence that an integration names itself, with their kinds. */
export type OwnAbsenceTypes = Readonly<Record<string, AbsenceKind>>;

/**
 * The types that HR systems send, in English and German, as `plainName` writes them. This is the only table of known
 * types.
 */
const TYPES: Record<AbsenceKind, string> = {
  parental: `
    parental parenting parent parenttime parentaltime paternity elternzeit elternurlaub elternkarenz vaterschaft
    vaterschaftsurlaub vaterschaftszeit erziehungsurlaub erziehungszeit babypause`,
  maternity: `
    maternity maternal maternityprotection pregnancy mutterschutz mutterschutzfrist mutterschutzurlaub mutterschaft
    mutterschaftsurlaub beschaeftigungsverbot`,
  unpaid: `
    unpaid unpaidvacation unpaidholiday unpaidtimeoff unpaidabsence unpaidspecial unpaidsick unpaidsickness
    leavewithoutpay absencewithoutpay lwop furlough unbezahlt unbezahlterurlaub unbezahltersonderurlaub
    unbezahltefreistellung unbezahlteabwesenheit unbezahltefreizeit unbezahltekrankheit urlaubunbezahlt
    sonderurlaubunbezahlt freistellungunbezahlt krankheitunbezahlt krankengeld krankengeldbezug
    krankohnelohnfortzahlung krankheitohnelohnfortzahlung krankohneentgeltfortzahlung
    krankheitohneentgeltfortzahlung`,
  sabbatical: 'sabbatical sabbaticalyear sabbath sabbatjahr sabbatzeit sabbat auszeit freistellungsphase',
  military: `
    military militaryservice militaryduty reserveduty conscription wehrdienst grundwehrdienst wehrpflicht wehruebung
    freiwilligerwehrdienst militaerdienst reservedienst reserveuebung bundeswehr`,
  'voluntary-service': `
    voluntaryservice volunteerservice federalvoluntaryservice communityservice civilianservice alternativeservice
    freiwilligendienst bundesfreiwilligendienst bfd bufdi fsj foej freiwilligessozialesjahr
    freiwilligesoekologischesjahr zivildienst ersatzdienst jugendfreiwilligendienst`,
  care: `
    care caring carer carers caregiver caregiving familycare nursing nursingcare homecare pflege pflegezeit
    familienpflege familienpflegezeit pflegeurlaub pflegekarenz angehoerigenpflege pflegeangehoeriger
    pflegevonangehoerigen pflegefreistellung`,
  sick: `
    sick sickness sickday sickdays sicktime sicknote sickpaid paidsick illness ill medical longtermsick
    longtermsickness longtermillness disability inability accident workaccident occupationalaccident rehab
    rehabilitation cure krank krankheit kranktage krankheitstag krankheitstage krankmeldung krankschreibung
    krankgeschrieben krankgemeldet krankenstand krankmitattest krankohneattest krankheitmitattest
    krankheitohneattest krankmitau krankohneau krankheitmitau krankheitohneau langzeitkrank langzeitkrankheit
    langzeiterkrankung arbeitsunfaehig arbeitsunfaehigkeit au arbeitsunfall betriebsunfall wegeunfall unfall reha
    kur`,
  other: `
    other others misc miscellaneous absence absent away special paid paidspecial paidtimeoff pto timeoff dayoff
    vacation vacations annual annualvacation holiday holidays publicholiday bankholiday halfday
    training education educational study studies school vocationalschool exam course seminar conference workshop
    homeoffice remote remotework workfromhome workingfromhome wfh telework mobilework
    businesstrip business businesstravel travel offsite
    overtime overtimecompensation compensatory compensatorytime compensation compday toil timeinlieu inlieu flextime
    flexday flexitime workingtimereduction shorttimework strike
    childsick childsickness childsickday sickchild childillness childcare
    bereavement compassionate funeral death wedding marriage birth birthday moving relocation
    doctor doctorsappointment doctorappointment doctorsvisit medicalappointment appointment
    jury juryduty court civicduty volunteer volunteering blooddonation religious
    urlaub erholungsurlaub jahresurlaub resturlaub tarifurlaub zusatzurlaub urlaubstag betriebsurlaub betriebsferien
    ferien feiertag brueckentag halbertag frei freiertag abwesend abwesenheit sonstige sonstiges sonstigeabwesenheit
    sonderurlaub bezahltersonderurlaub sonderurlaubbezahlt freistellung bezahltefreistellung freistellungbezahlt
    bildungsurlaub bildungszeit bildungsfreistellung fortbildung weiterbildung schulung lehrgang kurs berufsschule
    blockunterricht blockschule studium pruefung pruefungstag tagung konferenz messe
    mobilesarbeiten mobilearbeit mobilarbeit telearbeit heimarbeit
    dienstreise dienstgang geschaeftsreise reise aussendienst
    gleittag gleitzeit gleitzeitabbau zeitausgleich freizeitausgleich ausgleichstag ueberstunden ueberstundenabbau
    ueberstundenausgleich ueberstundenfrei mehrarbeitsausgleich arbeitszeitverkuerzung kurzarbeit streik
    kindkrank krankeskind kinderkrank kinderkrankentag kinderkrankheit krankheitkind krankheitdeskindes
    kinderkrankengeld kinderbetreuung
    todesfall trauerfall beerdigung hochzeit heirat eheschliessung geburt geburtstag umzug
    arzt arztbesuch arzttermin behoerdengang gericht schoeffe schoeffendienst ehrenamt betriebsrat
    betriebsratstaetigkeit feuerwehr blutspende`,
};

const KIND_OF: ReadonlyMap<string, AbsenceKind> = new Map(
  ABSENCE_KINDS.flatMap((kind) =>
    TYPES[kind]
      .trim()
      .split(/\s+/)
      .map((name) => [name, kind] as const),
  ),
);

const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };

/**
 * A type without its spelling: case, umlauts, spaces, hyphens, underscores, other signs, and `leave` at the end make no
 * difference.
 */
export function plainName(type: string): string {
  const letters = type
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[äöüß]/g, (letter) => UMLAUTS[letter] ?? letter)
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
  return letters.length > LEAVE.length && letters.endsWith(LEAVE) ? letters.slice(0, -LEAVE.length) : letters;
}

const LEAVE = 'leave';

/** The kind of a type that everybody knows, or null. */
export function knownKind(type: string): AbsenceKind | null {
  return KIND_OF.get(plainName(type)) ?? null;
}

/** Finds the kinds of types. The integration's own types come first. */
export class AbsenceTypes {
  readonly #own: ReadonlyMap<string, AbsenceKind>;
  /** By type as it was sent: a roster repeats few types often. */
  readonly #found = new Map<string, AbsenceKind | null>();

  constructor(own: OwnAbsenceTypes = {}) {
    this.#own = new Map(Object.entries(own).map(([type, kind]) => [plainName(type), kind]));
  }

  /** Null for a type that nobody knows. */
  kindOf(type: string): AbsenceKind | null {
    let kind = this.#found.get(type);
    if (kind === undefined) {
      kind = this.#own.get(plainName(type)) ?? knownKind(type);
      if (this.#found.size < MAX_REMEMBERED) this.#found.set(type, kind);
    }
    return kind;
  }
}

/** A body may use data as types. */
const MAX_REMEMBERED = 1_000;
