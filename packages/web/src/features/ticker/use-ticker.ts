import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useReading } from '../../entities/readings/reading.ts';
import { requestedReport } from '../../entities/readings/requested-report.ts';
import { useChanges } from '../../entities/readings/use-changes.ts';
import { useLicence } from '../../entities/session/licence.ts';
import type { TickerState } from '../../entities/ticker/ticker-state.ts';
import type { TickerDetail, TickerOutline, WorkspaceDetail } from '../../lib/api/types.ts';
import { msOf } from '../../lib/format/times.ts';
import { useStableValue } from '../../lib/use-stable-value.ts';
import { outlineQuery, visitorTickerQuery, workspaceTickerQuery } from './queries.ts';
import { tickerWords as words } from './words.ts';

export interface ShownTicker {
	detail: TickerDetail | undefined;
	/** The same with the fields that only traders see. */
	workspace: WorkspaceDetail | undefined;
	/** The public part, for readers without a licence: until the details are loaded, and if they can't be. */
	outline: TickerOutline | undefined;
	/** A newer report that the reader hasn't accepted yet. */
	waiting: number | undefined;
	/** Its changes, as text. */
	changes: string | undefined;
	take: () => void;
	/** Why the details aren't shown; without an outline, why that isn't. */
	error: unknown;
	retry: () => void;
}

const UNKNOWN = { reading: null, date: undefined, version: undefined };

/** The ticker in the open report: from a trader's reports, or from the public ones. */
export function useTicker(id: number, state: TickerState): ShownTicker {
	const { api } = useRouteContext({ from: '__root__' });
	const trader = useLicence() != null;
	const reading = useReading(trader);
	const changes = useChanges(state.list, reading, { enabled: trader });
	const wanted = requestedReport(state.list, reading);
	const mine = useQuery({ ...workspaceTickerQuery(api, id, state, wanted ?? UNKNOWN), enabled: trader && wanted !== undefined });
	const { tab, operation, strategy } = state.list;
	const open = useQuery({ ...visitorTickerQuery(api, id, state), enabled: !trader });
	const held = useStableValue(`${id} ${tab} ${operation} ${strategy}`, open.data, (detail) => detail.date);
	const outline = useQuery({ ...outlineQuery(api, id, state), enabled: !trader && !held.shown });
	if (trader) {
		return {
			detail: mine.data,
			workspace: mine.data,
			outline: undefined,
			waiting: state.list.report === undefined ? reading.waiting : undefined,
			changes: changes.summary,
			take: reading.take,
			error: mine.data ? undefined : (mine.error ?? undefined),
			retry: () => void mine.refetch(),
		};
	}
	return {
		detail: held.shown,
		workspace: undefined,
		outline: outline.data,
		waiting: held.waiting ? msOf(held.waiting.date) : undefined,
		changes: held.shown && held.waiting ? words.rateMoves(held.shown.weighted_sum, held.waiting.weighted_sum) : undefined,
		take: held.take,
		error: held.shown ? undefined : ((outline.data ? open.error : outline.error) ?? undefined),
		retry: () => {
			void open.refetch();
			void outline.refetch();
		},
	};
}
