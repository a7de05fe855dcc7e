import { anyPasswordRules, newPasswordRules } from '@sw/domain/access/form-rules';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useReloadSession, useSignInOut } from '../../../entities/session/browser-session.tsx';
import { type Profile, useSession } from '../../../entities/session/session-query.ts';
import { etDateTime, msOf } from '../../../lib/format/times.ts';
import { buttonClass } from '../../../ui/button.ts';
import { Panel } from '../../../ui/content/settings-panel.tsx';
import { ConfirmButton } from '../../../ui/dialogs/confirm-dialog.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import form from '../../../ui/forms/form.module.css';
import { FormBox, useForm } from '../../../ui/forms/form-box.tsx';
import page from '../../../ui/settings-page.module.css';
import { snack } from '../../../ui/snackbars/snack.ts';
import { LoadFailed } from '../../../ui/states/load-failed.tsx';
import { Notice } from '../../../ui/states/notice.tsx';
import { onDemand } from '../../../ui/states/on-demand.tsx';
import css from '../factor.module.css';
import { AddPasskey, AppPart, IdentityCheckedAction, Part, RecoveryCodes } from '../factor-parts.tsx';
import { factorWords } from '../factor-words.ts';
import { factorQuery, type SecondFactor, sessionsQuery, usePasswordsEnabled } from '../queries.ts';
import { profileWords, words } from '../words.ts';
import { keysWords } from './keys-words.ts';
import { ProfileAppearance } from './profile-appearance.tsx';
import { ProfileData } from './profile-data.tsx';
import { ProfileKeys, ProfileSessions } from './profile-keys.tsx';

interface PasskeysProps {
	passkeys: SecondFactor['passkeys'];
	hasPassword: boolean;
	onChanged(): Promise<void>;
}

const RULES = { password: anyPasswordRules, new_password: newPasswordRules };

const EMPTY = { password: '', new_password: '' };

const ProfileLinks = onDemand(async () => (await import('./profile-links.tsx')).ProfileLinks);

/** The panels of the page in order, with their element ids. */
const PANELS = [
	{ anchor: 'details', label: profileWords.data },
	{ anchor: 'plan', label: profileWords.plan },
	{ anchor: 'password', label: profileWords.password },
	{ anchor: 'second-factor', label: factorWords.title },
	{ anchor: 'sessions', label: profileWords.sessions },
	{ anchor: 'keys', label: keysWords.title },
	{ anchor: 'appearance', label: profileWords.appearance },
	{ anchor: 'ticker-links', label: profileWords.links },
	{ anchor: 'delete', label: profileWords.remove },
] as const;

/** Shows the account's data and settings. `plan`: the panel of the account's paid plan. */
export function ProfilePage({ plan }: { plan?: ReactNode }) {
	const { api } = useRouteContext({ from: '__root__' });
	const { profile } = useSession();
	const { finishSignOut } = useSignInOut();
	if (!profile) return null;
	const deleteAccount = async (): Promise<void> => {
		await api.accounts.deleteAccount({ body: {} });
		await finishSignOut();
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
			<div>
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
					<ConfirmButton
						label={profileWords.remove}
						detail={profileWords.removeDetail}
						confirmLabel={profileWords.removeConfirm}
						act={deleteAccount}
					/>
				</Panel>
			</div>
		</div>
	);
}

function ProfilePassword({ profile }: { profile: Profile }) {
	const passwordsEnabled = usePasswordsEnabled();
	const queryClient = useQueryClient();
	const { api } = useRouteContext({ from: '__root__' });
	const passwordForm = useForm(RULES, EMPTY, async (body) => {
		const { ended } = await api.accounts.changePassword({ body });
		passwordForm.reset(EMPTY);
		await queryClient.invalidateQueries({ queryKey: sessionsQuery(api).queryKey });
		snack.info(profileWords.password, profileWords.passwordChanged(ended));
	});
	return (
		<Panel title={profileWords.password} anchor="password">
			{!passwordsEnabled ? (
				<p>{profileWords.passwordsOff}</p>
			) : profile.has_password ? (
				<FormBox form={passwordForm} submitLabel={profileWords.changePassword}>
					<Field form={passwordForm} name="password" label={words.currentPassword} type="password" autoComplete="current-password" />
					<Field
						form={passwordForm}
						name="new_password"
						label={words.newPassword}
						type="password"
						autoComplete="new-password"
						hint={words.passwordHint}
					/>
				</FormBox>
			) : (
				<p>
					{profileWords.noPassword}{' '}
					<Link to="/auth/forgot-password" className={form['link'] ?? ''}>
						{words.forgotTitle}
					</Link>
				</p>
			)}
		</Panel>
	);
}

