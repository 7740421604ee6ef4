import { useEffect } from 'react';
import { markUnsaved } from './guard.ts';

/** While a form has changes, leaving its page asks first. */
export function useUnsaved(hasChanges: boolean): void {
  useEffect(() => (hasChanges ? markUnsaved() : undefined), [hasChanges]);
}
