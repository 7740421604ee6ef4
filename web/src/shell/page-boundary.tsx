import { Component, type ReactNode } from 'react';
import { Button } from '../design/button.tsx';
import { Empty } from '../design/empty.tsx';
import { useMessages } from '../language/use-messages.ts';

/**
 * Shows an error instead of a page that cannot be rendered; the navigation keeps working. The usual cause is an update
 * of the service, which removes the old files of pages that have not been loaded yet. Reloading helps.
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
