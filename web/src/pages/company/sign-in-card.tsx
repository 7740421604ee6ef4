import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { routeQuery } from '../../api/route-query.ts';
import type { SignInSettings } from '../../api/routes.ts';
import { SESSION } from '../../api/session-key.ts';
import { AsText } from '../../design/as-text.ts';
import { Card } from '../../design/card.tsx';
import { Question } from '../../design/confirmed-button.tsx';
import { SwitchField } from '../../design/switch-field.tsx';
import { useMessages } from '../../language/use-messages.ts';
import { useMay, useSession } from '../../session/context.ts';

/** How users sign in. Saved apart from the other settings, because a change asks for the password. */
export function SignInCard() {
  const { passkeys } = useMessages();
  const mayChange = useMay('administer');
  const { origin } = useSession().passkeys;
  const settings = useQuery(routeQuery('GET /company/sign-in')).data;
  const [changing, setChanging] = useState(false);
  if (!settings) return null;
  const isPossible = origin !== null || settings.requirePasskeys;
  return (
    <Card title={passkeys.signIn}>
      <AsText value={!mayChange}>
        <div className="form">
          <SwitchField
            label={passkeys.require}
            help={
              isPossible
                ? passkeys.requireHelp(settings.usersWithPasskey, settings.users)
                : passkeys.needHostName
            }
            checked={settings.requirePasskeys}
            disabled={!isPossible}
            onChange={() => setChanging(true)}
          />
        </div>
      </AsText>
      {changing && <ChangeRequirement settings={settings} onClose={() => setChanging(false)} />}
    </Card>
  );
}

function ChangeRequirement({ settings, onClose }: { settings: SignInSettings; onClose: () => void }) {
  const { passkeys, common } = useMessages();
  const client = useQueryClient();
  const requirePasskeys = !settings.requirePasskeys;
  const without = settings.users - settings.usersWithPasskey;
  return (
    <Question
      title={requirePasskeys ? passkeys.requireTitle : passkeys.releaseTitle}
      text={requirePasskeys ? passkeys.requireText(without) : passkeys.releaseText}
      button={requirePasskeys ? passkeys.requireButton : passkeys.releaseButton}
      send={() => call('PATCH /company/sign-in', { body: { requirePasskeys } })}
      done={common.saved}
      // The admin may have no passkey either.
      next={() => void client.invalidateQueries({ queryKey: SESSION })}
      onClose={onClose}
    />
  );
}
