import { formatRate } from '@sw/domain/signals/rate-words';
import { candidateLabel } from '@sw/domain/signals/sector';
import { wheelSentence, wheelTitle } from '@sw/domain/signals/wheel/words';
import { TIMEFRAMES, type Timeframe } from '@sw/domain/time/timeframe';
import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { LineSwatch } from '../../charts/lines/line-swatch.tsx';
import { changeWithin, fullSpan, type NamedLine, type Span } from '../../charts/lines/lines.ts';
import { LinesChart } from '../../charts/lines/lines-chart.tsx';
import { CardWheel } from '../../charts/wheel/card-wheel.tsx';
import { type CompareState, compareLink } from '../../entities/compare/compare-link.ts';
import { timeframeLabel } from '../../entities/ticker/sector-name.ts';
import { RANGES, rangesOf } from '../../entities/ticker/ticker-state.ts';
import { tickerWheel } from '../../entities/ticker/ticker-wheel.ts';
import type { Chart } from '../../lib/api/types.ts';
import { formatChange, formatPrice } from '../../lib/format/numbers.ts';
import { etDateTime, msOf } from '../../lib/format/times.ts';
import { Segmented } from '../../ui/controls/segmented.tsx';
import panel from '../../ui/panel.module.css';
import { LoadFailedNote } from '../../ui/states/not-loaded.tsx';
import { words as common } from '../../ui/words.ts';
import css from './compare.module.css';
import { barsQuery, type ComparedTicker, type ComparedWheel, WHEEL_STATE } from './queries.ts';
import { words } from './words.ts';

interface Props {
	comparedTickers: readonly ComparedTicker[];
	/** In the order of `comparedTickers`. */
	wheels: readonly ComparedWheel[];
	state: CompareState;
	report: string;
}

/** Shows the compare page below its legend: controls, charts and wheels. */
export function CompareBody({ comparedTickers, wheels, state, report }: Props) {
	return (
		<>
			<CompareControls state={state} />
			{comparedTickers.length > 0 ? (
				<>
					<CompareCharts comparedTickers={comparedTickers} state={state} report={report} />
					<CompareWheels comparedTickers={comparedTickers} wheels={wheels} report={report} />
				</>
			) : null}
		</>
	);
}

interface CompareWheelsProps {
	comparedTickers: readonly ComparedTicker[];
	/** In the order of `comparedTickers`. */
	wheels: readonly ComparedWheel[];
	report: string;
}

/** Shows the tickers' wheels in one report, side by side. */
function CompareWheels({ comparedTickers, wheels, report }: CompareWheelsProps) {
	return (
		<section className={panel['panel']} aria-labelledby="compare-wheels">
			<h2 id="compare-wheels" className={panel['title']}>
				{words.wheels}
			</h2>
			<p className={panel['note']}>{words.reportOf(etDateTime(msOf(report)))}</p>
			<ul className={css['wheels']}>
				{comparedTickers.map(({ id, symbol, index }, at) => (
					<li key={id}>
						<h3 className={css['name']}>
							<LineSwatch index={index} /> {symbol}
						</h3>
						<Wheel symbol={symbol} wheel={wheels[at]} />
					</li>
				))}
			</ul>
		</section>
	);
}

function Wheel({ symbol, wheel }: { symbol: string; wheel: ComparedWheel | undefined }) {
	const detail = wheel?.data;
	if (wheel?.error) return <LoadFailedNote retry={wheel.refetch}>{words.wheelFailed}</LoadFailedNote>;
	if (detail === null) return <p>{words.notInReport}</p>;
	if (detail === undefined) return <p aria-busy="true">{common.loading}</p>;
	const model = tickerWheel(detail, WHEEL_STATE);
	const rate = formatRate(detail.weighted_sum, detail.rate_scale);
	const title = { ticker: symbol, candidate: candidateLabel(detail.tab_type, detail.operation, detail.listed), rate };
	return (
		<>
			<p className={css['reading']}>
				{words.rate(rate)} · {formatPrice(detail.price)}
			</p>
			<CardWheel
				wheel={model}
				centre={timeframeLabel(WHEEL_STATE.list.timeframe)}
				title={wheelTitle(title)}
				description={wheelSentence(title, model)}
			/>
		</>
	);
}

