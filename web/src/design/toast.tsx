import { Toast } from '@base-ui/react/toast';
import type { ReactNode } from 'react';
import { useMessages } from '../language/use-messages.ts';
import { toastManager } from '../say.ts';
import { Icon } from './icon.tsx';

export function Toasts({ children }: { children: ReactNode }) {
  const m = useMessages();
  return (
    <Toast.Provider toastManager={toastManager}>
      {children}
      <Toast.Portal>
        <Toast.Viewport className="toasts" aria-label={m.common.messages}>
          <List />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function List() {
  const m = useMessages();
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className="toast">
      <Toast.Title render={<div />} />
      {/* The library hides it from screen readers until the toast has the focus, and yet it can be reached with Tab. */}
      <Toast.Close className="toast-close" aria-label={m.common.close} aria-hidden={false}>
        <Icon name="close" />
      </Toast.Close>
    </Toast.Root>
  ));
}
