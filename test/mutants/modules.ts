/** The files that are mutated, and the tests that must notice it. */
export interface TestedModule {
  files: readonly string[];
  tests: readonly string[];
}

export const MODULES: Record<string, TestedModule> = {
  money: {
    files: [
      'src/tickets/charges/*.ts',
      'src/company/payroll/*.ts',
      'src/company/statements/*.ts',
      'src/company/datev/*.ts',
      'src/company/handovers/*.ts',
    ],
    tests: [
      'test/database/tickets/charges/charges.test.ts',
      'test/database/company/statements/*.test.ts',
      'test/database/company/handovers/*.test.ts',
      'test/database/notifications/mail/admins.test.ts',
    ],
  },
  access: {
    files: [
      'src/domain/access/*.ts',
      'src/company/api-keys/*.ts',
      'src/http/access.ts',
      'src/http/portal/require-session.ts',
      'src/http/portal/own-origin.ts',
      'src/http/employee-page/own-page.ts',
    ],
    tests: [
      'src/http/basic-credentials.test.ts',
      'test/database/api/access.test.ts',
      'test/database/api/credentials.test.ts',
      'test/database/api/restricted-keys.test.ts',
      'test/database/api/requests-at-once.test.ts',
      'test/database/company/api-keys/*.test.ts',
      'test/database/portal/session.test.ts',
      'test/database/portal/rate-limit.test.ts',
      'test/database/portal/access.test.ts',
      'test/database/views/employee-page/page.test.ts',
    ],
  },
  events: {
    // The values of the examples stand for any others.
    files: ['src/domain/events/!(example-event).ts', 'src/jobs/number-events.ts'],
    tests: ['test/database/domain/events/*.test.ts', 'test/database/api/events.test.ts'],
  },
  'sync planning': {
    files: ['src/rosters/plan/*.ts'],
    tests: [
      'test/database/rosters/who-is-who.test.ts',
      'test/database/rosters/matching.test.ts',
      'test/database/rosters/conflicts.test.ts',
      'test/database/rosters/waiting.test.ts',
      'test/database/rosters/hold.test.ts',
      'test/database/rosters/two-integrations.test.ts',
      'test/database/rosters/problems.test.ts',
      'test/database/rosters/on-invalid.test.ts',
      'test/database/rosters/small-and-large.test.ts',
      'test/database/rosters/model.test.ts',
    ],
  },
  pulls: {
    files: [
      'src/rosters/pull/*.ts',
      'src/rosters/pull/{personio,bamboohr,hibob,kombo,https-file,files,file-drop}/*.ts',
    ],
    tests: [
      'src/rosters/pull/*.test.ts',
      'src/rosters/pull/{personio,bamboohr,hibob,kombo,https-file,files}/*.test.ts',
      'test/database/rosters/pull*.test.ts',
      'test/database/rosters/dropped-files.test.ts',
      'test/database/rosters/drop-folders.test.ts',
      'test/database/rosters/source-secrets.test.ts',
      'test/database/portal/sources.test.ts',
    ],
  },
  groups: {
    files: ['src/tickets/groups/*.ts', 'src/company/groups/*.ts'],
    tests: [
      'test/database/company/groups/*.test.ts',
      'test/database/portal/groups.test.ts',
      'test/database/cli/group-commands.test.ts',
    ],
  },
};
