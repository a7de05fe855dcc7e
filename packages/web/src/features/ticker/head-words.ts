import { candidateLabel } from '@sw/domain/signals/sector';
import { formatEt } from '@sw/domain/time/format';
import type { TickerDetail, TickerOutline } from '../../lib/api/types.ts';
import { etClock, msOf } from '../../lib/format/times.ts';

/** Returns the title and description of a ticker's page. Called by the loader, which keeps these texts out of other pages. */
export function tickerHeadWords({ ticker, name, weighted_sum, tab_type, operation, listed, date }: TickerDetail | TickerOutline) {
	const reportMs = msOf(date);
	const reportSentence = `How extreme price, volume and option flow were in the ${etClock(reportMs)} report of ${formatEt(reportMs, 'date')}.`;
	return {
		title: `${ticker} · ${name}`,
		description: `${ticker}, ${name}: ${candidateLabel(tab_type, operation, listed)}, rate ${weighted_sum}. ${reportSentence}`,
	};
}
