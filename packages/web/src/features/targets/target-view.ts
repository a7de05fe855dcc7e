import { candidateSide, candidateWords, type Operation } from '@sw/domain/signals/sector';
import { type WheelModel, wheelModel } from '@sw/domain/signals/wheel/model';
import { wheelSentence } from '@sw/domain/signals/wheel/words';
import { strategyNamed } from '@sw/domain/time/timeframe';
import { listStateOf } from '../../entities/filters/filter-list-state.ts';
import type { FilterSetting } from '../../entities/filters/saved-filters.ts';
import { changesText, sameTickers } from '../../entities/readings/changes.ts';
import { directionOf, formatCap, formatChange } from '../../lib/format/numbers.ts';
import { etClock, msOf } from '../../lib/format/times.ts';
import { sideOf, TAKE, type TargetList } from './queries.ts';
import { words } from './words.ts';

/** A match ready to draw. */
export interface TargetRow {
	id: number;
	place: number;
	ticker: string;
	name: string;
	cap: string;
	rate: number;
	change: { text: string; direction: 'up' | 'down' | 'flat' } | undefined;
	wheel: WheelModel;
	/** Description of the wheel, for screen readers. */
	sentence: string;
	/** Whether it wasn't in the previous report's list; otherwise by how many places it rose (below 0: fell). */
	moved: 'new' | number;
}

const RATED = 3;

/** Places gained or lost since the previous report; 'new' if that did not have the ticker. Without a previous report no ticker is new. */
export function movedOf(place: number, before: number | null | undefined, compared: boolean): TargetRow['moved'] {
	if (!compared) return 0;
	return before == null ? 'new' : before - place;
}

export function targetRows(setting: FilterSetting, { list, changes }: TargetList): TargetRow[] {
	const state = listStateOf(setting);
	return list.items.slice(0, TAKE).map((card, at) => {
		const side: Operation = sideOf(setting, state.timeframe, card.operation);
		const wheel = wheelModel(
			card.sectors.map((sector) => ({ ...sector, intersections: sector.intersections.slice(0, RATED) })),
			strategyNamed(state.strategy),
			candidateSide(card.tab_type, side),
		);
		const title = { ticker: card.ticker, candidate: candidateWords(card.tab_type, side), rate: card.weighted_sum };
		return {
			id: card.ticker_id,
			place: at + 1,
			ticker: card.ticker,
			name: card.name,
			cap: formatCap(card.capitalization),
			rate: card.weighted_sum,
			change: card.price_change === null ? undefined : { text: formatChange(card.price_change), direction: directionOf(card.price_change) },
			wheel,
			sentence: wheelSentence(title, wheel),
			moved: movedOf(at + 1, changes.target?.places[at], changes.since !== null),
		};
	});
}

/** Changes since the previous report, in two lines; only the first has the count. */
export function changeLines({ list, changes }: TargetList): { changed: boolean; summary: string; detail: string } {
	if (changes.since === null) return { changed: false, summary: words.noneBefore, detail: '' };
	const { entered, left, target } = changes;
	const at = etClock(msOf(changes.since));
	if (sameTickers(changes) && changes.moved.length === 0)
		return { changed: false, summary: words.unchanged, detail: words.same(list.total_count, at) };
	const detail = [
		entered.length > 0 ? words.in(named(target?.entered ?? [], entered.length)) : '',
		left.length > 0 ? words.out(named(target?.left ?? [], left.length)) : '',
	];
	return { changed: true, summary: changesText(changes), detail: detail.filter((line) => line !== '').join(' · ') };
}

/** 'DELAR, NES, 4 more' */
function named(names: readonly string[], all: number): string {
	return [...names, ...(all > names.length ? [words.andMore(all - names.length)] : [])].join(', ');
}
