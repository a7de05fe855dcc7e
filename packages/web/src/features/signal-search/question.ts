import type { InputOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { isoSeconds } from '@sw/domain/time/format';
import { strategyOf } from '@sw/domain/time/timeframe';
import { exchangeDate, SECOND } from '@sw/domain/time/units';
import { addDays, newYorkDate } from '@sw/domain/time/zone';
import { strategyTimeframes } from '../../entities/list-state/settings.ts';
import { etMidnight, msOf } from '../../lib/format/times.ts';
import type { SearchTask } from './queries.ts';
import { NOTHING_STATED, type Stated } from './search-state.ts';

type Body = InputOf<Contract['research']['createSearchTask']>['body'];

/** The form as call parameters: the last day includes its last second. */
export function bodyOf({ tab, strategy, entries, sectors, from, to }: Stated) {
	return {
		tab,
		timeframes: strategyTimeframes({ strategy }),
		filters: entries.map(({ sector, timeframe, value }) => ({ sector, timeframe, value })),
		...(sectors.length > 0 ? { sector_types: [...sectors] } : {}),
		...(from === undefined ? {} : { from: etMidnight(from) }),
		to: to === undefined ? null : isoSeconds(msOf(etMidnight(addDays(exchangeDate(to), 1))) - SECOND),
	} satisfies Body;
}

type Question = Pick<SearchTask['question'], 'tab' | 'timeframes' | 'filters' | 'from' | 'to'> & {
	sector_types: readonly Stated['sectors'][number][];
};

/** The search question from the form. */
export function statedBy({ tab, timeframes, filters, sector_types, from, to }: Question): Stated {
	return {
		tab,
		strategy: strategyOf(timeframes)?.name ?? 'first',
		entries: filters,
		sectors: sector_types,
		from: newYorkDate(msOf(from)),
		to: to === null ? undefined : newYorkDate(msOf(to)),
	};
}

/** The changes from a search to the form's values; unchanged days are left out, since the search knows their exact instants. */
export function changeOf(before: Question, stated: Stated) {
	const { from, to, ...body } = bodyOf(stated);
	const known = statedBy(before);
	return {
		...body,
		sector_types: [...stated.sectors],
		...(stated.from === known.from || from === undefined ? {} : { from }),
		...(stated.to === known.to ? {} : { to }),
	};
}

const NOTHING = JSON.stringify(NOTHING_STATED);

/** Form values of an open search: from the address, or else from the search. */
export function statedOr(stated: Stated, question: Question | undefined): Stated {
	return question && JSON.stringify(stated) === NOTHING ? statedBy(question) : stated;
}
