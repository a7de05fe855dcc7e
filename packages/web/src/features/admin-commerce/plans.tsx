import { maxLength, type Rule, required } from '@sw/domain/access/form-rules';
import { BILLING_PERIODS, type BillingPeriod, DEFAULT_CURRENCY, periodLabel } from '@sw/domain/billing/plan';
import { LICENCES, type Licence } from '@sw/domain/reports/licence';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useHydrated, useRouteContext } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { ActionButton } from '../../entities/administration/action-button.tsx';
import { type AdminColumn, AdminTable, PageHead } from '../../entities/administration/admin-table.tsx';
import { ADMIN_KEY, type AdminSearch, PAGE_SIZE, pageParameters, readTable } from '../../entities/administration/table-state.ts';
import { formatMoney } from '../../lib/format/money.ts';
import { buttonClass } from '../../ui/button.ts';
import dialogCss from '../../ui/dialogs/dialog.module.css';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { Field, SelectField } from '../../ui/forms/field.tsx';
import formCss from '../../ui/forms/form.module.css';
import { FormBox, useForm } from '../../ui/forms/form-box.tsx';
import { snack } from '../../ui/snackbars/snack.ts';
import { useSubmit } from '../../ui/use-submit.ts';
import { words as common } from '../../ui/words.ts';
import css from './commerce.module.css';
import { comparePrices, createPriceRows, type PriceRow } from './price-changes.ts';
import { PLANS, type Plan, plansQuery, providerQuery } from './queries.ts';
import { commerceWords, planWords as words } from './words.ts';

const NEW_ROW: PriceRow = { currency: '', text: '', isKnown: false };

const trialDaysRule: Rule = (value) => (/^\d{1,3}$/.test(value.trim()) && Number(value) <= 365 ? null : words.trialRule);

const RULES = {
	name: [required(), maxLength(100, words.nameRule)],
	license: [],
	period: [],
	provider_product_id: [maxLength(64, words.numberRule)],
	trial_days: [trialDaysRule],
	is_active: [],
};

const PERIODS = BILLING_PERIODS.map(({ name }) => name);

const SOLD_OPTIONS = ['true', 'false'];

function formatPlanName({ name, period }: Plan): string {
	return words.nameWithPeriod(name, periodLabel(period));
}

function formatPrices({ prices }: Plan): string {
	return prices.map(({ currency, amount }) => formatMoney(amount, currency)).join(', ');
}

const COLUMNS: readonly AdminColumn<Plan, string>[] = [
	{ key: 'name', label: commerceWords.plan, cell: formatPlanName },
	{ key: 'license', label: words.license, cell: ({ license }) => license },
	{ key: 'sold', label: words.isSold, cell: ({ is_active }) => (is_active ? words.sold : words.notSold) },
	{ key: 'prices', label: words.prices, cell: (plan) => formatPrices(plan) || words.noPrices },
	{ key: 'trial', label: words.trial, cell: ({ trial_days: days }) => (days === 0 ? words.noTrial : words.days(days)) },
	{ key: 'number', label: words.number, cell: ({ provider_product_id: number }) => number ?? words.noNumber },
];

