import { useRouteContext } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '../../../entities/session/session-query.ts';
import { useSign } from '../../../entities/session/use-sign.ts';
import { Panel } from '../../../ui/content/settings-panel.tsx';
import { ConfirmButton } from '../../../ui/dialogs/confirm-button.tsx';
import page from '../../../ui/settings-page.module.css';
import { onDemand } from '../../../ui/states/on-demand.tsx';
import { profileWords } from '../words.ts';
import { ProfileAppearance } from './profile-appearance.tsx';
import { ProfileData } from './profile-data.tsx';
import { ProfileFactor } from './profile-factor.tsx';
import { ProfileKeys } from './profile-keys.tsx';
import { ProfilePassword } from './profile-password.tsx';
import { ProfileSessions } from './profile-sessions.tsx';

const ProfileLinks = onDemand(async () => (await import('./profile-links.tsx')).ProfileLinks);

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
			<ProfileData key={profile.email} profile={profile} />
			{plan}
			<ProfilePassword profile={profile} />
			<ProfileFactor profile={profile} />
			<ProfileSessions />
			<ProfileKeys profile={profile} />
			<ProfileAppearance profile={profile} />
			<ProfileLinks profile={profile} />
			<Panel title={profileWords.remove}>
				<p>{profileWords.removeDetail}</p>
				<ConfirmButton label={profileWords.remove} detail={profileWords.removeDetail} sure={profileWords.removeSure} act={remove} />
			</Panel>
		</div>
	);
}
