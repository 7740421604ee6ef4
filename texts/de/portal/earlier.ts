import type { earlier as en } from '../../en/portal/earlier.ts';
import { n } from '../number.ts';

const people = (count: number) => (count === 1 ? '1 Person' : `${n(count)} Personen`);

export const earlier: typeof en = {
  title: 'Listen vergleichen',
  text: 'Sehen Sie, was sich zwischen zwei Listen geändert hat, und senden Sie die frühere noch einmal, wenn die spätere falsch war.',
  question: 'Stimmt etwas nicht mit dieser Liste?',
  questionText: 'Sehen Sie nach, was sie geändert hat, und holen Sie bei Bedarf die frühere Liste zurück.',
  open: 'Vergleichen und zurückholen',
  with: 'Vergleichen mit',
  previous: 'der Liste davor',
  today: 'der neuesten Liste',
  roster: (moment, count) => `Liste vom ${moment}, ${people(count)}`,
  between: (before, after) => `Von der Liste vom ${before} zur Liste vom ${after}`,
  first: 'Es gibt keine frühere Liste',
  firstText: 'Das ist die erste, die übernommen wurde.',
  same: 'Die Listen unterscheiden sich nicht',
  sameText: 'Auf beiden stehen dieselben Personen mit denselben Daten.',
  difference: 'Unterschied',
  differences: { came: 'Neu', left: 'Fehlt', changed: 'Geändert' },
  invalid: (count) =>
    count === 1
      ? 'Ein Eintrag dieser Listen war fehlerhaft. Verglichen wird er mit den Werten, die geblieben sind.'
      : `${n(count)} Einträge dieser Listen waren fehlerhaft. Verglichen werden sie mit den Werten, die geblieben sind.`,
  download: (moment) => `Liste vom ${moment} (CSV)`,
  again: (moment) => `Liste vom ${moment} noch einmal senden`,
  againText:
    'Die frühere Liste wird dann übernommen, als hätte Ihr HR-System sie gerade gesendet: Wer fehlt, kommt zurück, wer später dazukam, scheidet aus, und geänderte Daten sind wieder wie vorher. Sie sehen zuerst, was geschehen würde.',
  remains: 'Was nicht von selbst zurückkommt',
  remainsLines: [
    'Inzwischen ausgegebene Tickets bleiben gültig, zurückgezogene werden nicht noch einmal ausgegeben.',
    'Beendete Verträge werden neu angeboten.',
    'Die nächste Liste Ihres HR-Systems gilt wieder. Lassen Sie vorher die Ursache beheben.',
  ],
  preview: 'Ansehen, was geschehen würde',
  noLeaversText: 'Alle, die jetzt geführt werden, stehen auch auf der früheren Liste.',
  leaversText: (count) =>
    count === 1
      ? 'Diese Person steht nicht auf der früheren Liste.'
      : 'Diese Personen stehen nicht auf der früheren Liste.',
  send: (count) => `Liste mit ${people(count)} noch einmal senden`,
  repeats: 'Wiederholt die Liste',
};
