import { Component, type ReactNode } from 'react';
import { Button } from '../design/button.tsx';
import { Empty } from '../design/empty.tsx';
import { useMessages } from '../language/use-messages.ts';
import { PageNotLoaded } from './lazy-page.ts';

/** Shows an error instead of a page that cannot be loaded or rendered; the navigation keeps working. */
export class PageBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('unknown') };
  }

  override render() {
    const { error } = this.state;
    return error === null ? this.props.children : <Failed isNotLoaded={error instanceof PageNotLoaded} />;
  }
}

function Failed({ isNotLoaded }: { isNotLoaded: boolean }) {
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
      {isNotLoaded ? common.pageOutdated : common.pageFailed}
    </Empty>
  );
}
