/** The forms with changes that are not saved. */
const unsaved = new Set<object>();

/** Asks whether to leave. The dialog sets it. */
let ask: (leave: () => void) => void = (leave) => leave();

export function setLeaveQuestion(question: (leave: () => void) => void): void {
  ask = question;
}

/** Returns how to take it back, when the form is saved or gone. */
export function markUnsaved(): () => void {
  const form = {};
  unsaved.add(form);
  return () => unsaved.delete(form);
}

/** Leaves at once, or after the person has agreed to lose the changes. */
export function leave(go: () => void): void {
  if (unsaved.size === 0) go();
  else
    ask(() => {
      unsaved.clear();
      go();
    });
}

const isOnThisPage = (address: string) =>
  new URL(address, window.location.href).pathname === window.location.pathname;

/** For the router: filters and pages of a list stay on the page. */
export function leaveFor(
  navigate: (to: string, options?: object) => void,
  to: string,
  options?: object,
): void {
  if (isOnThisPage(to)) navigate(to, options);
  else leave(() => navigate(to, options));
}

/**
 * Guards the browser's own ways to leave: closing the tab, back and forward. Call it before the router listens, so that
 * the router never sees a step back that is undone here.
 */
export function guardBrowser(): void {
  let here = window.location.href;
  const remember = () => {
    here = window.location.href;
  };
  window.addEventListener('pushState', remember);
  window.addEventListener('replaceState', remember);
  window.addEventListener('popstate', () => {
    if (unsaved.size === 0 || isOnThisPage(here)) remember();
    else {
      window.history.pushState(null, '', here);
      leave(() => window.history.back());
    }
  });
  window.addEventListener('beforeunload', (event) => {
    if (unsaved.size > 0) event.preventDefault();
  });
}
