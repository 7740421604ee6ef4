import type { conflicts as enConflicts, duplicates as enDuplicates } from '../../en/portal/conflicts.ts';
import { n } from '../number.ts';

export const conflicts: typeof enConflicts = {
  title: 'Dieselbe Person?',
  open: (count) =>
    count === 1
      ? '1 Personalnummer gehört vielleicht jetzt jemand anderem'
      : `${n(count)} Personalnummern gehören vielleicht jetzt jemand anderem`,
  decide: 'Entscheiden, wer es ist',
  text: 'Die Liste nennt unter einer bekannten Personalnummer jemanden mit anderem Geburtsdatum und anderem Vornamen oder anderer E-Mail-Adresse. Oder es sind die Daten einer anderen Person, die schon auf der Liste steht. Bis Sie entscheiden, bleiben die Stammdaten, wie sie sind.',
  exchanged: 'Diese beiden Nummern scheinen vertauscht zu sein.',
  record: 'Gespeichert',
  roster: 'Auf der Liste',
  number: 'Personalnummer',
  sameTitle: 'Ist es dieselbe Person?',
  sameText: (record) => `Für ${record} gelten dann die Daten der Liste. Abo und Tickets bleiben.`,
  freshTitle: 'Ist es eine andere Person?',
  freshText: (record, entry, number) =>
    `Die Nummer ${number} bekommt ${entry}. Wer mit dieser E-Mail-Adresse, diesem Vornamen und Geburtsdatum schon bekannt ist, behält Abo und Tickets; sonst wird eine Person neu angelegt. ${record} verliert die Nummer und scheidet aus, wenn keine andere Anbindung die Person führt.`,
  exchangeTitle: 'Sind die Nummern vertauscht?',
  exchangeText: (record, other) =>
    `${record} und ${other} bekommen jeweils die Nummer der anderen Person. Abos und Tickets bleiben bei ihren Personen.`,
  bothSame: 'Beide Nummern bleiben',
  bothSameText: (record, other) =>
    `Die Nummern bleiben. Für ${record} und ${other} gelten dann die Namen und Adressen der Liste. Abos und Tickets bleiben.`,
  decided: 'Entschieden und gleich umgesetzt.',
};

export const duplicates: typeof enDuplicates = {
  title: 'Eine Person oder zwei?',
  open: (count) =>
    count === 1
      ? 'Zwei Personalnummern gehören vielleicht derselben Person'
      : `${n(count)} Paare von Personalnummern gehören vielleicht jeweils derselben Person`,
  decide: 'Entscheiden, ob es eine Person ist oder zwei',
  text: 'Die Liste nennt unter zwei Personalnummern denselben Vornamen, dieselbe E-Mail-Adresse und dasselbe Geburtsdatum. Unter einer neuen Nummer wird niemand angelegt, bevor Sie entschieden haben. Laufende Abos laufen weiter.',
  numbers: 'Personalnummern',
  and: 'und',
  twoTitle: 'Sind es zwei Personen?',
  twoText: (hasRecord) =>
    hasRecord
      ? 'Beide Personen bleiben, wie sie sind.'
      : 'Unter der zweiten Nummer wird eine eigene Person angelegt.',
  sameText: (number, hasRecord) =>
    hasRecord
      ? `Die Person mit der Nummer ${number} scheidet aus. Die andere bleibt.`
      : `Unter der Nummer ${number} wird niemand angelegt. Fällt die andere Nummer weg, tritt sie an deren Stelle.`,
};
