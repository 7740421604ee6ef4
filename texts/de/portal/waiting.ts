import type { waiting as enWaiting } from '../../en/portal/waiting.ts';
import { n } from '../number.ts';

export const waiting: typeof enWaiting = {
  title: 'Zu wem gehören diese Einträge?',
  text: 'Der API-Schlüssel, mit dem diese Einträge kamen, ist eingeschränkt. Jemand außerhalb seiner Anbindungen hat die E-Mail-Adresse. Bis Sie entscheiden, wird nichts übernommen, und der Schlüssel erfährt nichts über diese Personen. Es scheidet deswegen auch niemand aus.',
  open: (count) =>
    count === 1
      ? '1 Eintrag wartet auf Ihre Entscheidung'
      : `${n(count)} Einträge warten auf Ihre Entscheidung`,
  decide: 'Entscheiden, zu wem sie gehören',
  entry: 'Auf der Liste',
  number: 'Personalnummer',
  firstDay: 'Eintritt',
  knownAs: 'Mit dieser E-Mail-Adresse bekannt',
  listedBy: (names) => `auf der Liste von ${names}`,
  listedByNobody: 'auf keiner Liste',
  fits: 'Geburtsdatum und Vorname stimmen überein',
  differs: 'Geburtsdatum oder Vorname weichen ab',
  hasNumber: (number) => `hat hier schon die Nummer ${number}`,
  same: (name) => `Es ist ${name}`,
  sameTitle: (name) => `Ist es ${name}?`,
  sameText: (name) =>
    `${name} wird mit dieser Anbindung verknüpft. Mit dem API-Schlüssel, mit dem der Eintrag kam, ist dann alles über diese Person zu sehen: Stammdaten, Belege und Wallet-Links. Prüfen Sie, ob wirklich diese Person gemeint ist.`,
  fresh: 'Neue Person',
  freshTitle: 'Ist es eine neue Person?',
  freshText: (name, number) => `${name} wird mit der Nummer ${number} neu angelegt.`,
  decided: 'Entschieden und gleich umgesetzt.',
  allSame: (count) => (count === 1 ? '1 passende Person zuordnen' : `${n(count)} passende Personen zuordnen`),
  allSameTitle: 'Alle passenden zuordnen?',
  allSameText: (count) =>
    count === 1
      ? 'Bei 1 Eintrag passen E-Mail-Adresse, Geburtsdatum und Vorname auf genau eine Person. Mit dem API-Schlüssel ist dann alles über sie zu sehen.'
      : `Bei ${n(count)} Einträgen passen E-Mail-Adresse, Geburtsdatum und Vorname auf jeweils genau eine Person. Mit dem API-Schlüssel ist dann alles über diese Personen zu sehen.`,
  allFresh: (count) => (count === 1 ? '1 Person neu anlegen' : `${n(count)} Personen neu anlegen`),
  allFreshTitle: 'Alle, die auf niemanden passen, neu anlegen?',
  allFreshText: (count) =>
    count === 1
      ? 'Bei 1 Eintrag ist die E-Mail-Adresse bekannt, aber Geburtsdatum oder Vorname weichen ab. Die Person wird neu angelegt.'
      : `Bei ${n(count)} Einträgen ist die E-Mail-Adresse bekannt, aber Geburtsdatum oder Vorname weichen ab. Diese Personen werden neu angelegt.`,
  allRest:
    'Haben mehrere Einträge dieselbe E-Mail-Adresse, bleiben sie stehen. Entscheiden Sie darüber einzeln.',
  allDone: (count) => (count === 1 ? '1 Eintrag entschieden.' : `${n(count)} Einträge entschieden.`),
  movingHint:
    'Ziehen Sie von einem HR-System in ein anderes um? In den Einstellungen unten kann diese Anbindung die Personen einer anderen übernehmen.',
  decidedTitle: 'Entschiedene Einträge',
  decidedText:
    'Nehmen Sie eine Entscheidung zurück, scheidet die Person aus dieser Anbindung aus, und der API-Schlüssel sieht sie nicht mehr. Der Eintrag wartet wieder.',
  wasDecided: 'Entschieden',
  as: 'Als',
  person: 'Person',
  decisions: { 'same-person': 'Dieselbe Person', 'new-person': 'Neue Person' },
  erased: 'nicht mehr da',
  takeBack: 'Zurücknehmen',
  takeBackTitle: 'Entscheidung zurücknehmen?',
  takeBackText: (name) =>
    `${name} scheidet aus dieser Anbindung aus, und der API-Schlüssel sieht die Person nicht mehr. Bisher verschickte Links zur Seite der Person gelten nicht mehr. Der Eintrag wartet wieder.`,
  takenBack: 'Zurückgenommen.',
  takesOver: 'Personen anderer Anbindungen übernehmen',
  takesOverText:
    'Für den Umzug von einem HR-System in ein anderes: Einträge mit E-Mail-Adresse und Geburtsdatum dieser Personen werden sofort zugeordnet, auch wenn der API-Schlüssel nur für diese Anbindung gilt. Wer den Schlüssel hat, kann dann etwas über diese Personen herausfinden. Gilt ab der nächsten Liste.',
};
