import { ScrollBox } from '../../ui/content/scroll-box.tsx';
import panel from '../../ui/panel.module.css';
import css from './health.module.css';
import { clockOf } from './problems.ts';
import type { Detail, Slot } from './queries.ts';
import { healthWords as words } from './words.ts';

const LEGEND: readonly Slot['state'][] = ['in_time', 'late', 'missed', 'to_come'];
const EACH = 2;

/** Each slot of the day as a cell: its state by colour, outline and word. */
export function SlotStrip({ today: { slots, late_after } }: { today: Detail['today'] }) {
	return (
		<section className={panel['panel']}>
			<div className={css['titleLine']}>
				<h2 className={panel['title']}>{words.strip}</h2>
				<ul className={css['legend']}>
					{LEGEND.map((state) => (
						<li key={state}>
							<i className={css['mark']} data-state={state} />
							{state === 'late' ? words.lateOver(late_after) : words.state(state)}
						</li>
					))}
				</ul>
			</div>
			<ScrollBox label={words.strip} className={css['stripBox']}>
				<ol className={css['strip']}>
					{slots.map(({ date, state, seconds }, i) => {
						const lag = seconds === null ? null : words.seconds(seconds);
						return (
							<li key={date} title={words.slotLabel(clockOf(date), state, lag)}>
								<span className="visually-hidden">{words.slotLabel(clockOf(date), state, lag)}</span>
								<span className={css['cell']} data-state={state} aria-hidden="true">
									{state === 'missed' ? words.state(state) : lag}
								</span>
								<span className={css['clock']} aria-hidden="true">
									{i % EACH === 0 || i === slots.length - 1 ? clockOf(date) : ''}
								</span>
							</li>
						);
					})}
				</ol>
			</ScrollBox>
		</section>
	);
}
