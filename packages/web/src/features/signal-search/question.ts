import type { Given } from '@sw/contract/define';
import type { Contract } from '@sw/contract/index';
import { isoSeconds } from '@sw/domain/time/format';
import { strategyOf } from '@sw/domain/time/timeframe';
import { exchangeDate, SECOND } from '@sw/domain/time/units';
import { addDays, newYorkDate } from '@sw/domain/time/zone';
import { strategyTimeframes } from '../../entities/list-state/settings.ts';
import { etMidnight, msOf } from '../../lib/format/times.ts';
import type { SearchTask } from './queries.ts';
import { NOTHING_STATED, type Stated } from './search-state.ts';

type Body = Given<Contract['research']['createSearchTask']>['body'];

/** What is stated as a call takes it: the last day with its last second. */
export const bodyOf = ({ tab, strategy, entries, sectors, from, to }: Stated) =>
	({
		tab,
		timeframes: strategyTimeframes({ strategy }),
		filters: entries.map(({ sector, timeframe, value }) => ({ sector, timeframe, value })),
		...(sectors.length > 0 ? { sector_types: [...sectors] } : {}),
		...(from === undefined ? {} : { from: etMidnight(from) }),
		to: to === undefined ? null : isoSeconds(msOf(etMidnight(addDays(exchangeDate(to), 1))) - SECOND),
	}) satisfies Body;

type Question = Pick<SearchTask['question'], 'tab' | 'timeframes' | 'filters' | 'from' | 'to'> & {
	sector_types: readonly Stated['sectors'][number][];
};

/** The question of a search as it is stated. */
export const statedBy = ({ tab, timeframes, filters, sector_types, from, to }: Question): Stated => ({
	tab,
	strategy: strategyOf(timeframes)?.name ?? 'first',
	entries: filters,
	sectors: sector_types,
	from: newYorkDate(msOf(from)),
	to: to === null ? undefined : newYorkDate(msOf(to)),
});

/** What changes a search into what is stated: days that it reads from and to already are left out, as it knows their very instants. */
export const changeOf = (before: Question, stated: Stated) => {
	const { from, to, ...body } = bodyOf(stated);
	const known = statedBy(before);
	return {
		...body,
		sector_types: [...stated.sectors],
		...(stated.from === known.from || from === undefined ? {} : { from }),
		...(stated.to === known.to ? {} : { to }),
	};
};

const NOTHING = JSON.stringify(NOTHING_STATED);

/** What the form of an open search holds: what the address states, or, where it states nothing, what the search asks. */
export const statedOr = (stated: Stated, asked: Question | undefined): Stated =>
	asked && JSON.stringify(stated) === NOTHING ? statedBy(asked) : stated;
