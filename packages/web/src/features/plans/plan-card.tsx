import { FILTERS_ALLOWED } from '@sw/domain/access/allowance';
import { LICENCES, type Licence } from '@sw/domain/reports/licence';
import { type ReactNode, useId } from 'react';
import { formatMoney } from '../../lib/format/money.ts';
import { Pill } from '../../ui/report/pill.tsx';
import { DayStrip } from './day-strip.tsx';
import { monthlyAmount } from './offers.ts';
import type { PlanDay } from './plan-day.ts';
import css from './plans.module.css';
import type { Offer } from './queries.ts';
import { planWords as words } from './words.ts';

const MOST_FILTERS = Math.max(...LICENCES.map((licence) => FILTERS_ALLOWED[licence]));

interface PriceProps {
	offer: Offer;
	amount: number;
	currency: string;
	/** The price of twelve monthly payments, if a year is cheaper. */
	instead: number | undefined;
}

interface Props {
	licence: Licence;
	offer: Offer | undefined;
	amount: number | undefined;
	currency: string;
	instead: number | undefined;
	day: PlanDay;
	isPresent: boolean;
	/** The next step for this plan. */
	children: ReactNode;
}

/** One plan: price, reports of the day, saved filters, and the next step. */
export function PlanCard({ licence, offer, amount, currency, instead, day, isPresent, children }: Props) {
	const id = useId();
	const name = offer?.name ?? words.names[licence];
	const filters = FILTERS_ALLOWED[licence];
	return (
		<section className={css['plan']} aria-labelledby={id} data-present={isPresent}>
			<div className={css['head']}>
				<h2 id={id}>{name}</h2>
				{isPresent ? <Pill>{words.yours}</Pill> : null}
			</div>
			{offer && amount !== undefined ? (
				<PriceLine offer={offer} amount={amount} currency={currency} instead={instead} />
			) : (
				<p className={css['price']}>
					<span>{words.noPrice}</span>
				</p>
			)}
			<p className={css['says']}>{words.reports[licence]}</p>
			<DayStrip name={name} day={day} />
			<p className={css['filters']}>
				<span>
					<b>{filters}</b> {words.filters}
				</span>
				<span className={css['bar']} aria-hidden="true">
					<i style={{ width: `${(filters / MOST_FILTERS) * 100}%` }} />
				</span>
			</p>
			<ul className={css['rows']}>
				<Row has>{words.common}</Row>
				<Row has>{words.live}</Row>
				<Row has={day.forecasts.length > 0}>{words.forecastRow(day.forecasts)}</Row>
				{day.close ? <Row has={day.close.isOpen}>{words.closeRow(day.close.clock)}</Row> : null}
				{day.quarters.count > 0 ? <Row has={day.quarters.isOpen}>{words.quarterRow(day.quarters.count)}</Row> : null}
			</ul>
			<div className={css['step']}>{children}</div>
		</section>
	);
}

function Row({ has, children }: { has: boolean; children: ReactNode }) {
	return (
		<li data-has={has}>
			<span aria-hidden="true">{has ? '✓' : '–'}</span>
			<span>
				{has ? null : <span className="visually-hidden">{words.missing} </span>}
				{children}
			</span>
		</li>
	);
}

function PriceLine({ offer: { period, trial_days }, amount, currency, instead }: PriceProps) {
	return (
		<p className={css['price']}>
			<b>{formatMoney(monthlyAmount(amount, period), currency)}</b>
			<span>
				{words.aMonth}
				<br />
				{words.billed[period]}
				{period === 'year' ? `, ${formatMoney(amount, currency)} ` : ''}
				{period === 'year' && instead !== undefined ? (
					<>
						<s aria-hidden="true">{formatMoney(instead, currency)}</s>
						<span className="visually-hidden">({words.insteadOf(formatMoney(instead, currency))})</span>
					</>
				) : null}
				{trial_days > 0 ? ` · ${words.free(trial_days)}` : null}
			</span>
		</p>
	);
}
