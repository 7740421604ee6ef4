import type { ownPage as en } from '../../en/portal/own-page.ts';
import { vocabulary } from '../vocabulary.ts';

export const ownPage: typeof en = {
  title: 'Beschäftigtenseite',
  text: 'Alle Beschäftigten haben eine eigene Seite mit Ticket, Vertrag und Belegen. Hier legen Sie fest, was sie dort tun können.',
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
