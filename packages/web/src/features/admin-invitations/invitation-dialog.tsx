import { ROLES, type Role } from '@sw/domain/access/account';
import { emailRules } from '@sw/domain/access/account-forms';
import { firstFault, type Rule } from '@sw/domain/access/form-rules';
import { INVITATION_DAYS, INVITATION_USES } from '@sw/domain/access/invitation';
import { LICENCES, type Licence } from '@sw/domain/reports/licence';
import { useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useRef } from 'react';
import { ADMIN } from '../../entities/administration/admin-query.ts';
import { endOfDay } from '../../entities/administration/last-day.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { FormBox } from '../../ui/forms/form-box.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import { snack } from '../../ui/snackbars/snack.ts';
import { invitationWords as words } from './words.ts';

const WAYS = ['copy', 'mail'] as const;
const RULES = {
	email: [(value: string) => (value === '' ? null : firstFault(value, emailRules))],
	mail: [],
	role: [],
	license: [],
	license_expires: [],
	uses: [wholeFrom(1, INVITATION_USES)],
	days: [wholeFrom(1, INVITATION_DAYS)],
};
const NONE = '';
const EMPTY = { email: '', mail: 'copy', role: 'user', license: NONE, license_expires: '', uses: '1', days: '7' };

/** Creates an invitation. Opens itself; `made` receives a link that isn't mailed. */
export function InvitationDialog({ made, close }: { made(link: string): void; close(): void }) {
	const dialog = useRef<HTMLDialogElement>(null);
	const queryClient = useQueryClient();
	const { api } = useRouteContext({ from: '__root__' });
	const form = useForm(RULES, EMPTY, async (values) => {
		const email = values.email === '' ? null : values.email;
		const { link } = await api.accounts.createInvitation({
			body: {
				email,
				role: values.role as Role,
				license: values.license === NONE ? null : (values.license as Licence),
				license_expires: values.license === NONE ? null : endOfDay(values.license_expires),
				uses: email === null ? Number(values.uses) : 1,
				days: Number(values.days),
				mail: email !== null && values.mail === 'mail',
			},
		});
		await queryClient.invalidateQueries({ queryKey: ADMIN });
		if (link === null) snack.info(words.title, words.mailed(email ?? ''));
		else made(link);
		dialog.current?.close();
	});
	const isBound = form.values.email !== '';
	return (
		<Dialog dialog={dialog} title={words.make} opensItself onClose={close}>
			<FormBox form={form} submit={words.create} cancel={() => dialog.current?.close()}>
				<Field form={form} name="email" label={words.address} type="email" hint={words.addressHint} />
				{isBound ? <SelectField form={form} name="mail" label={words.way} options={WAYS} labelOf={wayLabel} /> : null}
				{isBound ? (
					<SelectField form={form} name="role" label={words.role} options={ROLES} />
				) : (
					<Field form={form} name="uses" label={words.uses} hint={words.usesHint} />
				)}
				<SelectField form={form} name="license" label={words.license} options={LICENCES} none={words.trial} />
				{form.values.license === NONE ? null : (
					<Field form={form} name="license_expires" label={words.licenceEnd} type="date" hint={words.noEnd} />
				)}
				<Field form={form} name="days" label={words.days} hint={words.daysHint} />
			</FormBox>
		</Dialog>
	);
}

function wayLabel(way: string): string {
	return way === 'mail' ? words.ways.mail : words.ways.copy;
}

function wholeFrom(least: number, most: number): Rule {
	return (value) => (/^\d{1,5}$/.test(value) && Number(value) >= least && Number(value) <= most ? null : words.whole(least, most));
}
