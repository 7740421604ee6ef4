import { Dialog } from '@base-ui/react/dialog';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';

/** A dialog with a form, so that Enter submits it. */
export function Modal({
  open,
  onClose,
  title,
  text,
  wide = false,
  onSubmit,
  foot,
  children,
}: {
  open: boolean;
  onClose: () => void;
  title: string;
  text?: ReactNode;
  wide?: boolean;
  onSubmit?: () => void;
  foot: ReactNode;
  children?: ReactNode;
}) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // React passes the event on to a form of the page around the dialog, which must not be submitted.
    event.stopPropagation();
    onSubmit?.();
  };
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup
          className={wide ? 'dialog dialog-wide' : 'dialog'}
          render={<form noValidate onSubmit={submit} />}
        >
          <div className="dialog-head">
            <Dialog.Title>{title}</Dialog.Title>
            {text && <Dialog.Description className="dialog-text">{text}</Dialog.Description>}
          </div>
          <Body>{children}</Body>
          <div className="dialog-foot">{foot}</div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** While it scrolls, it can be reached by keyboard: it may contain only text. */
function Body({ children }: { children: ReactNode }) {
  const body = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const element = body.current;
    if (!element) return;
    const watch = new ResizeObserver(() =>
      setScrolls(element.scrollHeight > element.clientHeight || element.scrollWidth > element.clientWidth),
    );
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  return (
    <div ref={body} className="dialog-body" tabIndex={scrolls ? 0 : -1}>
      {children}
    </div>
  );
}
