import { useRouteContext } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '../../../entities/session/session-query.ts';
import { useSign } from '../../../entities/session/use-sign.ts';
import { Panel } from '../../../ui/content/settings-panel.tsx';
import { ConfirmButton } from '../../../ui/dialogs/confirm-button.tsx';
import page from '../../../ui/settings-page.module.css';
import { onDemand } from '../../../ui/states/on-demand.tsx';
import { factorWords } from '../factor-words.ts';
import { profileWords } from '../words.ts';
import { keysWords } from './keys-words.ts';
import { ProfileAppearance } from './profile-appearance.tsx';
import { ProfileData } from './profile-data.tsx';
import { ProfileFactor } from './profile-factor.tsx';
import { ProfileKeys } from './profile-keys.tsx';
import { ProfilePassword } from './profile-password.tsx';
import { ProfileSessions } from './profile-sessions.tsx';

const ProfileLinks = onDemand(async () => (await import('./profile-links.tsx')).ProfileLinks);

/** The panels in their order, by the ids that they have. */
const PANELS = [
	{ anchor: 'details', label: profileWords.data },
	{ anchor: 'plan', label: profileWords.plan },
	{ anchor: 'password', label: profileWords.password },
	{ anchor: 'second-factor', label: factorWords.title },
	{ anchor: 'sessions', label: profileWords.sessions },
	{ anchor: 'keys', label: keysWords.title },
	{ anchor: 'appearance', label: profileWords.looks },
	{ anchor: 'ticker-links', label: profileWords.links },
	{ anchor: 'delete', label: profileWords.remove },
] as const;

/** The account's data and settings; `plan` is its paid plan. */
export function ProfilePage({ plan }: { plan?: ReactNode }) {
	const { api } = useRouteContext({ from: '__root__' });
	const { profile } = useSession();
	const { left } = useSign();
	if (!profile) return null;
	const remove = async (): Promise<void> => {
		await api.accounts.deleteAccount({ body: {} });
		await left();
	};
	return (
		<div className={`${page['page']} ${page['columns']}`}>
			<h1 className={page['heading']}>{profileWords.title}</h1>
			<nav className={page['index']} aria-label={profileWords.index}>
				{PANELS.filter(({ anchor }) => plan || anchor !== 'plan').map(({ anchor, label }) => (
					<a key={anchor} href={`#${anchor}`}>
						{label}
					</a>
				))}
			</nav>
			<ProfileData key={profile.email} profile={profile} />
			{plan}
			<ProfilePassword profile={profile} />
			<ProfileFactor profile={profile} />
			<ProfileSessions />
			<ProfileKeys profile={profile} />
			<ProfileAppearance profile={profile} />
			<ProfileLinks profile={profile} />
			<Panel title={profileWords.remove} anchor="delete">
				<p>{profileWords.removeDetail}</p>
				<ConfirmButton label={profileWords.remove} detail={profileWords.removeDetail} sure={profileWords.removeSure} act={remove} />
			</Panel>
		</div>
	);
}
