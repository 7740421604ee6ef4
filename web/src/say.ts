import { Toast } from '@base-ui/react/toast';

/** `Toasts` shows what is added here. */
export const toastManager = Toast.createToastManager();

/** Shows a short message in the corner of the page. */
export function say(title: string): void {
  toastManager.add({ title, timeout: 6000 });
}
