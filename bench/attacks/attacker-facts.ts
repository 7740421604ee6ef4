/**
 * What the attacker has: a network address, a key and a portal account of a large company, one person there, that person's
 * receipt and an uploaded file of 9 MiB.
 */
export interface Attacker {
  port: number;
  address: string;
  authorization: string;
  companyId: number;
  integrationId: number;
  cookie: string;
  email: string;
  employeeId: number;
  documentId: number;
  uploadId: number;
  /** The paths of links of the company, which its admins can see. */
  joinPath: string;
  pages: { path: string; dateOfBirth: string }[];
  passPath: string;
}
