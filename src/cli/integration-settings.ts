import { type Command, Option } from 'commander';
import type { AbsenceTypeChange } from '../company/integrations/change-absence-types.ts';
import { disconnectIntegration } from '../company/integrations/disconnect-integration.ts';
import {
  APPROVE_BY,
  type ApproveBy,
  type ExpectEvery,
  ON_INVALID,
  type OnInvalid,
} from '../company/integrations/integration-types.ts';
import { selectSettings } from '../company/integrations/integrations-sql.ts';
import { requireIntegration } from '../company/integrations/require-integration.ts';
import { type SettingChanges, setIntegration } from '../company/integrations/set-integration.ts';
import { OPERATOR } from '../domain/audit/record-change.ts';
import { runLongChange } from '../domain/day/long-change.ts';
import { ABSENCE_KINDS } from '../domain/person/absence-kinds.ts';
import { rollBackAfter } from '../platform/db/roll-back.ts';
import type { Transaction } from '../platform/db/types.ts';
import { DEFAULT_EFFECTS, type DefaultEffect } from '../tickets/subscriptions/auto-sync-sql.ts';
import { concernsAnybody, type DefaultChange } from '../tickets/subscriptions/follow-auto-sync-default.ts';
import {
  absenceType,
  amount,
  expectEvery,
  idsOrNone,
  orOff,
  percent,
  shortText,
  trueOrFalse,
  wholeNumber,
} from './arguments.ts';
import { requireOption, withDatabase } from './command.ts';
import { confirm } from './confirm.ts';
import { showOneIntegration, typesText } from './integration-output.ts';

export function addIntegrationSettings(integrations: Command): void {
  const set = declareOptions(integrations);
  requireOption(set);
  withDatabase(set, async ({ bulk }, { baseUrl, mail }) => {
    const id = Number(set.args[0]);
    const companyId = await requireIntegration(bulk, id);
    const { disconnected, ...options } = set.opts<{ disconnected?: boolean }>();
    const settings = given(options);
    const change = async (tx: Transaction) => {
      const effect =
        Object.keys(settings).length > 0 ? await setIntegration(tx, companyId, id, OPERATOR, settings) : null;
      if (disconnected !== undefined) await disconnectIntegration(tx, companyId, id, OPERATOR, disconnected);
      return effect;
    };
    if (settings.autoSyncDefault !== undefined) {
      const effect = await rollBackAfter(bulk, change);
      if (effect && concernsAnybody(effect))
        await confirm(set, describeDefaultChange(effect), 'Change the default?');
    }
    const effect = await runLongChange(bulk, companyId, change);
    const now = await selectSettings(bulk, companyId, id);
    return {
      data: {
        companyId,
        ...now,
        defaultChange: effect,
        ...(await showOneIntegration(bulk, companyId, id, baseUrl)),
      },
      lines: [
        `Integration ${id}: ${now?.name}`,
        `  hold count         ${now?.holdCount ?? 'never held'}`,
        `  hold percent       ${now?.holdPercent ?? 'never held'}`,
        `  approve by         ${now?.approveBy}`,
        `  on invalid         ${now?.onInvalid}`,
        `  expect every       ${now?.expectEvery}`,
        `  technical contact  ${now?.technicalContact ?? 'none'}`,
        `  takes over         ${now?.takesOver.join(', ') || 'nobody'}`,
        `  auto-sync default  ${now?.autoSyncDefault}`,
        `  absence types      ${typesText(now?.absenceTypes)}`,
        ...(effect ? describeDefaultChange(effect) : []),
        ...(settings.technicalContact && !mail
          ? ['The technical contact gets no mail before SMTP_URL and MAIL_FROM are set.']
          : []),
      ],
    };
  });
}

