import { emailRules, maxLength, nameRules } from '@sw/domain/access/form-rules';
import { Link } from '@tanstack/react-router';
import type { Profile } from '../../../entities/session/session-query.ts';
import { Unconfirmed } from '../../../entities/session/unconfirmed.tsx';
import { etDateTime, msOf } from '../../../lib/format/times.ts';
import css from '../../../ui/content/settings-panel.module.css';
import { Panel } from '../../../ui/content/settings-panel.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import form from '../../../ui/forms/form.module.css';
import { FormBox, useForm } from '../../../ui/forms/form-box.tsx';
import { snack } from '../../../ui/snackbars/snack.ts';
import { Notice } from '../../../ui/states/notice.tsx';
import { words as common } from '../../../ui/words.ts';
import { useChangeProfile } from '../queries.ts';
import { profileWords, words } from '../words.ts';

const RULES = { email: emailRules, name: nameRules, password: [maxLength(128)] };

export function ProfileData({ profile }: { profile: Profile }) {
	const change = useChangeProfile();
	const data = useForm(RULES, { email: profile.email, name: profile.name, password: '' }, async ({ email, name, password }) => {
		const isNewEmail = email !== profile.email;
		await change({ name, ...(isNewEmail ? { email } : {}), ...(isNewEmail && password !== '' ? { password } : {}) });
		snack.info(profileWords.title, words.saved);
	});
	const isEmailEdited = data.values.email !== profile.email;
	return (
		<Panel title={profileWords.data} anchor="details">
			{profile.status === 'unconfirmed' ? <Unconfirmed email={profile.email} /> : null}
			{profile.pending_email ? <Notice tone="plain">{profileWords.pending(profile.pending_email)}</Notice> : null}
			<Licence profile={profile} />
			<FormBox form={data} submitLabel={common.save}>
				<Field form={data} name="email" label={words.email} type="email" autoComplete="email" hint={profileWords.emailHint} />
				{isEmailEdited && profile.has_password ? (
					<Field form={data} name="password" label={profileWords.emailPassword} type="password" autoComplete="current-password" />
				) : null}
				<Field form={data} name="name" label={words.name} autoComplete="name" />
			</FormBox>
		</Panel>
	);
}

function Licence({ profile }: { profile: Profile }) {
	return (
		<dl className={css['facts']}>
			<dt>{profileWords.licence}</dt>
			<dd>
				{profile.license ?? profileWords.noLicence}
				{profile.license_expires ? ` ${profileWords.until(etDateTime(msOf(profile.license_expires)))}` : ''}
				{' · '}
				<Link to="/prices" className={form['link'] ?? ''}>
					{profileWords.change}
				</Link>
			</dd>
			{profile.identities.length > 0 ? (
				<>
					<dt>{profileWords.signInWith}</dt>
					<dd>{profile.identities.map(({ provider, email }) => `${provider} (${email})`).join(', ')}</dd>
				</>
			) : null}
		</dl>
	);
}
