import { ROLES, type Role, USER_STATUSES, type UserStatus } from '@sw/domain/access/account';
import { emailRules, nameRules } from '@sw/domain/access/form-rules';
import { LICENCES, type Licence } from '@sw/domain/reports/licence';
import { useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useRef } from 'react';
import { endOfDay, lastDay } from '../../entities/administration/last-day.ts';
import { ADMIN_KEY } from '../../entities/administration/table-state.ts';
import { ConfirmButton } from '../../ui/dialogs/confirm-dialog.tsx';
import css from '../../ui/dialogs/dialog.module.css';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { Field, SelectField } from '../../ui/forms/field.tsx';
import { FormBox, useForm } from '../../ui/forms/form-box.tsx';
import { snack } from '../../ui/snackbars/snack.ts';
import { words as common } from '../../ui/words.ts';
import type { User } from './queries.ts';
import { userWords } from './words.ts';

const RULES = { email: emailRules, name: nameRules, role: [], status: [], license: [], license_expires: [] };
const NO_LICENCE = '';

/** Dialog that creates a user (`user` is null) or changes one. Opens on mount. */
export function UserDialog({ user, close }: { user: User | null; close: () => void }) {
	const dialog = useRef<HTMLDialogElement>(null);
	const queryClient = useQueryClient();
	const { api } = useRouteContext({ from: '__root__' });

	const finish = async (message: string): Promise<void> => {
		await queryClient.invalidateQueries({ queryKey: ADMIN_KEY });
		snack.info(userWords.title, message);
		dialog.current?.close();
	};
	const form = useForm(RULES, createInitialValues(user), async (values) => {
		const body = {
			email: values.email,
			name: values.name,
			role: values.role as Role,
			status: values.status as UserStatus,
			license: values.license === NO_LICENCE ? null : (values.license as Licence),
			license_expires: values.license === NO_LICENCE ? null : endOfDay(values.license_expires),
		};
		if (user) await api.accounts.changeUser({ params: { id: user.user_id }, body });
		else await api.accounts.createUser({ body });
		await finish(user ? userWords.changed(values.email) : userWords.invited(values.email));
	});
	const remove = async (): Promise<void> => {
		if (!user) return;
		await api.accounts.deleteUser({ params: { id: user.user_id }, body: {} });
		await finish(userWords.deleted(user.email));
	};
	const title = user ? userWords.editNamed(user.email) : userWords.newUser;
	return (
		<Dialog dialog={dialog} title={title} opensOnMount onClose={close}>
			<FormBox form={form} submitLabel={common.save} cancel={() => dialog.current?.close()}>
				<Field form={form} name="email" label={userWords.email} type="email" />
				<Field form={form} name="name" label={userWords.name} />
				<SelectField form={form} name="role" label={userWords.role} options={ROLES} />
				<SelectField form={form} name="status" label={userWords.status} options={USER_STATUSES} />
				<SelectField form={form} name="license" label={userWords.license} options={LICENCES} none={userWords.none} />
				{form.values.license === NO_LICENCE ? null : (
					<Field form={form} name="license_expires" label={userWords.licenceEnd} type="date" hint={userWords.emptyNoEnd} />
				)}
			</FormBox>
			{user ? (
				<div className={css['actions']}>
					<ConfirmButton label={userWords.remove} detail={user.email} confirmLabel={userWords.removeConfirm} act={remove} />
				</div>
			) : null}
		</Dialog>
	);
}

function createInitialValues(user: User | null) {
	return {
		email: user?.email ?? '',
		name: user?.name ?? '',
		role: user?.role ?? 'user',
		status: user?.status ?? 'active',
		license: user?.license ?? NO_LICENCE,
		license_expires: lastDay(user?.license_expires ?? null),
	};
}
