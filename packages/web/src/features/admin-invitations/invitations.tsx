import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { ROLES, type Role } from '@sw/domain/access/account';
import { emailRules, firstError, type Rule } from '@sw/domain/access/form-rules';
import { INVITATION_STATES, type InvitationState, MAX_INVITATION_DAYS, MAX_INVITATION_USES } from '@sw/domain/access/invitation';
import { LICENCES, type Licence } from '@sw/domain/reports/licence';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { ActionButton } from '../../entities/administration/action-button.tsx';
import { type AdminColumn, AdminTable, PageHead, TableFilters } from '../../entities/administration/admin-table.tsx';
import { endOfDay, lastDay } from '../../entities/administration/last-day.ts';
import {
	ADMIN_KEY,
	type AdminSearch,
	ALWAYS_REFETCH,
	adminLink,
	filterParameters,
	pageParameters,
	readTable,
	type TableRules,
	type TableState,
} from '../../entities/administration/table-state.ts';
import type { Api } from '../../lib/api/client.ts';
import { etDateTime, msOf } from '../../lib/format/times.ts';
import { ShownOnce } from '../../ui/content/shown-once.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { EtTime } from '../../ui/et-time.tsx';
import { Field, SelectField } from '../../ui/forms/field.tsx';
import { FormBox, useForm } from '../../ui/forms/form-box.tsx';
import { primaryClass } from '../../ui/primary.ts';
import { snack } from '../../ui/snackbars/snack.ts';
import { invitationWords as words } from './words.ts';

const DELIVERY_OPTIONS = ['copy', 'mail'] as const;

const FORM_RULES = {
	email: [(value: string) => (value === '' ? null : firstError(value, emailRules))],
	mail: [],
	role: [],
	license: [],
	license_expires: [],
	uses: [createIntegerRule(1, MAX_INVITATION_USES)],
	days: [createIntegerRule(1, MAX_INVITATION_DAYS)],
};

const TRIAL_ONLY = '';

const INITIAL_VALUES = { email: '', mail: 'copy', role: 'user', license: TRIAL_ONLY, license_expires: '', uses: '1', days: '7' };

export type Invitation = AnswerOf<Contract['accounts']['invitations']>['items'][number];

const TABLE_RULES: TableRules<'created', 'state'> = {
	page: 'invitations',
	sortable: [],
	sortBy: 'created',
	sortDir: 'desc',
	filters: { state: INVITATION_STATES },
};

/** Lists invitations with their states. An open invitation can be withdrawn. */
export function AdminInvitations({ search }: { search: AdminSearch }) {
	const { api } = useRouteContext({ from: '__root__' });
	const state = readTable(TABLE_RULES, search);
	const { data, isError, refetch } = useQuery(invitationsQuery(api, state));
	const [isDialogOpen, setDialogOpen] = useState(false);
	const [link, setLink] = useState<string | null>(null);
	const columns: readonly AdminColumn<Invitation, string>[] = [
		{ key: 'email', label: words.email, cell: formatRecipient },
		{
			key: 'grants',
			label: words.grants,
			cell: ({ role, license, license_expires: ends }) => words.granted(role, license, lastDay(ends)),
		},
		{ key: 'state', label: words.state, cell: (invitation) => words.states[invitation.state] },
		{ key: 'used', label: words.used, cell: ({ used, uses }) => words.usedOf(used, uses) },
		{ key: 'created', label: words.created, cell: ({ created }) => <Time iso={created} /> },
		{ key: 'by', label: words.by, cell: ({ created_by: creator }) => creator },
		{ key: 'expires', label: words.expires, cell: ({ expires }) => <Time iso={expires} /> },
		{
			key: 'act',
			label: words.act,
			cell: (invitation) =>
				invitation.state === 'open' ? (
					<ActionButton
						label={words.withdraw}
						fullLabel={words.withdrawNamed(formatRecipient(invitation))}
						effect={words.withdrawEffect(formatRecipient(invitation))}
						confirmLabel={words.withdrawConfirm}
						act={async () => {
							await api.accounts.withdrawInvitation({ params: { id: invitation.id }, body: {} });
							return words.withdrawn(formatRecipient(invitation));
						}}
					/>
				) : null,
		},
	];
	return (
		<>
			<PageHead title={words.title} note={words.note}>
				<Link {...adminLink('settings')}>{words.settings}</Link>
				<button type="button" className={primaryClass} onClick={() => setDialogOpen(true)}>
					{words.newInvitation}
				</button>
			</PageHead>
			{link === null ? null : <ShownOnce title={words.made} note={words.once} values={[{ value: link }]} onDone={() => setLink(null)} />}
			<TableFilters rules={TABLE_RULES} state={state} labels={{ state: words.state }} />
			<AdminTable
				label={words.title}
				rules={TABLE_RULES}
				state={state}
				columns={columns}
				idOf={({ id }) => id}
				data={data}
				isError={isError}
				retry={() => void refetch()}
				empty={{ detail: words.empty }}
			/>
			{isDialogOpen ? <InvitationDialog onCreated={setLink} close={() => setDialogOpen(false)} /> : null}
		</>
	);
}

