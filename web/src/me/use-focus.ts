import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * The element takes the focus with each new value that is not empty: the button that the person pressed is gone then, and a screen
 * reader would begin again at the top.
 */
export function useFocus<Target extends HTMLElement>(value: unknown): RefObject<Target | null> {
  const target = useRef<Target>(null);
  useLayoutEffect(() => {
    if (value) target.current?.focus();
  }, [value]);
  return target;
}

/** The first wrong field of the form takes the focus with each new problem. */
export function useFocusOnWrong(problem: object | undefined): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    if (problem) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [problem]);
  return form;
}
