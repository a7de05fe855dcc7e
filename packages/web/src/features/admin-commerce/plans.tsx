import { periodLabel, USUAL_CURRENCY } from '@sw/domain/billing/plan';
import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import { ActionButton } from '../../entities/administration/action-button.tsx';
import { type AdminColumn, AdminTable } from '../../entities/administration/admin-table.tsx';
import type { AdminSearch } from '../../entities/administration/links.ts';
import { PageHead } from '../../entities/administration/page-head.tsx';
import { PAGE, rangeOf, readTable } from '../../entities/administration/table-state.ts';
import { formatMoney } from '../../lib/format/money.ts';
import { buttonClass } from '../../ui/button.ts';
import css from './commerce.module.css';
import { PlanDialog } from './plan-dialog.tsx';
import { planWords as words } from './plan-words.ts';
import { PricesDialog } from './prices-dialog.tsx';
import { PLANS, type Plan, plansQuery, providerQuery } from './queries.ts';
import { commerceWords } from './words.ts';

function named({ name, period }: Plan): string {
	return words.named(name, periodLabel(period));
}

function pricesText({ prices }: Plan): string {
	return prices.map(({ currency, amount }) => formatMoney(amount, currency)).join(', ');
}

const COLUMNS: readonly AdminColumn<Plan, string>[] = [
	{ key: 'name', label: commerceWords.plan, cell: named },
	{ key: 'license', label: words.license, cell: ({ license }) => license },
	{ key: 'sold', label: words.isSold, cell: ({ is_active }) => (is_active ? words.sold : words.notSold) },
	{ key: 'prices', label: words.prices, cell: (plan) => pricesText(plan) || words.noPrices },
	{ key: 'trial', label: words.trial, cell: ({ trial_days: days }) => (days === 0 ? words.noTrial : words.days(days)) },
	{ key: 'number', label: words.number, cell: ({ provider_product_id: number }) => number ?? words.noNumber },
];

/** Plans on sale, their prices, and their product numbers at the payment provider. */
export function AdminPlans({ search }: { search: AdminSearch }) {
	const { api } = useRouteContext({ from: '__root__' });
	const state = readTable(PLANS, search);
	const { data, isError, refetch } = useQuery(plansQuery(api));
	const { data: provider } = useQuery(providerQuery(api));
	const [edited, edit] = useState<Plan | 'new'>();
	const [priced, price] = useState<Plan>();
	const plans = data?.items ?? [];
	const { skip } = rangeOf(state);
	const acts: AdminColumn<Plan, string> = {
		key: 'act',
		label: commerceWords.act,
		cell: (plan) => (
			<div className={css['acts']}>
				<button type="button" className={buttonClass} aria-label={words.setPricesNamed(named(plan))} onClick={() => price(plan)}>
					{words.setPrices}
				</button>
				<button type="button" className={buttonClass} aria-label={words.editNamed(named(plan))} onClick={() => edit(plan)}>
					{words.edit}
				</button>
				<ActionButton
					label={words.remove}
					named={words.removeNamed(named(plan))}
					will={words.removeWill(named(plan))}
					sure={words.removeSure}
					act={async () => {
						await api.billing.deleteProduct({ params: { id: plan.id }, body: {} });
						return words.removed(named(plan));
					}}
				/>
			</div>
		),
	};
	return (
		<>
			<PageHead title={words.title}>
				{provider ? (
					<ActionButton
						label={words.read}
						will={words.readWill(currenciesOf(plans))}
						sure={words.readSure}
						act={async () => {
							const { changed, unknown } = await api.billing.updatePrices({
								body: { from: 'provider', currencies: currenciesOf(plans) },
							});
							return words.wasRead(changed, unknown.length);
						}}
					/>
				) : null}
				<button type="button" className={buttonClass} onClick={() => edit('new')}>
					{words.newPlan}
				</button>
			</PageHead>
			{provider === undefined ? null : (
				<p className={css['note']}>
					{provider === null ? words.takenByNobody : words.takenBy(commerceWords.providers[provider])}
					{provider === 'simulated' ? ` ${words.examples}` : ''}
				</p>
			)}
			<AdminTable
				label={words.title}
				rules={PLANS}
				state={state}
				columns={[...COLUMNS, acts]}
				idOf={({ id }) => id}
				data={data && { items: plans.slice(skip, skip + PAGE), total_count: plans.length }}
				isError={isError}
				retry={() => void refetch()}
				empty={{ detail: words.empty }}
			/>
			{edited ? <PlanDialog plan={edited === 'new' ? null : edited} named={named} close={() => edit(undefined)} /> : null}
			{priced ? <PricesDialog plan={priced} name={named(priced)} close={() => price(undefined)} /> : null}
		</>
	);
}

/** Currencies of the plans. */
function currenciesOf(plans: readonly Plan[]): string[] {
	const found = [...new Set(plans.flatMap(({ prices }) => prices.map(({ currency }) => currency)))].sort();
	return found.length === 0 ? [USUAL_CURRENCY] : found.slice(0, 10);
}
