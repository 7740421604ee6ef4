/** An integration that files are dropped for. */
export interface DropUser {
  companyId: number;
  integrationId: number;
}

export interface DropFile {
  name: string;
  bytes: number;
  changedAt: Date;
}
