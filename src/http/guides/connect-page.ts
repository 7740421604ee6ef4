import { TEXTS } from '../../../texts/catalogue.ts';
import { connectGuide as de } from '../../../texts/de/guides.ts';
import { hrSystems as deSystems } from '../../../texts/de/hr-systems.ts';
import { connect as deSteps } from '../../../texts/de/portal/connect.ts';
import { connectGuide as en } from '../../../texts/en/guides.ts';
import { hrSystems as enSystems, type InputText } from '../../../texts/en/hr-systems.ts';
import { connect as enSteps } from '../../../texts/en/portal/connect.ts';
import type { Language } from '../../../texts/language.ts';

const GUIDES = { de, en };
const STEPS = { de: deSteps, en: enSteps };
const SYSTEMS = { de: deSystems, en: enSystems };

/** The guide to connecting an HR system, as Markdown. It says the same as the steps in the portal, because it is made of their texts. */
export function connectPage(system: string, language: Language): string {
  const guide = GUIDES[language];
  const text = SYSTEMS[language].systems[system];
  if (!text) throw new Error(`There are no texts about the HR system ${system}.`);
  const { step, title, advice } = STEPS[language];
  const isFile = 'sheet' in text.inputs;
  const isDropped = system === 'file-drop';
  const named = (ofSystem: string, ofFiles: string) => (isFile ? ofFiles : ofSystem);
  const inputs = listed(Object.values(text.inputs).map((input) => described(input, guide.rare)));
  const messages: Readonly<Record<string, string>> = TEXTS[language].vocabulary.rosterRefusal;
  return `# ${named(guide.title(text.name), guide.files(text.name))}

${isDropped ? guide.dropIntro : named(guide.intro(text.name), guide.filesIntro)}

## ${named(guide.there(text.name), guide.filesThere)}

${numbered(text.steps)}

## ${guide.here}

${numbered([
  guide.open(title, text.name),
  isDropped ? guide.dropInputs(step.credentials) : `${guide.inputs(step.credentials)}\n${inputs}`,
  isDropped ? guide.dropTest(step.test) : guide.test(step.test),
  guide.mapping(step.mapping),
  guide.preview(step.preview),
  isDropped ? guide.dropSchedule(step.schedule) : guide.schedule(step.schedule),
])}

## ${guide.afterwards}

${listed(guide.afterwardsText)}

## ${guide.trouble}

| ${guide.message} | ${guide.remedy} |
|---|---|
${Object.entries(advice)
  .map(([code, remedy]) => `| ${messages[code]} | ${code === LACKS_A_FIELD ? text.grant : remedy} |`)
  .join('\n')}
`;
}

const LACKS_A_FIELD = 'source-field-missing';

const numbered = (steps: readonly string[]) =>
  steps.map((step, place) => `${place + 1}. ${step.replaceAll('\n', '\n   ')}`).join('\n');

const listed = (items: readonly string[]) => items.map((item) => `- ${item}`).join('\n');

function described({ label, help, isRare }: InputText, rare: string): string {
  return [`**${label}**`, ...(help ? [help] : []), ...(isRare ? [`(${rare})`] : [])].join(' – ');
}
