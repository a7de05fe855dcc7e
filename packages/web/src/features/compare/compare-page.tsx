import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { Link, useNavigate, useRouteContext } from '@tanstack/react-router';
import { type FormEvent, useMemo, useRef, useState } from 'react';
import { LineSwatch } from '../../charts/lines/line-swatch.tsx';
import { type CompareState, compareLink, MAX_COMPARED } from '../../entities/compare/compare-link.ts';
import { useOpenReport } from '../../entities/readings/reading.ts';
import { findTicker } from '../../entities/ticker-links/find-ticker.ts';
import type { InvalidValue } from '../../lib/address/query-grammar.ts';
import { buttonClass } from '../../ui/button.ts';
import field from '../../ui/form.module.css';
import { Labelled } from '../../ui/forms/labelled.tsx';
import panel from '../../ui/panel.module.css';
import { InvalidValues } from '../../ui/states/invalid-values.tsx';
import { NotLoaded } from '../../ui/states/not-loaded.tsx';
import { onDemand } from '../../ui/states/on-demand.tsx';
import { StateBox } from '../../ui/states/state-box.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { words as common } from '../../ui/words.ts';
import css from './compare.module.css';
import { type ComparedTicker, isLocked, symbolQuery, wheelQuery } from './queries.ts';
import { words } from './words.ts';

const CompareBody = onDemand(async () => (await import('./compare-body.tsx')).CompareBody);

interface Props {
	state: CompareState;
	refused: readonly InvalidValue[];
}

/** Compares several tickers: one chart for each timeframe, and the wheels side by side. */
export function ComparePage({ state, refused }: Props) {
	const { api } = useRouteContext({ from: '__root__' });
	const navigate = useNavigate();
	const { time, failed, retry } = useOpenReport();
	const report = state.report ?? time;
	const idQueries = useQueries({ queries: state.tickers.map((symbol) => symbolQuery(api, symbol)) });
	const ids = idQueries.map(({ data }) => data);
	// biome-ignore lint/correctness/useExhaustiveDependencies: the array must stay the same for the same tickers, because a new array redraws the charts
	const comparedTickers = useMemo(
		() =>
			state.tickers.flatMap((symbol, index): ComparedTicker[] => {
				const id = ids[index];
				return id == null ? [] : [{ id, symbol, index }];
			}),
		[state.tickers.join(), ids.join()],
	);
	// Fetched here because CompareBody loads later, and would miss responses that arrive earlier.
	const wheels = useQueries({
		queries: comparedTickers.map(({ id }) => ({ ...wheelQuery(api, id, report ?? ''), enabled: Boolean(report) })),
	}).map(({ data, error, refetch }) => ({ data, error, refetch }));
	const go = (change: Partial<CompareState>): void => {
		const next = { ...state, ...change };
		void navigate({ ...compareLink(next.tickers, next), resetScroll: false });
	};
	const isForbidden = wheels.some(({ error }) => isLocked(error));
	return (
		<div className={css['page']}>
			<InvalidValues refused={refused} />
			<CompareLegend state={state} idQueries={idQueries} go={go} />
			{state.tickers.length === 0 ? (
				<StateBox title={words.empty} detail={words.emptyNext} />
			) : isForbidden ? (
				<StateBox title={common.licencePopup} detail={common.licencePopupDetail}>
					<Link to="/prices" className={buttonClass}>
						{common.changeLicence}
					</Link>
					<Link {...compareLink(state.tickers, { ...state, report: undefined })} className={buttonClass}>
						{words.latest}
					</Link>
				</StateBox>
			) : report ? (
				<CompareBody comparedTickers={comparedTickers} wheels={wheels} state={state} report={report} />
			) : report === null ? (
				<StateBox title={words.noReport} detail={words.noReportNext} />
			) : (
				<NotLoaded isError={failed} detail={words.reportFailed} retry={retry} />
			)}
		</div>
	);
}

interface CompareLegendProps {
	state: CompareState;
	/** Queries each ticker's id; null if the symbol is unknown in this market. */
	idQueries: readonly UseQueryResult<number | null>[];
	go: (change: Partial<CompareState>) => void;
}

/** Shows the compared tickers, with buttons to remove each of them and a field to add another. */
function CompareLegend({ state: { tickers }, idQueries, go }: CompareLegendProps) {
	const list = useRef<HTMLUListElement>(null);
	const remove = (place: number): void => {
		go({ tickers: tickers.filter((_, index) => index !== place) });
		// The focused button is removed with its row: the focus moves to another remove button, or to the input.
		const buttons = [...(list.current?.querySelectorAll('button[data-remove]') ?? [])] as HTMLElement[];
		(buttons[place + 1] ?? buttons[place - 1] ?? document.getElementById('compare-add'))?.focus();
	};
	return (
		<section className={panel['panel']} aria-labelledby="compare-tickers">
			<h2 id="compare-tickers" className={panel['title']}>
				{words.tickers}
			</h2>
			<ul className={css['legend']} ref={list}>
				{tickers.map((symbol, index) => (
					<li key={symbol}>
						<LineSwatch index={index} />
						<TickerName symbol={symbol} idQuery={idQueries[index]} />
						<button
							type="button"
							data-remove=""
							className={buttonClass}
							aria-label={words.removeNamed(symbol)}
							onClick={() => remove(index)}
						>
							{words.remove}
						</button>
					</li>
				))}
			</ul>
			{tickers.length >= MAX_COMPARED ? <p className={panel['note']}>{words.full}</p> : <AddTicker tickers={tickers} go={go} />}
		</section>
	);
}

function TickerName({ symbol, idQuery }: { symbol: string; idQuery: UseQueryResult<number | null> | undefined }) {
	if (idQuery?.data != null)
		return (
			<Link to="/ticker/$id" params={{ id: String(idQuery.data) }} search={{}} className={panel['inline']}>
				{symbol}
			</Link>
		);
	return (
		<span aria-busy={idQuery?.isPending}>
			{symbol} {idQuery?.data === null ? <small>{words.unknown}</small> : null}
			{idQuery?.isError ? (
				<>
					<small>{words.idFailed}</small>{' '}
					<button type="button" className={buttonClass} onClick={() => void idQuery.refetch()}>
						{words.retry}
					</button>
				</>
			) : null}
		</span>
	);
}

function AddTicker({ tickers, go }: Pick<CompareState, 'tickers'> & Pick<CompareLegendProps, 'go'>) {
	const { api } = useRouteContext({ from: '__root__' });
	const submission = useSubmit();
	const [text, setText] = useState('');
	const [error, setError] = useState<string>();
	const add = async (): Promise<void> => {
		const symbol = text.trim().toUpperCase();
		if (tickers.includes(symbol)) return setError(words.alreadyListed);
		if ((await findTicker(api, symbol)) === undefined) return setError(words.noTicker);
		setText('');
		go({ tickers: [...tickers, symbol] });
	};
	const onSubmit = (event: FormEvent): void => {
		event.preventDefault();
		if (text.trim() !== '') submission.send(add);
	};
	return (
		<form className={css['add']} onSubmit={onSubmit} noValidate>
			<Labelled label={words.add} error={error ?? submission.failure ?? undefined}>
				{(fieldProps) => (
					<input
						{...fieldProps}
						id="compare-add"
						className={field['input']}
						value={text}
						maxLength={16}
						autoComplete="off"
						onChange={(event) => {
							setText(event.currentTarget.value);
							setError(undefined);
						}}
					/>
				)}
			</Labelled>
			<button type="submit" className={buttonClass} disabled={submission.busy || text.trim() === ''}>
				{words.addNow}
			</button>
		</form>
	);
}
