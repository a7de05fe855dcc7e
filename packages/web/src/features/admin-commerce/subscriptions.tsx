import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { type AdminColumn, AdminTable, PageHead, TableFilters } from '../../entities/administration/admin-table.tsx';
import { type AdminSearch, readTable } from '../../entities/administration/table-state.ts';
import { formatMoney } from '../../lib/format/money.ts';
import { etDateTime, msOf } from '../../lib/format/times.ts';
import css from './commerce.module.css';
import { orderLink, Time } from './item-page.tsx';
import { SUBSCRIPTIONS, type Subscription, subscriptionsQuery } from './queries.ts';
import { ReasonAction } from './reason-action.tsx';
import { commerceWords, subscriptionWords as words } from './words.ts';

function formatPaidUntil({ paid_until: end, is_on_trial: isOnTrial }: Subscription): string {
	if (end === null) return words.neverPaid;
	return isOnTrial ? words.trial(etDateTime(msOf(end))) : etDateTime(msOf(end));
}

function NextCharge({ subscription: { next_charge: nextCharge, failed_attempts: failedAttempts } }: { subscription: Subscription }) {
	return (
		<span>
			{nextCharge === null ? words.noCharge : <Time iso={nextCharge.time} />}
			{nextCharge?.amount != null && nextCharge.currency !== null ? `, ${formatMoney(nextCharge.amount, nextCharge.currency)}` : ''}
			{failedAttempts > 0 ? <span className={css['fault']}> {words.failed(failedAttempts)}</span> : null}
		</span>
	);
}

const COLUMNS: readonly AdminColumn<Subscription, string>[] = [
	{ key: 'number', label: words.number, cell: ({ provider_subscription_id: number }) => number },
	{ key: 'state', label: commerceWords.state, cell: ({ status }) => commerceWords.subscriptionStates[status] },
	{ key: 'email', label: commerceWords.email, cell: ({ email }) => email || commerceWords.deletedAccount },
	{ key: 'plan', label: commerceWords.plan, cell: ({ name }) => name },
	{
		key: 'order',
		label: commerceWords.code,
		cell: ({ order_code: code }) => (
			<Link className={css['link'] ?? ''} {...orderLink(code)}>
				{code}
			</Link>
		),
	},
	{ key: 'paid', label: words.paidUntil, cell: formatPaidUntil },
	{ key: 'licence', label: words.licenceUntil, cell: ({ licence_until: end }) => <Time iso={end} absent={words.noLicence} /> },
	{ key: 'next', label: words.nextCharge, cell: (subscription) => <NextCharge subscription={subscription} /> },
	{ key: 'renewal', label: words.renewal, cell: ({ renewal_type: type }) => commerceWords.renewals[type] },
	{ key: 'act', label: commerceWords.act, cell: (subscription) => <SubscriptionActions subscription={subscription} /> },
];

/** Lists every subscription with its status, its paid-until date, and buttons to change or end it. */
export function AdminSubscriptions({ search }: { search: AdminSearch }) {
	const { api } = useRouteContext({ from: '__root__' });
	const state = readTable(SUBSCRIPTIONS, search);
	const hasFilters = Object.values(state.filters).some((value) => value !== '');
	const { data, isError, refetch } = useQuery(subscriptionsQuery(api, state));
	return (
		<>
			<PageHead title={words.title} />
			<TableFilters rules={SUBSCRIPTIONS} state={state} labels={words.filters} words={{ status: commerceWords.subscriptionStates }} />
			<AdminTable
				label={words.title}
				rules={SUBSCRIPTIONS}
				state={state}
				columns={COLUMNS}
				idOf={({ id }) => id}
				data={data}
				isError={isError}
				retry={() => void refetch()}
				empty={{ detail: hasFilters ? words.noneMatches : words.none }}
			/>
		</>
	);
}

/** Buttons that change or end a subscription. The payment provider carries out each action, which takes effect once the provider confirms it. */
function SubscriptionActions({ subscription }: { subscription: Subscription }) {
	const { api } = useRouteContext({ from: '__root__' });
	const { id, status, provider_subscription_id: number, email: storedEmail, renewal_type: type } = subscription;
	const customer = storedEmail || number;
	const isOngoing = status === 'active' || status === 'suspended';
	const isAuto = type === 'auto';
	return (
		<div className={css['acts']}>
			{isOngoing ? (
				<ReasonAction
					label={isAuto ? words.toManual : words.toAuto}
					fullLabel={(isAuto ? words.toManualNamed : words.toAutoNamed)(number)}
					effect={(isAuto ? words.toManualEffect : words.toAutoEffect)(customer)}
					confirmLabel={words.renewalConfirm}
					act={async (reason) => {
						const renewal_type = isAuto ? 'manual' : 'auto';
						await api.billing.changeRenewalTypeOf({ params: { id }, body: { renewal_type, ...createReasonBody(reason) } });
						return words.renewalChanged(number);
					}}
				/>
			) : null}
			{status === 'terminated' ? null : (
				<ReasonAction
					label={words.end}
					fullLabel={words.endNamed(number)}
					effect={words.endEffect(customer)}
					confirmLabel={words.endConfirm}
					reasonLabel={commerceWords.reasonAndProvider}
					act={async (reason) => {
						await api.billing.terminateSubscriptionOf({ params: { id }, body: createReasonBody(reason) });
						return words.ended(number);
					}}
				/>
			)}
		</div>
	);
}

function createReasonBody(reason: string) {
	return reason === '' ? {} : { reason };
}
