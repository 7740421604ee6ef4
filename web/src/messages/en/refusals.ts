import type { Reason } from '../../api/types.ts';

/** What the gaps of a sentence are filled with, as people write it. */
export type Filling = Record<string, string>;

/** Why the service refuses something. What is not here is shown as the service says it, which is in English. */
export const refusals: { [R in Reason]?: (filling: Filling) => string } = {
  'employment-ends': ({ day }) => `The employment ends on ${day}.`,
  'employment-begins': ({ day }) => `The employment begins on ${day}.`,
  'too-early-to-pause': ({ month }) => `The first month that can still be paused is ${month}.`,
  'integration-disconnected': () =>
    'The integration is disconnected and takes no rosters. Connect it again first.',
  'not-held': () => 'This sync does not wait for a decision any more.',
  'clock-cannot-go-back': ({ day }) => `Here it is ${day} already, and the clock never goes back.`,
};
