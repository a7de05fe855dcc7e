import { BILLING_PERIODS, type BillingPeriod } from '@sw/domain/billing/plan';
import { LICENCES } from '@sw/domain/reports/licence';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useRouteContext, useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { type Profile, useSession } from '../../entities/session/session-query.ts';
import { useSignUpMode } from '../../entities/session/site-query.ts';
import { Unconfirmed } from '../../entities/session/unconfirmed.tsx';
import { createQueryReader, type InvalidValue, readOneOf } from '../../lib/address/query-grammar.ts';
import { buttonClass } from '../../ui/button.ts';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { InvalidValues } from '../../ui/states/invalid-values.tsx';
import { LoadFailed } from '../../ui/states/load-failed.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import {
	chooseNextStep,
	computeTwelveMonthsAmount,
	computeYearlySavings,
	findAmount,
	findOffer,
	listCurrencies,
	rankOf,
} from './offers.ts';
import { OrderDialog, type OrderRequest } from './order-dialog.tsx';
import { PlanCard, PlanStep, StripLegend } from './plan-card.tsx';
import { createPlanDay } from './plan-day.ts';
import css from './plans.module.css';
import { daySlotsQuery, type Prices, planPricesQuery } from './queries.ts';
import { Questions } from './questions.tsx';
import { type PlanAccount, usePlanAccount } from './use-account.ts';
import { WaitingOrder } from './waiting-order.tsx';
import { planWords as words } from './words.ts';

export interface PlansSearch {
	period?: string | string[];
	currency?: string | string[];
}

interface PlansChoice {
	period: BillingPeriod;
	/** The currency in the URL. Default: the first one in which plans are sold. */
	currency: string | undefined;
}

const DEFAULT_PERIOD: BillingPeriod = 'month';

interface PlansProps {
	state: PlansChoice;
	prices: Prices;
	profile: Profile | null;
	account: PlanAccount;
}

/** Shows the prices and contents of the plans. Signed-in readers also see their plan and orders. */
export function PlansPage({ search }: { search: PlansSearch }) {
	const { api } = useRouteContext({ from: '__root__' });
	const { state: sessionState, profile } = useSession();
	const href = useRouterState({ select: (router) => router.location.href });
	const { state, refused } = readPlansState(search);
	const { data, isError, refetch } = useQuery(planPricesQuery(api));
	const account = usePlanAccount();
	const signUpMode = useSignUpMode();
	return (
		<div className={css['page']}>
			<h1>{words.title}</h1>
			<p className={css['intro']}>{words.intro}</p>
			<InvalidValues refused={refused} />
			{profile?.status === 'unconfirmed' ? (
				<div id="confirm">
					<Unconfirmed email={profile.email} />
				</div>
			) : null}
			{(isError && !data) || account.isError ? (
				<LoadFailed
					retry={() => {
						void refetch();
						void account.refresh();
					}}
				/>
			) : null}
			{data ? <Plans state={state} prices={data} profile={profile} account={account} /> : null}
			{!data && !isError ? <p aria-busy="true">{words.loading}</p> : null}
			{sessionState === 'no_auth' ? (
				<p className={css['more']}>
					{signUpMode === 'open' ? (
						<>
							{words.signUpNote}{' '}
							<Link to="/auth/signup" search={{ redirectTo: href }} className={css['link'] ?? ''}>
								{words.createAccount}
							</Link>{' '}
						</>
					) : (
						`${words.notOpen[signUpMode]} `
					)}
					{words.haveAccount}{' '}
					<Link to="/auth/signin" search={{ redirectTo: href }} className={css['link'] ?? ''}>
						{words.signIn}
					</Link>
				</p>
			) : null}
			<Questions payments={data?.payments ?? null} />
		</div>
	);
}