function declareOptions(integrations: Command): Command {
  return integrations
    .command('set')
    .description("change an integration's settings")
    .argument('<id>', 'integration id', wholeNumber)
    .option('--name <name>', 'display name', shortText)
    .option(
      '--hold-count <n|off>',
      'hold a run for approval if it would end more subscriptions than this',
      orOff(amount),
    )
    .option(
      '--hold-percent <p|off>',
      'hold a run for approval if more than this share of the people would leave',
      orOff(percent),
    )
    .addOption(
      new Option(
        '--approve-by <who>',
        'who may approve a held run: only people in the portal and on this command line, or API keys too',
      ).choices(APPROVE_BY),
    )
    .addOption(
      new Option(
        '--on-invalid <action>',
        'a roster with invalid entries: reject it, or keep their people as they are',
      ).choices(ON_INVALID),
    )
    .option(
      '--expect-every <time|auto|off>',
      'report it if no roster has come for about this time, 24h or 7d; auto: learn the time from its rosters',
      expectEvery,
    )
    .option(
      '--technical-contact <address|none>',
      'e-mail address that is mailed if a roster is refused, held or fails, or none comes; it needs no account',
    )
    .option(
      '--takes-over <ids|none>',
      'integrations whose people it takes over, also in rosters of keys restricted to it: for a move between HR systems',
      idsOrNone,
    )
    .option(
      '--auto-sync-default <true|false>',
      'value of autoSyncEmployee for entries without it',
      trueOrFalse,
    )
    .option(
      '--absence-type <name=kind>',
      `what a type of absence means: ${ABSENCE_KINDS.join(', ')}; NAME= removes it; repeatable`,
      absenceType,
    )
    .option('--disconnected <true|false>', 'true: refuse rosters', trueOrFalse)
    .option('--yes', 'do not ask before a default that concerns people; needed without a terminal');
}

const EFFECTS: Record<DefaultEffect, string> = {
  start: 'subscriptions start',
  offer: 'people get a contract to answer',
  continue: 'ended subscriptions continue',
  wait: 'people wait for enrolment, because auto-enrol is off',
  'pause-ends': 'pauses by absences end',
  'pause-begins': 'pauses by absences begin',
};
/** People who are named for each effect. The JSON output has more. */
const MAX_NAMED = 10;

function describeDefaultChange({ counts, people, monthlyCents }: DefaultChange): string[] {
  if (Object.values(counts).every((count) => count === 0)) return ['This concerns nobody.'];
  const named = DEFAULT_EFFECTS.filter((effect) => counts[effect] > 0).flatMap((effect) => [
    `${counts[effect]} ${EFFECTS[effect]}:`,
    ...people
      .filter((person) => person.effect === effect)
      .slice(0, MAX_NAMED)
      .map(({ firstName, lastName, from }) => `  ${firstName} ${lastName}${from ? `, from ${from}` : ''}`),
    ...(counts[effect] > MAX_NAMED ? [`  and ${counts[effect] - MAX_NAMED} more`] : []),
  ]);
  const { employer, employees } = monthlyCents;
  return [...named, `Per month: employer ${signed(employer)} cents, employees ${signed(employees)} cents`];
}

const signed = (cents: number) => (cents > 0 ? `+${cents}` : String(cents));

interface SetOptions {
  name?: string;
  holdCount?: number | 'off';
  holdPercent?: number | 'off';
  approveBy?: ApproveBy;
  onInvalid?: OnInvalid;
  expectEvery?: ExpectEvery;
  technicalContact?: string;
  takesOver?: number[];
  autoSyncDefault?: boolean;
  absenceType?: AbsenceTypeChange[];
}

function given({
  name,
  holdCount,
  holdPercent,
  approveBy,
  onInvalid,
  expectEvery,
  technicalContact,
  takesOver,
  autoSyncDefault,
  absenceType: absenceTypes,
}: SetOptions): SettingChanges {
  return {
    ...(name !== undefined && { name }),
    ...(holdCount !== undefined && { holdCount: limitOf(holdCount) }),
    ...(holdPercent !== undefined && { holdPercent: limitOf(holdPercent) }),
    ...(approveBy !== undefined && { approveBy }),
    ...(onInvalid !== undefined && { onInvalid }),
    ...(expectEvery !== undefined && { expectEvery }),
    ...(technicalContact !== undefined && {
      technicalContact: technicalContact === 'none' ? null : technicalContact,
    }),
    ...(takesOver !== undefined && { takesOver }),
    ...(autoSyncDefault !== undefined && { autoSyncDefault }),
    ...(absenceTypes !== undefined && { absenceTypes }),
  };
}

const limitOf = (limit: number | 'off') => (limit === 'off' ? null : limit);
