import type { unsubscribe as en } from '../en/unsubscribe.ts';

export const unsubscribe: typeof en = {
  monthly: {
    on: {
      title: 'Monatliche Mail abbestellen?',
      text: 'Jeden Monat bekommen Sie eine Mail mit Ihrem Jobticket. Ihr Ticket bleibt gültig, auch ohne Mail.',
      button: 'Mail abbestellen',
      page: 'Ticket und Belege finden Sie auch auf Ihrer Seite.',
      link: 'Den Link zu meiner Seite bekommen',
    },
    off: {
      title: 'Die monatliche Mail ist abbestellt',
      text: 'Ihr Jobticket bleibt gültig.',
      button: 'Mail wieder bestellen',
      page: 'Ticket und Belege finden Sie auf Ihrer Seite.',
      link: 'Den Link zu meiner Seite bekommen',
    },
  },
  contact: {
    on: {
      title: 'Mails zu dieser Anbindung abbestellen?',
      text: (company, integration) =>
        `${company} hat Ihre Adresse als technischen Kontakt der Anbindung ${integration} eingetragen. Wenn Sie die Mails abbestellen, wird die Adresse gelöscht.`,
      button: 'Mails abbestellen',
    },
    off: {
      title: 'Sie bekommen keine Mails zu dieser Anbindung',
      text: (company) => `Ihre Adresse ist nicht eingetragen. ${company} kann sie wieder eintragen.`,
    },
  },
};
