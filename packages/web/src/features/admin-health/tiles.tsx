import { Link } from '@tanstack/react-router';
import { formatCount, formatShare } from '../../lib/format/numbers.ts';
import { formatDatesIn } from '../../lib/format/screen-dates.ts';
import css from './health.module.css';
import { DETAIL_PAGES, type DetailPage, formatClock, MIN_COVERAGE, measuredShare } from './problems.ts';
import type { Detail, Freshness, Slot } from './queries.ts';
import { healthWords as words } from './words.ts';

interface TileProps {
	label: string;
	state: Slot['state'];
	value: string;
	/** Explains the value. Undefined if no explanation is needed. */
	detail: string | undefined;
	/** The page with the details. */
	page?: DetailPage;
}

const REPORTED_STATES: readonly Slot['state'][] = ['in_time', 'late', 'before'];

/** Shows seven figures that tell at a glance whether all is well. */
export function Tiles({ detail, freshness }: { detail: Detail; freshness: Freshness }) {
	const { behind } = detail;
	const { slots, late_after } = detail.today;
	const reportedSlots = slots.filter(({ state }) => REPORTED_STATES.includes(state));
	const dueSlots = slots.filter(({ state }) => state !== 'to_come');
	const countOf = (state: Slot['state']): number => slots.filter((slot) => slot.state === state).length;
	const lastSlot = dueSlots.at(-1);
	const { p50 } = freshness.punctuality;
	const share = measuredShare(detail);
	const lag = lastSlot?.seconds ?? null;
	return (
		<dl className={css['tiles']}>
			<Tile
				label={words.lastSlot}
				state={lastSlot?.state ?? 'to_come'}
				value={lastSlot ? `${formatClock(lastSlot.date)} ET` : words.none}
				detail={lastSlot ? words.state(lastSlot.state) : words.noSlot}
			/>
			<Tile
				label={words.latest}
				state={behind === null ? 'to_come' : behind.slots === 0 ? 'in_time' : behind.slots === 1 ? 'late' : 'missed'}
				value={behind === null ? words.none : words.slotsBehind(behind.slots)}
				detail={behind === null ? words.noneDue : behind.slots === 0 ? undefined : formatDatesIn(behind.detail)}
			/>
			<Tile
				label={words.delay}
				state={lag === null ? 'to_come' : lag >= late_after ? 'late' : 'in_time'}
				value={lag === null ? words.none : words.seconds(lag)}
				detail={p50 === null ? words.none : words.usual(words.seconds(p50))}
			/>
			<Tile
				label={words.slotsToday}
				state={countOf('missed') > 0 ? 'missed' : countOf('late') > 0 ? 'late' : 'in_time'}
				value={words.ofSlots(reportedSlots.length, dueSlots.length)}
				detail={words.missedAndLate(countOf('missed'), countOf('late'))}
				page={DETAIL_PAGES.reportJobs}
			/>
			<Tile
				label={words.coverage}
				state={share === null ? 'to_come' : share < MIN_COVERAGE ? 'late' : 'in_time'}
				value={formatShare(share)}
				detail={detail.coverage ? words.ofTickers(formatCount(detail.coverage.measured), formatCount(detail.coverage.tickers)) : words.none}
				page={DETAIL_PAGES.quarantine}
			/>
			<Tile
				label={words.gaps}
				state={freshness.gaps.reports + (freshness.gaps.bars ?? 0) > 0 ? 'late' : 'in_time'}
				value={formatCount(freshness.gaps.reports)}
				detail={words.gapsDetail(freshness.gaps.bars)}
				page={DETAIL_PAGES.gaps}
			/>
			<Tile
				label={words.quarantine}
				state={freshness.quarantined > 0 ? 'late' : 'in_time'}
				value={formatCount(freshness.quarantined)}
				detail={words.quarantineDetail}
				page={DETAIL_PAGES.quarantine}
			/>
		</dl>
	);
}

function Tile({ label, state, value, detail, page }: TileProps) {
	return (
		<div className={css['tile']}>
			<dt>{label}</dt>
			<dd>
				{page ? (
					<Link {...page.link} className={css['figure']}>
						<Figure state={state} value={value} detail={detail} />
						<span className="visually-hidden">: {page.label}</span>
					</Link>
				) : (
					<Figure state={state} value={value} detail={detail} />
				)}
			</dd>
		</div>
	);
}

function Figure({ state, value, detail }: Pick<TileProps, 'state' | 'value' | 'detail'>) {
	return (
		<>
			<b className={css['value']}>
				<i className={css['mark']} data-state={state} />
				{value}
			</b>
			{detail === undefined ? null : <small>{detail}</small>}
		</>
	);
}
