import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Command } from 'commander';
import { createProgram } from './program.ts';

describe('help', () => {
  const cutOffs = ['--order-until', '--cancel-until', '--pause-until'];
  const settings = ['--auto-enrol', '--plan', '--subsidy', '--locale', '--time-zone', ...cutOffs];
  const options: Record<string, string[]> = {
    '': ['serve', 'migrate', 'demo', 'companies', 'users', 'keys', 'integrations', 'employees', 'DATA_DIR'],
    serve: [],
    migrate: ['--json'],
    demo: ['--json'],
    companies: ['create', 'set', 'list'],
    'companies create': ['--name <name> [options]', '(required)', '(default: 10)', ...settings, '--json'],
    'companies set': ['<id>', '--name', ...settings, '--require-passkeys', '--json'],
    'companies list': ['--json'],
    version: ['--json'],
    doctor: ['--json', 'exit code'],
    backup: ['<file>', '--passphrase-file', 'BACKUP_PASSPHRASE', '--json'],
    restore: ['<file>', '--passphrase-file', 'BACKUP_PASSPHRASE', '--secret-key', '--json'],
    users: ['create', 'invite', 'reset', 'reset-passkeys', 'list', 'set', 'remove'],
    'users create': ['--company', '--email', '--password', '--role', '--json'],
    'users invite': ['--company', '--email', '--role', '--json'],
    'users reset': ['<id>', '--company', '--json'],
    'users reset-passkeys': ['<id>', '--company', '--json'],
    'users list': ['--company', '--json'],
    'users set': ['<id>', '--company', '--role', '--json'],
    'users remove': ['<id>', '--company', '--json'],
    identity: ['set', 'show', 'remove', 'test'],
    'identity set': [
      '--company',
      '--issuer',
      '--client-id',
      '--client-secret-file',
      '--domain',
      '--role-claim',
      '--admin-value',
      '--viewer-value',
      '--others',
      '--create-users',
      '--only-way-in',
      '--json',
    ],
    'identity show': ['--company', '--json'],
    'identity remove': ['--company', '--json'],
    'identity test': ['--company', '--json'],
    audit: ['export', 'delete'],
    'audit export': ['--company', '--from', '--to', '--format'],
    'audit delete': ['--company', '--before', '--yes', '--json'],
    keys: ['create', 'list', 'rotate', 'revoke'],
    'keys create': [
      '--company',
      '--permissions',
      '--name',
      '--expires',
      '--integration',
      '--allow-from',
      '--json',
    ],
    'keys list': ['--company', '--json'],
    'keys rotate': ['<id>', '--overlap', '--json'],
    'keys revoke': ['<id>', '--json'],
    integrations: ['create', 'set', 'list'],
    'integrations create': ['--company', '--name', '--type', '--json'],
    'integrations set': [
      '<id>',
      '--name',
      '--hold-count',
      '--hold-percent',
      '--approve-by',
      '--on-invalid',
      '--expect-every',
      '--technical-contact',
      '--auto-sync-default',
      '--json',
    ],
    'integrations list': ['--company', '--json'],
    push: [
      '<file>',
      '--integration',
      '--url',
      '--sync-id',
      '--preview',
      '--wait',
      '--on-invalid',
      '--mapping',
      '--retries',
      '--json',
      'TRANSIT_PASSWORD',
    ],
    employees: ['create', 'link'],
    'employees create': ['--company', '--first-name', '--last-name', '--email', '--date-of-birth', '--json'],
    'employees link': ['<id>', '--integration', '--json'],
    statements: ['show', 'export'],
    'statements show': ['--company', '--month', '--json'],
    'statements export': ['--company', '--month', '--format', '--language', '--output'],
  };
  for (const [command, mentioned] of Object.entries(options))
    it(`of transit ${command || 'itself'} mentions all its commands and options`, async () => {
      const names = command.split(' ').filter(Boolean);
      const program = await createProgram(names[0]);
      const found = names.reduce<Command>(
        (parent, name) => parent.commands.find((each) => each.name() === name) ?? assert.fail(name),
        program,
      );
      let help = '';
      found.configureOutput({
        writeOut: (text) => {
          help += text;
        },
      });
      found.outputHelp();
      assert.match(help, new RegExp(`^Usage: transit ${command}`));
      for (const word of mentioned) assert(help.includes(word), `${word} in:\n${help}`);
    });
});
