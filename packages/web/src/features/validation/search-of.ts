import { formatCondition } from '@sw/domain/filters/entries';
import { tabOperation } from '@sw/domain/signals/sector';
import { tabSectors } from '@sw/domain/signals/tabs';
import { strategyOf } from '@sw/domain/time/timeframe';
import type { LinkProps } from '@tanstack/react-router';
import type { Validation } from '../../lib/api/types.ts';

type Question = Pick<Validation['question'], 'tab' | 'timeframes' | 'filters' | 'sector_types'>;

/** Links to the signal search with the same conditions filled in. Market cap, a single ticker and dates aren't copied. */
export function signalSearchLink({ tab, timeframes, filters, sector_types }: Question) {
	const defaultSectors: readonly string[] = tabSectors(tab, tabOperation(tab));
	const hasDefaultSectors = sector_types.length === defaultSectors.length && sector_types.every((key) => defaultSectors.includes(key));
	return {
		to: '/signal-search',
		search: {
			tab,
			strategy: strategyOf(timeframes)?.name ?? 'first',
			...(filters.length > 0 ? { conditions: filters.map(formatCondition).join(',') } : {}),
			...(hasDefaultSectors ? {} : { sectors: sector_types.join(',') }),
		},
	} satisfies Pick<LinkProps, 'to' | 'search'>;
}
