import { anyPasswordRules, newPasswordRules } from '@sw/domain/access/account-forms';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import type { Profile } from '../../../entities/session/session-query.ts';
import { Panel } from '../../../ui/content/settings-panel.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import form from '../../../ui/forms/form.module.css';
import { FormBox } from '../../../ui/forms/form-box.tsx';
import { useForm } from '../../../ui/forms/use-form.ts';
import { snack } from '../../../ui/snackbars/snack.ts';
import { sessionsQuery, usePasswords } from '../queries.ts';
import { profileWords, words } from '../words.ts';

const RULES = { password: anyPasswordRules, new_password: newPasswordRules };
const EMPTY = { password: '', new_password: '' };

export function ProfilePassword({ profile }: { profile: Profile }) {
	const passwords = usePasswords();
	const queryClient = useQueryClient();
	const { api } = useRouteContext({ from: '__root__' });
	const change = useForm(RULES, EMPTY, async (body) => {
		const { ended } = await api.accounts.changePassword({ body });
		change.reset(EMPTY);
		await queryClient.invalidateQueries({ queryKey: sessionsQuery(api).queryKey });
		snack.info(profileWords.password, profileWords.passwordChanged(ended));
	});
	return (
		<Panel title={profileWords.password} anchor="password">
			{!passwords ? (
				<p>{profileWords.passwordsOff}</p>
			) : profile.has_password ? (
				<FormBox form={change} submit={profileWords.changePassword}>
					<Field form={change} name="password" label={words.presentPassword} type="password" autoComplete="current-password" />
					<Field
						form={change}
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
