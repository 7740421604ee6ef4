import type { documents as enDocuments, handOut as enHandOut } from '../../en/portal/documents.ts';
import { n } from '../number.ts';

export const documents: typeof enDocuments = {
  title: 'Dokumente',
  text: 'Belege, Verträge und hochgeladene Dokumente.',
  document: 'Dokument',
  person: 'Person',
  kind: 'Art',
  kinds: { receipt: 'Belege', contract: 'Verträge', upload: 'Hochgeladene Dokumente' },
  date: 'Datum',
  anyKind: 'Alle Arten',
  downloadable: 'Herunterladen',
  notDownloadable: 'zurückgehalten',
  notSigned: 'nicht unterschrieben',
  withhold: 'Zurückhalten',
  release: 'Freigeben',
  withheld: 'Das Dokument wird zurückgehalten.',
  released: 'Das Dokument kann wieder heruntergeladen werden.',
  search: 'Person oder Dokument',
  zip: 'Mehrere herunterladen (ZIP)',
  zipTitle: 'Dokumente als ZIP-Datei herunterladen',
  zipText: 'Ein PDF je Dokument, benannt nach der Person. Das Herunterladen steht im Protokoll.',
  zipKind: 'Welche Dokumente',
  zipKinds: { receipt: 'Belege eines Monats', contract: 'Unterschriebene Verträge' },
  zipKindText: {
    receipt: 'Auch die Belege über Erstattungen in diesem Monat.',
    contract: 'Alle angenommenen, oder die eines Monats.',
  },
  zipMonth: 'Monat',
  zipAllMonths: 'Alle Monate',
  zipCount: (count) =>
    count === 0 ? 'Es gibt keine.' : count === 1 ? '1 Dokument' : `${n(count)} Dokumente`,
  onlyDownloadable: 'Nur was heruntergeladen werden kann',
  none: 'Noch keine Dokumente',
  noneText:
    'Belege gibt es mit den ersten Tickets, die Beschäftigte mitbezahlen, Verträge, sobald sie angeboten werden.',
};

export const handOut: typeof enHandOut = {
  title: 'Verträge und Links',
  text: 'Exportieren Sie die Links und senden Sie sie selbst. Ist unter „Einstellungen“ die Mail an Beschäftigte eingeschaltet, mailt sie der Dienst.',
  mailedText:
    'Der Dienst mailt Beschäftigten ihre Verträge und Tickets. Hier sehen Sie, was offen ist und wer geantwortet hat.',
  contractsMailed:
    'Der Dienst mailt die Links selbst. Welche nicht gemailt sind, zum Beispiel weil die Mail erst danach eingeschaltet wurde, steht in der Übersicht.',
  contracts: 'Verträge',
  contractsText:
    'Ein Link und das Geburtsdatum der Person genügen, um zu unterschreiben. Senden Sie jeden Link nur an die Person, für die er bestimmt ist.',
  pages: 'Links zu den Seiten der Beschäftigten',
  wallets: 'Wallet-Links',
  walletsText: (month) => `Die Tickets für ${month} für Apple und Google Wallet.`,
  link: 'Link',
  copyLink: 'Link kopieren',
  search: 'Name oder E-Mail',
  nobodyFound: 'Niemand passt dazu',
  reason: 'Anlass',
  start: 'Geplanter Beginn',
  amount: 'Im Monat',
  answered: (day) => `Beantwortet am ${day}`,
  proof: 'Nachweis',
  proofs: { mailed: 'Link per Mail', shown: 'gezeigter Link', paper: 'Papier' },
  noContracts: 'Keine Verträge',
  noContractsText: 'Ein Vertrag wird angeboten, wenn ein Ticket mit Eigenanteil bestellt wird.',
  noWallets: 'Keine Tickets in diesem Monat',
  noWalletsText: 'Links gibt es, sobald die Tickets des Monats ausgegeben sind.',
  linkForHr: 'für HR und Administratoren',
  newTerms: 'Heutige Beträge anbieten',
  newTermsTitle: 'Neue Verträge mit den heutigen Beträgen anbieten',
  newTermsText: (count) =>
    count === 0
      ? 'Wer weniger als den heutigen Betrag zahlt, hat schon ein offenes Angebot. Es gibt nichts anzubieten.'
      : count === 1
        ? '1 Person zahlt weniger als den heutigen Betrag, hat neue Bedingungen nicht angenommen und bekommt ein neues Angebot.'
        : `${n(count)} Personen zahlen weniger als den heutigen Betrag, haben neue Bedingungen nicht angenommen und bekommen ein neues Angebot.`,
  offered: (count) => (count === 1 ? '1 Angebot wurde gemacht.' : `${n(count)} Angebote wurden gemacht.`),
};