/** Sets up or removes the second factor, and renews its recovery codes. */
function ProfileFactor({ profile }: { profile: Profile }) {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	const readSession = useReloadSession();
	const { data, isError, refetch } = useQuery(factorQuery(api));
	const [codes, setCodes] = useState<readonly string[]>([]);
	const showChange = async (newCodes: readonly string[] = []): Promise<void> => {
		setCodes(newCodes);
		await Promise.all([queryClient.invalidateQueries({ queryKey: factorQuery(api).queryKey }), readSession()]);
	};
	const hasPassword = profile.has_password;
	if (profile.status === 'unconfirmed')
		return (
			<Panel title={factorWords.title} anchor="second-factor">
				{factorWords.unconfirmed}
			</Panel>
		);
	return (
		<Panel title={factorWords.title} anchor="second-factor">
			{profile.must_enrol ? <Notice>{factorWords.required}</Notice> : null}
			{isError ? <LoadFailed retry={() => void refetch()} /> : null}
			{codes.length > 0 ? <RecoveryCodes codes={codes} onDone={() => setCodes([])} /> : null}
			{data ? (
				<>
					<p>{data.since === null ? factorWords.off : factorWords.on(formatOptionalTime(data.since) ?? '')}</p>
					{data.totp ? <p>{factorWords.appOn}</p> : <AppPart hasPassword={hasPassword} onChanged={showChange} />}
					<Part title={factorWords.passkeys}>
						<p>{factorWords.passkeyHint}</p>
						{data.passkeys.length > 0 ? <Passkeys passkeys={data.passkeys} hasPassword={hasPassword} onChanged={showChange} /> : null}
						<AddPasskey hasPassword={hasPassword} onChanged={showChange} />
					</Part>
					{data.since === null ? null : (
						<>
							<Part title={factorWords.recovery}>
								<p>{factorWords.recoveryLeft(data.recovery_codes_left)}</p>
								<IdentityCheckedAction
									hasPassword={hasPassword}
									submit={factorWords.generateCodes}
									act={async (body) => showChange((await api.accounts.renewRecoveryCodes({ body })).recovery_codes)}
								/>
							</Part>
							<Part title={factorWords.removeAll}>
								<p>{factorWords.removeAllDetail}</p>
								<IdentityCheckedAction
									hasPassword={hasPassword}
									submit={factorWords.removeAll}
									act={async (body) => {
										await api.accounts.removeSecondFactor({ body });
										await showChange();
									}}
								/>
							</Part>
						</>
					)}
				</>
			) : null}
		</Panel>
	);
}

function formatOptionalTime(iso: string | null): string | null {
	return iso === null ? null : etDateTime(msOf(iso));
}

function Passkeys({ passkeys, hasPassword, onChanged }: PasskeysProps) {
	const { api } = useRouteContext({ from: '__root__' });
	const [removingId, setRemovingId] = useState<string>();
	return (
		<ul className={css['keys']}>
			{passkeys.map(({ id, name, used }) => (
				<li key={id}>
					{name} · {factorWords.used(formatOptionalTime(used))}{' '}
					<button type="button" className={buttonClass} aria-label={factorWords.removeNamed(name)} onClick={() => setRemovingId(id)}>
						{factorWords.remove}
					</button>
					{removingId === id ? (
						<IdentityCheckedAction
							hasPassword={hasPassword}
							submit={factorWords.removeNamed(name)}
							act={async (body) => {
								await api.accounts.removePasskey({ params: { id }, body });
								await onChanged();
							}}
						/>
					) : null}
				</li>
			))}
		</ul>
	);
}
