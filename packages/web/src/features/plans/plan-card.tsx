import { FILTERS_ALLOWED } from '@sw/domain/access/allowance';
import { periodLabel } from '@sw/domain/billing/plan';
import { LICENCES, type Licence } from '@sw/domain/reports/licence';
import { Link, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import type { Profile } from '../../entities/session/session-query.ts';
import { useSignUpMode } from '../../entities/session/site-query.ts';
import { formatMoney } from '../../lib/format/money.ts';
import { buttonClass } from '../../ui/button.ts';
import { Pill } from '../../ui/report/pill.tsx';
import { computeMonthlyAmount, isContinuing, type Step } from './offers.ts';
import type { PlanDay } from './plan-day.ts';
import css from './plans.module.css';
import type { Offer, Subscription } from './queries.ts';
import { dateText, planWords as words } from './words.ts';

const MAX_FILTERS = Math.max(...LICENCES.map((licence) => FILTERS_ALLOWED[licence]));

interface PriceProps {
	offer: Offer;
	amount: number;
	currency: string;
	/** Price of twelve monthly payments; undefined unless paying by the year is cheaper. */
	twelveMonthsPrice: number | undefined;
}

interface Props {
	licence: Licence;
	offer: Offer | undefined;
	amount: number | undefined;
	currency: string;
	twelveMonthsPrice: number | undefined;
	day: PlanDay;
	isCurrent: boolean;
	/** The next step for this plan. */
	children: ReactNode;
}

/** Shows one plan: price, reports of the day, saved filters, and the next step. */
export function PlanCard({ licence, offer, amount, currency, twelveMonthsPrice, day, isCurrent, children }: Props) {
	const id = useId();
	const name = offer?.name ?? words.names[licence];
	const filterAllowance = FILTERS_ALLOWED[licence];
	return (
		<section className={css['plan']} aria-labelledby={id} data-present={isCurrent}>
			<div className={css['head']}>
				<h2 id={id}>{name}</h2>
				{isCurrent ? <Pill>{words.yours}</Pill> : null}
			</div>
			{offer && amount !== undefined ? (
				<PriceLine offer={offer} amount={amount} currency={currency} twelveMonthsPrice={twelveMonthsPrice} />
			) : (
				<p className={css['price']}>
					<span>{words.noPrice}</span>
				</p>
			)}
			<p className={css['says']}>{words.reports[licence]}</p>
			<DayStrip name={name} day={day} />
			<p className={css['filters']}>
				<span>
					<b>{filterAllowance}</b> {words.filters}
				</span>
				<span className={css['bar']} aria-hidden="true">
					<i style={{ width: `${(filterAllowance / MAX_FILTERS) * 100}%` }} />
				</span>
			</p>
			<ul className={css['rows']}>
				<Row isIncluded>{words.common}</Row>
				<Row isIncluded>{words.live}</Row>
				<Row isIncluded={day.forecastTimes.length > 0}>{words.forecastRow(day.forecastTimes)}</Row>
				{day.lastReport ? <Row isIncluded={day.lastReport.isOpen}>{words.closeRow(day.lastReport.clock)}</Row> : null}
				{day.quarters.count > 0 ? <Row isIncluded={day.quarters.isOpen}>{words.quarterRow(day.quarters.count)}</Row> : null}
			</ul>
			<div className={css['step']}>{children}</div>
		</section>
	);
}

function Row({ isIncluded, children }: { isIncluded: boolean; children: ReactNode }) {
	return (
		<li data-has={isIncluded}>
			<span aria-hidden="true">{isIncluded ? '✓' : '–'}</span>
			<span>
				{isIncluded ? null : <span className="visually-hidden">{words.missing} </span>}
				{children}
			</span>
		</li>
	);
}

function PriceLine({ offer: { period, trial_days }, amount, currency, twelveMonthsPrice }: PriceProps) {
	return (
		<p className={css['price']}>
			<b>{formatMoney(computeMonthlyAmount(amount, period), currency)}</b>
			<span>
				{words.aMonth}
				<br />
				{words.billed[period]}
				{period === 'year' ? `, ${formatMoney(amount, currency)} ` : ''}
				{period === 'year' && twelveMonthsPrice !== undefined ? (
					<>
						<s aria-hidden="true">{formatMoney(twelveMonthsPrice, currency)}</s>
						<span className="visually-hidden">({words.twelvePayments(formatMoney(twelveMonthsPrice, currency))})</span>
					</>
				) : null}
				{trial_days > 0 ? ` · ${words.free(trial_days)}` : null}
			</span>
		</p>
	);
}

/** Shows which of the day's slots a plan includes, as a strip and as text. */
function DayStrip({ name, day }: { name: string; day: PlanDay }) {
	const { cells, reportTimes, forecastTimes } = day;
	if (cells.length === 0) return <p className={css['note']}>{words.noTimetable}</p>;
	return (
		<>
			<div className={css['strip']} role="img" aria-label={words.strip(name, reportTimes.length, cells.length)}>
				{cells.map(({ clock, height, isOpen, hasForecast, isLabelled }) => (
					<span key={clock} className={css['slot']}>
						{hasForecast ? <i className={css['diamond']} /> : null}
						<i className={css['cell']} data-height={height} data-open={isOpen} />
						{isLabelled ? <small>{clock}</small> : null}
					</span>
				))}
			</div>
			<details className={css['twin']}>
				<summary>
					<b>{words.ofDay(reportTimes.length, cells.length)}</b> {words.reportsADay}
					{forecastTimes.length === 0 ? null : <span className={css['muted']}> · ◆ {words.forecasts(forecastTimes.length)}</span>}
				</summary>
				<p>{words.openTimes(reportTimes)}</p>
				{forecastTimes.length === 0 ? null : <p>{words.forecastTimes(forecastTimes)}</p>}
			</details>
		</>
	);
}

/** Explains the strips of all plans. */
export function StripLegend() {
	return (
		<p className={css['legend']}>
			<span>
				<i className={css['cell']} data-height="short" data-open="true" /> {words.legend.open}
			</span>
			<span>
				<i className={css['cell']} data-height="short" data-open="false" /> {words.legend.locked}
			</span>
			<span>
				<i className={css['diamond']} /> {words.legend.forecast}
			</span>
			<span>{words.legendNote}</span>
		</p>
	);
}

interface PlanStepProps {
	step: Step;
	name: string;
	offer: Offer | undefined;
	period: Offer['period'];
	currency: string;
	profile: Profile | null;
	subscription: Subscription | null;
	/** Whether this is the page's only primary button. */
	isNext: boolean;
	onOrder(): void;
}

/** Shows the button for the reader's next step with a plan, and a note about that step. */
export function PlanStep({ step, name, offer, period, currency, profile, subscription, isNext, onOrder }: PlanStepProps) {
	const signUpMode = useSignUpMode();
	const href = useRouterState({ select: (router) => router.location.href });
	const buttonStyle = `${buttonClass} ${css['wide']} ${isNext ? css['next'] : ''}`;
	switch (step.kind) {
		case 'unsold':
		case 'ask':
			return (
				<>
					<button
						type="button"
						className={`${buttonStyle} needs-script`}
						data-act="contact"
						data-subject={words.askSubject(name, periodLabel(period))}
					>
						{words.ask(name)}
					</button>
					<p className={css['note']}>
						{step.kind === 'ask' ? words.askNote : step.sold.length > 0 ? words.notIn(currency, step.sold) : words.notSold(period)}
					</p>
				</>
			);
		case 'sign-up':
			return (
				<>
					<Link to={signUpMode === 'open' ? '/auth/signup' : '/auth/signin'} search={{ redirectTo: href }} className={buttonStyle}>
						{signUpMode === 'open' ? words.signUp(name) : words.signIn}
					</Link>
					<p className={css['note']}>{signUpMode === 'open' ? words.signUpNote : words.notOpen[signUpMode]}</p>
				</>
			);
		case 'confirm':
			return (
				<>
					<a href="#confirm" className={buttonStyle}>
						{words.confirm}
					</a>
					<p className={css['note']}>{words.confirmNote}</p>
				</>
			);
		case 'own':
			return (
				<>
					<Link to="/profile" hash="plan" className={buttonStyle}>
						{words.manage}
					</Link>
					<p className={css['note']}>{subscription ? explainRenewal(subscription) : null}</p>
				</>
			);
		case 'waits':
			return (
				<>
					<a href="#order" className={buttonStyle}>
						{words.seeOrder}
					</a>
					<p className={css['note']}>{words.orderWaits}</p>
				</>
			);
		default: {
			const price = formatMoney(step.amount, currency);
			const isReplacing = subscription !== null && isContinuing(subscription);
			const label =
				step.kind === 'change-order' ? words.changeOrder(name) : isReplacing ? words.changeTo(name, price) : words.order(name, price);
			const trialDays = offer?.trial_days ?? 0;
			return (
				<>
					<button type="button" className={`${buttonStyle} needs-script`} disabled={profile === null} onClick={onOrder}>
						{label}
					</button>
					<p className={css['note']}>{trialDays > 0 ? words.trialNote(trialDays, period) : words.chargedNote(period)}</p>
				</>
			);
		}
	}
}

function explainRenewal({ status, next_charge: nextCharge, paid_until }: Subscription): string {
	if (status === 'suspended') return words.suspended;
	if (nextCharge)
		return words.renews(
			dateText(nextCharge.time),
			nextCharge.amount === null || nextCharge.currency === null ? null : formatMoney(nextCharge.amount, nextCharge.currency),
		);
	return paid_until === null ? '' : words.endsOn(dateText(paid_until));
}
