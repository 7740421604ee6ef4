import type { ReactNode } from 'react';
import { useMessages } from '../language/use-messages.ts';
import { useAsText } from './as-text.ts';
import { Button } from './button.tsx';
import { Card } from './card.tsx';
import { Problem } from './problem.tsx';

/** A card with some settings, and a button that saves them. Where fields are shown as text there is none. */
export function SettingsCard({
  title,
  text,
  form,
  fields = [],
  canSave,
  children,
}: {
  title: string;
  text: string;
  form: { mutate: (_: undefined) => void; isPending: boolean; error: unknown };
  /** Those that show their own errors. */
  fields?: readonly string[];
  /** Whether the values are valid and others than before. */
  canSave: boolean;
  children: ReactNode;
}) {
  const { common } = useMessages();
  const asText = useAsText();
  return (
    <Card title={title} text={text}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (canSave) form.mutate(undefined);
        }}
      >
        <Problem error={form.error} fields={fields} />
        {children}
        {!asText && (
          <div className="row">
            <Button type="submit" kind="primary" busy={form.isPending} disabled={!canSave}>
              {common.save}
            </Button>
          </div>
        )}
      </form>
    </Card>
  );
}