/** Lists the plans on sale, their prices, and their product numbers at the payment provider. */
export function AdminPlans({ search }: { search: AdminSearch }) {
	const { api } = useRouteContext({ from: '__root__' });
	const state = readTable(PLANS, search);
	const { data, isError, refetch } = useQuery(plansQuery(api));
	const { data: provider } = useQuery(providerQuery(api));
	const [editedPlan, setEditedPlan] = useState<Plan | 'new'>();
	const [pricedPlan, setPricedPlan] = useState<Plan>();
	const plans = data?.items ?? [];
	const { skip } = pageParameters(state);
	const actionColumn: AdminColumn<Plan, string> = {
		key: 'act',
		label: commerceWords.act,
		cell: (plan) => (
			<div className={css['acts']}>
				<button
					type="button"
					className={buttonClass}
					aria-label={words.setPricesNamed(formatPlanName(plan))}
					onClick={() => setPricedPlan(plan)}
				>
					{words.setPrices}
				</button>
				<button
					type="button"
					className={buttonClass}
					aria-label={words.editNamed(formatPlanName(plan))}
					onClick={() => setEditedPlan(plan)}
				>
					{words.edit}
				</button>
				<ActionButton
					label={words.remove}
					fullLabel={words.removeNamed(formatPlanName(plan))}
					effect={words.removeEffect(formatPlanName(plan))}
					confirmLabel={words.removeConfirm}
					act={async () => {
						await api.billing.deleteProduct({ params: { id: plan.id }, body: {} });
						return words.removed(formatPlanName(plan));
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
						label={words.importPrices}
						effect={words.importPricesEffect(listCurrencies(plans))}
						confirmLabel={words.importPricesConfirm}
						act={async () => {
							const { changed, unknown } = await api.billing.updatePrices({
								body: { from: 'provider', currencies: listCurrencies(plans) },
							});
							return words.pricesImported(changed, unknown.length);
						}}
					/>
				) : null}
				<button type="button" className={buttonClass} onClick={() => setEditedPlan('new')}>
					{words.newPlan}
				</button>
			</PageHead>
			{provider === undefined ? null : (
				<p className={css['note']}>
					{provider === null ? words.noPaymentProvider : words.paymentProvider(commerceWords.providers[provider])}
					{provider === 'simulated' ? ` ${words.examples}` : ''}
				</p>
			)}
			<AdminTable
				label={words.title}
				rules={PLANS}
				state={state}
				columns={[...COLUMNS, actionColumn]}
				idOf={({ id }) => id}
				data={data && { items: plans.slice(skip, skip + PAGE_SIZE), total_count: plans.length }}
				isError={isError}
				retry={() => void refetch()}
				empty={{ detail: words.empty }}
			/>
			{editedPlan ? (
				<PlanDialog plan={editedPlan === 'new' ? null : editedPlan} formatName={formatPlanName} close={() => setEditedPlan(undefined)} />
			) : null}
			{pricedPlan ? <PricesDialog plan={pricedPlan} name={formatPlanName(pricedPlan)} close={() => setPricedPlan(undefined)} /> : null}
		</>
	);
}

/** Returns up to ten currencies of the plans' prices. Without prices, this is only the default currency. */
function listCurrencies(plans: readonly Plan[]): string[] {
	const currencies = [...new Set(plans.flatMap(({ prices }) => prices.map(({ currency }) => currency)))].sort();
	return currencies.length === 0 ? [DEFAULT_CURRENCY] : currencies.slice(0, 10);
}

/** Dialog that creates a plan (`plan` is null) or changes one. Opens on mount. */
function PlanDialog({ plan, formatName, close }: { plan: Plan | null; formatName: (plan: Plan) => string; close: () => void }) {
	const dialog = useRef<HTMLDialogElement>(null);
	const queryClient = useQueryClient();
	const { api } = useRouteContext({ from: '__root__' });
	const form = useForm(RULES, createInitialValues(plan), async (values) => {
		const body = {
			name: values.name.trim(),
			license: values.license as Licence,
			period: values.period as BillingPeriod,
			provider_product_id: values.provider_product_id.trim() || null,
			trial_days: Number(values.trial_days),
			is_active: values.is_active === 'true',
		};
		const message = plan
			? words.changed(formatName(await api.billing.changeProduct({ params: { id: plan.id }, body })))
			: words.created(formatName(await api.billing.createProduct({ body })));
		await queryClient.invalidateQueries({ queryKey: ADMIN_KEY });
		snack.info(words.title, message);
		dialog.current?.close();
	});
	return (
		<Dialog dialog={dialog} title={plan ? words.editNamed(formatName(plan)) : words.newPlan} opensOnMount onClose={close}>
			<FormBox form={form} submitLabel={common.save} cancel={() => dialog.current?.close()}>
				<Field form={form} name="name" label={words.name} />
				<SelectField form={form} name="license" label={words.license} options={LICENCES} />
				<SelectField
					form={form}
					name="period"
					label={words.period}
					options={PERIODS}
					labelOf={(period) => periodLabel(period as BillingPeriod)}
				/>
				<Field form={form} name="provider_product_id" label={words.number} hint={words.numberHint} />
				<Field form={form} name="trial_days" label={words.trialDays} />
				<SelectField
					form={form}
					name="is_active"
					label={words.isSold}
					options={SOLD_OPTIONS}
					labelOf={(option) => (option === 'true' ? words.sold : words.notSold)}
				/>
				<p className={css['note']}>{words.soldHint}</p>
			</FormBox>
		</Dialog>
	);
}

function createInitialValues(plan: Plan | null) {
	return {
		name: plan?.name ?? '',
		license: plan?.license ?? LICENCES[0],
		period: plan?.period ?? PERIODS[0] ?? '',
		provider_product_id: plan?.provider_product_id ?? '',
		trial_days: String(plan?.trial_days ?? 0),
		is_active: String(plan?.is_active ?? false),
	};
}

/** Dialog that edits the prices of one plan in all currencies. Opens on mount. */
function PricesDialog({ plan, name, close }: { plan: Plan; name: string; close: () => void }) {
	const dialog = useRef<HTMLDialogElement>(null);
	const queryClient = useQueryClient();
	const hydrated = useHydrated();
	const { api } = useRouteContext({ from: '__root__' });
	const [rows, setRows] = useState<readonly PriceRow[]>(() =>
		plan.prices.length === 0 ? [{ ...NEW_ROW, currency: DEFAULT_CURRENCY }] : createPriceRows(plan),
	);
	const { send, busy, failure } = useSubmit();
	const changeRow = (n: number, change: Partial<PriceRow>): void =>
		setRows((current) => current.map((row, i) => (i === n ? { ...row, ...change } : row)));
	const save = async (): Promise<void> => {
		const changes = comparePrices(plan, rows);
		if (typeof changes === 'string') throw new Error(changes);
		if (changes.length > 0)
			await api.billing.updatePrices({ body: { prices: changes.map((change) => ({ product_id: plan.id, ...change })) } });
		await queryClient.invalidateQueries({ queryKey: ADMIN_KEY });
		snack.info(words.title, words.pricesSaved(name, changes.length));
		dialog.current?.close();
	};
	const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
		event.preventDefault();
		send(save);
	};
	return (
		<Dialog dialog={dialog} title={words.setPricesNamed(name)} opensOnMount onClose={close}>
			<form method="post" className={css['prices']} onSubmit={onSubmit} noValidate>
				{rows.map((row, n) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: rows are only added, at the end
					<div key={n} className={css['price']}>
						<label className={formCss['field']}>
							<span className={formCss['label']}>{words.currency}</span>
							<input
								className={formCss['input']}
								aria-label={words.currencyOf(n + 1)}
								value={row.currency}
								maxLength={3}
								readOnly={row.isKnown}
								autoComplete="off"
								onChange={({ currentTarget }) => changeRow(n, { currency: currentTarget.value.toUpperCase() })}
							/>
						</label>
						<label className={formCss['field']}>
							<span className={formCss['label']}>{words.amount}</span>
							<input
								className={formCss['input']}
								aria-label={words.amountOf(row.currency)}
								value={row.text}
								inputMode="decimal"
								maxLength={12}
								autoComplete="off"
								onChange={({ currentTarget }) => changeRow(n, { text: currentTarget.value })}
							/>
						</label>
					</div>
				))}
				<p className={css['note']}>{words.amountHint}</p>
				<p className={dialogCss['failure']} role="alert">
					{failure}
				</p>
				<div className={dialogCss['actions']}>
					<button type="submit" className={`${buttonClass} ${formCss['submit']}`} disabled={busy || !hydrated}>
						{common.save}
					</button>
					<button type="button" className={buttonClass} onClick={() => setRows((current) => [...current, NEW_ROW])}>
						{words.addCurrency}
					</button>
					<button type="button" className={buttonClass} onClick={() => dialog.current?.close()}>
						{common.cancel}
					</button>
				</div>
			</form>
		</Dialog>
	);
}
