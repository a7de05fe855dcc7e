import { useQueries } from '@tanstack/react-query';
import { Link, useNavigate, useRouteContext } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type CompareState, compareLink } from '../../entities/compare/compare-link.ts';
import { useReading } from '../../entities/readings/reading.ts';
import type { InvalidValue } from '../../lib/address/query-reader.ts';
import { buttonClass } from '../../ui/button.ts';
import { InvalidValues } from '../../ui/states/invalid-values.tsx';
import { NotLoaded } from '../../ui/states/not-loaded.tsx';
import { onDemand } from '../../ui/states/on-demand.tsx';
import { StateBox } from '../../ui/states/state-box.tsx';
import { words as common } from '../../ui/words.ts';
import css from './compare.module.css';
import { CompareLegend } from './compare-legend.tsx';
import { type Compared, isLocked, symbolQuery, wheelQuery } from './queries.ts';
import { words } from './words.ts';

const CompareBody = onDemand(async () => (await import('./compare-body.tsx')).CompareBody);

interface Props {
	state: CompareState;
	refused: readonly InvalidValue[];
}

/** Several tickers in one chart for each timeframe, and their wheels side by side. */
export function ComparePage({ state, refused }: Props) {
	const { api } = useRouteContext({ from: '__root__' });
	const navigate = useNavigate();
	const { reading, failed, retry } = useReading();
	const report = state.report ?? reading;
	const found = useQueries({ queries: state.tickers.map((symbol) => symbolQuery(api, symbol)) });
	const ids = found.map(({ data }) => data);
	// biome-ignore lint/correctness/useExhaustiveDependencies: the same tickers are the same array, or each answer would draw the charts again
	const compared = useMemo(
		() =>
			state.tickers.flatMap((symbol, place): Compared[] => {
				const id = ids[place];
				return id == null ? [] : [{ id, symbol, place }];
			}),
		[state.tickers.join(), ids.join()],
	);
	// Read here: a part that loads later would not be notified of what came before it.
	const wheels = useQueries({
		queries: compared.map(({ id }) => ({ ...wheelQuery(api, id, report ?? ''), enabled: Boolean(report) })),
	}).map(({ data, error, refetch }) => ({ data, error, refetch }));
	const go = (change: Partial<CompareState>): void => {
		const next = { ...state, ...change };
		void navigate({ ...compareLink(next.tickers, next), resetScroll: false });
	};
	const isForbidden = wheels.some(({ error }) => isLocked(error));
	return (
		<div className={css['page']}>
			<InvalidValues refused={refused} />
			<CompareLegend state={state} found={found} go={go} />
			{state.tickers.length === 0 ? (
				<StateBox title={words.empty} detail={words.emptyNext} />
			) : isForbidden ? (
				<StateBox title={common.licencePopup} detail={common.licencePopupDetail}>
					<Link to="/prices" className={buttonClass}>
						{common.changeLicence}
					</Link>
					<Link {...compareLink(state.tickers, { ...state, report: undefined })} className={buttonClass}>
						{words.latest}
					</Link>
				</StateBox>
			) : report ? (
				<CompareBody compared={compared} wheels={wheels} state={state} report={report} />
			) : report === null ? (
				<StateBox title={words.noReport} detail={words.noReportNext} />
			) : (
				<NotLoaded isError={failed} detail={words.reportFailed} retry={retry} />
			)}
		</div>
	);
}
