import type { groups as en } from '../../en/portal/groups.ts';
import { n } from '../number.ts';

export const groups: typeof en = {
  title: 'Gruppen',
  text: 'Gruppen haben einen eigenen Zuschuss und eigene Tarife. Es zählt die erste Gruppe, die zu einer Person passt; für alle anderen gelten die Beträge des Unternehmens.',
  create: 'Gruppe anlegen',
  none: 'Für alle gelten dieselben Beträge',
  noneText:
    'Legen Sie eine Gruppe an, wenn manche einen anderen Zuschuss oder einen anderen Tarif bekommen, zum Beispiel ein Standort, eine Abteilung oder eine Gesellschaft.',
  place: 'Reihenfolge',
  name: 'Name',
  nameHelp: 'Er steht in den Kosten und in den Dateien für die Lohnabrechnung.',
  whom: 'Regel',
  onlyByHand: 'Nur von Hand gewählte Personen',
  subsidy: 'Zuschuss im Monat',
  plan: 'Tarif für neue Personen',
  planHelp: 'Er zählt, wenn jemand ein Ticket bekommt. Laufende Tarife ändert er nie.',
  offered: 'Tarife, aus denen Beschäftigte wählen dürfen',
  people: 'Personen',
  byHand: (count) => `davon ${n(count)} von Hand`,
  everybodyElse: 'Alle anderen',
  membersOf: (people, name) => `${n(people)} Personen in ${name}`,
  edit: 'Ändern',
  remove: 'Löschen',
  earlier: (name) => `Nach oben: ${name}`,
  later: (name) => `Nach unten: ${name}`,
  newTitle: 'Neue Gruppe',
  editTitle: 'Gruppe ändern',
  rule: 'Wer dazugehört',
  ruleText:
    'Ein Wert je Zeile, so wie in Ihren Listen; Groß- und Kleinschreibung ist egal. Wenn Sie mehrere Felder ausfüllen, müssen alle passen. Ohne Wert gehören nur Personen dazu, die Sie von Hand wählen.',
  inRosters: 'In Ihren Listen:',
  review: 'Weiter',
  confirm: {
    create: 'Anlegen',
    set: 'Ändern',
    move: 'Ändern',
    delete: 'Löschen',
    release: 'Wechseln lassen',
    choose: 'Ändern',
  },
  reviewTitle: {
    create: (name) => `Gruppe „${name}“ anlegen?`,
    set: (name) => `Gruppe „${name}“ ändern?`,
    move: (name) => `Platz von „${name}“ ändern?`,
    delete: (name) => `Gruppe „${name}“ löschen?`,
    release: () => 'Personen in ihre Gruppen bringen?',
    choose: (name) => `Gruppe ändern: ${name}`,
  },
  deleteText:
    'Vergangene Monate behalten den Namen. Die Personen kommen in die nächste Gruppe, die zu ihnen passt.',
  movesNobody: 'Niemand kommt in eine andere Gruppe.',
  moves: (count) =>
    count === 1
      ? '1 Person kommt in eine andere Gruppe'
      : `${n(count)} Personen kommen in eine andere Gruppe`,
  noGroup: 'Keine Gruppe',
  andMore: (count) => (count === 1 ? 'und 1 weitere' : `und ${n(count)} weitere`),
  changed: 'Die Gruppen sind geändert.',
  held: (people, all) => `${n(people)} von ${n(all)} Personen kämen in eine andere Gruppe`,
  heldText:
    'Eine Liste hätte mehr als 20\u00a0% der Personen in eine andere Gruppe gebracht. Deshalb ist niemand gewechselt. Bitte prüfen Sie die Spalten der Liste und die Regeln. Ist die nächste Liste wieder wie vorher, erledigt sich die Frage von selbst.',
  release: 'Ansehen und entscheiden',
  group: 'Gruppe',
  chosenByHand: 'von Hand',
  chooseHelp: 'Eine von Hand gewählte Gruppe bleibt, egal was die Regeln sagen.',
  byRule: 'Nach den Regeln',
  inNone: 'Keine Gruppe, egal was die Regeln sagen',
};
