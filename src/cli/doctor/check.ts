/** One thing that `transit doctor` has looked at. */
export interface Check {
  check: string;
  /** `problem`: something does not work. `warning`: it works, and should be looked at. */
  status: 'ok' | 'warning' | 'problem';
  message: string;
  /** What to do about it. */
  action: string | null;
}

export function ok(check: string, message: string): Check {
  return { check, status: 'ok', message, action: null };
}

export function warning(check: string, message: string, action: string): Check {
  return { check, status: 'warning', message, action };
}

export function problem(check: string, message: string, action: string): Check {
  return { check, status: 'problem', message, action };
}
