import type { IdentityProvider } from '../../api/routes.ts';
import type { Role } from '../../domain/vocabulary.ts';

/** The settings as the form has them: lists are one text. */
export interface FormValues {
  issuer: string;
  clientId: string;
  clientSecret: string;
  domains: string;
  createsUsers: boolean;
  roleClaim: string;
  adminValues: string;
  hrValues: string;
  payrollValues: string;
  viewerValues: string;
  otherRole: Role | 'none';
  onlyWayIn: boolean;
  /** Not sent. It changes with every save, so that the form drops the saved secret. */
  updatedAt: string | undefined;
}

export function valuesOf(provider: IdentityProvider | null): FormValues {
  return {
    issuer: provider?.issuer ?? '',
    clientId: provider?.clientId ?? '',
    clientSecret: '',
    domains: provider?.domains.join(', ') ?? '',
    createsUsers: provider?.createsUsers ?? false,
    roleClaim: provider?.roleClaim ?? '',
    adminValues: provider?.adminValues.join(', ') ?? '',
    hrValues: provider?.hrValues.join(', ') ?? '',
    payrollValues: provider?.payrollValues.join(', ') ?? '',
    viewerValues: provider?.viewerValues.join(', ') ?? '',
    otherRole: provider?.otherRole ?? 'none',
    onlyWayIn: provider?.onlyWayIn ?? false,
    updatedAt: provider?.updatedAt,
  };
}

export function bodyOf(values: FormValues) {
  const { clientSecret, roleClaim, otherRole } = values;
  const hasClaim = roleClaim.trim() !== '';
  return {
    ...clientOf(values),
    domains: listOf(values.domains),
    createsUsers: values.createsUsers,
    roleClaim: hasClaim ? roleClaim.trim() : null,
    adminValues: hasClaim ? listOf(values.adminValues) : [],
    hrValues: hasClaim ? listOf(values.hrValues) : [],
    payrollValues: hasClaim ? listOf(values.payrollValues) : [],
    viewerValues: hasClaim ? listOf(values.viewerValues) : [],
    otherRole: otherRole === 'none' ? null : otherRole,
    onlyWayIn: values.onlyWayIn,
    ...(clientSecret !== '' && { clientSecret }),
  };
}

/** Without a new secret, the service uses the stored one. */
export function clientOf({ issuer, clientId, clientSecret }: FormValues) {
  return {
    issuer: issuer.trim(),
    clientId: clientId.trim(),
    ...(clientSecret !== '' && { clientSecret }),
  };
}

function listOf(text: string): string[] {
  return text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}
