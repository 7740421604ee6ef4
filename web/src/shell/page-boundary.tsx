import { Component, type ReactNode } from 'react';
import { Button } from '../design/button.tsx';
import { Empty } from '../design/empty.tsx';
import { useMessages } from '../language/use-messages.ts';

/**
 * A page that cannot be shown says so instead of taking everything with it. Mostly the service has been updated, and a
 * part of the portal that was not needed before is not there any more: loading it anew helps.
 */
export class PageBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? <Failed /> : this.props.children;
  }
}

function Failed() {
  const { common, errors } = useMessages();
  return (
    <Empty
      icon="warn"
      title={errors.title}
      action={
        <Button icon="undo" onClick={() => window.location.reload()}>
          {common.reload}
        </Button>
      }
    >
      {common.pageFailed}
    </Empty>
  );
}
