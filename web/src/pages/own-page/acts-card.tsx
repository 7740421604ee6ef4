import { call } from '../../api/client.ts';
import type { Company } from '../../api/routes.ts';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { Radios } from '../../design/field.tsx';
import { Problem } from '../../design/problem.tsx';
import { useForm } from '../../design/use-form.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useOwnPageText } from './use-own-page-text.ts';

const MODES = ['none', 'ask', 'direct'] as const;

/** Whether employees may change their subscription themselves. */
export function ActsCard({ company }: { company: Company }) {
  const ownPage = useOwnPageText();
  const { common } = useMessages();
  const { employeeActions } = company;
  const form = useForm({
    initial: { employeeActions },
    send: (values) => call('PATCH /company', { body: values }),
    done: common.saved,
  });
  return (
    <Card title={ownPage.acts} text={ownPage.actsText}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          form.mutate(undefined);
        }}
      >
        <Problem error={form.error} />
        <Radios
          label={ownPage.mode}
          value={form.values.employeeActions}
          options={MODES.map((value) => ({
            value,
            label: ownPage.modes[value],
            text: ownPage.modesText[value],
          }))}
          onChange={(mode) => form.set({ employeeActions: mode })}
        />
        <div className="row">
          <Button
            type="submit"
            kind="primary"
            busy={form.isPending}
            disabled={form.values.employeeActions === employeeActions}
          >
            {common.save}
          </Button>
        </div>
      </form>
    </Card>
  );
}
