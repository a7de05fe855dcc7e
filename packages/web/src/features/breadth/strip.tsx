import type { Tab } from '@sw/domain/signals/sector';
import { formatEt } from '@sw/domain/time/format';
import { newYorkDate } from '@sw/domain/time/zone';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { formatShare } from '../../lib/format/numbers.ts';
import { msOf } from '../../lib/format/times.ts';
import { stateQuery } from './queries.ts';
import css from './strip.module.css';
import { stripWords as words } from './strip-words.ts';

/** The slice of each tab whose breadth is shown. */
const SLICE_BY_TAB = {
	extreme_rise: 'price_short',
	extreme_fall: 'price_long',
	free: 'volume',
	coiled_spring: 'squeeze',
} as const satisfies Record<Tab, string>;

interface Props {
	tab: Tab;
	/** Market time in ms since the epoch; undefined while unknown. */
	now: number | undefined;
}

/** Shows the breadth in one line above a list, with a link to the breadth page. Without a count, shows only the link. */
export function BreadthStrip({ tab, now }: Props) {
	const { api } = useRouteContext({ from: '__root__' });
	const category = SLICE_BY_TAB[tab];
	const { data } = useQuery(stateQuery(api, { category, interval: 'one_hour', marketcap: 'all', type: 'stocks' }));
	if (!data || now === undefined) return null;
	const { share, time, usual } = data;
	const formatSentence = (): string => {
		if (share === null || time === null) return words.noCount;
		return words.summary(
			formatOtherDay(msOf(time), now),
			formatShare(share),
			category,
			usual.mean === null ? undefined : formatShare(usual.mean),
		);
	};
	return (
		<Link to="/breadth" search={category === 'price_short' ? {} : { key: data.key }} className={css['link'] ?? ''} preload={false}>
			<span>
				{formatSentence()}
				<span aria-hidden="true"> ›</span>
			</span>
		</Link>
	);
}

/** Formats the report's date; undefined if the report is from today. */
function formatOtherDay(report: number, now: number): string | undefined {
	return newYorkDate(report) === newYorkDate(now) ? undefined : formatEt(report, 'date');
}
