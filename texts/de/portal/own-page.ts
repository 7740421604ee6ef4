import type { ownPage as en } from '../../en/portal/own-page.ts';
import { vocabulary } from '../vocabulary.ts';

export const ownPage: typeof en = {
  title: 'Beschäftigtenseite',
  text: 'Alle Beschäftigten haben eine eigene Seite mit Ticket, Vertrag und Belegen. Hier legen Sie fest, was sie dort tun können.',
  note: 'Kontakt und Datenschutz',
  noteText: 'Für die Beschäftigten: auf ihrer Seite, in Mails und auf Verträgen.',
  contact: 'An wen sich Beschäftigte wenden',
  contactHelp: 'Zum Beispiel Name, Telefonnummer und E-Mail-Adresse.',
  privacy: 'Hinweis zum Datenschutz',
  privacyHelp:
    'Zum Beispiel wer verantwortlich ist, wofür die Daten gebraucht werden und wo Ihr vollständiger Hinweis steht. Adressen von Websites sind auf der Seite Links; Mails drucken sie nicht.',
  join: 'Beitrittslink',
  joinText:
    'Ein Link für einen Aushang oder das Intranet. Beschäftigte geben E-Mail-Adresse und Geburtsdatum ein und bekommen den Link zu ihrer eigenen Seite gemailt. Die Antwort ist für alle gleich, der Link verrät also niemanden.',
  joinOn: 'Der Beitrittslink funktioniert',
  strangers: 'Zeigen, wer nicht gefunden wird',
  strangersText:
    'Wer mit einer Adresse oder einem Geburtsdatum fragt, die Sie nicht führen, steht 30 Tage lang unter „Anfragen“.',
  copy: 'Link kopieren',
  posterDe: 'Aushang auf Deutsch (PDF)',
  posterEn: 'Aushang auf Englisch (PDF)',
  code: 'QR-Code des Beitrittslinks',
  renew: 'Link erneuern',
  renewTitle: 'Beitrittslink erneuern?',
  renewText: 'Der jetzige Link und alle Aushänge mit ihm gelten dann nicht mehr.',
  renewed: 'Der Beitrittslink wurde erneuert.',
  needsMail:
    'Ohne Mail kann der Dienst die Links nicht schicken. Bitten Sie den Betreiber, sie einzurichten.',
  acts: 'Was Beschäftigte ändern dürfen',
  actsText:
    'Bestellen, pausieren, fortsetzen, kündigen und unter den angebotenen Tarifen wählen. Fristen, Verträge und Kosten sind dieselben, wie wenn Sie es tun.',
  mode: 'Änderungen auf der eigenen Seite',
  modes: vocabulary.employeeActions,
  modesText: {
    none: 'Beschäftigte sehen ihr Ticket und beantworten Verträge. Um alles andere bitten sie Sie.',
    ask: 'Beschäftigte fragen auf ihrer Seite, Sie antworten unter „Anfragen“. Für die Frist zählt der Tag der Anfrage. Die Antwort kommt per Mail.',
    direct:
      'Beschäftigte entscheiden selbst. Sie können auch zurücknehmen, was Sie gekündigt oder pausiert haben. Im Protokoll steht, wer es war.',
  },
};
