/** The values that a sentence contains, formatted for the reader. */
export type Filling = Readonly<Record<string, string>>;

/** By the reason of a 409 (`src/platform/refusals.ts`). */
export type Refusals = Readonly<Record<string, (filling: Filling) => string>>;

/** The sentence for each reason of a refusal. For reasons without one, the page shows the service's own English text. */
export const refusals: Refusals = {
  'employment-ends': ({ day }) => `The employment ends on ${day}.`,
  'employment-begins': ({ day }) => `The employment begins on ${day}.`,
  'too-early-to-pause': ({ month }) => `The first month that can still be paused is ${month}.`,
  'no-passkeys-here': () =>
    'Passkeys need a host name: the portal must be reachable over https, and not at an IP address.',
  'integration-disconnected': () =>
    'The integration is disconnected and takes no rosters. Connect it again first.',
  'roster-not-kept': () =>
    'This roster cannot be put together exactly any more: it was not applied, it is too old, or its integration is disconnected.',
  'not-held': () => 'This sync does not wait for a decision any more.',
  'month-handed-over': ({ month }) => `${month} has been handed over already.`,
  'earlier-month-first': ({ month }) => `Hand over ${month} first: months are handed over in their order.`,
  'later-month-handed-over': ({ month }) =>
    `Only the last handover can be taken back, which is that of ${month}.`,
  'clock-cannot-go-back': ({ day }) => `Here it is ${day} already, and the clock never goes back.`,
};
