import { Dialog } from '@base-ui/react/dialog';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';

/** A dialog with a form, so that Enter submits it. */
export function Modal({
  open,
  onClose,
  title,
  text,
  wide = false,
  onSubmit,
  foot,
  question,
  startAtSubmit = false,
  children,
}: {
  open: boolean;
  onClose: () => void;
  title: string;
  text?: ReactNode;
  wide?: boolean;
  onSubmit?: () => void;
  foot: ReactNode;
  /** Asked before Esc or a click outside closes the dialog, because its content cannot be shown again. */
  question?: { title: string; text: string; stay: string; close: string };
  /** The first button loses something, so Enter must not press it at once. */
  startAtSubmit?: boolean;
  children?: ReactNode;
}) {
  const popup = useRef<HTMLDivElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // React passes the event on to a form of the page around the dialog, which must not be submitted.
    event.stopPropagation();
    onSubmit?.();
  };
  const [asking, setAsking] = useState(false);
  const close = () => (question ? setAsking(true) : onClose());
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && close()}>
      <Dialog.Portal>
        {/* Also for a dialog inside another one: it dims the first. */}
        <Dialog.Backdrop className="backdrop" forceRender />
        <Dialog.Popup
          className={wide ? 'dialog dialog-wide' : 'dialog'}
          ref={popup}
          initialFocus={
            !startAtSubmit || (() => popup.current?.querySelector<HTMLElement>('button[type=submit]') ?? true)
          }
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
      {question && (
        <Modal
          open={asking}
          onClose={() => setAsking(false)}
          title={question.title}
          text={question.text}
          startAtSubmit
          onSubmit={() => setAsking(false)}
          foot={
            <>
              <Button onClick={onClose}>{question.close}</Button>
              <Button type="submit" kind="primary">
                {question.stay}
              </Button>
            </>
          }
        />
      )}
    </Dialog.Root>
  );
}

/** While it scrolls, it can be reached by keyboard: it may contain only text. */
function Body({ children }: { children: ReactNode }) {
  const body = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const element = body.current;
    if (!element || !content.current) return;
    const watch = new ResizeObserver(() =>
      setScrolls(element.scrollHeight > element.clientHeight || element.scrollWidth > element.clientWidth),
    );
    watch.observe(element);
    // Content may grow when the body cannot any more.
    watch.observe(content.current);
    return () => watch.disconnect();
  }, []);
  return (
    <div ref={body} className="dialog-body" tabIndex={scrolls ? 0 : -1}>
      <div ref={content} className="dialog-content">
        {children}
      </div>
    </div>
  );
}
