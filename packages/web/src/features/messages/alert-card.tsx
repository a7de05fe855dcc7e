import { SOURCE_LANGUAGE } from '@sw/domain/outreach/languages';
import { formatRate } from '@sw/domain/signals/rate-words';
import { candidateDirection, candidateLabel, type Operation } from '@sw/domain/signals/sector';
import { keepOneDirection } from '@sw/domain/signals/tabs';
import { createWheelModel } from '@sw/domain/signals/wheel/model';
import { NOT_AVAILABLE, wheelSentence } from '@sw/domain/signals/wheel/words';
import { strategyNamed } from '@sw/domain/time/timeframe';
import { GlyphWheel } from '../../charts/wheel/card-wheel.tsx';
import type { ListState } from '../../entities/list-state/state.ts';
import { useFavorite } from '../../entities/stars/favorites.ts';
import { starWords } from '../../entities/stars/words.ts';
import { linkFromList } from '../../entities/ticker/opened-link.ts';
import { directionOf, formatCap, formatChange, formatPrice } from '../../lib/format/numbers.ts';
import { Change } from '../../ui/content/change.tsx';
import { Star } from '../../ui/controls/star.tsx';
import { StaticLink } from '../../ui/controls/static-link.tsx';
import css from './alert-card.module.css';
import type { AlertTicker as Card } from './queries.ts';
import { alertWords as words } from './words.ts';

interface Props {
	card: Card;
	/** The filter's list in the alert's report. */
	list: ListState;
	/** Formatted time of the report in which the ticker entered. */
	reportClock: string;
	operation: Operation;
}

const RATED_RING_COUNT = 3;

/** Shows a ticker that entered or left the list, as of the report: a wheel of the rated rings, and figures. */
export function AlertCard({ card, list, reportClock, operation }: Props) {
	const wheel = createWheelModel(
		keepOneDirection(card.sectors, operation).map((sector) => ({
			...sector,
			intersections: sector.intersections.slice(0, RATED_RING_COUNT),
		})),
		strategyNamed(list.strategy),
		candidateDirection(list.tab, operation),
	);
	const candidate = candidateLabel(list.tab, operation);
	const title = { ticker: card.ticker, candidate, rate: formatRate(card.weighted_sum, card.rate_scale) };
	const ringsLabel = strategyNamed(list.strategy).label;
	const change = card.price_change;
	const setFavorite = useFavorite();
	const starLabel = card.favorite ? starWords.unstar(card.ticker) : starWords.star(card.ticker);
	return (
		<article className={css['card']} data-left={card.why === null ? undefined : ''}>
			<header className={css['head']}>
				<h4 className={css['ticker']}>
					<StaticLink link={linkFromList(card.ticker_id, list, { name: card.ticker })} className={css['link'] ?? ''} title={card.name}>
						{card.ticker}
					</StaticLink>
				</h4>
				<span className={css['cap']}>{formatCap(card.capitalization)}</span>
				<button
					type="button"
					className={`${css['star']} needs-script`}
					aria-pressed={card.favorite}
					aria-label={starLabel}
					title={starLabel}
					onClick={() => setFavorite(card.ticker_id, !card.favorite)}
				>
					<Star filled={card.favorite} />
				</button>
			</header>
			<div className={css['body']}>
				<span className={css['wheel']}>
					<GlyphWheel wheel={wheel} size={116} />
					<small title={words.rings(ringsLabel)}>
						<span aria-hidden="true">{ringsLabel}</span>
						<span className="visually-hidden">{words.rings(ringsLabel)}</span>
					</small>
				</span>
				<p className="visually-hidden">{wheelSentence(title, wheel)}</p>
				<dl className={css['figures']}>
					<dt>{words.rate}</dt>
					<dd className={css['rate']} title={title.rate}>
						{card.weighted_sum}
					</dd>
					<dt>{words.price}</dt>
					<dd>{formatPrice(card.price)}</dd>
					<dt>{words.change}</dt>
					<dd>{change === null ? NOT_AVAILABLE : <Change text={formatChange(change)} direction={directionOf(change)} />}</dd>
				</dl>
			</div>
			<footer className={css['foot']}>
				{card.why === null ? (
					<>
						<b className={css[candidateDirection(list.tab, operation) ?? '']}>{candidate}</b>
						<span>{words.since(reportClock)}</span>
						{card.notified ? null : <small className={css['unreported']}>{words.unreported}</small>}
					</>
				) : (
					<span lang={SOURCE_LANGUAGE}>{words.why(card.why)}</span>
				)}
			</footer>
		</article>
	);
}