function Plans({ state: { period, currency: requestedCurrency }, prices: { payments, items }, profile, account }: PlansProps) {
	const { api } = useRouteContext({ from: '__root__' });
	const navigate = useNavigate();
	const { data: slots = [] } = useQuery(daySlotsQuery(api));
	const [orderRequest, setOrderRequest] = useState<OrderRequest>();

	const currencies = listCurrencies(items);
	const currency = requestedCurrency !== undefined && currencies.includes(requestedCurrency) ? requestedCurrency : (currencies[0] ?? '');
	const saving = computeYearlySavings(items, currency);
	const subscription = account.billing?.subscription ?? null;
	const [pendingOrder] = account.pendingOrders;
	const [newestOrder] = account.orders ?? [];
	const currentLicense = profile?.license ?? null;
	const plans = LICENCES.map((licence) => {
		const offer = findOffer(items, licence, period);
		return { licence, offer, step: chooseNextStep({ payments, offer, currency, profile, subscription, pendingOrder }) };
	});
	// A pending order and disabled payments show their own next step, so no plan is highlighted.
	const nextPlan =
		pendingOrder || payments === null
			? undefined
			: plans.find(({ licence, step }) => rankOf(licence) > rankOf(currentLicense) && step.kind !== 'unsold');
	return (
		<>
			<div className={css['controls']}>
				{saving ? <span className={css['muted']}>{words.saves(saving.minimum, saving.maximum)}</span> : null}
				<Segmented
					label={words.period}
					segments={BILLING_PERIODS.map(({ name, label }) => ({
						key: name,
						label,
						active: name === period,
						link: { to: '/prices', search: { ...writePlansState({ period: name, currency: requestedCurrency }) } },
					}))}
				/>
				{currencies.length > 1 ? (
					<select
						className={`${css['select']} needs-script`}
						aria-label={words.currency}
						value={currency}
						onChange={(event) => {
							const newCurrency = event.currentTarget.value;
							void navigate({ to: '/prices', search: { ...writePlansState({ period, currency: newCurrency }) }, resetScroll: false });
						}}
					>
						{currencies.map((code) => (
							<option key={code}>{code}</option>
						))}
					</select>
				) : null}
			</div>
			{requestedCurrency !== undefined && currency !== requestedCurrency && currencies.length > 0 ? (
				<Notice>{words.notInAny(requestedCurrency)}</Notice>
			) : null}
			{payments === null ? (
				<ContactNotice title={words.noPayments} detail={words.noPaymentsDetail} />
			) : currencies.length === 0 ? (
				<ContactNotice title={words.nothingSold} detail={words.nothingSoldDetail} />
			) : null}
			{payments === null
				? null
				: account.pendingOrders.map((order) => <WaitingOrder key={order.id} order={order} offers={items} refresh={account.refresh} />)}
			{newestOrder?.status === 'canceled' ? <Notice>{words.notPaid(newestOrder.code, newestOrder.name)}</Notice> : null}
			<div className={css['plans']}>
				{plans.map(({ licence, offer, step }) => (
					<PlanCard
						key={licence}
						licence={licence}
						offer={offer}
						amount={findAmount(offer, currency)}
						currency={currency}
						twelveMonthsPrice={computeTwelveMonthsAmount(items, licence, currency)}
						day={createPlanDay(slots, licence)}
						isCurrent={currentLicense === licence}
					>
						<PlanStep
							step={step}
							name={offer?.name ?? words.names[licence]}
							offer={offer}
							period={period}
							currency={currency}
							profile={profile}
							subscription={subscription}
							isNext={nextPlan?.licence === licence}
							onOrder={() => {
								if (!offer || !('amount' in step)) return;
								setOrderRequest({
									offer,
									amount: step.amount,
									currency,
									pendingOrder: step.kind === 'change-order' ? step.order : undefined,
								});
							}}
						/>
					</PlanCard>
				))}
			</div>
			<StripLegend />
			{orderRequest && profile && payments !== null ? (
				<OrderDialog
					key={`${orderRequest.offer.product_id} ${orderRequest.currency}`}
					request={orderRequest}
					onClosed={() => setOrderRequest(undefined)}
					payments={payments}
					profile={profile}
					subscription={subscription}
					refresh={account.refresh}
				/>
			) : null}
		</>
	);
}

/** Asks the reader to contact the operator. Shown on sites that sell no plans. */
function ContactNotice({ title, detail }: { title: string; detail: string }) {
	return (
		<section className={css['waiting']}>
			<h2>{title}</h2>
			<p>{detail}</p>
			<div className={css['acts']}>
				<button type="button" className={`${buttonClass} ${css['next']} needs-script`} data-act="contact">
					{words.contact}
				</button>
			</div>
		</section>
	);
}

function readPlansState(search: PlansSearch): { state: PlansChoice; refused: InvalidValue[] } {
	const reader = createQueryReader({ ...search });
	const periods = BILLING_PERIODS.map(({ name }) => name);
	return {
		state: {
			period: reader.one('period', readOneOf(periods), DEFAULT_PERIOD),
			currency: reader.one<string | undefined>(
				'currency',
				(value) => (typeof value === 'string' && /^[A-Z]{3}$/.test(value) ? value : undefined),
				undefined,
			),
		},
		refused: reader.invalid,
	};
}

function writePlansState({ period, currency }: PlansChoice): PlansSearch {
	return {
		...(period === DEFAULT_PERIOD ? {} : { period }),
		...(currency === undefined ? {} : { currency }),
	};
}