/** Shows switches for the charts' timeframes and for the range. The range applies to every chart that supports it. */
function CompareControls({ state }: { state: CompareState }) {
	const { tickers, timeframes, range } = state;
	const names = TIMEFRAMES.map(({ name }) => name);
	return (
		<div className={css['controls']}>
			<Segmented
				label={words.timeframes}
				segments={TIMEFRAMES.map(({ name, label }) => {
					const isOn = timeframes.includes(name);
					const next = names.filter((other) => (other === name ? !isOn : timeframes.includes(other)));
					return {
						key: name,
						label,
						active: isOn,
						// The last timeframe can't be turned off.
						link: { ...compareLink(tickers, { ...state, timeframes: next.length > 0 ? next : timeframes }), preload: false },
					};
				})}
			/>
			<Segmented
				label={words.ranges}
				segments={RANGES.filter((option) => timeframes.some((timeframe) => rangesOf(timeframe).includes(option))).map((option) => ({
					key: option,
					label: words.rangeNames[option],
					active: option === range,
					link: { ...compareLink(tickers, { ...state, range: option === range ? undefined : option }), preload: false },
				}))}
			/>
		</div>
	);
}

/** The chart library's licence requires this link. */
const ATTRIBUTION = 'https://www.tradingview.com/';

interface CompareChartsProps {
	comparedTickers: readonly ComparedTicker[];
	state: CompareState;
	report: string;
}

/** Shows one chart for each timeframe. */
function CompareCharts({ comparedTickers, state, report }: CompareChartsProps) {
	return (
		<section className={panel['panel']} aria-labelledby="compare-charts">
			<h2 id="compare-charts" className={panel['title']}>
				{words.charts}
			</h2>
			<div className={css['charts']}>
				{state.timeframes.map((timeframe) => (
					<TimeframeChart key={timeframe} timeframe={timeframe} comparedTickers={comparedTickers} range={state.range} report={report} />
				))}
			</div>
			<p className={panel['note']}>
				<a href={ATTRIBUTION} target="_blank" rel="noopener noreferrer">
					{words.attribution}
				</a>
			</p>
		</section>
	);
}

interface ChartProps extends Pick<CompareChartsProps, 'comparedTickers' | 'report'>, Pick<CompareState, 'range'> {
	timeframe: Timeframe;
}

function TimeframeChart({ timeframe, comparedTickers, range, report }: ChartProps) {
	const { api } = useRouteContext({ from: '__root__' });
	const { charts, isPending, isError, retry } = useQueries({
		queries: comparedTickers.map(({ id }) => barsQuery(api, id, timeframe, range, report)),
		combine: combineCharts,
	});
	const lines = useMemo(
		() => comparedTickers.map(({ symbol, index }, at) => createLine(symbol, index, charts[at])),
		[comparedTickers, charts],
	);
	const [visibleSpan, setVisibleSpan] = useState<Span>();
	const span = visibleSpan ?? fullSpan(lines);
	const label = timeframeLabel(timeframe);
	return (
		<section className={css['chart']} aria-label={words.timeframe(label)}>
			<h3 className={panel['subtitle']}>{words.timeframe(label)}</h3>
			{isError ? (
				<LoadFailedNote retry={retry}>{words.chartFailed}</LoadFailedNote>
			) : isPending ? (
				<p className={css['waiting']} aria-busy="true">
					{common.loading}
				</p>
			) : span ? (
				<>
					<LinesChart lines={lines} onSpan={setVisibleSpan} label={words.chart(label, lines.map(({ name }) => name).join(', '))} />
					<p className={panel['note']}>{words.span(etDateTime(1_000 * span.from), etDateTime(1_000 * span.to))}</p>
					<ul className={css['changes']}>
						{lines.map(({ name, index, points }) => {
							const change = changeWithin(points, span);
							return (
								<li key={name}>
									<LineSwatch index={index} /> {name} <b>{change === undefined ? words.notAvailable : formatChange(change)}</b>
								</li>
							);
						})}
					</ul>
				</>
			) : (
				<p className={css['waiting']}>{words.noBars}</p>
			)}
		</section>
	);
}

/** Combines the charts' queries. Declared here and not inline, because otherwise every render would return a new object and redraw the charts. */
function combineCharts(results: UseQueryResult<Chart | null>[]) {
	return {
		charts: results.map(({ data }) => data),
		isPending: results.some(({ isPending }) => isPending),
		isError: results.some(({ isError }) => isError),
		retry: () => Promise.all(results.filter(({ isError }) => isError).map(({ refetch }) => refetch())),
	};
}

/** Converts closing prices to a line. Times are in seconds since the epoch. */
function createLine(name: string, index: number, chart: Chart | null | undefined): NamedLine {
	const points = (chart?.time ?? []).map((time, i) => ({ time: msOf(time) / 1_000, value: chart?.close[i] ?? Number.NaN }));
	return { name, index, points };
}
