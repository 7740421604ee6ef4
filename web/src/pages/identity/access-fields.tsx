import { Card } from '../../design/card.tsx';
import { SelectField, TextField } from '../../design/field.tsx';
import { SwitchField } from '../../design/switch-field.tsx';
import { useFieldText } from '../../language/use-error-text.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useSession } from '../../session/context.ts';
import type { FieldsProps } from './provider-fields.tsx';

const OTHERS = ['none', 'viewer', 'payroll', 'hr', 'admin'] as const;
const VALUES = ['adminValues', 'hrValues', 'payrollValues', 'viewerValues'] as const;

export function AccessFields({ provider, values, set, error }: FieldsProps) {
  const { identity } = useMessages();
  const fieldText = useFieldText();
  const hasClaim = values.roleClaim.trim() !== '';
  return (
    <>
      <Card title={identity.access}>
        <div className="form">
          <TextField
            label={identity.domains}
            help={identity.domainsHelp}
            autoComplete="off"
            value={values.domains}
            onChange={(domains) => set({ domains })}
            error={fieldText(error, 'domains')}
          />
          {provider && <FoundDomains domains={provider.domains} vouched={provider.vouchedDomains} />}
          <SwitchField
            label={identity.createsUsers}
            help={identity.createsUsersText}
            checked={values.createsUsers}
            onChange={(createsUsers) => set({ createsUsers })}
          />
        </div>
      </Card>
      <Card title={identity.roles} text={identity.rolesText}>
        <div className="form">
          <TextField
            label={identity.roleClaim}
            help={identity.roleClaimHelp}
            autoComplete="off"
            value={values.roleClaim}
            onChange={(roleClaim) => set({ roleClaim })}
            error={fieldText(error, 'roleClaim')}
          />
          {hasClaim && (
            <div className="form-columns">
              {VALUES.map((name) => (
                <TextField
                  key={name}
                  label={identity[name]}
                  help={identity.valuesHelp}
                  autoComplete="off"
                  value={values[name]}
                  onChange={(value) => set({ [name]: value })}
                  error={fieldText(error, name)}
                />
              ))}
            </div>
          )}
          {(hasClaim || values.createsUsers) && (
            <SelectField
              label={identity.otherRole}
              value={values.otherRole}
              options={OTHERS.map((value) => ({ value, label: identity.otherRoles[value] }))}
              onChange={(otherRole) => set({ otherRole })}
            />
          )}
        </div>
      </Card>
    </>
  );
}

/** Which domains the sign-in form finds. On staging it finds all of them. */
function FoundDomains({ domains, vouched }: { domains: readonly string[]; vouched: readonly string[] }) {
  const { identity } = useMessages();
  const { environment } = useSession();
  const found = environment === 'staging' ? domains : vouched;
  const others = domains.filter((domain) => !found.includes(domain));
  return (
    <div className="small quiet">
      {found.length > 0 && <p>{identity.vouched(found.join(', '))}</p>}
      {others.length > 0 && <p>{identity.notVouched(others.join(', '))}</p>}
    </div>
  );
}
