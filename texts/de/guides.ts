import type { connectGuide as connectEn, guides as en } from '../en/guides.ts';

export const connectGuide: typeof connectEn = {
  title: (system) => `${system} anbinden`,
  files: (name) => `Anbinden: ${name}`,
  intro: (system) =>
    `Der Dienst ruft die Liste Ihrer Beschäftigten selbst aus ${system} ab, meist jede Nacht. Niemand muss etwas programmieren. Es dauert etwa zehn Minuten. Sie brauchen die Rolle Administrator oder HR im Portal und jemanden, der in ${system} Einstellungen ändern darf.`,
  filesIntro:
    'Der Dienst ruft die Liste Ihrer Beschäftigten selbst ab, meist jede Nacht, und zwar aus einer Datei, die Ihr HR- oder Lohnsystem schreibt. Sie brauchen die Rolle Administrator oder HR im Portal und jemanden, der den Export einrichten kann.',
  dropIntro:
    'Ihr HR- oder Lohnsystem schickt eine Datei mit der Liste Ihrer Beschäftigten, meist jede Nacht, und der Dienst übernimmt sie. Sie brauchen die Rolle Administrator oder HR im Portal und jemanden, der den Export einrichten kann.',
  there: (system) => `In ${system}`,
  filesThere: 'In Ihrem System',
  here: 'Im Portal',
  open: (title, system) =>
    `Öffnen Sie **HR-Anbindungen**, **${title}** und wählen Sie **${system}**. Sie können jederzeit unterbrechen und später weitermachen.`,
  inputs: (step) => `**${step}.** Tragen Sie ein:`,
  rare: 'selten nötig',
  dropInputs: (step) =>
    `**${step}.** Meistens ist hier nichts zu ändern. Danach zeigt das Portal die Adresse, an die Ihr System die Datei schickt, und den Ordner, falls es einen gibt.`,
  dropTest: (step) =>
    `**${step}.** Lassen Sie Ihr System eine erste Datei schicken. Sobald sie da ist, zeigt das Portal ihre Spalten.`,
  dropSchedule: (step) =>
    `**${step}.** Hier ist nichts zu wählen: Jede Datei wird übernommen. Verbinden Sie.`,
  test: (step) =>
    `**${step}.** Das Portal fragt das System und zeigt, wie viele Personen es sieht, welche Rechte fehlen, und drei Beispiele. Die Werte sind verdeckt, bis Sie sie sehen wollen.`,
  mapping: (step) =>
    `**${step}.** Prüfen Sie, welches Feld welches ist: Was erkannt wurde, ist schon gewählt. Sagen Sie, was die Abwesenheitsarten bedeuten. Arten, die nie ein Ticket pausieren, werden nicht abgerufen.`,
  preview: (step) =>
    `**${step}.** Sie sehen Person für Person, was die erste Liste bewirken würde. Noch ist nichts geändert.`,
  schedule: (step) => `**${step}.** Wählen Sie, wann die Liste abgerufen wird, und verbinden Sie.`,
  afterwards: 'Danach',
  afterwardsText: [
    'Die Seite der Anbindung zeigt jede Liste, was sie geändert hat und wann die nächste abgerufen wird.',
    'Eine unvollständige Liste ändert niemanden. Administratoren und HR bekommen eine E-Mail, die sagt, was fehlt und wo Sie es freigeben.',
    'Wenn auf einmal viele ihr Ticket verlieren würden, wartet der Dienst auf Ihre Entscheidung.',
    'Die Zugangsdaten sind verschlüsselt gespeichert und werden nie wieder angezeigt. Neue tragen Sie auf der Seite der Anbindung ein; bis Sie sie bestätigen, gelten die alten.',
  ],
  trouble: 'Wenn etwas nicht klappt',
  message: 'Meldung',
  remedy: 'Was zu tun ist',
};

export const guides: typeof en = {
  skip: 'Zum Inhalt',
  places: 'Orte',
  pages: 'Seiten',
  all: 'Alle Seiten',
  guides: 'Anleitungen',
  forHr: 'Für HR',
  reference: 'Nachschlagen',
  api: 'API',
  portal: 'Portal',
  next: 'Weiter',
};
