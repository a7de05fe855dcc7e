import { monthDayYear } from '../../lib/format/times.ts';
import { ScrollBox, TableHeader } from '../../ui/content/scroll-box.tsx';
import panel from '../../ui/panel.module.css';
import css from './health.module.css';
import type { Detail } from './queries.ts';
import { healthWords as words } from './words.ts';

type Day = Detail['history'][number];

const HEIGHT = 64;
const BAR_STEP = 12;
const BAR_WIDTH = 8;

interface PlotProps {
	title: string;
	days: readonly Day[];
	/** Returns the two values of a day. If stacked, the second is drawn on top of the first, otherwise behind it. */
	valuesOf(day: Day): readonly [number, number];
	/** CSS classes of the two values. */
	classNames: readonly [string, string];
	/** Whether the second value starts where the first ends. */
	isStacked: boolean;
}

/** Shows thirty sessions as charts, and the same numbers as a table. */
export function History({ days }: { days: readonly Day[] }) {
	return (
		<section className={panel['panel']}>
			<h2 className={panel['title']}>{words.history}</h2>
			{days.some(({ in_time, late, missed }) => in_time + late + missed > 0) ? (
				<Plots days={days} />
			) : (
				<p className={css['well']}>{words.noHistory}</p>
			)}
		</section>
	);
}

function Plots({ days }: { days: readonly Day[] }) {
	return (
		<>
			<div className={css['plots']}>
				<Plot
					title={words.historyLag}
					days={days}
					valuesOf={({ p50, worst }) => [p50 ?? 0, worst ?? 0]}
					classNames={['usual', 'worst']}
					isStacked={false}
				/>
				<Plot
					title={words.historyMissed}
					days={days}
					valuesOf={({ missed, late }) => [missed, late]}
					classNames={['missed', 'late']}
					isStacked
				/>
			</div>
			<details className={css['twin']}>
				<summary>{words.asTable}</summary>
				<ScrollBox label={words.history} className={panel['scroll']}>
					<table className={panel['table']}>
						<TableHeader names={words.historyRow} />
						<tbody>
							{days.toReversed().map(({ date, p50, p95, worst, in_time, late, missed }) => (
								<tr key={date}>
									<th scope="row">{monthDayYear(date)}</th>
									<td>{formatLag(p50)}</td>
									<td>{formatLag(p95)}</td>
									<td>{formatLag(worst)}</td>
									<td>{in_time}</td>
									<td>{late}</td>
									<td>{missed}</td>
								</tr>
							))}
						</tbody>
					</table>
				</ScrollBox>
			</details>
		</>
	);
}

function Plot({ title, days, valuesOf, classNames, isStacked }: PlotProps) {
	const values = days.map(valuesOf);
	const highest = Math.max(1, ...values.map(([first, second]) => (isStacked ? first + second : Math.max(first, second))));
	const barHeight = (value: number): number => (value / highest) * HEIGHT;
	return (
		<figure className={css['plot']}>
			<figcaption>{title}</figcaption>
			<svg viewBox={`0 0 ${days.length * BAR_STEP} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
				{values.map(([first, second], i) => {
					const x = i * BAR_STEP + (BAR_STEP - BAR_WIDTH) / 2;
					const baseValue = isStacked ? first : 0;
					return (
						<g key={days[i]?.date}>
							<rect
								className={css[classNames[1]]}
								x={x}
								width={BAR_WIDTH}
								y={HEIGHT - barHeight(baseValue + second)}
								height={barHeight(second)}
							/>
							<rect className={css[classNames[0]]} x={x} width={BAR_WIDTH} y={HEIGHT - barHeight(first)} height={barHeight(first)} />
						</g>
					);
				})}
			</svg>
			<small className={css['axis']}>
				<span>{formatDate(days[0])}</span>
				<span>{formatDate(days.at(-1))}</span>
			</small>
		</figure>
	);
}

function formatDate(day: Day | undefined): string {
	return day ? monthDayYear(day.date) : '';
}

function formatLag(seconds: number | null): string {
	return seconds === null ? words.none : words.seconds(seconds);
}
