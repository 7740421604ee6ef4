export interface Entry {
  hrId: string;
  firstName: string;
  lastName: string;
  email: string;
  dateOfBirth: string;
  startDate: string;
  profileImage?: string | null;
  terminationDate?: string | null;
  autoSyncEmployee?: boolean | null;
  absences?: object[] | null;
}

/** Returns a valid entry. Every value follows from the number unless `other` overrides it. */
export function entry(hrId: string, other: Partial<Entry> = {}): Entry {
  return {
    hrId,
    firstName: `First${hrId}`,
    lastName: `Last${hrId}`,
    email: `${hrId.toLowerCase()}@example.com`,
    dateOfBirth: `19${String(60 + (hrId.length % 30)).padStart(2, '0')}-01-02`,
    startDate: '2020-01-01',
    ...other,
  };
}
