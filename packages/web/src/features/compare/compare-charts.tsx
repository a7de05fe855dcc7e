import type { Timeframe } from '@sw/domain/time/timeframe';
import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { LineSwatch } from '../../charts/lines/line-swatch.tsx';
import { changeWithin, type NamedLine, type Span, wholeSpan } from '../../charts/lines/lines.ts';
import { LinesChart } from '../../charts/lines/lines-chart.tsx';
import type { CompareState } from '../../entities/compare/compare-link.ts';
import { labelOf } from '../../entities/ticker/timeframe-label.ts';
import type { Chart } from '../../lib/api/types.ts';
import { formatChange } from '../../lib/format/numbers.ts';
import { etDateTime, msOf } from '../../lib/format/times.ts';
import panel from '../../ui/panel.module.css';
import { LoadFailedNote } from '../../ui/states/load-failed-note.tsx';
import { words as common } from '../../ui/words.ts';
import css from './compare.module.css';
import { barsQuery, type Compared } from './queries.ts';
import { words } from './words.ts';

/** Asked for by the drawing library. */
const ATTRIBUTION = 'https://www.tradingview.com/';

interface Props {
	compared: readonly Compared[];
	state: CompareState;
	report: string;
}

/** One chart for each timeframe. */
export function CompareCharts({ compared, state, report }: Props) {
	return (
		<section className={panel['panel']} aria-labelledby="compare-charts">
			<h2 id="compare-charts" className={panel['title']}>
				{words.charts}
			</h2>
			<div className={css['charts']}>
				{state.timeframes.map((timeframe) => (
					<TimeframeChart key={timeframe} timeframe={timeframe} compared={compared} range={state.range} report={report} />
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

interface ChartProps extends Pick<Props, 'compared' | 'report'>, Pick<CompareState, 'range'> {
	timeframe: Timeframe;
}

function TimeframeChart({ timeframe, compared, range, report }: ChartProps) {
	const { api } = useRouteContext({ from: '__root__' });
	const { charts, isPending, isError, retry } = useQueries({
		queries: compared.map(({ id }) => barsQuery(api, id, timeframe, range, report)),
		combine: combineCharts,
	});
	const lines = useMemo(() => compared.map(({ symbol, place }, at) => lineOf(symbol, place, charts[at])), [compared, charts]);
	const [seen, setSeen] = useState<Span>();
	const span = seen ?? wholeSpan(lines);
	const label = labelOf(timeframe);
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
					<LinesChart lines={lines} onSpan={setSeen} label={words.chart(label, lines.map(({ name }) => name).join(', '))} />
					<p className={panel['note']}>{words.span(etDateTime(1_000 * span.from), etDateTime(1_000 * span.to))}</p>
					<ul className={css['changes']}>
						{lines.map(({ name, place, points }) => {
							const change = changeWithin(points, span);
							return (
								<li key={name}>
									<LineSwatch place={place} /> {name} <b>{change === undefined ? words.notAvailable : formatChange(change)}</b>
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

/** The same object as long as the answers are the same: a chart is drawn again only when they change. */
function combineCharts(results: UseQueryResult<Chart | null>[]) {
	return {
		charts: results.map(({ data }) => data),
		isPending: results.some(({ isPending }) => isPending),
		isError: results.some(({ isError }) => isError),
		retry: () => Promise.all(results.filter(({ isError }) => isError).map(({ refetch }) => refetch())),
	};
}

function lineOf(name: string, place: number, chart: Chart | null | undefined): NamedLine {
	const points = (chart?.time ?? []).map((time, i) => ({ time: msOf(time) / 1_000, value: chart?.close[i] ?? Number.NaN }));
	return { name, place, points };
}
