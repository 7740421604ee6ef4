import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, type Query } from './client.ts';
import type {
  AuditEntry,
  Clock,
  Company,
  Contract,
  Employee,
  EmployeeCounts,
  EmployeeDocument,
  HistoryEntry,
  Integration,
  Invitation,
  Key,
  Overview,
  Page,
  Person,
  User,
  Waiting,
  WalletLink,
} from './types.ts';

/** What pages ask for. Lists keep showing the last page while the next one is on its way. */
const list = <Item>(path: string, query: Query = {}) =>
  queryOptions({
    queryKey: [path, query],
    queryFn: ({ signal }) => api.get<Page<Item>>(path, query, signal),
    placeholderData: keepPreviousData,
  });

const one = <Thing>(path: string, query: Query = {}) =>
  queryOptions({ queryKey: [path, query], queryFn: ({ signal }) => api.get<Thing>(path, query, signal) });

export const overviewQuery = () => one<Overview>('/overview');
export const employeesQuery = (query: Query) => list<Employee>('/employees', query);
export const employeeCountsQuery = (query: Query) => ({
  ...one<EmployeeCounts>('/employee-counts', query),
  placeholderData: keepPreviousData,
});
export const personQuery = (id: number) => one<Person>(`/employees/${id}`);
export const personDocumentsQuery = (id: number, query: Query) =>
  list<EmployeeDocument>(`/employees/${id}/documents`, query);
export const personHistoryQuery = (id: number, query: Query) =>
  list<HistoryEntry>(`/employees/${id}/history`, query);
export const waitingQuery = () => one<Waiting>('/enrolments/waiting');
export const integrationsQuery = () => list<Integration>('/integrations');
export const integrationQuery = (id: number) => one<Integration>(`/integrations/${id}`);
export const keysQuery = () => list<Key>('/keys');
export const documentsQuery = (query: Query) => list<EmployeeDocument>('/documents', query);
export const contractsQuery = (query: Query) => list<Contract>('/contracts', query);
export const walletLinksQuery = (query: Query) => list<WalletLink>('/wallet-links', query);
export const companyQuery = () => one<Company>('/company');
export const auditQuery = (query: Query) => list<AuditEntry>('/audit-log', query);
export const clockQuery = () => one<Clock>('/clock');
export const usersQuery = () => list<User>('/users');
export const invitationsQuery = () => list<Invitation>('/invitations');
