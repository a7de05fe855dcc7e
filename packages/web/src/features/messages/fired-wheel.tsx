import { formatRate } from '@sw/domain/signals/rate-words';
import { candidateDirection, candidateLabel } from '@sw/domain/signals/sector';
import { createWheelModel, keepSlices } from '@sw/domain/signals/wheel/model';
import { wheelSentence, wheelTitle } from '@sw/domain/signals/wheel/words';
import { strategyOf, TIMEFRAMES } from '@sw/domain/time/timeframe';
import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { CardWheel } from '../../charts/wheel/card-wheel.tsx';
import { LinksButton } from '../../entities/ticker-links/ticker-links.tsx';
import css from './message-view.module.css';
import { firedTickerQuery, type FiredWheel as WheelReference } from './queries.ts';

/**
 * Shows the ticker's wheel in the report in which an alert fired, and links to other sites. Renders nothing if the licence excludes the report, or if the
 * report is no longer stored.
 */
export function FiredWheel({ wheel }: { wheel: WheelReference }) {
	const { api } = useRouteContext({ from: '__root__' });
	const { data, isPending } = useQuery(firedTickerQuery(api, wheel));
	const strategy = strategyOf(wheel.timeframes);
	if (isPending) return <div className={css['wheel']} aria-busy="true" />;
	if (!data || !strategy) return null;
	const { sectors, tab_type: tab, operation, listed, ticker } = data;
	const ratedKeys = new Set(sectors.filter((sector) => sector.rated).map(({ key }) => key));
	const model = keepSlices(createWheelModel(sectors, strategy, candidateDirection(tab, operation, listed)), ({ key }) =>
		ratedKeys.has(key),
	);
	const title = { ticker, candidate: candidateLabel(tab, operation, listed), rate: formatRate(data.weighted_sum, data.rate_scale) };
	return (
		<>
			<div className={css['wheel']}>
				<CardWheel
					wheel={model}
					centre={TIMEFRAMES[strategy.rated[2]].label}
					title={wheelTitle(title)}
					description={wheelSentence(title, model)}
				/>
			</div>
			<LinksButton ticker={ticker} id={wheel.ticker_id} />
		</>
	);
}