function formatRecipient({ email, setup }: Invitation): string {
	return setup ? words.setup : (email ?? words.anyone);
}

function invitationsQuery(api: Api, table: TableState<'created', 'state'>) {
	return queryOptions({
		queryKey: [...ADMIN_KEY, 'invitations', table],
		queryFn: () => {
			const { state } = filterParameters(table);
			return api.accounts.invitations({ query: { ...(state ? { state: state as InvitationState } : {}), ...pageParameters(table) } });
		},
		...ALWAYS_REFETCH,
	});
}

function Time({ iso }: { iso: string }) {
	return <EtTime ms={msOf(iso)}>{etDateTime(msOf(iso))}</EtTime>;
}

/** Dialog that creates an invitation. Opens on mount. `onCreated` receives the link, unless the server mails it. */
function InvitationDialog({ onCreated, close }: { onCreated(link: string): void; close(): void }) {
	const dialog = useRef<HTMLDialogElement>(null);
	const queryClient = useQueryClient();
	const { api } = useRouteContext({ from: '__root__' });
	const form = useForm(FORM_RULES, INITIAL_VALUES, async (values) => {
		const email = values.email === '' ? null : values.email;
		const { link } = await api.accounts.createInvitation({
			body: {
				email,
				role: values.role as Role,
				license: values.license === TRIAL_ONLY ? null : (values.license as Licence),
				license_expires: values.license === TRIAL_ONLY ? null : endOfDay(values.license_expires),
				uses: email === null ? Number(values.uses) : 1,
				days: Number(values.days),
				mail: email !== null && values.mail === 'mail',
			},
		});
		await queryClient.invalidateQueries({ queryKey: ADMIN_KEY });
		if (link === null) snack.info(words.title, words.mailed(email ?? ''));
		else onCreated(link);
		dialog.current?.close();
	});
	const hasEmail = form.values.email !== '';
	return (
		<Dialog dialog={dialog} title={words.newInvitation} opensOnMount onClose={close}>
			<FormBox form={form} submitLabel={words.create} cancel={() => dialog.current?.close()}>
				<Field form={form} name="email" label={words.address} type="email" hint={words.addressHint} />
				{hasEmail ? (
					<SelectField form={form} name="mail" label={words.deliveryMethod} options={DELIVERY_OPTIONS} labelOf={formatDelivery} />
				) : null}
				{hasEmail ? (
					<SelectField form={form} name="role" label={words.role} options={ROLES} />
				) : (
					<Field form={form} name="uses" label={words.uses} hint={words.usesHint} />
				)}
				<SelectField form={form} name="license" label={words.license} options={LICENCES} none={words.trial} />
				{form.values.license === TRIAL_ONLY ? null : (
					<Field form={form} name="license_expires" label={words.licenceEnd} type="date" hint={words.noEnd} />
				)}
				<Field form={form} name="days" label={words.days} hint={words.daysHint} />
			</FormBox>
		</Dialog>
	);
}

function formatDelivery(delivery: string): string {
	return delivery === 'mail' ? words.deliveryMethods.mail : words.deliveryMethods.copy;
}

function createIntegerRule(minimum: number, maximum: number): Rule {
	return (value) =>
		/^\d{1,5}$/.test(value) && Number(value) >= minimum && Number(value) <= maximum ? null : words.wholeNumber(minimum, maximum);
}
