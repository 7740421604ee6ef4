import { hrSystems as de } from '../../../texts/de/hr-systems.ts';
import { hrSystems as en, type InputText, type SystemText } from '../../../texts/en/hr-systems.ts';
import { pageTexts } from '../language/page-texts.ts';

const useHrSystems = pageTexts({ de, en });

/** What to say about an HR system. One that has no texts yet is called by its name. */
export function useSystemText(): (system: string) => SystemText {
  const { systems } = useHrSystems();
  return (name) => systems[name] ?? { name, text: '', steps: [], grant: '', inputs: {} };
}

export function useInputText(system: string): (input: string) => InputText {
  const { ownServer } = useHrSystems();
  const { inputs } = useSystemText()(system);
  return (name) => inputs[name] ?? (name === 'baseUrl' ? ownServer : { label: name });
}

/** The name of an option of an input. */
export function useChoiceText(): (choice: string) => string {
  const { choices } = useHrSystems();
  return (choice) => choices[choice] ?? choice;
}
