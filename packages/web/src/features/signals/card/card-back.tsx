import { highestRate } from '@sw/domain/signals/tabs';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { ComparisonChart } from '../../../charts/comparison/comparison-chart.tsx';
import { compareLink } from '../../../entities/compare/compare-link.ts';
import { reportParameters } from '../../../entities/readings/list-queries.ts';
import { findTicker } from '../../../entities/ticker-links/find-ticker.ts';
import { LinksButton } from '../../../entities/ticker-links/ticker-links.tsx';
import type { Api } from '../../../lib/api/client.ts';
import { buttonClass } from '../../../ui/button.ts';
import { Popover } from '../../../ui/dialogs/popover.tsx';
import field from '../../../ui/form.module.css';
import { Labelled } from '../../../ui/forms/labelled.tsx';
import { LoadFailed } from '../../../ui/states/load-failed.tsx';
import { useSubmit } from '../../../ui/use-submit.ts';
import { createBackTerms, createBackView, formatTick } from './back-view.ts';
import { backWords as words } from './back-words.ts';
import css from './card-back.module.css';
import type { CardActions, CardView } from './card-view.ts';

interface ComparisonTicker {
	readonly id: number;
	readonly symbol: string;
}

const comparisonTickerQuery = queryOptions<ComparisonTicker | null>({
	queryKey: ['compared', 'chosen'],
	queryFn: () => null,
	enabled: false,
	gcTime: Number.POSITIVE_INFINITY,
});

interface Props {
	card: CardView;
	past: CardActions['past'];
}

/** Shows the back of a card: the terms of the rate, and a comparison with the median ticker of the same size and a chosen ticker. Fills its container. */
export function CardBack({ card, past }: Props) {
	const { api } = useRouteContext({ from: '__root__' });
	const { data, isError, refetch } = useQuery(comparisonQuery(api, card, past));
	const { chosenTicker } = useComparisonTicker();
	const chosenComparison = useQuery({
		...comparisonQuery(api, { id: chosenTicker?.id ?? card.id, date: card.date }, past),
		enabled: chosenTicker !== null,
	});
	if (!data)
		return (
			<div className={css['back']}>
				{isError ? (
					<LoadFailed retry={() => void refetch()} />
				) : (
					<p className={css['soon']} role="status" aria-busy="true">
						{words.loading}
					</p>
				)}
			</div>
		);
	const comparisonLine = chosenTicker ? { symbol: chosenTicker.symbol, line: chosenComparison.data?.change ?? [] } : undefined;
	const view = createBackView(data, comparisonLine);
	const { change, middle, notes, chart } = view;
	const terms = createBackTerms(card.wheel, card.rate, data.slot_weights);
	return (
		<div className={css['back']}>
			{chart ? (
				<>
					<p className={css['legend']} aria-hidden="true">
						<span>
							<i />
							<em>{card.ticker}</em>
							<b>{change}</b>
						</span>
						<span title={middle.missing}>
							<i className={css['dashes']} />
							<em>{middle.name}</em>
							<b>{middle.change}</b>
						</span>
					</p>
					<ComparisonChart {...chart} tick={formatTick} />
					<p className={css['note']}>
						{view.other ? (
							<span className={css['other']}>
								<i /> {view.other.name} <b>{view.other.change}</b>
							</span>
						) : (
							<span>{words.noComparison}</span>
						)}
						{' · '}
						<i className={css['dot']} />
						{notes.join(' · ')}
					</p>
				</>
			) : (
				<div className={css['soon']}>
					<p>{words.noComparison}</p>
					<small>{words.noBars(card.ticker)}</small>
				</div>
			)}
			<div className={css['why']}>
				<div className={css['links']}>
					{past ? <BackCompare ticker={card.ticker} /> : null}
					<LinksButton ticker={card.ticker} id={card.id} direction={card.side} />
				</div>
				<p className={css['title']}>{words.why(card.rate, highestRate(data.slot_weights))}</p>
				{terms.length === 0 ? <p className={css['title']}>{words.noTerms}</p> : null}
				<table>
					<tbody>
						{terms.map(({ key, term, product, points, share, tone }) => (
							<tr key={key}>
								<th scope="row">{term}</th>
								<td className={css['product']}>{product}</td>
								<td className={css['share']} aria-hidden="true">
									<i className={css[tone ?? 'rest']} style={{ width: `${Math.round(share * 100)}%` }} />
								</td>
								<td>{points}</td>
							</tr>
						))}
					</tbody>
				</table>
			</div>
		</div>
	);
}

/** Requests the comparison on the back of a card: in the card's own report, or for visitors in the newest public report. */
function comparisonQuery(api: Api, { id, date }: Pick<CardView, 'id' | 'date'>, past: CardActions['past']) {
	return queryOptions({
		queryKey: ['signals', 'comparison', id, date, past ? (past.version ?? null) : 'visitors'],
		queryFn: () =>
			past
				? api.signals.sectorChartComparison({ params: { id }, query: reportParameters({ date, version: past.version }) })
				: api.signals.landingComparison({ params: { id } }),
	});
}

/** Shows a button with a form to choose the ticker that the backs of all cards are compared with. */
function BackCompare({ ticker }: { ticker: string }) {
	return (
		<Popover button={words.compare} label={words.compareWith(ticker)}>
			{(close) => <ComparisonForm ticker={ticker} close={close} />}
		</Popover>
	);
}

function ComparisonForm({ ticker, close }: { ticker: string; close: () => void }) {
	const { api } = useRouteContext({ from: '__root__' });
	const { chosenTicker, choose } = useComparisonTicker();
	const submission = useSubmit();
	const [text, setText] = useState(chosenTicker?.symbol ?? '');
	const [errorText, setErrorText] = useState<string>();
	const send = async (): Promise<void> => {
		const symbol = text.trim().toUpperCase();
		const id = await findTicker(api, symbol);
		if (id === undefined) return setErrorText(words.noTicker);
		choose({ id, symbol });
		close();
	};
	const onSubmit = (event: FormEvent): void => {
		event.preventDefault();
		if (text.trim() !== '') submission.send(send);
	};
	return (
		<form onSubmit={onSubmit} noValidate>
			<Labelled label={words.compareSymbol} hint={words.compareHint} error={errorText ?? submission.failure ?? undefined}>
				{(inputProps) => (
					<input
						{...inputProps}
						className={field['input']}
						value={text}
						maxLength={16}
						autoComplete="off"
						onChange={(event) => {
							setText(event.currentTarget.value);
							setErrorText(undefined);
						}}
					/>
				)}
			</Labelled>{' '}
			<button type="submit" className={buttonClass} disabled={submission.busy || text.trim() === ''}>
				{words.compareNow}
			</button>{' '}
			{chosenTicker ? (
				<button type="button" className={buttonClass} onClick={() => choose(null)}>
					{words.compareEnd}
				</button>
			) : null}{' '}
			<Link {...compareLink(chosenTicker ? [ticker, chosenTicker.symbol] : [ticker])} className={buttonClass}>
				{words.compareCharts}
			</Link>
		</form>
	);
}

/** Returns the ticker that the backs of cards are compared with; null without one. Reloading the page clears the choice. */
function useComparisonTicker(): { chosenTicker: ComparisonTicker | null; choose: (ticker: ComparisonTicker | null) => void } {
	const queryClient = useQueryClient();
	const { data = null } = useQuery(comparisonTickerQuery);
	return { chosenTicker: data, choose: (ticker) => queryClient.setQueryData(comparisonTickerQuery.queryKey, ticker) };
}
