import type { PlanDay } from './plan-day.ts';
import css from './plans.module.css';
import { planWords as words } from './words.ts';

/** The day's slots that a plan includes, as a strip and as text. */
export function DayStrip({ name, day }: { name: string; day: PlanDay }) {
	const { cells, open, forecasts } = day;
	if (cells.length === 0) return <p className={css['note']}>{words.noDay}</p>;
	return (
		<>
			<div className={css['strip']} role="img" aria-label={words.strip(name, open.length, cells.length)}>
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
					<b>{words.ofDay(open.length, cells.length)}</b> {words.reportsADay}
					{forecasts.length === 0 ? null : <span className={css['muted']}> · ◆ {words.forecasts(forecasts.length)}</span>}
				</summary>
				<p>{words.openTimes(open)}</p>
				{forecasts.length === 0 ? null : <p>{words.forecastTimes(forecasts)}</p>}
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
